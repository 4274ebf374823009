import type { Clock } from "@cadastre/inventory-core/scanning";

/** Attempts to read what is written anew, or moved, meanwhile. */
const MAX_ATTEMPTS = 5;
const PAUSE_MS = 200;

/**
 * Reads until nothing has changed meanwhile.
 * @param state tells what is there, as a text
 * @throws Error with a sentence when it changes each time; what `read` throws
 */
export async function readSteadily<T>(
  read: () => Promise<T>,
  state: () => Promise<string>,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await state();
    const outcome = await read().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    const isSteady = (await state()) === before;
    if (isSteady && "value" in outcome) return outcome.value;
    // What fails while it is written anew may be half of it.
    if (isSteady && "error" in outcome) throw outcome.error;
    if (attempt === MAX_ATTEMPTS) throw new Error("It is written anew each time that it is read.");
    await clock.sleep(PAUSE_MS, signal);
  }
}
