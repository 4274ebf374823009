/** Options of one call. */
export interface CallOptions {
  /** Ends the call: it throws the reason of the signal. A stream of events just ends. */
  readonly signal?: AbortSignal | undefined;
  /** Entity tags of which the record must have one for the change to happen, or PRECONDITION_FAILED; see {@link etagOf}. */
  readonly ifMatch?: string | readonly string[] | undefined;
  /**
   * Names the call, so that sending it again does nothing twice; for operations that create (`idempotencyKey` in the manifest).
   * 1 to 255 characters of visible ASCII.
   */
  readonly idempotencyKey?: string | undefined;
  /** Headers beside those that the client sets. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Values of a body of many. They are taken in before the call is sent. */
export type GivenItems<T> = Iterable<T> | AsyncIterable<T>;

/**
 * A list that is asked for when it is read: `await` gives the whole array, `for await` gives the items as they arrive,
 * without holding them all. Each reading asks again.
 */
export interface RecordList<T> extends PromiseLike<T[]>, AsyncIterable<T> {}

/** One page of a list. */
export interface Page<T> {
  /** Its items, in the order of the list. */
  readonly items: T[];
  /** The cursor of the next page, to be passed as `after`; undefined on the last page. */
  readonly next: string | undefined;
  /** Number of all items that the filter matches; undefined unless `count` was true. */
  readonly count: number | undefined;
}

/** A list that may be read by page: with `limit`, `after`, `sort` and `count` among its filters. */
export interface PagedRecordList<T> extends RecordList<T> {
  /**
   * Reads the list as a page: its items, the cursor of the next page, and the number of all items.
   *
   * @throws CadastreError VALIDATION_ERROR at `after` for a cursor of another list or order, at `sort` for a field without an index
   * @example
   * const { items, next, count } = await client.devices.list({ limit: 50, sort: "-updated_at", count: true }).page();
   */
  page(): Promise<Page<T>>;
}

/** One event of a stream. */
export interface WatchedEvent<T> {
  /** Where to go on after it; the client does so by itself when the connection breaks. */
  readonly id: string;
  /** Name of the event; of a record that is watched `progress`, and `end` for its last state. */
  readonly event: string;
  /** The record, as it is after the event. */
  readonly data: T;
}

/** Events as they come, also over broken connections, until the last one or until the signal of the call. */
export interface Watched<T> extends AsyncIterable<WatchedEvent<T>> {}

/** A file, read as it arrives, once. */
export interface ServiceFile {
  /** Name that the service suggests. */
  readonly name: string;
  /** Without parameters; the text is UTF-8. */
  readonly mediaType: string;
  /** Its bytes. An end that comes too soon throws CUT_OFF. */
  readonly body: AsyncIterable<Uint8Array>;
  /** All of it as text. */
  text(): Promise<string>;
}
