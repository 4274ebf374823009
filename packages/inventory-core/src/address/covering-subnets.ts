import type { AddressKey } from "./address-key.ts";
import { coveringCidrKeys } from "./cidr.ts";

/** A subnet that contains an address, and the next larger one. Addresses have it in common. */
export interface CoveringSubnet {
  /** Its {@link cidrKey}. */
  readonly cidrKey: string;
  readonly prefixLength: number;
  readonly within: CoveringSubnet | undefined;
}

/** The smallest subnet of some prefix lengths around each address: all lengths by default. */
export type CoveringSubnets = ReadonlyMap<AddressKey, CoveringSubnet | undefined>;

/** Finds the smallest subnet around each address. Each subnet is made once, however many addresses are in it. */
export function coveringSubnets(keys: readonly AddressKey[], lengths?: ReadonlySet<number>): CoveringSubnets {
  const found = new Map<AddressKey, CoveringSubnet | undefined>();
  let before = "";
  let smallest: CoveringSubnet | undefined;
  for (const key of [...new Set(keys)].toSorted()) {
    const shared = sharedLength(before, key);
    while (smallest !== undefined && smallest.prefixLength > shared) smallest = smallest.within;
    for (const cidrKey of coveringCidrKeys(key, lengths, shared + 1))
      smallest = { cidrKey, prefixLength: Number(cidrKey.slice(key.length + 1)), within: smallest };
    found.set(key, smallest);
    before = key;
  }
  return found;
}

/** The keys of all subnets, each once. */
export function cidrKeysOf(subnets: CoveringSubnets): string[] {
  const seen = new Set<CoveringSubnet>();
  for (const smallest of subnets.values()) for (let at = smallest; at !== undefined && !seen.has(at); at = at.within) seen.add(at);
  return [...seen].map(({ cidrKey }) => cidrKey);
}

/** Derives a value of each smallest subnet from the value of the next larger one. Addresses in the same subnet share one value. */
export function foldSubnets<Value>(
  subnets: CoveringSubnets,
  none: Value,
  add: (value: Value, cidrKey: string) => Value,
): ReadonlyMap<AddressKey, Value> {
  const known = new Map<CoveringSubnet | undefined, Value>([[undefined, none]]);
  const valueOf = (subnet: CoveringSubnet | undefined): Value => {
    const path: CoveringSubnet[] = [];
    let at = subnet;
    for (; at !== undefined && !known.has(at); at = at.within) path.push(at);
    let value = known.get(at) as Value;
    for (const one of path.toReversed()) known.set(one, (value = add(value, one.cidrKey)));
    return value;
  };
  return new Map([...subnets].map(([key, smallest]) => [key, valueOf(smallest)]));
}

/** How many first bits two addresses share; -1 for addresses of two families. */
function sharedLength(one: AddressKey, other: AddressKey): number {
  if (one.charAt(0) !== other.charAt(0)) return -1;
  let at = 1;
  while (at < other.length && one.charAt(at) === other.charAt(at)) at += 1;
  if (at === other.length) return (at - 1) * 4;
  return (at - 1) * 4 + Math.clz32(Number.parseInt(one.charAt(at), 16) ^ Number.parseInt(other.charAt(at), 16)) - 28;
}
