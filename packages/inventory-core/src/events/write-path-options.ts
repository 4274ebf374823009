import type { AuditWriter } from "../audit/proof/audit-writer.ts";
import type { Ids } from "../contract/new-id.ts";
import type { ExtensionRunner } from "../contract/storage/write-path.ts";

/** What every change is made with. */
export interface WritePathOptions {
  /** False leaves the audit trail out (AUDIT_ENABLED). */
  readonly audit: boolean;
  readonly auditWriter: AuditWriter;
  /** See {@link Change.poolUtilizationThreshold}. */
  readonly poolUtilizationThreshold: number;
  readonly ids: Ids;
  /** See {@link Change.extensions}. */
  readonly extensions: ExtensionRunner;
  readonly limits: WriteTimes;
}

/** Time limits of writes, in milliseconds. */
export interface WriteTimes {
  /** Longest wait for a turn and for locks (WRITE_WAIT). */
  readonly waitMs: number;
  /** Longest lock time of a change of many records (WRITE_TIMEOUT). */
  readonly timeoutMs: number;
  /** Longest lock time of an import, and of a change of one record (IMPORT_TIMEOUT). */
  readonly importTimeoutMs: number;
}

/** Defaults. */
export const WRITE_TIMES: WriteTimes = { waitMs: 15_000, timeoutMs: 10_000, importTimeoutMs: 300_000 };
