import type { SpoolOptions } from "../list-reading/spool-budget.ts";

export interface SqliteOptions extends SpoolOptions {
  /** Milliseconds a write waits for other processes before it fails with UNAVAILABLE; 10,000 unless set. */
  readonly busyTimeoutMs?: number;
  /** Lists of more than one page that read from the database at once; 8 unless set. Further ones wait. */
  readonly listConnections?: number;
}
