import { readonly, ref } from "vue";
import { queryClient } from "../api/query-client.ts";
import { BASE_PATH } from "../base-path.ts";
import { environment } from "../environment.ts";

/** How often a server that cannot be reached is looked for. */
const POLL_INTERVAL_MS = 3000;

const lost = ref(false);
let timer: ReturnType<typeof setTimeout> | undefined;

/** True while the server cannot be reached. */
export const connectionLost = readonly(lost);

/** Every call says here whether the server answered. */
export function heard(answered: boolean): void {
  if (answered) found();
  else if (!lost.value) {
    lost.value = true;
    lookLater();
  }
}

function found(): void {
  clearTimeout(timer);
  if (!lost.value) return;
  lost.value = false;
  // What is shown may have changed meanwhile.
  void queryClient.invalidateQueries();
}

const knock = async (): Promise<unknown> => await environment.send(`${BASE_PATH}/healthz`, { method: "HEAD", cache: "no-store" });

function lookLater(): void {
  timer = setTimeout(() => void knock().then(found, lookLater), POLL_INTERVAL_MS);
}

/** Finds out whether the server is there, where something failed that does not say it. */
export async function look(): Promise<void> {
  await knock().then(
    () => heard(true),
    () => heard(false),
  );
}

addEventListener("offline", () => heard(false));
