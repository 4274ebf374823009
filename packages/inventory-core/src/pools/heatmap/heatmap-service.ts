import { distance, familyOf } from "../../address/address-key.ts";
import { type Clock, timestampOf } from "../../contract/clock.ts";
import { JsonList } from "../../contract/operations/result.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";
import { invalidField } from "../../contract/errors/validation.ts";
import { type HeatmapEntry, type HeatmapQuery, MAX_HEATMAP_ENTRIES } from "./heatmap.ts";
import { addressPages } from "./heatmap-addresses.ts";
import { blockPages } from "./heatmap-blocks.ts";
import { type HeatmapSpan, networkSpanOf, spanOf } from "./heatmap-span.ts";

export const HEATMAPS = serviceToken<HeatmapService>("heatmaps");

/** Draws which addresses of a pool or a network are used, reserved and available. */
export class HeatmapService {
  readonly #storage: OpenStorage;
  readonly #clock: Clock;

  constructor(storage: OpenStorage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /**
   * An entry for each address, or for each block of a prefix length.
   * @throws POOL_NOT_FOUND, VALIDATION_ERROR when there would be more than 65,536 entries
   */
  async draw(poolId: string, query: HeatmapQuery, signal?: AbortSignal): Promise<JsonList<HeatmapEntry>> {
    return this.#drawSpan("pool", await spanOf(this.#storage.read, poolId), query, signal);
  }

  /**
   * The same of a whole network, the networks inside it included.
   * @throws NETWORK_NOT_FOUND, VALIDATION_ERROR when there would be more than 65,536 entries
   */
  async drawNetwork(networkId: string, query: HeatmapQuery, signal?: AbortSignal): Promise<JsonList<HeatmapEntry>> {
    return this.#drawSpan("network", await networkSpanOf(this.#storage.read, networkId), query, signal);
  }

  #drawSpan(what: "pool" | "network", span: HeatmapSpan, { prefix }: HeatmapQuery, signal?: AbortSignal): JsonList<HeatmapEntry> {
    const size = distance(span.start_key, span.end_key);
    if (prefix === undefined) {
      if (size > BigInt(MAX_HEATMAP_ENTRIES)) {
        throw invalidField(
          "prefix",
          `is required for a ${what} of ${size} addresses: give the prefix length of the blocks to fold them into`,
        );
      }
      return new JsonList(addressPages(this.#storage, span, timestampOf(this.#clock), signal));
    }
    const bits = familyOf(span.start_key) === 4 ? 32 : 128;
    if (prefix > bits) throw invalidField("prefix", `must be at most ${bits} for this ${what}`);
    if (size >> BigInt(bits - prefix) > BigInt(MAX_HEATMAP_ENTRIES)) {
      throw invalidField("prefix", `makes more than ${MAX_HEATMAP_ENTRIES} blocks: use a shorter prefix length`);
    }
    return new JsonList(blockPages(this.#storage, span, { prefix, now: timestampOf(this.#clock) }, signal));
  }
}
