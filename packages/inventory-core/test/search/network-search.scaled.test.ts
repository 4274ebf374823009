import { createInventory, type Inventory, type Network } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cidrOf, parseNeedle, parsePart } from "../../src/address/cidr.ts";
import { networkSearchText } from "../../src/networks/network-service.ts";
import { foldText, searchTermsOf } from "../../src/storage/search-text.ts";
import { MAX_SORTED } from "../../src/storage/searching/ordered-records.ts";
import { Random } from "../model/random.ts";
import { recordStatements, type RecordedStorage } from "./recorded-storage.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { atDepth } from "../../../../testing/depth.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const SEED = Number(process.env["SEED"] ?? 20_261_127);

/** Networks of the large site, a few more than a search puts in order: what they have in common is met by a walk. */
const LARGE_SITE = MAX_SORTED + 40;

/** What all or many of the large site match, and one. */
const OF_MANY = [
  "site",
  "s",
  "si",
  "site-1",
  "172.16.0.0/12",
  "172.16.9.1",
  "0.0.0.0/0",
  "every",
  "every third",
  "24",
  "/2",
  "::/0",
  "172.16",
  "172.16.",
  "2001:db8",
];

/** Searches that are compared, and again after changes. */
const SEARCHES = atDepth({ few: 20, many: 60 });

const WORDS = ["lan", "LAN", "Lab", "dmz", "Édge", "core-1", "b", "vlan_7", "50%", "mgmt net", "x/y", "-odd", "10.2.0.0"];

/** A network of a few words, in any of some subnets, which lie in each other and are used more than once. */
function networkOf(random: Random, spaces: readonly string[]): Record<string, unknown> {
  const word = (): string => random.pick(WORDS) as string;
  const subnet = random.of(
    () => `10.${random.below(3)}.${random.below(3)}.0/24`,
    () => `10.${random.below(4)}.0.0/16`,
    () => `10.0.0.${random.below(8) * 16}/28`,
    () => `10.0.1.${random.below(4)}/32`,
    () => random.of("10.0.0.0/8", "0.0.0.0/0", "192.168.0.0/16"),
    () => `2001:db8:${random.below(3)}::/48`,
    () => random.of("2001:db8::/32", "::/0"),
  )();
  return {
    name: random.of(word(), `${word()} ${word()}`, `${word()}${random.below(20)}`),
    subnet,
    description: random.chance(0.5) ? word() : "",
    tags: random.chance(0.3) ? [word()] : [],
    space_id: random.chance(0.3) ? random.pick(spaces) : null,
  };
}

/** What somebody may look for: parts of texts that there are, subnets, addresses, and what nobody has. */
function needleOf(random: Random, networks: readonly Network[]): string {
  const { name, subnet, description } = random.pick(networks) as Network;
  const some = random.of(name, name, subnet, description || name);
  const at = random.below(some.length);
  const part = random.of(some, some.slice(0, 1 + random.below(3)), some.slice(at), some.slice(at, at + 1 + random.below(3)));
  const address = `10.${random.below(4)}.${random.below(3)}.${random.below(256)}`;
  const other = random.of(
    address,
    `${address}/${random.below(33)}`,
    `2001:db8:${random.below(3)}::5/${random.below(129)}`,
    "::",
    "nobody",
    "site",
  );
  const needle = random.chance(0.7) ? random.of(part, part.toUpperCase()) : other;
  return needle.trim() === "" ? "lan" : needle;
}

interface Placed {
  readonly network: Network;
  readonly text: string;
  readonly bounds: { readonly lo: string; readonly hi: string };
}

/** The rank of a network, 0 for the best; undefined for one that does not match. */
function rankOf({ network, text, bounds }: Placed, q: string): number | undefined {
  const { needle, match } = searchTermsOf(q);
  const range = parseNeedle(q.trim());
  const part = parsePart(q.trim());
  const block = part === null ? undefined : cidrOf(part.first, part.prefixLength);
  const beginsInBlock = block !== undefined && block.first <= bounds.lo && bounds.lo <= block.last;
  if (beginsInBlock) return bounds.lo === block.first && bounds.hi === block.last ? 0 : 0.5;
  const isInRange = range !== null && bounds.lo <= range.hi && range.lo <= bounds.hi;
  if (!isInRange && !match.every((part) => text.includes(part))) return undefined;
  if (range !== null && bounds.lo === range.lo && bounds.hi === range.hi) return 0;
  const name = foldText(network.name);
  return name === needle ? 1 : name.startsWith(needle) ? 2 : 3;
}

const keyOf = ({ name, id }: Network): string => `${name}\u0000${id}`;

/** Names and ids of what is expected, in order. */
function expectedOf(networks: readonly Placed[], q: string): string[] {
  return networks
    .flatMap((placed) => {
      const rank = rankOf(placed, q);
      return rank === undefined ? [] : [{ rank, network: placed.network }];
    })
    .toSorted((one, other) => one.rank - other.rank || (keyOf(one.network) < keyOf(other.network) ? -1 : 1))
    .map(({ network }) => `${network.name} ${network.id}`);
}

describe.each(DATABASES)("a search for networks on %s", (dialect, openPlace) => {
  const random = new Random(SEED);
  let place: TestDatabase;
  let recorded: RecordedStorage;
  let inventory: Inventory;

  beforeAll(async () => {
    place = await openPlace();
    recorded = recordStatements(place.storage());
    inventory = await createInventory({ storage: recorded.storage, clock: new FakeClock() });
    const spaces = [await inventory.spaces.create({ name: "Blue" }), await inventory.spaces.create({ name: "Red" })].map(({ id }) => id);
    const made = [
      ...Array.from({ length: 200 }, () => networkOf(random, spaces)),
      ...Array.from({ length: LARGE_SITE }, (_, index) => ({
        name: `${index % 2 === 0 ? "Site" : "site"}-${(index * 7919) % LARGE_SITE}`,
        subnet: `172.${16 + (index >> 8)}.${index & 255}.0/24`,
        description: index % 3 === 0 ? "every third" : "",
      })),
    ];
    for (let at = 0; at < made.length; at += 500) {
      const { failed } = await inventory.networks.createMany(made.slice(at, at + 500) as never);
      if (failed > 0) throw new Error(`${failed} networks were not created`);
    }
  });

  afterAll(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  const found = async (q: string): Promise<string[]> => {
    const { results } = await inventory.search.all({ q });
    return results.flatMap((result) => (result.type === "network" ? [`${result.name} ${result.id}`] : []));
  };

  const placed = async (): Promise<readonly Placed[]> =>
    (await inventory.networks.list()).map((network) => ({
      network,
      text: networkSearchText(network),
      bounds: parseNeedle(network.subnet) as Placed["bounds"],
    }));

  const compare = async (): Promise<void> => {
    const all = await placed();
    const networks = all.map(({ network }) => network);
    const asked = [...Array.from({ length: SEARCHES }, () => needleOf(random, networks)), ...OF_MANY];
    let finding = 0;
    for (const q of asked) {
      const expected = expectedOf(all, q);
      if (expected.length > 0) finding += 1;
      expect([q, await found(q)], `SEED=${SEED}`).toEqual([q, expected]);
    }
    expect(finding).toBeGreaterThan(SEARCHES / 2);
  };

  it("gives what a look at each network finds, in the same order", async () => {
    await compare();
  });

  it("gives it after networks were changed and deleted", async () => {
    const networks = await inventory.networks.list();
    for (const { id } of networks) {
      if (random.chance(0.9)) continue;
      if (random.chance(0.3)) await inventory.networks.delete(id);
      else if (random.chance(0.5)) await inventory.networks.update(id, { name: random.pick(WORDS) as string });
      else await inventory.networks.update(id, { description: random.pick(WORDS) as string, status: "reserved" });
    }
    await inventory.networks.createMany(Array.from({ length: 20 }, () => networkOf(random, [])) as never);
    await compare();
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it.runIf(dialect === "sqlite").each(["nothing of the kind", "site-77", "172.16.9.1", "172.17.0.0/24"])(
    "reads no more than what it finds for %s",
    async (q) => {
      const matches = await found(q);
      recorded.statements.length = 0;
      await found(q);
      const rows = recorded.statements.filter(({ sql }) => /network/.test(sql)).reduce((sum, statement) => sum + statement.rows, 0);
      expect(rows).toBeLessThan(8 * matches.length + 4);
    },
  );

  it.runIf(dialect === "sqlite").each(["site", "s", "every", "172.16.0.0/12"])("gives the best for %s without the others", async (q) => {
    recorded.statements.length = 0;
    await inventory.search.all({ q, limit: 10 });
    const rows = recorded.statements.filter(({ sql }) => /network/.test(sql)).reduce((sum, statement) => sum + statement.rows, 0);
    expect(rows).toBeLessThan(3 * MAX_SORTED);
    expect(recorded.statements.filter(({ sql }) => /\bdoc\b/.test(sql) && /network/.test(sql))).toHaveLength(1);
  });
});
