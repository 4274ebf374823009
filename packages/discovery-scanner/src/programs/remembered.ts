import { realTimers } from "@cadastre/inventory-core/scanning";

const REMEMBERED_MS = 60_000;

/** Asks once a minute at most: programs are installed and removed rarely. */
export function remembered<T>(ask: () => Promise<T>, now: () => number = () => realTimers.performance.now()): () => Promise<T> {
  let last: { readonly answer: Promise<T>; readonly at: number } | undefined;
  return async () => {
    if (last === undefined || now() - last.at >= REMEMBERED_MS) last = { answer: ask(), at: now() };
    return await last.answer;
  };
}
