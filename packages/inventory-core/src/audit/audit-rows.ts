import { TURN_BYTES, weighedSlices } from "../background/in-slices.ts";
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

type AuditRow = readonly (string | null)[];

/**
 * Appends audit rows in the transaction of the change they tell of, some at a time where records are long.
 * @returns what the writer is to be told once the transaction is committed; nothing without a key
 */
export async function appendAudit(
  transaction: Transaction,
  call: CallContext,
  now: string,
  entries: readonly WrittenEntry[],
  writer: AuditWriter,
  ids: Ids,
): Promise<readonly AuditBatch[]> {
  const batches: AuditBatch[] = [];
  const rows = function* (): Generator<{ readonly row: AuditRow; readonly others: AuditRow }> {
    for (const entry of entries)
      yield { row: rowOf(ids.next(), entry, entry.call ?? call, now), others: [entry.changeId, ...formerPlaces(entry)] };
  };
  const weightOf = ({ row }: { readonly row: AuditRow }): number => row[CHANGES]?.length ?? 0;
  for await (const slice of weighedSlices(rows(), { count: Infinity, weight: TURN_BYTES, weightOf })) {
    const proven = writer.prove(
      slice.map(({ row }) => row),
      Date.parse(now),
    );
    await transaction.insert(
      "audit",
      proven === undefined ? COLUMNS : PROVEN_COLUMNS,
      slice.map(({ row, others }, index) => [...row, ...others, ...(proven?.proofs[index] ?? [])]),
    );
    if (proven !== undefined) batches.push(proven.batch);
  }
  return batches;
}

const CHANGES = AUDIT_COLUMNS.indexOf("changes");

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
