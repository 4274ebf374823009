import type { AuditWriter } from "../audit/proof/audit-writer.ts";
import type { Ids } from "../contract/new-id.ts";

/** What every change is made with. */
export interface WritePathOptions {
  /** False leaves the audit trail out (AUDIT_ENABLED). */
  readonly audit: boolean;
  readonly auditWriter: AuditWriter;
  /** See {@link Change.poolUtilizationThreshold}. */
  readonly poolUtilizationThreshold: number;
  readonly ids: Ids;
  readonly limits: WriteTimes;
}

/** How long changes wait and take, in milliseconds. */
export interface WriteTimes {
  /** For its turn and for locks, before BUSY (WRITE_WAIT). */
  readonly waitMs: number;
  /** With locks, for a change of many records, before TOO_MUCH_WORK (WRITE_TIMEOUT). */
  readonly timeoutMs: number;
  /** The same for an import, and for what follows from a change of one record (IMPORT_TIMEOUT). */
  readonly importTimeoutMs: number;
}

/** {@link WriteTimes} unless somebody says otherwise. */
export const WRITE_TIMES: WriteTimes = { waitMs: 15_000, timeoutMs: 10_000, importTimeoutMs: 300_000 };
