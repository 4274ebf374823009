/** Does something for each item, so many at a time; further items are asked for only when one is done. */
export async function inParallel<T>(items: Iterable<T> | AsyncIterable<T>, most: number, work: (item: T) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>();
  let failed: { readonly error: unknown } | undefined;
  for await (const item of items) {
    const done = work(item)
      .catch((error: unknown) => void (failed ??= { error }))
      .finally(() => running.delete(done));
    running.add(done);
    if (running.size >= most) await Promise.race(running);
    if (failed !== undefined) break;
  }
  await Promise.all(running);
  if (failed !== undefined) throw failed.error;
}
