import { type AddressKey, familyOf, nextKey, previousKey } from "../address/address-key.ts";
import { cidrOf } from "../address/cidr.ts";
import { reservedKeys } from "../address/host-count.ts";
import { parseAddress } from "../address/ip-address.ts";
import { holds, type Principal } from "../contract/access/principal.ts";
import type { Problems } from "../contract/errors/validation.ts";

/** What may be handed out of a pool; null when nothing may. */
export interface FreeRange {
  readonly first_free: AddressKey | null;
  readonly last_free: AddressKey | null;
}

/**
 * The range of a pool without the addresses of its subnet that are never handed out, which sit at the subnet's ends
 * (`reservedKeys`).
 */
export function freeRangeOf(
  subnet: { readonly first_key: AddressKey; readonly prefix_length: number },
  startKey: AddressKey,
  endKey: AddressKey,
): FreeRange {
  const reserved = reservedKeys(cidrOf(subnet.first_key, subnet.prefix_length));
  const first = reserved.includes(startKey) ? nextKey(startKey) : startKey;
  const last = reserved.includes(endKey) ? previousKey(endKey) : endKey;
  if (first === null || last === null || first > last) return { first_free: null, last_free: null };
  return { first_free: first, last_free: last };
}

/** Start and end of a pool in the subnet, of one family, in order. */
export function checkRange(
  { start_ip: startIp, end_ip: endIp }: { readonly start_ip?: string; readonly end_ip?: string },
  network: { readonly subnet: string; readonly first_key: AddressKey; readonly last_key: AddressKey },
  problems: Problems,
): void {
  const keys = (
    [
      ["start_ip", startIp],
      ["end_ip", endIp],
    ] as const
  ).map(([field, ip]) => {
    if (ip === undefined) return undefined;
    const key = parseAddress(ip)?.key as string;
    if (key < network.first_key || key > network.last_key) problems.add(field, `lies outside the subnet ${network.subnet}`);
    return key;
  });
  const [start, end] = keys;
  if (start !== undefined && end !== undefined && familyOf(start) === familyOf(end) && start > end)
    problems.add("end_ip", "must not come before start_ip");
}

/** A pool as messages name it. */
export function poolText(pool: { readonly name: string; readonly start_ip: string; readonly end_ip: string }): string {
  return `${pool.name} (${pool.start_ip}–${pool.end_ip})`;
}

/** What is said of a pool that overlaps the range of another; which it is, is told to whoever may read pools. */
export function overlapOf(principal: Principal, other: Parameters<typeof poolText>[0]): string {
  return `${holds(principal, "pool:read") ? `the pool ${poolText(other)}` : "another pool of the network"} overlaps this range`;
}
