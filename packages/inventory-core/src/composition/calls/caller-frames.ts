/** A line of a stack that belongs to a function which awaits. */
const AWAITING = /^ {4}at async /;

/**
 * Runs a call and adds the caller's lines to the stack of an error that it throws: the stack of an error that is made deep inside ends
 * after ten frames, all of them ours. V8 reads the lines from the promises that await this one, so calls that succeed cost nothing.
 *
 * @param signal its reason is the caller's own error, which stays as it is
 */
export async function withCallerFrames<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await run();
  } catch (error) {
    addFrames(error, signal);
    throw error;
  }
}

/** As {@link withCallerFrames}, for what is read one by one. */
export async function* eachWithCallerFrames<T>(run: () => Promise<AsyncIterable<T>>, signal?: AbortSignal): AsyncGenerator<T> {
  try {
    yield* await run();
  } catch (error) {
    addFrames(error, signal);
    throw error;
  }
}

function addFrames(error: unknown, signal: AbortSignal | undefined): void {
  if (!(error instanceof Error) || error === signal?.reason) return;
  const here: { stack?: string } = {};
  Error.captureStackTrace(here, addFrames);
  const present = new Set(error.stack?.split("\n"));
  const added = here.stack?.split("\n").filter((line) => AWAITING.test(line) && !present.has(line)) ?? [];
  if (added.length > 0) error.stack = [error.stack, ...added].join("\n");
}
