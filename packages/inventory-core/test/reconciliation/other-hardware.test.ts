import { createInventory } from "@cadastre/inventory-core";
import { expect, it } from "vitest";
import { see } from "./see.ts";
import { DATABASES } from "../../../../testing/storages.ts";

// docs/spec/discovery.md#one-for-each-address

const [OLD, NEW] = ["3c:00:00:00:00:01", "3c:00:00:00:00:02"];
const ip = "10.0.0.1";

it.for(DATABASES)("what was seen of a host is not said of another one that answers in its place, on %s", async ([, openPlace]) => {
  await using place = await openPlace();
  await using inventory = await createInventory({ storage: place.storage() });
  const { id } = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/28" });
  const seen = async () => (await inventory.discoveredDevices.list({ network_id: id }))[0];
  await see(inventory, id, [{ ip, macAddress: OLD, hostname: "old", switchPort: "Gi1", vendor: "Acme", openPorts: [22] }]);
  // The same host, of which less is observed.
  for (const less of [{ ip }, { ip, macAddress: OLD }]) {
    await see(inventory, id, [less]);
    expect(await seen()).toMatchObject({ mac_address: OLD, hostname: "old", switch_port: "Gi1", vendor: "Acme", open_ports: [22] });
  }
  await inventory.devices.create({ name: "new", hostname: "new", addresses: [{ ip, mac: NEW, switch_port: "Gi2" }] });
  expect((await seen())?.differences.map(({ field }) => field)).toEqual(["mac", "hostname", "switch_port"]);
  await see(inventory, id, [{ ip, macAddress: NEW }]);
  expect(await seen()).toMatchObject({ state: "known", differences: [], mac_address: NEW, hostname: "", switch_port: "", vendor: "" });
  expect(await seen()).toMatchObject({ open_ports: [22] });
});
