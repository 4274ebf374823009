import { SYSTEM } from "@cadastre/inventory-core";
import type { Context } from "../context.ts";
import { DelayWatch } from "../delay-watch.ts";
import { interleave } from "../measure.ts";
import { type Row, timeRow } from "../report.ts";

/** Devices whose names end so have the value, and are in the datacenter: one of ten. */
const ONE_OF_TEN = "name like '%7'";

/** The list of devices that have a value of a field of one's own, against the list of the same devices by their datacenter. */
export async function ownFields(context: Context): Promise<Row[]> {
  const { subject, count } = await context.devices(context.most);
  const { inventory, raw } = subject;
  const { host } = inventory;
  const operation = host.operations.find(({ id }) => id === "devices.list");
  if (operation === undefined) throw new Error("there is no operation devices.list");
  const { id: datacenter } = await inventory.datacenters.create({ name: "of the bench" });
  const { id: field } = await inventory.fields.create({ record: "device", name: "bench_owner", type: "text" });
  await raw.run(`update device set datacenter_id = ? where ${ONE_OF_TEN}`, [datacenter]);
  await raw.run(
    `insert into field_value (field_id, record_id, name, value, key)
     select f.id, d.id, d.name, '"ada"', '=ada' from device d join field f on f.id = ? where d.${ONE_OF_TEN}`,
    [field],
  );
  await subject.settle();
  const list = (query: object) => async (): Promise<number> => {
    let rows = 0;
    const result = await host.execute(operation, { params: {}, query, body: async () => ({}) }, { principal: SYSTEM, source: "bench" });
    if (result.kind !== "list") throw new Error("devices.list is no list");
    for await (const page of result.value.pages) rows += page.length;
    return rows;
  };
  const [byField, byDatacenter] = [list({ field: { bench_owner: "ada" } }), list({ datacenter_id: datacenter })];
  const [found, due] = [await byField(), await byDatacenter()];
  if (found !== due || found === 0) throw new Error(`${found} devices have the value, ${due} are in the datacenter`);
  const watch = new DelayWatch();
  const pair = await interleave(byField, byDatacenter, { rounds: context.scale.rounds, times: 5, watch });
  await raw.run("delete from field_value where field_id = ?", [field]);
  await inventory.fields.delete(field);
  await raw.run("update device set datacenter_id = null where datacenter_id = ?", [datacenter]);
  await inventory.datacenters.delete(datacenter);
  return [timeRow(`list of ${found} of ${count} devices by an own field`, "the same list by datacenter", pair, 1.5, watch.note)];
}
