/** A call that names itself, so that it may be sent again: what the write path keeps of it. */
export interface KeyedRequest {
  /** Who calls; keys of two callers have nothing to do with each other. */
  readonly caller: string;
  /** The key, as the caller sent it. */
  readonly key: string;
  /** Digest of method, path, query and body. */
  readonly digest: string;
  /** Transactions that the call has begun: each is kept under its number. */
  parts: number;
  /** Whether a transaction of the call has changed something now, and not when the call was sent before. */
  isFresh: boolean;
}
