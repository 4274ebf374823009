import { isTurnOver } from "../../background/loop-turn.ts";
import { nextTurn } from "../../background/work-meter.ts";
import { type AddressKey, distance } from "../../address/address-key.ts";
import { subdivide } from "../../address/cidr.ts";
import { toWireCount } from "../../address/host-count.ts";
import { PASSED_REASONS, type PassedReason } from "../../address-space/passed-over/passed-address.entity.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";
import { type BlockRow, blockRows, type Single } from "./block-rows.ts";
import type { HeatmapEntry } from "./heatmap.ts";
import type { HeatmapSpan } from "./heatmap-span.ts";

/** Blocks of one page. */
const SLICE = 2048;

/** Blocks made between two looks at how long this turn of the event loop has taken. */
const LOOK_AFTER = 64;

/** Counts of one block: the part of it that lies in the pool. */
class Block {
  readonly #cidr: string;
  readonly #lo: AddressKey;
  readonly hi: AddressKey;
  #taken = 0n;
  #single = 0n;
  #reserved = 0n;
  /** Passed over and not taken, by the kind of their runs: those of `seen` are in quarantine, too. */
  readonly #passed: Record<PassedReason, bigint> = { quarantined: 0n, seen: 0n };

  constructor(cidr: string, lo: AddressKey, hi: AddressKey) {
    this.#cidr = cidr;
    this.#lo = lo;
    this.hi = hi;
  }

  addSingle(): void {
    this.#single += 1n;
  }

  /** The part of a run that lies in this block. @param around kinds of passed runs that take it in */
  addTaken(run: BlockRow, around: readonly PassedReason[]): void {
    const count = this.#within(run);
    this.#taken += count;
    for (const reason of around) this.#passed[reason] -= count;
  }

  addPassed(reason: PassedReason, run: BlockRow): void {
    this.#passed[reason] += this.#within(run);
  }

  /** An address of a passed run is not passed over. */
  takePassed(reason: PassedReason): void {
    this.#passed[reason] -= 1n;
  }

  /** An address that nobody may have and nobody has. */
  addReserved(): void {
    this.#reserved += 1n;
  }

  entry(singleIs: Single): HeatmapEntry {
    const rest = this.#taken - this.#single;
    const [used, held] = singleIs === "used" ? [this.#single, rest] : [rest, this.#single];
    const total = distance(this.#lo, this.hi);
    const { quarantined } = this.#passed;
    const seen = this.#passed.seen - quarantined;
    return {
      cidr: this.#cidr,
      total: toWireCount(total),
      used: toWireCount(used),
      reserved: toWireCount(held + this.#reserved),
      available: toWireCount(total - this.#taken - this.#reserved - quarantined),
      ...(quarantined > 0n ? { quarantined: toWireCount(quarantined) } : {}),
      ...(seen > 0n ? { seen: toWireCount(seen) } : {}),
    };
  }

  #within({ lo, hi }: BlockRow): bigint {
    return hi < this.#lo ? 0n : distance(lo > this.#lo ? lo : this.#lo, hi < this.hi ? hi : this.hi);
  }
}

/** Puts rows, in order, into the blocks that they belong to. */
class Distribution {
  readonly #rows: AsyncIterator<readonly BlockRow[]>;
  #page: readonly BlockRow[] = [];
  #at = 0;
  /** The runs that were seen last: they may reach into further blocks. */
  #taken: BlockRow | undefined;
  #around: readonly PassedReason[] = [];
  readonly #passed: Partial<Record<PassedReason, BlockRow>> = {};
  /** The reserved address that was counted last. */
  #reserved: AddressKey | undefined;

  constructor(rows: AsyncIterable<readonly BlockRow[]>) {
    this.#rows = rows[Symbol.asyncIterator]();
  }

  /** Blocks are filled in order. */
  async fill(block: Block): Promise<void> {
    if (this.#taken !== undefined) block.addTaken(this.#taken, this.#around);
    for (const reason of PASSED_REASONS) if (this.#passed[reason] !== undefined) block.addPassed(reason, this.#passed[reason]);
    for (;;) {
      const row = this.#page[this.#at];
      if (row === undefined) {
        const next = await this.#rows.next();
        if (next.done === true) break;
        [this.#page, this.#at] = [next.value, 0];
      } else if (row.lo > block.hi) break;
      else {
        this.#at += 1;
        this.#add(block, row);
      }
    }
  }

  /** Gives the connection back where not all rows were read. */
  async close(): Promise<void> {
    await this.#rows.return?.();
  }

  #add(block: Block, row: BlockRow): void {
    switch (row.kind) {
      case "single":
        return block.addSingle();
      case "taken":
        this.#taken = row;
        // A passed run takes in all of a taken one that it touches.
        this.#around = PASSED_REASONS.filter((reason) => this.#isIn(reason, row.lo));
        return block.addTaken(row, this.#around);
      case "reserved":
        return this.#addReserved(block, row.lo);
      case "ended":
        return this.#addEnded(block, "quarantined", row.lo);
      case "over":
        return this.#addEnded(block, "seen", row.lo);
      default:
        this.#passed[row.kind] = row;
        return block.addPassed(row.kind, row);
    }
  }

  /** A reserved address that is not taken is neither seen nor in quarantine. */
  #addReserved(block: Block, key: AddressKey): void {
    if (this.#isTaken(key)) return;
    this.#reserved = key;
    block.addReserved();
    for (const reason of PASSED_REASONS) if (this.#isIn(reason, key)) block.takePassed(reason);
  }

  /** An address is in a run that it is to be taken out of, unless it is taken or reserved. */
  #addEnded(block: Block, reason: PassedReason, key: AddressKey): void {
    if (!this.#isTaken(key) && this.#isIn(reason, key) && this.#reserved !== key) block.takePassed(reason);
  }

  #isTaken(key: AddressKey): boolean {
    return this.#taken !== undefined && this.#taken.hi >= key;
  }

  #isIn(reason: PassedReason, key: AddressKey): boolean {
    const run = this.#passed[reason];
    return run !== undefined && run.hi >= key;
  }
}

/** An entry for each block of a prefix length, as pages of finished JSON. @param now ISO 8601 UTC with milliseconds */
export async function* blockPages(
  storage: OpenStorage,
  span: HeatmapSpan,
  { prefix, now }: { readonly prefix: number; readonly now: string },
  signal?: AbortSignal,
): AsyncGenerator<readonly string[]> {
  const single: Single = span.held_count <= span.used_count ? "held" : "used";
  const distribution = new Distribution(blockRows(storage, span, single, now, signal));
  let page: string[] = [];
  try {
    for (const { cidr, lo, hi } of subdivide(span.start_key, span.end_key, prefix)) {
      const block = new Block(cidr.text, lo, hi);
      await distribution.fill(block);
      page.push(JSON.stringify(block.entry(single)));
      if (page.length % LOOK_AFTER === 0 && isTurnOver()) {
        await nextTurn();
        signal?.throwIfAborted();
      }
      if (page.length < SLICE) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  } finally {
    await distribution.close();
  }
}
