import { cidrOf } from "../address/cidr.ts";
import { percentUsed, toWireCount, usableHosts } from "../address/host-count.ts";
import type { NetworkUtilization } from "./network.ts";

/** A network with its counter. */
export interface CountedRow {
  readonly id: string;
  readonly first_key: string;
  readonly prefix_length: number;
  readonly used_count: number;
}

/** How full a network is, by its counter. */
export function utilizationOf({ id, first_key: first, prefix_length: length, used_count: count }: CountedRow): NetworkUtilization {
  const total = usableHosts(cidrOf(first, length));
  const used = BigInt(count);
  return {
    network_id: id,
    total_ips: toWireCount(total),
    used_ips: toWireCount(used),
    available_ips: toWireCount(used > total ? 0n : total - used),
    utilization: percentUsed(used, total),
  };
}

/** Texts that are kept: networks of one length that hold as much are as full. */
const MAX_TEXTS = 1000;

/** {@link utilizationOf} of many networks, as JSON. */
export class UtilizationTexts {
  readonly #known = new Map<string, string>();

  of(row: CountedRow): string {
    const key = `${row.first_key.charAt(0)}/${row.prefix_length}/${row.used_count}`;
    let text = this.#known.get(key);
    if (text === undefined) {
      const { network_id: _, ...rest } = utilizationOf(row);
      text = JSON.stringify(rest).slice(1);
      if (this.#known.size >= MAX_TEXTS) this.#known.clear();
      this.#known.set(key, text);
    }
    return `{"network_id":"${row.id}",${text}`;
  }
}
