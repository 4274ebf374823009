import { createInventory, type Inventory, type OpenStorage, type Storage, type Transaction } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

/** Characters of texts in rows. */
const sizeOf = (rows: readonly object[]): number =>
  rows.reduce(
    (sum, row) => sum + Object.values(row).reduce((own: number, value) => own + (typeof value === "string" ? value.length : 0), 0),
    0,
  );

interface Weighed {
  readonly storage: Storage;
  /** Most characters that one statement, or one page of a list, has given or taken. */
  most: number;
}

function weighStatements(inner: Storage): Weighed {
  const weighed: Weighed = { storage: inner, most: 0 };
  const note = <Rows extends readonly object[]>(rows: Rows): Rows => {
    weighed.most = Math.max(weighed.most, sizeOf(rows));
    return rows;
  };
  const noting = <Target extends object>(target: Target, own: (name: string, method: (...args: never[]) => unknown) => unknown): Target =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name, object);
        if (typeof value !== "function") return own(String(name), value as never) ?? value;
        const method = value.bind(object) as (...args: never[]) => unknown;
        return own(String(name), method) ?? method;
      },
    });
  const queries = <Target extends object>(target: Target): Target =>
    noting(target, (name, method) => {
      if (name === "all") return async (...args: never[]) => note((await method(...args)) as object[]);
      if (name === "insert" || name === "update")
        return async (...args: never[]) => {
          note(args.at(-1) as unknown as object[]);
          return await method(...args);
        };
      return undefined;
    });
  const opened = (open: OpenStorage): OpenStorage =>
    noting(open, (name, method) => {
      if (name === "read") return queries(method);
      if (name === "pages")
        return async function* (...args: never[]) {
          for await (const page of method(...args) as AsyncIterable<object[]>) yield note(page);
        };
      if (name === "write")
        return async (work: (transaction: Transaction) => Promise<unknown>, ...rest: never[]) =>
          await method((async (transaction: Transaction) => await work(queries(transaction))) as never, ...rest);
      return undefined;
    });
  return Object.assign(weighed, {
    storage: { ...inner, open: async (options: Parameters<Storage["open"]>[0]) => opened(await inner.open(options)) },
  });
}

const DOMAIN = ["x", "y", "z"].map((letter) => letter.repeat(60)).join(".");
const domains = (count: number): string[] => Array.from({ length: count }, (_, index) => `d${index}.${DOMAIN}`);

/** Domains of devices: eight whose documents have about 160 KB each, one of 400 KB, and short ones among them. */
const COUNTS = Array.from({ length: 60 }, (_, index) => (index === 30 ? 2000 : index % 7 === 1 ? 800 : 1));
const LONGEST = 440_000;
const LONG = COUNTS.filter((count) => count > 1).length;

/** What one turn reads or writes, and one record that did not fit any more. */
const MOST = 256 * 1024 + LONGEST;

describe.each(DATABASES)("long records on %s", (_, openPlace) => {
  let place: TestDatabase;
  let weighed: Weighed;
  let inventory: Inventory;

  beforeAll(async () => {
    place = await openPlace();
    weighed = weighStatements(place.storage());
    inventory = await createInventory({ storage: weighed.storage, clock: new FakeClock() });
    for (const [index, count] of COUNTS.entries())
      await inventory.devices.create({ name: `long ${String(index).padStart(3, "0")}`, tags: ["long"], domains: domains(count) });
  });
  afterAll(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  /** Most characters of one statement while work is done. */
  const mostOf = async (work: () => Promise<unknown>): Promise<number> => {
    weighed.most = 0;
    await work();
    return weighed.most;
  };

  const READS: Readonly<Record<string, () => Promise<readonly object[]>>> = {
    "a list": async () => await inventory.devices.list(),
    "a page": async () => await inventory.devices.list({ limit: 60 }),
    "a page by time": async () => await inventory.devices.list({ limit: 60, sort: "updated_at" }),
    "a list by tag": async () => await inventory.devices.list({ tags: ["long"], status: "active" }),
    "a search": async () => await inventory.devices.search({ q: "long" }),
    "the audit log": async () => await inventory.audit.list(),
    "a page of the audit log": async () => await inventory.audit.list({ limit: 60 }),
  };
  it.each(Object.entries(READS))("%s reads them in parts of some hundred kilobytes", async (_name, read) => {
    let found: readonly object[] = [];
    expect(await mostOf(async () => (found = await read()))).toBeLessThan(MOST);
    expect(found).toHaveLength(COUNTS.length);
    const sizes = found.map((record) => JSON.stringify(record).length);
    expect(sizes.filter((size) => size > 100_000)).toHaveLength(LONG);
  });

  it("pages of events end after a megabyte, and none is left out", async () => {
    const sizes: number[] = [];
    const seen = new Set<string>();
    for (let after = "0-0"; ;) {
      const { events, next } = await inventory.events.read({ after, limit: 1000 });
      if (next === after) break;
      after = next;
      for (const { record_id: id } of events) seen.add(id);
      sizes.push(JSON.stringify(events).length);
    }
    expect(seen.size).toBe(COUNTS.length);
    expect(sizes).toHaveLength(2);
    expect(Math.max(...sizes)).toBeLessThan(1024 * 1024 + LONGEST);
  });

  it("a subscription and a stream get all of them", async () => {
    const cursors: string[] = [];
    const streamed = inventory.events.stream({ after: "0-0" });
    for await (const { cursor } of streamed) if (cursors.push(cursor) === COUNTS.length) break;
    expect(new Set(cursors).size).toBe(COUNTS.length);
  });

  it("a bulk update, its undo and a bulk deletion write them in parts", async () => {
    const { devices, audit, changes, plans } = inventory;
    const filter = { tags: ["long"] };
    // An audit row has a record before and after.
    expect(await mostOf(async () => await devices.bulkUpdate({ filter, add_tags: ["more"] }))).toBeLessThan(2 * MOST);
    const [{ change_id: id }] = (await audit.list({ limit: 1, action: "update" })) as unknown as [{ change_id: string }];
    expect(await mostOf(async () => await plans.apply((await changes.undo(id)).id))).toBeLessThan(2 * MOST);
    expect(await mostOf(async () => await devices.bulkDelete({ filter }))).toBeLessThan(MOST);
    expect(await devices.list()).toEqual([]);
  });

  it("networks around them, and the end of a conflict over their address, write them in parts", async () => {
    const { devices, networks, conflicts } = inventory;
    for (const [index, count] of COUNTS.entries())
      await devices.create({ name: `held ${index}`, domains: domains(count), addresses: [{ ip: `10.9.0.${index}` }, { ip: "10.8.0.1" }] });
    let id = "";
    const create = async (): Promise<void> => void ({ id } = await networks.create({ name: "around", subnet: "10.9.0.0/16" }));
    expect(await mostOf(create)).toBeLessThan(2 * MOST);
    expect(await mostOf(async () => await networks.delete(id))).toBeLessThan(2 * MOST);
    const [conflict] = await conflicts.list();
    expect(conflict?.device_ids).toHaveLength(COUNTS.length);
    const keep = { keep_device_id: conflict?.device_ids[0] ?? "" };
    expect(await mostOf(async () => await conflicts.resolve(conflict?.id ?? "", keep))).toBeLessThan(2 * MOST);
    expect(await conflicts.get(conflict?.id ?? "")).toMatchObject({ status: "resolved", device_ids: conflict?.device_ids });
    expect(await inventory.verify()).toMatchObject({ count: 0 });
  });

  it("a network around many conflicts of long names rewrites them in parts", async () => {
    const { devices, networks, conflicts } = inventory;
    const network = await networks.create({ name: "crowded", subnet: "10.7.0.0/16" });
    const addresses = Array.from({ length: 200 }, (_, index) => ({ ip: `10.7.0.${index}` }));
    for (let index = 0; index < 30; index += 1) await devices.create({ name: `${"n".repeat(200)}${index}`, addresses });
    expect(await mostOf(async () => await networks.update(network.id, { name: "renamed" }))).toBeLessThan(2 * MOST);
    const open = await conflicts.list({ status: "active" });
    expect(open).toHaveLength(addresses.length);
    expect(new Set(open.map(({ network_names: names }) => names.join()))).toEqual(new Set(["renamed"]));
    expect(JSON.stringify(open).length).toBeGreaterThan(2 * MOST);
  });
});
