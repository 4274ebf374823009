/** Does something for each item, so many at a time; further items are asked for only when one is done. */
export async function inParallel<T>(items: Iterable<T> | AsyncIterable<T>, most: number, work: (item: T) => Promise<void>): Promise<void> {
  let running = 0;
  let failed: { readonly error: unknown } | undefined;
  // One who waits, and not a race: each race leaves a reaction at every promise that goes on.
  let wake: (() => void) | undefined;
  const until = async (room: () => boolean): Promise<void> => {
    while (!room()) await new Promise<void>((resolve) => (wake = resolve));
  };
  const begin = async (item: T): Promise<void> => {
    running += 1;
    try {
      await work(item);
    } catch (error) {
      failed ??= { error };
    }
    running -= 1;
    wake?.();
  };
  for await (const item of items) {
    void begin(item);
    await until(() => running < most);
    if (failed !== undefined) break;
  }
  await until(() => running === 0);
  if (failed !== undefined) throw (failed as { readonly error: unknown }).error;
}
