import { setImmediate } from "node:timers/promises";
import { type Clock, timestampOf } from "../../contract/clock.ts";
import type { Logger } from "../../contract/logger.ts";
import { HealthProblem } from "../../contract/plugin.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";
import type { WritePath } from "../../contract/storage/write-path.ts";
import type { KeyRing } from "../../secrets/key-ring.ts";
import { AuditAlarms } from "../proof/audit-alarm.ts";
import { type AuditMark, checkMark, type MarkName, readMarks, writeMark } from "./audit-marks.ts";
import { checkReceipts } from "../proof/audit-receipts.ts";
import type { AuditWriter } from "../proof/audit-writer.ts";
import { provenAfter, sealSlice, type SealedSlice } from "./seal-slice.ts";
import { SEAL_LOCK } from "./seal-lock.ts";
import { findUnsealed, UNSEALED, type RefusedAudit } from "../proof/unsealed-rows.ts";

export const AUDIT_SEALER = serviceToken<AuditSealer>("audit-sealer");

/** Milliseconds between two looks: a row is sealed within a second. */
const POLL_INTERVAL_MS = 500;

/** Least time between two log lines with the head, and between two that say why nothing is sealed. */
const TELL_EVERY_MS = 300_000;

/** How long one row may wait for its seal before it is told. */
export const MAX_UNSEALED_MS = 60_000;

export interface AuditSealerParts {
  readonly storage: OpenStorage;
  readonly writes: WritePath;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly writer: AuditWriter;
  readonly ring: KeyRing | undefined;
}

/**
 * Numbers audit rows without gaps and chains them, whatever the order in which they were committed, so that no row is
 * passed over; refuses rows that no program with a key has written; and misses rows that this program has committed. Any
 * number of hosts may seal one database: each transaction looks at the head anew, under a lock, and nothing in the
 * database says whose turn it is.
 */
export class AuditSealer {
  readonly #parts: AuditSealerParts;
  readonly alarms: AuditAlarms;
  #running: Promise<unknown> | undefined;
  #stop: (() => void) | undefined;
  #head: AuditMark | undefined;
  /** Until it is known, nothing may be without a proof. */
  #provenAfter: number | undefined;
  /** The oldest row that could be sealed and is not, and since when. */
  #behind: { readonly seq: string; readonly since: number } | undefined;
  #failure: string | undefined;
  #told = { number: 0, at: Number.NEGATIVE_INFINITY };
  #complainedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: AuditSealerParts) {
    this.#parts = parts;
    this.alarms = new AuditAlarms(parts.logger, parts.writes);
  }

  /** Seconds for which one row has waited for its seal. */
  get behindSeconds(): number {
    return this.#behind === undefined ? 0 : Math.max(0, this.#parts.clock.now() - this.#behind.since) / 1000;
  }

  /** @throws HealthProblem AUDIT_TAMPERED, AUDIT_NOT_SEALED */
  check(): void {
    if (this.alarms.count > 0)
      throw new HealthProblem(
        "AUDIT_TAMPERED",
        `rows of the audit log were tampered with before they were sealed (${this.alarms.count} since the start): run cadastre audit ` +
          `verify`,
      );
    if (this.behindSeconds * 1000 <= MAX_UNSEALED_MS) return;
    throw new HealthProblem(
      "AUDIT_NOT_SEALED",
      `audit rows have not been sealed for ${Math.round(this.behindSeconds)} s: ` +
        `${this.#failure ?? "something holds the lock or the connection of the sealer"}`,
    );
  }

  async start(): Promise<void> {
    if (this.#parts.ring === undefined) return;
    await this.#learnProven(this.#parts.ring);
    this.#stop = this.#parts.clock.every(POLL_INTERVAL_MS, () => {
      this.#running ??= this.#look(false).finally(() => (this.#running = undefined));
    });
  }

  /** Seals what is there, looks for what this program has written, and tells the head. */
  async stop(): Promise<void> {
    this.#stop?.();
    await this.idle();
    if (this.#stop === undefined) return;
    await this.#look(true);
    this.#tellHead(0);
  }

  /** Resolves when the look that is under way, if there is one, has ended. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** @param last nothing is looked at later */
  async #look(last: boolean): Promise<void> {
    const { storage, writer, ring, clock, logger } = this.#parts;
    if (ring === undefined) return;
    try {
      await this.seal();
      this.alarms.raise(await checkReceipts(storage, writer, ring, clock.now(), last ? 0 : undefined));
      await this.alarms.write();
      if (last) await this.seal();
      this.#tellHead(TELL_EVERY_MS);
      this.#failure = undefined;
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error);
      if (clock.now() - this.#complainedAt < TELL_EVERY_MS) return;
      this.#complainedAt = clock.now();
      logger.error("audit rows could not be sealed", { error: this.#failure });
    }
  }

  /** Seals every row that is there and that may be sealed. @returns how many rows */
  async seal(): Promise<number> {
    const { storage, ring, clock } = this.#parts;
    if (ring === undefined || storage.isReadOnly === true) return 0;
    const from = this.#provenAfter ?? 0;
    // Costs a look-up or two when there is nothing to do, and writes nothing.
    const {
      sealable: [first],
      refused,
      next,
    } = await findUnsealed(storage.read, { ring, provenAfter: from, after: 0, limit: 1 });
    this.#refuse(refused);
    this.#wait(first === undefined ? refused.find(({ verdict }) => verdict === "unknown-key")?.row.seq : first.seq);
    if (first === undefined && next === 0) return 0;
    let sealed = 0;
    for (let after = 0; ; await setImmediate()) {
      const slice: SealedSlice = await storage.write(
        async (transaction) => await sealSlice(transaction, { ring, seen: this.#head, after, time: timestampOf(clock) }),
      );
      this.#head = slice.head ?? this.#head;
      this.#refuse(slice.refused);
      this.alarms.raise(slice.alarms);
      sealed += slice.sealed;
      after = slice.next;
      if (after === 0) break;
    }
    if (first !== undefined) this.#behind = undefined;
    if (from > 0) await this.#closeProven(ring);
    return sealed;
  }

  /** Rows of the time before proofs are all sealed: from now on none may be without. */
  async #closeProven(ring: KeyRing): Promise<void> {
    const { storage, clock } = this.#parts;
    this.#provenAfter = await storage.write(async (transaction) => {
      await transaction.lock(SEAL_LOCK);
      const last = provenAfter(ring, (await readMarks(transaction)).proven);
      const left = await transaction.get(
        `select 1 as one from audit where ${UNSEALED} and writer is null and seq > 0 and seq <= ? limit 1`,
        [last],
      );
      if (last === 0 || left !== undefined) return last;
      return (await writeMark(transaction, ring, "proven", { number: 0, hmac: "", time: timestampOf(clock) })).number;
    });
  }

  /** Signs the marks under the newest key, so that keys which nothing else needs can go. */
  async signAnew(): Promise<void> {
    const { ring, storage } = this.#parts;
    if (ring === undefined) return;
    await storage.write(async (transaction) => {
      await transaction.lock(SEAL_LOCK);
      const marks = Object.entries(await readMarks(transaction)) as [MarkName, AuditMark][];
      for (const [name, mark] of marks) {
        if (mark.key_id !== ring.newest && checkMark(ring, name, mark) === "good") await writeMark(transaction, ring, name, mark);
      }
    });
  }

  /**
   * The first program with a key signs up to where rows have no proof. Later on, a log without that mark is one whose mark was taken away.
   */
  async #learnProven(ring: KeyRing): Promise<void> {
    const { storage, clock } = this.#parts;
    let { proven } = await readMarks(storage.read);
    proven ??= await storage.write(async (transaction) => {
      await transaction.lock(SEAL_LOCK);
      const marks = await readMarks(transaction);
      if (marks.proven !== undefined) return marks.proven;
      if ((await transaction.get("select 1 as one from audit where seal_number is not null and writer is not null limit 1")) !== undefined)
        return undefined;
      const last = await transaction.get<{ seq: number | null }>(`select max(seq) as seq from audit where ${UNSEALED}`);
      return await writeMark(transaction, ring, "proven", { number: last?.seq ?? 0, hmac: "", time: timestampOf(clock) });
    });
    this.#provenAfter = provenAfter(ring, proven);
  }

  #wait(seq: number | undefined): void {
    if (seq === undefined) this.#behind = undefined;
    else if (this.#behind?.seq !== String(seq)) this.#behind = { seq: String(seq), since: this.#parts.clock.now() };
  }

  #refuse(refused: readonly RefusedAudit[]): void {
    for (const { row, verdict } of refused) {
      if (verdict === "unknown-key") {
        this.#failure =
          `the row ${row.id} was written under the key ${(row.code ?? "").slice(0, 16)}, which is not in ENCRYPTION_KEY: add that key ` +
          `behind the newest one`;
        continue;
      }
      const what =
        verdict === "forged"
          ? "was not written so by a program with the key"
          : "has no proof: it was written by hand, by an earlier version that still runs, or by a program without keys";
      this.alarms.raise([
        {
          kind: verdict,
          id: row.id,
          about: `${row.seq} ${row.code ?? ""}`,
          message: `the row ${row.id} (${row.seq} of the table) ${what}; it is not sealed`,
        },
      ]);
    }
  }

  #tellHead(everyMs: number): void {
    const head = this.#head;
    const now = this.#parts.clock.now();
    if (head === undefined || head.number === this.#told.number || now - this.#told.at < everyMs) return;
    this.#told = { number: head.number, at: now };
    this.#parts.logger.info("audit head", { number: head.number, hmac: head.hmac, time: head.time });
  }
}
