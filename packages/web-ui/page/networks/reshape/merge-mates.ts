import type { Network } from "@cadastre/client";
import { bitsOf, compareRanges, contains, parseSubnet, type Range, subnetText } from "../../addresses/ip.ts";
import type { SpaceOf } from "../../queries/space-of.ts";

/** The next larger subnet; undefined for one that is everything. */
export function largerSubnet(subnet: string): string | undefined {
  const { family, first, prefix } = parseSubnet(subnet);
  if (prefix === 0) return undefined;
  const size = 1n << BigInt(bitsOf(family) - prefix + 1);
  return subnetText({ family, first: first - (first % size), last: 0n, prefix: prefix - 1 });
}

/**
 * The networks of a space that are merged with another into a subnet: the largest that lie in it and not in each other, by address.
 * @param subnet that they are to be; what is none has none
 */
export function mergeMates(networks: readonly Network[], network: Network, subnet: string, spaceOf: SpaceOf): readonly Network[] {
  const whole = rangeOf(subnet);
  if (whole === undefined) return [];
  const own = parseSubnet(network.subnet);
  const space = spaceOf(network);
  const inside = networks
    .filter((other) => other.id !== network.id && spaceOf(other) === space)
    .map((other) => ({ other, range: parseSubnet(other.subnet) }))
    .filter(({ range }) => range.prefix > whole.prefix && contains(whole, range) && !contains(own, range))
    .toSorted((one, next) => compareRanges(one.range, next.range));
  const mates: Network[] = [];
  let last: Range | undefined;
  for (const { other, range } of inside) {
    if (last !== undefined && contains(last, range)) continue;
    last = range;
    mates.push(other);
  }
  return mates;
}

function rangeOf(text: string): Range | undefined {
  try {
    return /\/\d+\s*$/.test(text) ? parseSubnet(text.trim()) : undefined;
  } catch {
    return undefined;
  }
}
