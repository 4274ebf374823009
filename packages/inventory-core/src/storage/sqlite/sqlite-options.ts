import type { SpoolOptions } from "../list-reading/spool-budget.ts";

export interface SqliteOptions extends SpoolOptions {
  /**
   * Milliseconds that opening, reads, and writes that do not say it wait for other processes before they fail with BUSY; unless set,
   * 10,000, and such writes without bound.
   */
  readonly busyTimeoutMs?: number;
  /** Lists of more than one page that read from the database at once; 8 unless set. Further ones wait. */
  readonly listConnections?: number;
}
