import type { AddressKey } from "../address/address-key.ts";
import { cidrKey, firstOf, lastOf } from "../address/cidr.ts";
import type { Queries } from "../contract/storage/storage.ts";
import { oldestAt } from "./network-tree.ts";

/**
 * An address is reserved when it is the network or broadcast address (IPv4), or the subnet-router anycast address (IPv6), of the smallest
 * network of its space that contains it. Nothing is stored: of the networks that begin or end at an address the longest one decides, since
 * it is the smallest network around it.
 */

/** The prefix length from which on a network has no reserved addresses, by the first digit of a key. */
const POINT_TO_POINT: Readonly<Record<string, number>> = { 4: 31, 6: 127 };

const ADDRESS_BITS: Readonly<Record<string, number>> = { 4: 32, 6: 128 };

/** Addresses that are looked up in one statement. */
const SLICE = 500;

/** Whether an address begins or ends a block of four addresses: no other one is reserved in any network. */
function mayBeReserved(key: AddressKey): boolean {
  return "048c".includes(key.at(-1) as string) || (key.startsWith("4") && "37bf".includes(key.at(-1) as string));
}

/** Keys of all subnets that begin or end at an address, the longest first. */
function subnetsAt(key: AddressKey): string[] {
  const isFirst = "048c".includes(key.at(-1) as string);
  const bits = ADDRESS_BITS[key.charAt(0)] as number;
  const keys: string[] = [];
  for (let prefixLength = bits; prefixLength >= 0; prefixLength -= 1) {
    const first = firstOf(key, prefixLength);
    if ((isFirst ? first : lastOf(key, prefixLength)) !== key) break;
    keys.push(cidrKey({ first, prefixLength }));
  }
  return keys;
}

/** Returns those of some addresses of a space that are reserved: one statement for 500 addresses that may be. */
export async function reservedAmong(queries: Queries, space: number, keys: readonly AddressKey[]): Promise<ReadonlySet<AddressKey>> {
  const candidates = [...new Set(keys.filter(mayBeReserved))];
  const reserved = new Set<AddressKey>();
  for (let at = 0; at < candidates.length; at += SLICE) {
    const subnets = new Map(candidates.slice(at, at + SLICE).map((key) => [key, subnetsAt(key)]));
    const there = await oldestAt(queries, space, [...new Set([...subnets.values()].flat())]);
    for (const [key, around] of subnets) {
      const smallest = around.find((subnet) => there.has(subnet));
      if (smallest !== undefined && Number(smallest.slice(-3)) < (POINT_TO_POINT[key.charAt(0)] as number)) reserved.add(key);
    }
  }
  return reserved;
}

/**
 * A query of the reserved addresses of a range, as column `ip_key`. It reads the networks that begin or end in the range.
 * @param space an expression, as are `lo` and `hi`
 */
export const reservedIn = (space: string, lo: string, hi: string): string =>
  `select w.first_key as ip_key from network w where w.space = ${space} and w.cidr_key >= ${lo} and w.cidr_key < ${hi} || '0'
     and w.prefix_length < case when w.first_key < '6' then ${POINT_TO_POINT["4"]} else ${POINT_TO_POINT["6"]} end
     and not exists (select 1 from network v where v.space = w.space and v.cidr_key > w.cidr_key and v.cidr_key < w.first_key || '0')
   union select w.last_key from network w where w.space = ${space} and w.last_key >= ${lo} and w.last_key <= ${hi} and w.last_key < '6'
     and w.prefix_length < ${POINT_TO_POINT["4"]}
     and not exists (select 1 from network v where v.space = w.space and v.last_key = w.last_key and v.prefix_length > w.prefix_length)`;
