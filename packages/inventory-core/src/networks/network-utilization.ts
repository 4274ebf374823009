import { cidrOf } from "../address/cidr.ts";
import { percentUsed, toWireCount, usableHosts } from "../address/host-count.ts";
import type { NetworkUtilization } from "./network.ts";

/** How many addresses that hosts may have devices hold in a network: an expression on its row. */
export const usedHosts = (network: string): string =>
  `(${network}.used_count - case when ${network}.first_key < '6' and ${network}.prefix_length < 31 then (
    select count(distinct a.ip_key) from address a
    where a.space = ${network}.space and a.ip_key in (${network}.first_key, ${network}.last_key))
    else 0 end)`;

/** {@link usedHosts} of a row with the alias `n`. */
export const USED_HOSTS = usedHosts("n");

/** A network with the number of addresses that hosts may have and that devices hold. */
export interface CountedRow {
  readonly id: string;
  readonly first_key: string;
  readonly prefix_length: number;
  readonly used_count: number;
}

/** How full a network is. */
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
