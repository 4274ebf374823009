import type { QueryClient } from "@tanstack/vue-query";
import { queryClient } from "./query-client.ts";

/** In milliseconds. */
const AT_MOST_MS = 1000;

async function idle(): Promise<void> {
  // Safari has no such callback.
  const { requestIdleCallback = setTimeout } = globalThis as { readonly requestIdleCallback?: (run: () => void) => unknown };
  await new Promise<void>((resolve) => void requestIdleCallback(() => resolve()));
}

/** Resolves when no query of a client waits for an answer, also none that an answer started, or after a second. */
export async function allAnswered(client: QueryClient): Promise<void> {
  await new Promise<void>((resolve) => {
    const ended = (): void => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(ended, AT_MOST_MS);
    const stop = client.getQueryCache().subscribe(async () => {
      await idle();
      if (client.isFetching() === 0) ended();
    });
  });
}

let shown: Promise<void> | undefined;

/** Resolves when the first page shows its data. Modules that it does not need load afterwards. */
export async function firstView(): Promise<void> {
  await (shown ??= allAnswered(queryClient));
}
