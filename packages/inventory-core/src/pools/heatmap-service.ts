import { type AddressKey, distance, familyOf, nextKey } from "../address/address-key.ts";
import { cidrOf, subdivide } from "../address/cidr.ts";
import { reservedKeys, toWireCount } from "../address/host-count.ts";
import { textOf } from "../address/ip-address.ts";
import { JsonList } from "../contract/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage.ts";
import { invalidField } from "../contract/validation.ts";
import { type HeatmapEntry, type HeatmapQuery, MOST_HEATMAP_ENTRIES } from "./heatmap.ts";
import { poolErrors } from "./pool.errors.ts";

export const HEATMAPS = serviceToken<HeatmapService>("heatmaps");

interface PoolSpan {
  readonly space: number;
  readonly start_key: AddressKey;
  readonly end_key: AddressKey;
  readonly reserved: readonly AddressKey[];
}

/** An address that is not available: used by a device, or reserved. */
interface Taken {
  readonly key: AddressKey;
  readonly device_id: string | null;
}

/** Entries made between two turns of the event loop. */
const SLICE = 2048;

/** Draws which addresses of a pool are used, reserved and available. */
export class HeatmapService {
  readonly #storage: OpenStorage;

  constructor(storage: OpenStorage) {
    this.#storage = storage;
  }

  /**
   * An entry for each address, or for each block of a prefix length.
   * @throws POOL_NOT_FOUND, VALIDATION_ERROR when there would be more than 65,536 entries
   */
  async draw(poolId: string, { prefix }: HeatmapQuery, signal?: AbortSignal): Promise<JsonList<HeatmapEntry>> {
    const span = await this.#span(poolId);
    const size = distance(span.start_key, span.end_key);
    if (prefix === undefined) {
      if (size > BigInt(MOST_HEATMAP_ENTRIES)) {
        throw invalidField("prefix", `is required for a pool of ${size} addresses: give the prefix length of the blocks to fold them into`);
      }
      return new JsonList(pagesOf(this.#addresses(span, signal)));
    }
    const bits = familyOf(span.start_key) === 4 ? 32 : 128;
    if (prefix > bits) throw invalidField("prefix", `must be at most ${bits} for this pool`);
    if (size >> BigInt(bits - prefix) > BigInt(MOST_HEATMAP_ENTRIES)) {
      throw invalidField("prefix", `makes more than ${MOST_HEATMAP_ENTRIES} blocks: use a shorter prefix length`);
    }
    return new JsonList(pagesOf(this.#blocks(span, prefix, signal)));
  }

  async #span(poolId: string): Promise<PoolSpan> {
    const row = await this.#storage.read.get<{ space: number; start_key: string; end_key: string; first_key: string; prefix_length: number }>(
      "select n.space, p.start_key, p.end_key, n.first_key, n.prefix_length from pool p join network n on n.id = p.network_id where p.id = ?",
      [poolId],
    );
    if (row === undefined) throw poolErrors.POOL_NOT_FOUND({ id: poolId });
    const ends = reservedKeys(cidrOf(row.first_key, Number(row.prefix_length)));
    return { ...row, reserved: ends.filter((key) => key >= row.start_key && key <= row.end_key) };
  }

  /** Addresses of the span that are not available, in order, each once: a device goes before a hold. */
  async *#taken(span: PoolSpan, signal?: AbortSignal): AsyncGenerator<Taken> {
    const pages = this.#storage.pages<{ ip_key: string; device_id: string | null }>(
      `select ip_key, min(device_id) as device_id from (
         select ip_key, device_id from address where space = ? and ip_key >= ? and ip_key <= ?
         union all select ip_key, null from allocation where space = ? and ip_key >= ? and ip_key <= ? and status = 'held'
       ) as taken group by ip_key order by ip_key`,
      [span.space, span.start_key, span.end_key, span.space, span.start_key, span.end_key],
      signal,
    );
    const ends = [...span.reserved];
    for await (const page of pages) {
      for (const row of page) {
        while (ends[0] !== undefined && ends[0] < row.ip_key) yield { key: ends.shift() as string, device_id: null };
        if (ends[0] === row.ip_key) ends.shift();
        yield { key: row.ip_key, device_id: row.device_id };
      }
    }
    for (const key of ends) yield { key, device_id: null };
  }

  async *#addresses(span: PoolSpan, signal?: AbortSignal): AsyncGenerator<HeatmapEntry> {
    let at: AddressKey | null = span.start_key;
    for await (const { key, device_id: deviceId } of this.#taken(span, signal)) {
      for (; at !== null && at < key; at = nextKey(at)) yield { ip: textOf(at), status: "available" };
      yield deviceId === null ? { ip: textOf(key), status: "reserved" } : { ip: textOf(key), status: "used", device_id: deviceId };
      at = nextKey(key);
    }
    for (; at !== null && at <= span.end_key; at = nextKey(at)) yield { ip: textOf(at), status: "available" };
  }

  async *#blocks(span: PoolSpan, prefix: number, signal?: AbortSignal): AsyncGenerator<HeatmapEntry> {
    const taken = this.#taken(span, signal);
    let next = await taken.next();
    for (const { cidr, lo, hi } of subdivide(span.start_key, span.end_key, prefix)) {
      let used = 0n;
      let reserved = 0n;
      for (; next.done !== true && next.value.key <= hi; next = await taken.next()) {
        if (next.value.device_id === null) reserved += 1n;
        else used += 1n;
      }
      const total = distance(lo, hi);
      yield {
        cidr: cidr.text,
        total: toWireCount(total),
        used: toWireCount(used),
        reserved: toWireCount(reserved),
        available: toWireCount(total - used - reserved),
      };
    }
  }
}

async function* pagesOf(entries: AsyncIterable<HeatmapEntry>): AsyncGenerator<readonly string[]> {
  let page: string[] = [];
  for await (const entry of entries) {
    page.push(JSON.stringify(entry));
    if (page.length < SLICE) continue;
    yield page;
    page = [];
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (page.length > 0) yield page;
}
