import type { CallContext } from "./operations/operation.ts";

/** The newest of some records, and how many there are. */
export interface DashboardPart {
  /** How many there are; {@link MAX_COUNTED} stands for so many and more. */
  readonly count: number;
  /** Newest first. */
  readonly newest: readonly object[];
}

/** A part that is long is counted so far: nobody waits for the rest. */
export const MAX_COUNTED = 10_000;

/** A plugin's part of the dashboard: records of its own that somebody should look at. */
export interface DashboardSource {
  /** Key of the part among `sections`, in lower case with underscores: `failed_deliveries`. */
  readonly name: string;
  /** Permissions that a caller needs to see it, all of them. */
  readonly needs: readonly string[];
  /**
   * Reads the part, as its operations would answer the caller. What it asks of the database is bounded, whatever is in there.
   * @param limit most of the newest
   */
  read(limit: number, call: Pick<CallContext, "principal" | "signal">): Promise<DashboardPart>;
}
