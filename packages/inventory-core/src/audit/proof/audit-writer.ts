import { randomBytes } from "node:crypto";
import { serviceToken } from "../../contract/service-token.ts";
import type { SqlValue } from "../../contract/storage/storage.ts";
import type { KeyRing } from "../../secrets/key-ring.ts";
import { codeOf } from "./audit-code.ts";
import { type NumberRange, NumberRanges, parseRanges, rangesText } from "./number-ranges.ts";

export const AUDIT_WRITER = serviceToken<AuditWriter>("audit-writer");

/** Characters of the id of a writer. */
export const WRITER_ID_LENGTH = 16;

/** Ranges that one row witnesses at most. */
const MAX_WITNESSED = 64;

/** Rows of one receipt at most: as many are looked up in one statement. */
const MAX_RECEIPT_ROWS = 1_000;

/**
 * A row is witnessed for so long: less than retention keeps any, so that what a program which was asleep has not seen sealed
 * is not missed after retention took it.
 */
export const MAX_WITNESS_MS = 12 * 3_600_000;

/**
 * Rows that waited longer than this for their commit are neither witnessed nor looked for: retention goes by the time in
 * the row, and may have taken them before this program knows that they are committed (a machine that slept meanwhile).
 */
const MAX_COMMIT_MS = 3_600_000;

/** Rows of a receipt were committed within so many milliseconds. */
const MAX_RECEIPT_MS = 1_000;

/** Rows that were appended together, in a transaction that may still fail. */
export interface AuditBatch extends NumberRange {
  /** What the first of them witnesses. */
  readonly witness: string | null;
  /** The time in the rows, in milliseconds since the epoch. */
  readonly written: number;
}

/** Rows that are committed, and were not seen sealed yet. */
export interface AuditReceipt extends NumberRange {
  /** When they were committed, as the clock of this program had it. */
  readonly at: number;
}

/**
 * Proves the audit rows of one run of a program, and remembers which of them it has committed until it has seen them
 * sealed. Numbers only tell rows apart: nobody waits for another's, and what is rolled back leaves a gap that means nothing.
 * The first row of each transaction names the rows that were committed before it and that no committed row has named yet.
 */
export class AuditWriter {
  readonly id: string = randomBytes((WRITER_ID_LENGTH / 4) * 3).toString("base64url");
  readonly #ring: KeyRing | undefined;
  #next = 1;
  readonly #unwitnessed = new NumberRanges();
  #receipts: AuditReceipt[] = [];

  /** @param ring without it rows carry no proof */
  constructor(ring: KeyRing | undefined) {
    this.#ring = ring;
  }

  get receipts(): readonly AuditReceipt[] {
    return this.#receipts;
  }

  /**
   * @param rows values of AUDIT_COLUMNS
   * @param now milliseconds since the epoch
   * @returns values of PROOF_COLUMNS for each; undefined without keys
   */
  prove(
    rows: readonly (readonly (string | null)[])[],
    now: number,
  ): { readonly proofs: readonly SqlValue[][]; readonly batch: AuditBatch } | undefined {
    const ring = this.#ring;
    if (ring === undefined) return undefined;
    const from = this.#next;
    this.#next += rows.length;
    for (const receipt of this.#receipts) {
      if (now - receipt.at <= MAX_WITNESS_MS) break;
      this.#unwitnessed.delete(receipt);
    }
    const known = this.#unwitnessed.ranges.slice(0, MAX_WITNESSED);
    const witness = known.length === 0 ? null : rangesText(known);
    const proofs = rows.map((row, index): SqlValue[] => {
      const seen = index === 0 ? witness : null;
      return [this.id, from + index, seen, codeOf(ring, ring.newest, row, this.id, from + index, seen) as string];
    });
    return { proofs, batch: { from, to: from + rows.length - 1, witness, written: now } };
  }

  /**
   * Their transaction is committed. A transaction whose outcome nobody knows is never told here.
   * @param at milliseconds since the epoch
   */
  committed(batches: readonly AuditBatch[], at: number): void {
    for (const { from, to, witness, written } of batches) {
      if (witness !== null) for (const range of parseRanges(witness)) this.#unwitnessed.delete(range);
      if (at - written > MAX_COMMIT_MS) continue;
      this.#unwitnessed.add({ from, to });
      for (let first = from; first <= to; first += MAX_RECEIPT_ROWS)
        this.#addReceipt({ from: first, to: Math.min(to, first + MAX_RECEIPT_ROWS - 1), at });
    }
  }

  /** They are sealed, or missed and told: neither has to be witnessed or looked for any more. */
  settle(receipts: readonly AuditReceipt[]): void {
    if (receipts.length === 0) return;
    const settled = new Set(receipts);
    this.#receipts = this.#receipts.filter((receipt) => !settled.has(receipt));
    for (const receipt of receipts) this.#unwitnessed.delete(receipt);
  }

  #addReceipt(receipt: AuditReceipt): void {
    const last = this.#receipts.at(-1);
    if (
      last !== undefined &&
      last.to + 1 === receipt.from &&
      receipt.to - last.from < MAX_RECEIPT_ROWS &&
      receipt.at - last.at < MAX_RECEIPT_MS
    ) {
      this.#receipts[this.#receipts.length - 1] = { from: last.from, to: receipt.to, at: last.at };
    } else this.#receipts.push(receipt);
  }
}
