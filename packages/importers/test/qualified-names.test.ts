import { createInventory, type ImportRow, type Inventory, type PlanLine } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readText } from "./support/read.ts";

const messages = (plan: readonly PlanLine[]): string[] =>
  plan.flatMap((line) =>
    line.kind === "step" ? (line.problems ?? []).map(({ field, message }) => `${line.row.at.line} ${field}: ${message}`) : [],
  );

describe("names in tables that several records have", () => {
  let inventory: Inventory;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    inventory = await createInventory({ storage: sqlite(":memory:") });
    for (const name of ["red", "blue"]) {
      const { id: space } = await inventory.spaces.create({ name });
      ids[name] = (await inventory.networks.create({ name: "lan", subnet: "10.0.0.0/24", space_id: space })).id;
    }
    for (const name of ["fra", "ams"]) {
      const { id: datacenter } = await inventory.datacenters.create({ name });
      ids[name] = (await inventory.networks.create({ name: "lan", subnet: "10.0.0.0/24", datacenter_id: datacenter })).id;
      ids[`web ${name}`] = (await inventory.devices.create({ name: "web", datacenter_id: datacenter })).id;
    }
  });
  afterAll(async () => await inventory.close());

  async function planned(type: string, text: string, options: Readonly<Record<string, string>> = {}): Promise<PlanLine[]> {
    const { rows, problems } = await readText("csv", text, { type, ...options });
    expect(problems).toEqual([]);
    return await inventory.import.plan(rows as ImportRow[]);
  }

  it.each(["lan", "10.0.0.0/24"])("are an error that names the choices: %s", async (name) => {
    const pools = messages(await planned("pool", `name,network,start_ip,end_ip\np,${name},10.0.0.1,10.0.0.9\n`));
    expect(pools).toHaveLength(1);
    expect(pools[0]).toMatch(new RegExp(`^2 network: could be 4 networks ${name} \\(`));
    for (const place of ["red", "blue"]) expect(pools[0]).toContain(`lan in the space ${place}, ${ids[place]}`);
    for (const place of ["fra", "ams"]) expect(pools[0]).toContain(`lan at ${place}, ${ids[place]}`);
    expect(pools[0]).toMatch(/: say which by its space, its datacenter or its id$/);
    const devices = messages(await planned("device", `name,ip,network\nd,10.0.0.5,${name}\n`));
    expect(devices).toEqual([expect.stringMatching(/^2 addresses\[0\]\.network: could be 4 networks /)]);
  });

  it("are told apart by the space or the datacenter of a pool's network", async () => {
    const text =
      "name,network,space,datacenter,start_ip,end_ip\n" +
      "p,10.0.0.0/24,red,,10.0.0.1,10.0.0.9\np,lan,blue,,10.0.0.1,10.0.0.9\np,lan,,ams,10.0.0.1,10.0.0.9\n";
    const plan = await planned("pool", text, { empty: "clear" });
    expect(messages(plan)).toEqual([]);
    await inventory.import.apply(plan);
    for (const place of ["red", "blue", "ams"]) expect(await inventory.pools.list(ids[place] as string)).toHaveLength(1);
    expect(await inventory.pools.list(ids["fra"] as string)).toEqual([]);
  });

  it("are told apart by the space of an address's network, line by line", async () => {
    const plan = await planned("device", "name,ip,network,VRF\nfw,10.0.0.5,lan,red\nfw,10.0.0.5,10.0.0.0/24,blue\n");
    expect(messages(plan)).toEqual([]);
    await inventory.import.apply(plan);
    const device = (await inventory.devices.list()).find(({ name }) => name === "fw");
    expect(device?.addresses.map(({ network_id: id }) => id)).toEqual([ids["red"], ids["blue"]]);
  });

  it("are told apart by the datacenters of related devices", async () => {
    const open = messages(await planned("relationship", "parent,child,type\nweb,web,depends_on\n"));
    expect(open[0]).toMatch(/could be 2 devices web \(web at (fra|ams), .*: say which by its datacenter or its id$/);
    const header = "parent,parent_datacenter,child,child_datacenter,type";
    const plan = await planned("relationship", `${header}\nweb,fra,web,ams,depends_on\n`);
    expect(messages(plan)).toEqual([]);
    await inventory.import.apply(plan);
    expect(await inventory.relationships.listAll()).toMatchObject([{ parent_id: ids["web fra"], child_id: ids["web ams"] }]);
  });

  it("need no space beside an id, and a space needs a network", async () => {
    const text = `name,network_id,space,start_ip,end_ip\nq,${ids["fra"]},red,10.0.0.20,10.0.0.29\n`;
    expect(messages(await planned("pool", text))).toEqual([]);
    const { problems } = await readText("csv", "name,ip,space\nd,10.0.0.7,red\n");
    expect(problems).toMatchObject([{ field: "space", message: "says which network is meant: name one in the column network, too" }]);
  });
});
