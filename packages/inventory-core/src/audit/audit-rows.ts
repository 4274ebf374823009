import type { Ids } from "../contract/new-id.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { Transaction } from "../contract/storage/storage.ts";
import type { AuditEntry } from "../contract/storage/write-path.ts";
import { AUDIT_COLUMNS, PROOF_COLUMNS } from "./proof/audit-columns.ts";
import type { AuditBatch, AuditWriter } from "./proof/audit-writer.ts";
import { changesText } from "./proof/changes-text.ts";
import { FORMER_PLACES, formerPlaces } from "./former-places.ts";

/** Columns of every row. Those of the proof follow, in rows that have one. */
const COLUMNS = [...AUDIT_COLUMNS, "change_id", ...FORMER_PLACES] as const;

const PROVEN_COLUMNS = [...COLUMNS, ...PROOF_COLUMNS] as const;

/** An entry, and the change that it is a part of. */
export type WrittenEntry = AuditEntry & { readonly changeId: string };

/**
 * Appends audit rows in the transaction of the change they tell of.
 * @returns what the writer is to be told once the transaction is committed; undefined when there is nothing, or no key
 */
export async function appendAudit(
  transaction: Transaction,
  call: CallContext,
  now: string,
  entries: readonly WrittenEntry[],
  writer: AuditWriter,
  ids: Ids,
): Promise<AuditBatch | undefined> {
  if (entries.length === 0) return undefined;
  const rows = entries.map((entry) => rowOf(ids.next(), entry, entry.call ?? call, now));
  const proven = writer.prove(rows, Date.parse(now));
  const others = entries.map((entry) => [entry.changeId, ...formerPlaces(entry)]);
  if (proven === undefined)
    await transaction.insert(
      "audit",
      COLUMNS,
      rows.map((row, index) => [...row, ...(others[index] ?? [])]),
    );
  else
    await transaction.insert(
      "audit",
      PROVEN_COLUMNS,
      rows.map((row, index) => [...row, ...(others[index] ?? []), ...(proven.proofs[index] ?? [])]),
    );
  return proven?.batch;
}

function rowOf(id: string, entry: WrittenEntry, call: CallContext, now: string): (string | null)[] {
  return [
    id,
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
    changesText(entry.before, entry.after, entry.changeId),
    call.requestId ?? null,
  ];
}
