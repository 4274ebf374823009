import type { Inventory } from "@cadastre/inventory-core";
import type { Measure } from "./discovery-statements.ts";

/** The operations of plans once each. */
export async function planStatements({ changes, plans, devices, networks }: Inventory, measure: Measure): Promise<void> {
  const { id } = await devices.create({ name: "planned" });
  const steps = Array.from({ length: 3 }, (_, index) => ({
    operation: "devices.update",
    params: { id },
    body: { description: `step ${index}` },
  }));
  const plan = await measure("plans.create", () => plans.create({ title: "x", steps }));
  await measure("plans.list", () => plans.list());
  await measure("plans.get", () => plans.get(plan.id));
  await measure("plans.refresh", () => plans.refresh(plan.id));
  const { change_id: change } = await measure("plans.apply", () => plans.apply(plan.id));
  await measure("changes.undo", () => changes.undo(change as string));
  const other = await plans.create({ title: "x", steps });
  await measure("plans.effects", () => plans.effects(other.id));
  await measure("plans.reject", () => plans.reject(other.id));
  await measure("plans.delete", () => plans.delete(other.id));
  const [one, two] = [
    await networks.create({ name: "one", subnet: "172.30.0.0/24" }),
    await networks.create({ name: "two", subnet: "172.30.1.0/24" }),
  ];
  await measure("networks.split", () => networks.split(one.id, { length: 25 }));
  await measure("networks.merge", () => networks.merge(one.id, { network_ids: [two.id] }));
  await measure("networks.resize", () => networks.resize(one.id, { subnet: "172.30.0.0/25" }));
  await measure("networks.renumber", () => networks.renumber(one.id, { subnet: "172.31.0.0/24" }));
  const more = await Promise.all([1, 2, 3].map(async (index) => await devices.create({ name: `bulk ${index}` })));
  const ids = more.map((device) => device.id);
  await measure("devices.bulkUpdate", () => devices.bulkUpdate({ ids, set: { os: "linux" }, add_tags: ["bulk"] }));
  await measure("devices.bulkDelete", () => devices.bulkDelete({ ids }));
  await measure("networks.bulkUpdate", () => networks.bulkUpdate({ ids: [one.id, two.id], set: { vlan_id: 7 } }));
  await measure("networks.bulkDelete", () => networks.bulkDelete({ filter: { vlan_id: 7 } }));
}
