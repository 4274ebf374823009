import { createInventory, STORAGE } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { expect, it } from "vitest";
import { DeviceMatcher } from "../src/links/device-matcher.ts";
import { neighboursOfDevice, sharedOut } from "../src/links/heard-neighbours.ts";
import { edgePorts } from "../src/ports/edge-ports.ts";
import { neighboursHeard, reported } from "../src/ports/neighbours-heard.ts";
import type { DeviceTables } from "../src/tables/device-tables.ts";

/** Interfaces and neighbours of a switch that says it has very many. */
const COUNT = 3_000;

const macOf = (at: number, first = "00:16:3e"): string =>
  `${first}:00:${(at >> 8).toString(16).padStart(2, "0")}:${(at & 255).toString(16).padStart(2, "0")}`;

/** Tables of such a switch, which count how often an interface is looked at. */
function lyingSwitch(looked: () => void): DeviceTables {
  const interfaces = new Map(
    Array.from({ length: COUNT }, (_, at) => [
      at + 1,
      {
        get name(): string {
          looked();
          return `Gi0/${at}`;
        },
        alias: "",
        description: "",
        mac: macOf(at),
      },
    ]),
  );
  const neighbour = (at: number) => ({ name: `n${at}`, port: "p", macs: [macOf(at, "02:00:00")], addresses: [], isSwitch: false });
  return {
    name: "liar",
    ownMacs: new Set(Array.from({ length: COUNT }, (_, at) => macOf(at))),
    interfaces,
    lldpPorts: new Map(Array.from({ length: COUNT }, (_, at) => [at + 1, { kind: 5, id: Buffer.from(`Gi0/${at}`) }])),
    bridgePorts: new Map(),
    lldpNeighbours: Array.from({ length: COUNT }, (_, at) => ({ ...neighbour(at), localPort: at + 1 })),
    cdpNeighbours: Array.from({ length: COUNT }, (_, at) => ({ ...neighbour(at + 1), localPort: 0, ifIndex: at + 1 })),
  } as unknown as DeviceTables;
}

it("looks at each interface of a device a few times, however many neighbours it hears", () => {
  let looks = 0;
  const heard = neighboursHeard(
    "d",
    lyingSwitch(() => (looks += 1)),
  );
  expect(heard.neighbours[0]).toMatchObject({ port: "Gi0/0", name: "n0" });
  // What CDP says at another port is another neighbour.
  expect(heard.neighbours).toHaveLength(2 * COUNT);
  expect(looks).toBeLessThan(10 * COUNT);
});

it("takes of a device no more hardware addresses than of one that an agent reads, and asks for each once", async () => {
  await using inventory = await createInventory({ storage: sqlite(":memory:") });
  const { id } = await inventory.devices.create({ name: "liar", addresses: [{ ip: "10.0.0.1", mac: macOf(7) }] });
  const heard = reported(
    neighboursHeard(
      "d",
      lyingSwitch(() => {}),
    ),
    COUNT,
  );
  expect([heard.macs.length, heard.neighbours.length]).toEqual([256, COUNT]);
  let looks = 0;
  const macs = new Proxy(heard.macs, {
    get: (all, name, self) => ((looks += Number(/^\d+$/.test(String(name)))), Reflect.get(all, name, self) as unknown),
  });
  const all = neighboursOfDevice({ name: "other", device_id: null, address: "10.0.0.9" }, { ...heard, macs });
  const storage = inventory.host.get(STORAGE);
  const matcher = await DeviceMatcher.of(
    storage,
    all.flatMap(({ self, other }) => [self, other]),
  );
  for (const { self } of all) expect(matcher.match(self)).toEqual({ deviceId: id });
  expect(looks).toBeLessThan(10 * heard.macs.length);
});

it("gives each device its share of the neighbours of a plan, and short lists whole", () => {
  const listOf = (length: number): readonly number[] => Array.from({ length }, (_, at) => at);
  const sharesOf = (lengths: readonly number[], room: number): number[] => sharedOut(lengths.map(listOf), room).map(({ length }) => length);
  expect(sharesOf([5_001, 30, 0, 200], 5_000)).toEqual([4_770, 30, 0, 200]);
  expect(sharesOf([5_001, 30, 5_001], 5_000)).toEqual([2_485, 30, 2_485]);
  expect(sharesOf([3, 2], 5)).toEqual([3, 2]);
  expect(sharesOf([9, 9, 9], 2)).toEqual([0, 0, 0]);
});

it("asks for two of the devices that have a value, however many have it", async () => {
  await using inventory = await createInventory({ storage: sqlite(":memory:") });
  const mac = macOf(1);
  await inventory.devices.createMany(
    Array.from({ length: 300 }, (_, at) => ({ name: `d${at}`, hostname: "same", addresses: [{ ip: "10.0.0.1", mac }] })),
  );
  const { read } = inventory.host.get(STORAGE);
  let rows = 0;
  const counting = {
    ...read,
    all: async (sql: string, values?: readonly unknown[]) => {
      const found = await read.all(sql, values as never);
      rows += found.length;
      return found;
    },
  };
  const shared = { names: ["same"], macs: [mac], addresses: ["10.0.0.1"] };
  const matcher = await DeviceMatcher.of({ read: counting } as never, [shared]);
  expect(matcher.match(shared)).toEqual({ reason: "several devices have its name or address" });
  expect(rows).toBeLessThanOrEqual(4);
});

it("lets others have their turn while it goes through the addresses that switches know", async () => {
  const bridgeTable = new Map(Array.from({ length: 20_000 }, (_, at) => [macOf(at), at % 3_000]));
  const tables = { ...lyingSwitch(() => {}), ownMacs: new Set<string>(), lldpNeighbours: [], cdpNeighbours: [], bridgeTable };
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const ports = await edgePorts(Array.from({ length: 10 }, (_, at) => ({ name: `s${at}`, tables })));
  clearInterval(timer);
  expect(ports.size).toBe(20_000);
  expect(turns).toBeGreaterThan(2);
});
