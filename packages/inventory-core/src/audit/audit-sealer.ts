import { setImmediate } from "node:timers/promises";
import { type Clock, timestampOf } from "../contract/clock.ts";
import type { Logger } from "../contract/logger.ts";
import { newId } from "../contract/new-id.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, Queries, Transaction } from "../contract/storage.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { giveLease, SEAL_LOCK, takeLease } from "./audit-lease.ts";
import { type AuditMark, checkMark, type MarkName, readMarks, writeMark } from "./audit-marks.ts";
import { AUDIT_COLUMNS, type StoredAudit } from "./audit-rows.ts";
import { CHAIN_START, type Seal, sealOf } from "./audit-seal.ts";
import { isUnsealed } from "./unsealed-rows.ts";

export const AUDIT_SEALER = serviceToken<AuditSealer>("audit-sealer");

/** Milliseconds between two looks: a row is sealed within a second. */
const LOOK_EVERY_MS = 500;

/** Rows sealed in one transaction. */
const SLICE = 100;

/** Least time between two log lines with the head, and between two that say why nothing is sealed. */
const TELL_EVERY_MS = 300_000;

/** Digits of a number in the list of seals: all safe integers. */
const DIGITS = 16;
/** Characters of a code. */
const CODE = 43;

/**
 * Numbers audit rows without gaps and chains them. Whatever has no number yet is sealed, in whatever order it was
 * committed, so that no row can be passed over. Any number of hosts may seal one database.
 */
export class AuditSealer {
  readonly #storage: OpenStorage;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #ring: KeyRing | undefined;
  readonly #holder = newId();
  #running: Promise<unknown> | undefined;
  #stop: (() => void) | undefined;
  #holds = false;
  #head: AuditMark | undefined;
  #told = { number: 0, at: Number.NEGATIVE_INFINITY };
  #complainedAt = Number.NEGATIVE_INFINITY;

  constructor(storage: OpenStorage, clock: Clock, logger: Logger, ring: KeyRing | undefined) {
    this.#storage = storage;
    this.#clock = clock;
    this.#logger = logger;
    this.#ring = ring;
  }

  start(): void {
    if (this.#ring === undefined) return;
    this.#stop = this.#clock.every(LOOK_EVERY_MS, () => {
      this.#running ??= this.#look().finally(() => (this.#running = undefined));
    });
  }

  /** Seals what is there, gives the lease back, and tells the head. */
  async stop(): Promise<void> {
    this.#stop?.();
    await this.#running;
    if (this.#ring === undefined) return;
    await this.#look();
    this.#tellHead(0);
    if (!this.#holds) return;
    await this.#storage
      .write(async (transaction) => {
        await transaction.lock(SEAL_LOCK);
        await giveLease(transaction, this.#holder);
      })
      .catch(() => {});
  }

  async #look(): Promise<void> {
    try {
      await this.seal();
      this.#tellHead(TELL_EVERY_MS);
    } catch (error) {
      if (this.#clock.now() - this.#complainedAt < TELL_EVERY_MS) return;
      this.#complainedAt = this.#clock.now();
      this.#logger.error("audit rows could not be sealed", { error: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Seals every row that is there, unless another host is at it. @returns how many rows */
  async seal(): Promise<number> {
    const { read } = this.#storage;
    let sealed = 0;
    // Costs a look-up or two when there is nothing to do, and writes nothing.
    if ((await this.#unsealed(read, 1)).length === 0) return sealed;
    for (let slice = SLICE; slice === SLICE; await setImmediate()) {
      slice = await this.#storage.write(async (transaction) => await this.#sealSlice(transaction));
      sealed += slice;
    }
    return sealed;
  }

  /** Signs head and checkpoint under the newest key, so that keys which nothing else needs can go. */
  async signAnew(): Promise<void> {
    const ring = this.#ring;
    if (ring === undefined) return;
    await this.#storage.write(async (transaction) => {
      await transaction.lock(SEAL_LOCK);
      const marks = Object.entries(await readMarks(transaction)) as [MarkName, AuditMark][];
      for (const [name, mark] of marks) {
        if (mark.key_id !== ring.newest && checkMark(ring, name, mark) === "good") await writeMark(transaction, ring, name, mark);
      }
    });
  }

  async #sealSlice(transaction: Transaction): Promise<number> {
    const ring = this.#ring;
    if (ring === undefined) return 0;
    await transaction.lock(SEAL_LOCK);
    const { head } = await readMarks(transaction);
    if (head !== undefined) mustTrust(ring, head);
    this.#holds = await takeLease(transaction, this.#holder, this.#clock.now());
    if (!this.#holds) return 0;
    const rows = await this.#unsealed(transaction, SLICE);
    if (rows.length === 0) return 0;
    let number = head?.number ?? 0;
    let previous = head?.hmac ?? CHAIN_START;
    const seals = rows.map((row) => {
      number += 1;
      const seal = sealOf(ring, ring.newest, number, previous, row) as Seal;
      previous = seal.chain;
      return `${digits(row.seq)}${digits(number)}${seal.row}${seal.chain}`;
    });
    await writeSeals(transaction, ring.newest, seals);
    this.#head = await writeMark(transaction, ring, "head", { number, hmac: previous, time: timestampOf(this.#clock) });
    return rows.length;
  }

  async #unsealed(queries: Queries, limit: number): Promise<StoredAudit[]> {
    return await queries.all<StoredAudit>(`select seq, ${AUDIT_COLUMNS.join(", ")} from audit where ${isUnsealed(this.#storage.dialect)} order by seq limit ${limit}`);
  }

  #tellHead(everyMs: number): void {
    const head = this.#head;
    const now = this.#clock.now();
    if (head === undefined || head.number === this.#told.number || now - this.#told.at < everyMs) return;
    this.#told = { number: head.number, at: now };
    this.#logger.info("audit head", { number: head.number, hmac: head.hmac, time: head.time });
  }
}

const digits = (value: number | string): string => String(value).padStart(DIGITS, "0");

/** Going on from a head that nobody with a key has signed would make what was done to the log look right. */
function mustTrust(ring: KeyRing, head: AuditMark): void {
  const state = checkMark(ring, "head", head);
  if (state === "good") return;
  throw new Error(
    state === "altered"
      ? "the head of the audit log was altered: run cadastre audit verify"
      : `the head of the audit log was signed under the key ${head.key_id}, which is not in ENCRYPTION_KEY: add that key behind the newest one`,
  );
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
