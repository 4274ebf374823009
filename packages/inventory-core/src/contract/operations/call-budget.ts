/**
 * What bounds the work of a caller: how many of their calls are computed at once, and how much time these take. An edge
 * gives it with the call, and the executor does the work under it.
 */
export interface CallBudget {
  /**
   * Does the work of an operation when there is a place for it, and measures it.
   * @param records number of records in the request; default 1
   * @throws RATE_LIMIT_EXCEEDED, the reason of the call's signal when the caller leaves before
   */
  run<T>(operationId: string, work: () => Promise<T>, records?: number): Promise<T>;
  /** Charges the time, in milliseconds, that a write of the call held locks. */
  held(ms: number): void;
  /** Pages of a list, or states of a stream, that are measured as they are made. They hold no place: their reader may take all day. */
  pages<Page>(operationId: string, pages: AsyncIterable<Page>): AsyncIterable<Page>;
}

/** Charges work to a budget as a page of a list: it holds no place. */
export async function charged<T>(budget: CallBudget | undefined, operationId: string, work: () => Promise<T>): Promise<T> {
  if (budget === undefined) return await work();
  async function* page(): AsyncGenerator<T> {
    yield await work();
  }
  return (await Array.fromAsync(budget.pages(operationId, page())))[0] as T;
}
