import { createInventory, STORAGE } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { expect, it } from "vitest";
import { DeviceMatcher } from "../src/links/device-matcher.ts";
import { neighboursOfDevice } from "../src/links/heard-neighbours.ts";
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
