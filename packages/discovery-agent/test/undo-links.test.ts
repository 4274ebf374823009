import { createInventory, STORAGE, SYSTEM } from "@cadastre/inventory-core";
import { discoveryAgentPlugin } from "@cadastre/discovery-agent";
import { FakeClock } from "@cadastre/testing";
import { expect, it } from "vitest";
import { postgresqlDatabase } from "../../../testing/databases.ts";
import { sqliteDatabase } from "../../../testing/sqlite-database.ts";

const PLACES = [
  ["sqlite", sqliteDatabase],
  ["postgresql", postgresqlDatabase],
] as const;

it.for(PLACES)("an undo restores the links of agents to a deleted network and datacenter, on %s", async ([, openPlace]) => {
  await using place = await openPlace();
  const clock = new FakeClock();
  await using inventory = await createInventory({ storage: place.storage(), clock, plugins: [discoveryAgentPlugin()] });
  const { read } = inventory.host.get(STORAGE);
  const linksOf = async () => [await read.all("select * from agent_network"), await read.all("select * from agent_datacenter")];
  const datacenter = await inventory.datacenters.create({ name: "fra1" });
  const network = await inventory.networks.create({ name: "lan", subnet: "10.0.0.0/24" });
  const operation = inventory.host.operations.find(({ id }) => id === "agents.create");
  await inventory.host.execute(
    operation as NonNullable<typeof operation>,
    { params: {}, query: {}, body: async () => ({ name: "agent", network_ids: [network.id], datacenter_ids: [datacenter.id] }) },
    { principal: SYSTEM, source: "test" },
  );
  const before = await linksOf();
  await inventory.networks.delete(network.id);
  await inventory.datacenters.delete(datacenter.id);
  expect(await linksOf()).toEqual([[], []]);
  for (const { id } of [network, datacenter]) {
    const [deletion] = (await inventory.audit.list({ resource_id: id })).filter(({ action }) => action === "delete");
    const plan = await inventory.changes.undo(deletion?.change_id as string);
    await inventory.plans.apply(plan.id);
  }
  expect(await linksOf()).toEqual(before);
});
