export interface SqliteOptions {
  /**
   * Longest wait for locks of other processes, in milliseconds: of opening and reads (default 10,000), and of writes without `waitMs`
   * (default: no limit), which then fail with BUSY.
   */
  readonly busyTimeoutMs?: number | undefined;
  /** Lists of more than one page that read from the database at once; 8 unless set. Further ones wait. */
  readonly listConnections?: number | undefined;
}
