import { type Inventory, type Principal, SYSTEM, WRITES } from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { codeOf } from "../../src/audit/proof/audit-code.ts";
import { AUDIT_COLUMNS } from "../../src/audit/proof/audit-columns.ts";
import { type AuditHost, dropTriggers, RING, startHost } from "./audit-host.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const user = (name: string): Principal => ({
  kind: "user",
  userId: name,
  username: name,
  permissions: "all",
  credential: KEY_CREDENTIAL,
  credentialId: name,
});

async function changesOf(inventory: Inventory): Promise<{ audit: (string | null)[]; events: (string | null)[] }> {
  const audit = (await inventory.audit.list()).map(({ change_id: id }) => id);
  const { events } = await inventory.events.read({ limit: 500 });
  return { audit: audit.toReversed(), events: events.map(({ change_id: id }) => id) };
}

const findings = async ({ inventory }: AuditHost): Promise<string[]> => (await inventory.verifyAudit()).findings.map(({ kind }) => kind);

describe.each(DATABASES)("the id of a change, on %s", (_, open) => {
  it("is on all its audit rows and events, and on no others", async () => {
    await using place = await open();
    await using host = (await startHost(place)).inventory;
    const network = await host.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    const pool = await host.pools.create(network.id, { name: "p", start_ip: "10.0.0.1", end_ip: "10.0.0.9" });
    await host.pools.allocate(pool.id, {});
    await host.networks.delete(network.id);
    const { audit, events } = await changesOf(host);
    expect(new Set(audit).size).toBe(4);
    // No event tells of an allocation.
    expect(new Set(events)).toEqual(new Set(audit.toSpliced(2, 1)));
    // The pool and its allocation go with the network, in one change.
    expect(new Set(events.slice(-2))).toEqual(new Set([audit.at(-1)]));
    const last = audit.at(-1);
    expect(
      (await host.audit.list({ change_id: last as string })).map(({ action, resource }) => `${action} ${resource}`).toSorted(),
    ).toEqual(["delete allocation", "delete network", "delete pool"]);
    expect(await host.audit.list({ change_id: last as string, resource: "network" })).toHaveLength(1);
    expect(await host.audit.list({ change_id: "none" })).toEqual([]);
  });

  it("is another for each of the calls that are gathered into one transaction", async () => {
    await using place = await open();
    await using host = (await startHost(place)).inventory;
    await Promise.all(
      Array.from({ length: 12 }, async (_unused, index) => await host.as(user(`u${index}`)).devices.create({ name: `d${index}` })),
    );
    const { audit, events } = await changesOf(host);
    expect(new Set(audit).size).toBe(12);
    expect(new Set(events)).toEqual(new Set(audit));
  });

  it("is that of the plan for all that its steps do", async () => {
    await using place = await open();
    await using host = (await startHost(place)).inventory;
    const steps = [
      { operation: "networks.create", body: { name: "n", subnet: "10.0.0.0/24" } },
      { operation: "devices.create", body: { name: "d", addresses: [{ ip: "10.0.0.1" }] } },
    ];
    const plan = await host.plans.create({ title: "two", steps });
    const applied = await host.plans.apply(plan.id);
    const rows = await host.audit.list({ change_id: applied.change_id as string });
    expect(rows.map(({ action, resource }) => `${action} ${resource}`)).toEqual(["apply plan", "create device", "create network"]);
    const { events } = await host.events.read({ limit: 500 });
    expect(events.filter(({ change_id: id }) => id === applied.change_id).map(({ event }) => event)).toEqual([
      "network.created",
      "device.created",
      "plan.applied",
    ]);
  });

  it("pages through a change of many rows, and leaves those out that the rest of a filter does not want", async () => {
    await using place = await open();
    await using host = (await startHost(place)).inventory;
    const id = await host.host.get(WRITES).run({ principal: SYSTEM, source: "test" }, async (change) => {
      for (let row = 0; row < 1_203; row += 1)
        change.audit({ action: row % 3 === 0 ? "create" : "update", resource: "device", resourceId: `r${row}`, after: { row } });
      return change.id;
    });
    const all = await host.audit.list({ change_id: id });
    expect(all.map(({ resource_id: record }) => record)).toEqual(Array.from({ length: 1_203 }, (_unused, row) => `r${1_202 - row}`));
    expect(await host.audit.list({ change_id: id, action: "create" })).toHaveLength(401);
  });

  it("is sealed with its row: the column says what the sealed text says, or the log is not whole", async () => {
    await using place = await open();
    const host = await startHost(place);
    await using _host = host.inventory;
    await host.append(4);
    await host.look();
    expect(await findings(host)).toEqual([]);
    await dropTriggers(host.storage);
    const sql = async (text: string): Promise<number> => await host.storage.write(async (transaction) => await transaction.run(text));
    await sql("update audit set change_id = 'another' where seal_number = 2");
    await sql("update audit set change_id = null where seal_number = 3");
    expect(await findings(host)).toEqual(["altered", "altered"]);
  });

  it("was not there in rows of earlier versions, which are as sound as they were", async () => {
    await using place = await open();
    const host = await startHost(place);
    await using _host = host.inventory;
    await host.append(1);
    await host.look();
    // A row as the version before wrote it, under the same key.
    const values = ["old", "2026-01-02T03:04:05.678Z", "create", "device", "d1", null, "ada", null, "http", "success", ""];
    const row = [...values, '{"before":null,"after":{"change_id":"no"}}', null];
    await host.storage.write(async (transaction) => {
      const proof = ["a-writer-of-then", 1, null];
      const code = codeOf(RING, RING.newest, row, "a-writer-of-then", 1, null) as string;
      await transaction.insert("audit", [...AUDIT_COLUMNS, "writer", "writer_number", "witness", "code"], [[...row, ...proof, code]]);
    });
    await host.look();
    expect(await findings(host)).toEqual([]);
    const [old] = await host.inventory.audit.list();
    expect(old).toMatchObject({ id: "old", change_id: null, changes: { before: null, after: { change_id: "no" } } });
    await dropTriggers(host.storage);
    await host.storage.write(async (transaction) => await transaction.run("update audit set change_id = 'c' where id = 'old'"));
    expect(await findings(host)).toEqual(["altered"]);
  });
});
