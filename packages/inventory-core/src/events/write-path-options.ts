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
}
