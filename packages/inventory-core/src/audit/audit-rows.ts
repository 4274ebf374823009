import { newId } from "../contract/new-id.ts";
import type { CallContext } from "../contract/operation.ts";
import type { SqlValue, Transaction } from "../contract/storage.ts";
import type { AuditEntry } from "../contract/write-path.ts";

/** Columns that a change writes, in the order in which they are sealed. The order never changes. */
export const AUDIT_COLUMNS = [
  "id",
  "timestamp",
  "action",
  "resource",
  "resource_id",
  "user_id",
  "username",
  "ip_address",
  "source",
  "status",
  "error",
  "changes",
  "request_id",
] as const;

/** A row as it is read, without its seal. */
export type StoredAudit = Readonly<Record<(typeof AUDIT_COLUMNS)[number], string | null>> & { readonly seq: number | string };

/** Appends audit rows in the transaction of the change they tell of. */
export async function appendAudit(transaction: Transaction, call: CallContext, now: string, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await transaction.insert("audit", AUDIT_COLUMNS, entries.map((entry) => rowOf(entry, entry.call ?? call, now)));
}

function rowOf(entry: AuditEntry, call: CallContext, now: string): SqlValue[] {
  return [
    newId(),
    now,
    entry.action,
    entry.resource,
    entry.resourceId,
    call.principal.userId,
    call.principal.username,
    call.remoteAddress ?? null,
    call.source,
    entry.status ?? "success",
    entry.error ?? "",
    JSON.stringify({ before: entry.before ?? null, after: entry.after ?? null }),
    call.requestId ?? null,
  ];
}
