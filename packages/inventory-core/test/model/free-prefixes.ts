import { type Inventory, SYSTEM, WRITES } from "@cadastre/inventory-core";
import { expect } from "vitest";
import { chooseFreePrefixes, type PrefixWish } from "../../src/networks/free-prefixes/choose-free-prefixes.ts";
import type { Model, ModelNetwork } from "./model.ts";
import { count, isIpv4, sizeOf, type Span, type Subnet, subnetAt, subnetText, within } from "./numbers.ts";
import type { Random } from "./random.ts";

/** What is free in networks, made by halving them, as the engine must answer it. */

const overlap = (a: Span, b: Span): boolean => a.lo <= b.hi && b.lo <= a.hi;

const halves = ({ lo, hi, prefix }: Subnet): readonly Subnet[] => [subnetAt(lo, prefix + 1), subnetAt(hi, prefix + 1)];

/** The largest subnets of one in which nothing lies, by address. */
export function freeIn(subnet: Subnet, taken: readonly Span[]): Subnet[] {
  const inside = taken.filter((span) => overlap(span, subnet));
  if (inside.length === 0) return [subnet];
  if (inside.some(({ lo, hi }) => lo <= subnet.lo && subnet.hi <= hi)) return [];
  return halves(subnet).flatMap((half) => freeIn(half, inside));
}

/** What keeps addresses of a network from being free. */
function takenIn(model: Model, network: ModelNetwork): Span[] {
  const space = model.spaceOfNetwork(network);
  const { subnet } = network;
  const inside = model.networks.filter(
    (other) => model.spaceOfNetwork(other) === space && other.subnet.prefix > subnet.prefix && within(other.subnet.lo, subnet),
  );
  return [
    ...inside.map((other) => other.subnet),
    ...model.poolsOf(network).map(({ span }) => span),
    ...[...model.used(space).keys(), ...model.held(space)].map((n) => ({ lo: n, hi: n })),
  ];
}

/** The first so many subnets of a prefix length in some, by address. */
function firstOf(free: readonly Subnet[], prefix: number, most: number): Subnet[] {
  const found: Subnet[] = [];
  for (const block of free) {
    if (block.prefix > prefix) continue;
    for (let at = block.lo; at <= block.hi && found.length < most; at = subnetAt(at, prefix).hi + 1n) found.push(subnetAt(at, prefix));
  }
  return found;
}

const prefixOf = (subnet: Subnet): unknown => ({ cidr: subnetText(subnet), size: count(sizeOf(subnet)) });

const bitsOf = ({ lo }: Subnet): number => (isIpv4(lo) ? 32 : 128);

/** All that is free in a network, and the first subnets of a prefix length. */
export async function expectFreePrefixes(inventory: Inventory, model: Model, network: ModelNetwork, random: Random): Promise<void> {
  const free = freeIn(network.subnet, takenIn(model, network));
  const what = `free prefixes of ${network.name} ${subnetText(network.subnet)}`;
  expect(await inventory.networks.freePrefixes(network.id), what).toEqual(free.map(prefixOf));
  const [length, limit] = [anyLength(network, random), 1 + random.below(12)];
  if (length === undefined) return;
  expect(await inventory.networks.freePrefixes(network.id, { length, limit }), `${what} of ${length} bits`).toEqual(
    firstOf(free, length, limit).map(prefixOf),
  );
}

/** A prefix length that subnets of a network may have; undefined where it has none. */
export function anyLength({ subnet }: ModelNetwork, random: Random): number | undefined {
  return subnet.prefix === bitsOf(subnet) ? undefined : subnet.prefix + 1 + random.below(Math.min(bitsOf(subnet) - subnet.prefix, 12));
}

/** The subnets that are chosen of a network, from which time on its free blocks are kept. */
export async function expectChoice(inventory: Inventory, model: Model, network: ModelNetwork, random: Random): Promise<void> {
  const length = anyLength(network, random);
  if (length === undefined) return;
  const wish: PrefixWish = { length, count: 1 + random.below(5), strategy: random.of("lowest", "sparse") };
  const answer = await inventory.host.get(WRITES).run({ principal: SYSTEM, source: "test" }, async (change) => {
    await change.lock({ on: "topology", mode: "exclusive" });
    return await chooseFreePrefixes(change, network.id, wish);
  });
  const free = freeIn(network.subnet, takenIn(model, network));
  const chosen = choiceOf(model, network, wish);
  const largest = free.toSorted((a, b) => a.prefix - b.prefix)[0];
  expect("cidrs" in answer ? answer.cidrs.map(({ text }) => text) : answer, `${JSON.stringify(wish)} of ${network.name}`).toEqual(
    chosen.length === wish.count ? chosen.map(subnetText) : { largest: largest === undefined ? null : subnetText(largest) },
  );
}

/** The subnets that are chosen of a network, one after the other: fewer than are wanted where there are not as many. */
export function choiceOf(model: Model, network: ModelNetwork, wish: PrefixWish): Subnet[] {
  const taken = takenIn(model, network);
  const chosen: Subnet[] = [];
  while (chosen.length < wish.count) {
    const next = chosenOf(freeIn(network.subnet, [...taken, ...chosen]), network.subnet, wish);
    if (next === undefined) break;
    chosen.push(next);
  }
  return chosen;
}

function chosenOf(free: readonly Subnet[], whole: Subnet, { length, strategy }: PrefixWish): Subnet | undefined {
  const fits = free.filter(({ prefix }) => prefix <= length);
  const [smallest] = fits.toSorted((a, b) => b.prefix - a.prefix);
  const [largest] = fits.toSorted((a, b) => a.prefix - b.prefix);
  if (smallest === undefined || largest === undefined) return undefined;
  if (strategy === "lowest") return subnetAt(smallest.lo, length);
  const start = largest.prefix === whole.prefix || largest.prefix === length ? largest.lo : (halves(largest)[1] as Subnet).lo;
  return subnetAt(start, length);
}
