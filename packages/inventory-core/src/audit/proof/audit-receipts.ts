import type { OpenStorage } from "../../contract/storage/storage.ts";
import type { KeyRing } from "../../secrets/key-ring.ts";
import type { AuditAlarm } from "./audit-alarm.ts";
import type { WrittenAudit } from "./audit-columns.ts";
import { verifyRow } from "./audit-code.ts";
import { type AuditReceipt, type AuditWriter, MAX_WITNESS_MS } from "./audit-writer.ts";
import { rangesText } from "./number-ranges.ts";
import { UNSEALED, WRITTEN_COLUMNS } from "./unsealed-rows.ts";

/** Rows are sealed within a second: those that are not after this time are looked for. */
const CHECK_AFTER_MS = 5_000;

/** Receipts that one look goes through. */
const MAX_LOOKED_AT = 20;

/**
 * Looks whether rows that this program has committed are sealed by now, or at least still there.
 * @param afterMs how long they may have been committed without being looked for among those that wait
 * @returns an alarm for those that are gone
 */
export async function checkReceipts(
  storage: OpenStorage,
  writer: AuditWriter,
  ring: KeyRing,
  now: number,
  afterMs: number = CHECK_AFTER_MS,
): Promise<readonly AuditAlarm[]> {
  const alarms: AuditAlarm[] = [];
  for (const receipt of writer.receipts.slice(0, MAX_LOOKED_AT)) {
    const expected = receipt.to - receipt.from + 1;
    if ((await sealedOf(storage, writer.id, receipt)) >= expected) {
      writer.settle([receipt]);
      continue;
    }
    if (now - receipt.at < afterMs) continue;
    const missing = await missingOf(storage, writer.id, receipt, ring);
    if (missing.length === 0) continue;
    writer.settle([receipt]);
    // After so long, retention may have taken them.
    if (now - receipt.at > MAX_WITNESS_MS) continue;
    const text = rangesText(missing.map((number) => ({ from: number, to: number })));
    alarms.push({
      kind: "deleted",
      id: null,
      about: `${writer.id} ${text}`,
      message:
        `${missing.length} rows that were committed at ${new Date(receipt.at).toISOString()} were deleted or altered before they were ` +
        `sealed: ${text.slice(0, 500)} of writer ${writer.id}`,
    });
  }
  return alarms;
}

async function sealedOf(storage: OpenStorage, writer: string, { from, to }: AuditReceipt): Promise<number> {
  const row = await storage.read.get<{ count: number }>(
    "select count(*) as count from audit where seal_number is not null and writer = ? and writer_number >= ? and writer_number <= ?",
    [writer, from, to],
  );
  return row?.count ?? 0;
}

/** Of one statement, as a row may be sealed between two. What was altered is as good as gone. */
async function missingOf({ read }: OpenStorage, writer: string, { from, to }: AuditReceipt, ring: KeyRing): Promise<readonly number[]> {
  const rows = await read.all<WrittenAudit & { sealed: number }>(
    `select ${WRITTEN_COLUMNS}, 1 as sealed from audit where seal_number is not null and writer = ? and writer_number >= ?
      and writer_number <= ?
     union all select ${WRITTEN_COLUMNS}, 0 as sealed from audit where ${UNSEALED} and writer = ? and writer_number >= ?
       and writer_number <= ?`,
    [writer, from, to, writer, from, to],
  );
  const there = new Set(rows.filter((row) => row.sealed === 1 || verifyRow(ring, row) === "genuine").map((row) => row.writer_number));
  return Array.from({ length: to - from + 1 }, (_, index) => from + index).filter((number) => !there.has(number));
}
