import type { Transaction } from "../../contract/storage/storage.ts";
import type { KeyRing } from "../../secrets/key-ring.ts";
import type { AuditAlarm } from "../proof/audit-alarm.ts";
import type { WrittenAudit } from "../proof/audit-columns.ts";
import { type AuditMark, type AuditPlace, checkMark, readMarks, writeMark } from "./audit-marks.ts";
import { CHAIN_START, type Seal, sealOf } from "./audit-seal.ts";
import { sameCode } from "../proof/same-code.ts";
import { MAX_WITNESS_MS, WRITER_ID_LENGTH } from "../proof/audit-writer.ts";
import { parseRanges } from "../proof/number-ranges.ts";
import { SEAL_LOCK } from "./seal-lock.ts";
import { findUnsealed, type RefusedAudit } from "../proof/unsealed-rows.ts";

/** Rows sealed in one transaction. */
export const SLICE = 100;

/** Digits of a number in the list of seals: all safe integers. */
const DIGITS = 16;
/** Characters of a code. */
const CODE = 43;

export interface SliceContext {
  readonly ring: KeyRing;
  /** The newest head that this program has seen. */
  readonly seen: AuditPlace | undefined;
  /** Sequence that the look begins after. */
  readonly after: number;
  /** ISO 8601 UTC. */
  readonly time: string;
}

/** What came of a slice. */
export interface SealedSlice {
  readonly sealed: number;
  readonly head: AuditMark | undefined;
  readonly refused: readonly RefusedAudit[];
  readonly alarms: readonly AuditAlarm[];
  readonly next: number;
}

/**
 * Seals the next rows: numbers them, chains them and moves the head, under {@link SEAL_LOCK}.
 * @throws Error when the head is not to be trusted: going on from it would make what was done to the log look right
 */
export async function sealSlice(transaction: Transaction, { ring, seen, after, time }: SliceContext): Promise<SealedSlice> {
  await transaction.lock(SEAL_LOCK);
  const { head, start, proven } = await readMarks(transaction);
  if (head !== undefined) mustTrust(ring, head);
  await mustFollow(transaction, head, start?.number ?? 0, seen);
  const found = await findUnsealed(transaction, { ring, provenAfter: provenAfter(ring, proven), after, limit: SLICE });
  const { rows, alarms: replayed } = await withoutReplays(transaction, found.sealable);
  if (rows.length === 0) return { ...found, sealed: 0, head, alarms: replayed };
  let number = head?.number ?? 0;
  let previous = head?.hmac ?? CHAIN_START;
  const seals = rows.map((row) => {
    number += 1;
    const seal = sealOf(ring, ring.newest, number, previous, row) as Seal;
    previous = seal.chain;
    return `${digits(row.seq)}${digits(number)}${seal.row}${seal.chain}`;
  });
  await writeSeals(transaction, ring.newest, seals);
  // What waited for longer than rows are witnessed says nothing of those that retention may have taken meanwhile.
  const young = rows.filter(({ timestamp }) => Date.parse(time) - Date.parse(timestamp ?? "") <= MAX_WITNESS_MS);
  const deleted = await missedWitnesses(transaction, young);
  return {
    ...found,
    sealed: rows.length,
    head: await writeMark(transaction, ring, "head", { number, hmac: previous, time }),
    alarms: [...replayed, ...deleted],
  };
}

/** Rows up to which sequence may be without a proof. A mark that nobody with a key has signed lets none be. */
export function provenAfter(ring: KeyRing, proven: AuditMark | undefined): number {
  return proven !== undefined && checkMark(ring, "proven", proven) === "good" ? proven.number : 0;
}

function mustTrust(ring: KeyRing, head: AuditMark): void {
  const state = checkMark(ring, "head", head);
  if (state === "good") return;
  throw new Error(
    state === "altered"
      ? "the head of the audit log was altered: run cadastre audit verify"
      : `the head of the audit log was signed under the key ${head.key_id}, which is not in ENCRYPTION_KEY: add that key behind the ` +
          `newest one`,
  );
}

/** The log only grows: an older head that was put back is genuine, and known by what this program has seen since. */
async function mustFollow(
  transaction: Transaction,
  head: AuditMark | undefined,
  purged: number,
  seen: AuditPlace | undefined,
): Promise<void> {
  if (seen === undefined || seen.number <= purged) return;
  const row = await transaction.get<{ seal: string | null }>("select seal from audit where seal_number = ?", [seen.number]);
  if (head !== undefined && head.number >= seen.number && row !== undefined && sameCode(row.seal ?? "", seen.hmac)) return;
  throw new Error(`the audit log was taken back behind row ${seen.number}: run cadastre audit verify --head ${seen.number}:${seen.hmac}`);
}

const digits = (value: number): string => String(value).padStart(DIGITS, "0");

/** Leaves out rows that are sealed already, or twice among these: genuine, and put in once more. */
async function withoutReplays(
  transaction: Transaction,
  rows: readonly WrittenAudit[],
): Promise<{ rows: readonly WrittenAudit[]; alarms: readonly AuditAlarm[] }> {
  const keyOf = ({ writer, writer_number: number }: WrittenAudit): string => `${writer}${digits(number ?? 0)}`;
  const keys = [...new Set(rows.filter(({ writer }) => writer?.length === WRITER_ID_LENGTH).map(keyOf))];
  if (keys.length === 0) return { rows, alarms: [] };
  const known = await transaction.all<{ value: string }>(
    `select k.value from list(?) k where exists (select 1 from audit a where a.seal_number is not null
       and a.writer = substr(k.value, 1, ${WRITER_ID_LENGTH})
       and a.writer_number = cast(substr(k.value, ${WRITER_ID_LENGTH + 1}, ${DIGITS}) as bigint))`,
    [keys],
  );
  const sealed = new Set(known.map(({ value }) => value));
  const fresh: WrittenAudit[] = [];
  const alarms: AuditAlarm[] = [];
  for (const row of rows) {
    const key = keyOf(row);
    if (row.writer === null || !sealed.has(key)) fresh.push(row);
    else
      alarms.push({
        kind: "replayed",
        id: row.id,
        about: `${row.seq} ${key}`,
        message: `a copy of the sealed row ${row.id} was put in as row ${row.seq} of the table`,
      });
    sealed.add(key);
  }
  return { rows: fresh, alarms };
}

/** Rows that their writer had committed before these, and that are not sealed by now: somebody has taken them out. */
async function missedWitnesses(transaction: Transaction, rows: readonly WrittenAudit[]): Promise<readonly AuditAlarm[]> {
  const keys = rows.flatMap(({ writer, witness }) =>
    witness === null || writer === null ? [] : parseRanges(witness).map(({ from, to }) => `${writer}${digits(from)}${digits(to)}`),
  );
  if (keys.length === 0) return [];
  const part = (from: number): string => `cast(substr(k.value, ${from + 1}, ${DIGITS}) as bigint)`;
  const [first, last] = [part(WRITER_ID_LENGTH), part(WRITER_ID_LENGTH + DIGITS)];
  const missed = await transaction.all<{ value: string }>(
    `select k.value from list(?) k where ${last} - ${first} + 1 > (select count(*) from audit a where a.seal_number is not null
       and a.writer = substr(k.value, 1, ${WRITER_ID_LENGTH})
       and a.writer_number >= ${first} and a.writer_number <= ${last})`,
    [[...new Set(keys)]],
  );
  return missed.map(({ value }) => {
    const writer = value.slice(0, WRITER_ID_LENGTH);
    const text = `${Number(value.slice(WRITER_ID_LENGTH, WRITER_ID_LENGTH + DIGITS))} to ${Number(value.slice(WRITER_ID_LENGTH + DIGITS))}`;
    return {
      kind: "deleted",
      id: null,
      about: value,
      message: `rows ${text} of writer ${writer} were committed, and some of them were deleted or altered before they were sealed`,
    };
  });
}

/** One statement for all rows. Of the kinds of lists that SQL takes, texts are the one that both databases share. */
async function writeSeals(transaction: Transaction, keyId: string, seals: readonly string[]): Promise<void> {
  const part = (from: number, length: number): string => `substr(k.value, ${from + 1}, ${length})`;
  await transaction.exec(
    `update audit set seal_number = cast(${part(DIGITS, DIGITS)} as bigint), seal_key = ?, seal_row = ${part(2 * DIGITS, CODE)},
       seal = ${part(2 * DIGITS + CODE, CODE)}
     from list(?) k where audit.seq = cast(${part(0, DIGITS)} as bigint)`,
    [keyId, seals],
  );
}
