import type { LoggedEvent } from "./event.ts";
import type { AuditEntry } from "./write-path.ts";

/** How many rows of a table statements would have inserted, updated or deleted. */
export interface RowCount {
  readonly table: string;
  readonly action: "insert" | "update" | "delete";
  readonly rows: number;
}

/** What an operation would change; all empty when it would leave things as they are. */
export interface Rehearsal {
  /** Its audit rows: each record before and after. */
  readonly entries: readonly AuditEntry[];
  /** Its events. */
  readonly events: readonly LoggedEvent[];
  /** What its statements did to rows, those that no audit row is about included. */
  readonly rows: readonly RowCount[];
}

/** Thrown by the write path where a change would be committed. Whoever catches errors of changes lets it pass. */
export class RehearsalOver extends Error {
  readonly rehearsal: Rehearsal;

  constructor(rehearsal: Rehearsal) {
    super("a rehearsal ends before the commit");
    this.name = "RehearsalOver";
    this.rehearsal = rehearsal;
  }
}
