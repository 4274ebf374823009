import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failureOf, type McpLab, startMcp, type Structured } from "./support/mcp-lab.ts";
import { STORAGES } from "../../../testing/storages.ts";

/** Pages through a list, with something done between two pages. */
async function pagesOf(
  lab: McpLab,
  tool: string,
  args: Record<string, unknown>,
  between: (page: number) => Promise<void> = async () => {},
): Promise<Structured[][]> {
  const pages: Structured[][] = [];
  for (let cursor: string | undefined; pages.length < 100;) {
    const { items, next_cursor: next } = await lab.call("admin", tool, { ...args, ...(cursor === undefined ? {} : { cursor }) });
    pages.push(items);
    if (next === undefined) return pages;
    cursor = next;
    await between(pages.length);
  }
  throw new Error("the list does not end");
}

describe.for(STORAGES)("%s", (storage) => {
  let lab: McpLab;
  let other: McpLab;
  beforeAll(async () => {
    lab = await startMcp(storage, { listRecords: 10, resultCharacters: 6_000 });
    other = await startMcp("sqlite");
    for (let index = 0; index < 25; index += 1)
      await lab.inventory.devices.create({ name: `d-${String(index).padStart(2, "0")}`, tags: ["many"] });
  });
  afterAll(async () => {
    await lab.close();
    await other.close();
  });

  test("a list comes in parts, in the order of the list, each record once", async () => {
    const pages = await pagesOf(lab, "device_list", { tags: "many" });
    expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
    expect(pages.flat().map(({ name }) => name)).toEqual((await lab.inventory.devices.list({ tags: "many" })).map(({ name }) => name));
    expect((await pagesOf(lab, "audit_list", { resource: "device" })).flat()).toHaveLength(25);
  });

  test("records that come and go in between are neither skipped nor shown twice", async () => {
    const early = await lab.inventory.devices.create({ name: "a-goes", tags: ["moving"] });
    for (const name of ["d", "e", "f", "g"].flatMap((letter) => Array.from({ length: 5 }, (_, index) => `${letter}${index}`)))
      await lab.inventory.devices.create({ name, tags: ["moving"] });
    const pages = await pagesOf(lab, "device_list", { tags: ["moving"] }, async (page) => {
      if (page !== 1) return;
      await lab.inventory.devices.delete(early.id);
      await lab.inventory.devices.create({ name: "a-comes-before", tags: ["moving"] });
      await lab.inventory.devices.create({ name: "z-comes-after", tags: ["moving"] });
    });
    const names = pages.flat().map(({ name }) => name as string);
    expect(names).toEqual([
      "a-goes",
      ...["d", "e", "f", "g"].flatMap((letter) => Array.from({ length: 5 }, (_, index) => `${letter}${index}`)),
      "z-comes-after",
    ]);
  });

  test("when the record goes at which a cursor stands, it says so", async () => {
    const { items, next_cursor: cursor } = await lab.call("admin", "device_list", { tags: "many" });
    await lab.inventory.devices.delete(items.at(-1).id);
    expect(await failureOf(lab.call("admin", "device_list", { tags: "many", cursor }))).toMatchObject({
      code: "MCP_LIST_CHANGED",
      message: expect.stringContaining("without a cursor"),
    });
  });

  test("a cursor belongs to its call; any host process reads it", async () => {
    const { next_cursor: cursor } = await lab.call("admin", "device_list", { tags: "many" });
    for (const [tool, args] of [
      ["device_list", {}],
      ["device_list", { tags: "few" }],
      ["network_list", {}],
    ] as const) {
      expect((await failureOf(lab.call("admin", tool, { ...args, cursor }))).details).toHaveProperty("cursor");
    }
    for (const wrong of ["", "x", "e30", Buffer.from("[]").toString("base64url"), "a".repeat(10_000)]) {
      expect((await failureOf(lab.call("admin", "device_list", { tags: "many", cursor: wrong }))).details).toHaveProperty("cursor");
    }
    expect(await failureOf(other.call("admin", "device_list", { tags: "many", cursor }))).toMatchObject({ code: "MCP_LIST_CHANGED" });
  });

  test("a heatmap comes in parts, also while addresses are taken", async () => {
    const network = await lab.inventory.networks.create({ name: "n", subnet: "10.3.0.0/24" });
    const pool = await lab.inventory.pools.create(network.id, { name: "p", start_ip: "10.3.0.1", end_ip: "10.3.0.35" });
    const pages = await pagesOf(lab, "pool_heatmap", { id: pool.id }, async (page) => {
      if (page === 1) await lab.inventory.devices.create({ name: "taker", addresses: [{ ip: "10.3.0.10" }, { ip: "10.3.0.30" }] });
    });
    expect(pages.map((page) => page.length)).toEqual([10, 10, 10, 5]);
    expect(pages.flat().map(({ ip }) => ip)).toEqual(Array.from({ length: 35 }, (_, index) => `10.3.0.${index + 1}`));
    expect(pages.flat().find(({ ip }) => ip === "10.3.0.30").status).toBe("used");
  });

  test("a long record is cut, says where, and is gone through by the cursor", async () => {
    const addresses = Array.from({ length: 100 }, (_, index) => ({ ip: `10.4.0.${index + 1}` }));
    const device = await lab.inventory.devices.create({ name: "long", addresses, description: "x".repeat(4000) });
    const shown: string[] = [];
    for (let cursor: string | undefined, parts = 0; parts < 100; parts += 1) {
      const {
        record,
        next_cursor: next,
        cut,
      } = await lab.call("admin", "device_get", { id: device.id, ...(cursor === undefined ? {} : { cursor }) });
      expect(JSON.stringify(record).length).toBeLessThanOrEqual(6_000);
      const told = (cut ?? []).find(({ path }: Structured) => path === "record.addresses");
      expect(told?.shown).toBe(next === undefined ? undefined : record.addresses.length);
      expect(told?.of ?? addresses.length).toBe(addresses.length);
      shown.push(...record.addresses.map(({ ip }: Structured) => ip));
      if (next === undefined) break;
      cursor = next;
    }
    expect(shown).toEqual(device.addresses.map(({ ip }) => ip));
    const { items, cut } = await lab.call("admin", "device_search", { q: "long" });
    expect(items).toHaveLength(1);
    expect(cut[0].path).toBe("items[0].addresses");
    const { would } = await lab.call("admin", "device_delete", { id: device.id, dry_run: true });
    expect(JSON.stringify(would).length).toBeLessThanOrEqual(6_000);
  });

  test("found records and events come in parts as well", async () => {
    const seen = new Set<string>();
    for (let cursor: string | undefined, parts = 0; parts < 50; parts += 1) {
      const { record, next_cursor: next } = await lab.call("admin", "search", { q: "d-", ...(cursor === undefined ? {} : { cursor }) });
      for (const { id } of record.results) seen.add(id);
      if (next === undefined) break;
      cursor = next;
    }
    expect(seen.size).toBe(24);
    const { record: page, next_cursor: more } = await lab.call("admin", "event_read", { limit: 20 });
    const { record: rest } = await lab.call("admin", "event_read", { limit: 20, cursor: more });
    expect(rest.next).toBe(page.next);
    expect(rest.events[0].id).not.toBe(page.events[0].id);
  });

  test("a plan comes in parts of its records, each once", async () => {
    const plan = await lab.inventory.plans.create({
      title: "long",
      steps: [{ operation: "devices.bulkUpdate", body: { filter: { tags: ["many"] }, set: { description: "x".repeat(500) } } }],
    });
    const shown: string[] = [];
    for (let cursor: string | undefined, parts = 0; parts < 50; parts += 1) {
      const args = { id: plan.id, ...(cursor === undefined ? {} : { cursor }) };
      const { record, cut, next_cursor: next } = await lab.call("admin", "plan_get", args);
      expect(JSON.stringify(record).length).toBeLessThanOrEqual(6_000);
      expect(record).toMatchObject({ title: "long", digest: plan.digest });
      const { length } = record.effects.records;
      expect(cut).toEqual(next === undefined ? undefined : [{ path: "record.effects.records", shown: length, of: 24 }]);
      shown.push(...record.effects.records.map(({ id }: Structured) => id));
      if (next === undefined) break;
      cursor = next;
    }
    expect(shown).toEqual(plan.effects.records.map(({ id }) => id));
  });

  test("a detection of conflicts has as many as it holds, and the number of all", async () => {
    for (const name of ["one", "two"])
      await lab.inventory.devices.create({ name, addresses: Array.from({ length: 30 }, (_, index) => ({ ip: `10.77.0.${index}` })) });
    const { record, cut, next_cursor: next } = await lab.call("admin", "conflict_detect", {});
    expect(next).toBeUndefined();
    expect(record.count).toBe(30);
    expect(record.conflicts.length).toBeLessThan(30);
    expect(cut).toEqual([{ path: "record.conflicts", shown: record.conflicts.length, of: 30 }]);
  });
});
