/**
 * A change that is open, of which a call is a part: what the call's service writes goes into that transaction in place of one of its own.
 * The write path makes it, and obeys it.
 */
export interface JoinedChange {
  /** Runs the work of a service on the open change. */
  run<T>(work: (change: never) => Promise<T>): Promise<T>;
}
