import { isTurnOver } from "../../background/loop-turn.ts";
import { nextTurn } from "../../background/work-meter.ts";
import { type AddressKey, distance } from "../../address/address-key.ts";
import { subdivide } from "../../address/cidr.ts";
import { toWireCount } from "../../address/host-count.ts";
import type { OpenStorage, SqlValue } from "../../contract/storage/storage.ts";
import type { HeatmapEntry } from "./heatmap.ts";
import type { HeatmapSpan } from "./heatmap-span.ts";

/** A run of taken addresses, or one address of the kind that is counted by itself. */
interface CountedRow {
  readonly lo: AddressKey;
  readonly hi: AddressKey;
  readonly single: number;
}

/** Which kind is counted one by one. */
type Single = "used" | "held";

/** Rows that are asked for at once; only a range in more pieces is read through a list. */
const MAX_AT_ONCE = 512;

/** Blocks of one page. */
const SLICE = 2048;

/** Blocks made between two looks at how long this turn of the event loop has taken. */
const LOOK_AFTER = 64;

/**
 * Runs say how many addresses of a block are taken, however many they are; of used and held ones only the fewer are
 * counted one by one, and the others are what is left. An address may be used twice, and held twice since a space that
 * went joined another.
 */
function countedQuery(
  { space, start_key: start, end_key: end, used_count: used, held_count: held }: HeatmapSpan,
  single: Single,
): { sql: string; params: SqlValue[] } {
  const runs = `select lo, hi, 0 as single from taken_run where space = ? and lo <= ?
    and lo >= coalesce((select max(r.lo) from taken_run r where r.space = ? and r.lo <= ?), ?)`;
  const params = [space, end, space, start, start];
  if (used === 0 || held === 0) return { sql: `${runs} order by lo`, params };
  const singles =
    single === "held"
      ? `select distinct h.ip_key, h.ip_key, 1 from allocation h where h.space = ? and h.ip_key >= ? and h.ip_key <= ? and h.status = 'held'
           and not exists (select 1 from address a where a.space = h.space and a.ip_key = h.ip_key)`
      : "select distinct a.ip_key, a.ip_key, 1 from address a where a.space = ? and a.ip_key >= ? and a.ip_key <= ?";
  return { sql: `${runs} union all ${singles} order by lo, single`, params: [...params, space, start, end] };
}

async function* countedPages(
  storage: OpenStorage,
  span: HeatmapSpan,
  single: Single,
  signal?: AbortSignal,
): AsyncGenerator<readonly CountedRow[]> {
  const { sql, params } = countedQuery(span, single);
  const rows = await storage.read.all<CountedRow>(`${sql} limit ${MAX_AT_ONCE + 1}`, params);
  if (rows.length <= MAX_AT_ONCE) yield rows;
  else yield* storage.pages<CountedRow>(sql, params, signal);
}

/** Counts of one block: the part of it that lies in the pool. */
class Block {
  readonly #cidr: string;
  readonly #lo: AddressKey;
  readonly hi: AddressKey;
  #taken = 0n;
  #single = 0n;
  #reserved = 0n;

  constructor(cidr: string, lo: AddressKey, hi: AddressKey) {
    this.#cidr = cidr;
    this.#lo = lo;
    this.hi = hi;
  }

  addSingle(): void {
    this.#single += 1n;
  }

  /** The part of a run that lies in this block. */
  addRun({ lo, hi }: CountedRow): void {
    if (hi >= this.#lo) this.#taken += distance(lo > this.#lo ? lo : this.#lo, hi < this.hi ? hi : this.hi);
  }

  /** An address that nobody may have and nobody has. */
  addReserved(): void {
    this.#reserved += 1n;
  }

  entry(singleIs: Single): HeatmapEntry {
    const rest = this.#taken - this.#single;
    const [used, held] = singleIs === "used" ? [this.#single, rest] : [rest, this.#single];
    const total = distance(this.#lo, this.hi);
    return {
      cidr: this.#cidr,
      total: toWireCount(total),
      used: toWireCount(used),
      reserved: toWireCount(held + this.#reserved),
      available: toWireCount(total - this.#taken - this.#reserved),
    };
  }
}

/** Puts rows, in order, into the blocks that they belong to. */
class Distribution {
  readonly #rows: AsyncIterator<readonly CountedRow[]>;
  #page: readonly CountedRow[] = [];
  #at = 0;
  /** The run that was seen last: it may reach into further blocks. */
  #run: CountedRow | undefined;
  /** Addresses that are never handed out, unless somebody has them all the same. */
  #ends: readonly AddressKey[];

  constructor(rows: AsyncIterable<readonly CountedRow[]>, ends: readonly AddressKey[]) {
    this.#rows = rows[Symbol.asyncIterator]();
    this.#ends = ends;
  }

  /** Blocks are filled in order. */
  async fill(block: Block): Promise<void> {
    if (this.#run !== undefined) block.addRun(this.#run);
    for (;;) {
      const row = this.#page[this.#at];
      if (row === undefined) {
        const next = await this.#rows.next();
        if (next.done === true) break;
        [this.#page, this.#at] = [next.value, 0];
      } else if (row.lo > block.hi) break;
      else {
        this.#at += 1;
        if (row.single === 1) block.addSingle();
        else this.#addRun(block, row);
      }
    }
    for (; this.#ends[0] !== undefined && this.#ends[0] <= block.hi; this.#ends = this.#ends.slice(1)) block.addReserved();
  }

  /** Gives the connection back where not all rows were read. */
  async close(): Promise<void> {
    await this.#rows.return?.();
  }

  #addRun(block: Block, run: CountedRow): void {
    block.addRun(run);
    this.#run = run;
    this.#ends = this.#ends.filter((key) => key < run.lo || key > run.hi);
  }
}

/** An entry for each block of a prefix length, as pages of finished JSON. */
export async function* blockPages(
  storage: OpenStorage,
  span: HeatmapSpan,
  prefix: number,
  signal?: AbortSignal,
): AsyncGenerator<readonly string[]> {
  const single: Single = span.held_count <= span.used_count ? "held" : "used";
  const distribution = new Distribution(countedPages(storage, span, single, signal), span.ends);
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
