import { createInventory, type Inventory, STORAGE } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TAGGED_PER_STEP } from "../../src/devices/lists/tagged-devices.ts";
import { ROWS_PER_STEP as RECORDS_PER_STEP } from "../../src/search/record-search.ts";
import { MAX_SORTED, ROWS_PER_STEP } from "../../src/storage/searching/ordered-records.ts";
import { MATCHES_PER_STEP, NUMBERS_PER_STEP } from "../../src/storage/searching/text-matches.ts";
import { recordStatements, type RecordedStorage, type Statement } from "./recorded-storage.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const COUNT = 3000;

/** Names in no order, of both cases; some of them are the needle, some begin with it. */
const nameOf = (index: number): string => {
  const mixed = (index * 7919) % COUNT;
  if (mixed % 5 === 0) return mixed % 2 === 0 ? `Node-${mixed}` : `node-${mixed}`;
  return mixed % 400 === 1 ? "NODE" : `${mixed % 2 === 0 ? "a" : "B"}-node-${mixed}`;
};

const byName = (one: { name: string; id: string }, other: { name: string; id: string }): number => {
  const key = ({ name, id }: { name: string; id: string }): string => `${name}\u0000${id}`;
  return key(one) < key(other) ? -1 : 1;
};

/** FTS5 takes limits that are integers alone, and better-sqlite3 binds every number as a real. */
const BEGINS_WHERE_TOLD = /rowid between cast\(\? as integer\) and cast\(\? as integer\)/;

/** Whether a statement looks at a bounded number of rows, whatever is in the database. */
function isShort({ sql, params, rows }: Statement): boolean {
  if (rows > (/\bdoc\b/.test(sql) ? 50 : MATCHES_PER_STEP)) return false;
  if (/from (datacenter|space) t/.test(sql)) return sql.includes(`limit ${RECORDS_PER_STEP}`);
  if (/from address a/.test(sql)) return sql.includes(`limit ${ROWS_PER_STEP}`);
  if (/_search match/.test(sql)) {
    const [, first, last, limit] = params as readonly [string, number, number, number];
    return BEGINS_WHERE_TOLD.test(sql) && last - first < NUMBERS_PER_STEP && limit <= MATCHES_PER_STEP;
  }
  // What is put in order is bounded by an index and a limit, or by a list of numbers.
  return (
    !/order by/.test(sql) || /limit/.test(sql) || sql.startsWith("select space") || (params[0] as readonly number[]).length <= MAX_SORTED
  );
}

describe.each(DATABASES)("a search for what thousands match on %s", (storageName, openPlace) => {
  let place: TestDatabase;
  let recorded: RecordedStorage;
  let inventory: Inventory;
  let expected: string[];

  beforeAll(async () => {
    place = await openPlace();
    recorded = recordStatements(place.storage());
    inventory = await createInventory({ storage: recorded.storage, clock: new FakeClock() });
    const devices = Array.from({ length: COUNT }, (_, index) => ({
      name: nameOf(index),
      tags: ["every", index % 2 === 0 ? "half" : "other half", ...(index % 300 === 0 ? ["few"] : [])],
      addresses: [{ ip: `10.9.${index >> 8}.${index & 255}` }],
    }));
    for (let at = 0; at < COUNT; at += 600) await inventory.devices.createMany(devices.slice(at, at + 600));
    const all = await inventory.devices.list();
    const rankOf = ({ name }: { name: string }): number =>
      name.toLowerCase() === "node" ? 0 : name.toLowerCase().startsWith("node") ? 1 : 2;
    expected = all.toSorted((one, other) => rankOf(one) - rankOf(other) || byName(one, other)).map(({ id }) => id);
  });

  afterAll(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  const idsOf = async (found: PromiseLike<readonly { readonly id: string }[]>): Promise<string[]> => (await found).map(({ id }) => id);

  it("gives every match once: the exact name, names that begin so, the rest, each by name and id", async () => {
    expect(await idsOf(inventory.devices.search({ q: "node" }))).toEqual(expected);
    expect(await idsOf(inventory.devices.search({ q: "no" }))).toHaveLength(COUNT);
    const all = await inventory.devices.list();
    const beginning = all.filter(({ name }) => name.startsWith("B-node-"));
    expect(beginning.length).toBeGreaterThan(MAX_SORTED);
    const others = all.filter(({ name }) => !name.startsWith("B-node-"));
    const ids = (some: readonly { name: string; id: string }[]): string[] => some.toSorted(byName).map(({ id }) => id);
    expect(await idsOf(inventory.devices.search({ q: "b-N" }))).toEqual(ids(beginning));
    expect(await idsOf(inventory.devices.search({ q: "b" }))).toEqual(ids(beginning));
    expect(await idsOf(inventory.devices.search({ q: "10.9" }))).toEqual(ids([...beginning, ...others]));
    expect((await inventory.search.all({ q: "NODE" })).results.map(({ id }) => id)).toEqual(expected);
    expect((await inventory.search.all({ q: "node", limit: 9 })).results.map(({ id }) => id)).toEqual(expected.slice(0, 9));
    expect(new Set(await idsOf(inventory.devices.search({ q: "10.9.0.0/16" })))).toEqual(new Set(expected));
  });

  it("lists what many conditions let through by name, each once, and counts it", async () => {
    const all = (await inventory.devices.list()).toSorted(byName);
    const tagged = (...tags: string[]): string[] =>
      all.filter((device) => tags.every((tag) => device.tags.includes(tag))).map(({ id }) => id);
    for (const tags of [["every"], ["every", "half"], ["other half", "every"], ["half", "other half"], ["every", "few"], ["half", "few"]])
      expect(await idsOf(inventory.devices.list({ tags }))).toEqual(tagged(...tags));
    expect(tagged("every", "half")).toHaveLength(COUNT / 2);
    expect(await idsOf(inventory.devices.list({ space_id: "none" }))).toEqual(all.map(({ id }) => id));
    expect(await idsOf(inventory.devices.list({ tags: ["half"], status: "planned" }))).toEqual([]);
    expect(await inventory.devices.statusCounts()).toEqual({ planned: 0, active: COUNT, maintenance: 0, decommissioned: 0 });
  });

  it("lists by tags in the order of names after a device was renamed", async () => {
    const [device] = await inventory.devices.list({ tags: ["few"] });
    const { id, name } = device as { id: string; name: string };
    await inventory.devices.update(id, { name: "zz-renamed" });
    for (const tags of [["few"], ["every"], ["few", "every"]]) expect((await inventory.devices.list({ tags })).at(-1)?.id).toBe(id);
    await inventory.devices.update(id, { name });
  });

  it.runIf(storageName === "sqlite").each([
    { tags: ["every", "other half"], found: 20 },
    { tags: ["half", "other half"], found: 0 },
    { tags: ["every", "half"], status: "planned" as const, found: 0 },
  ])("reads few rows for the first of a list by %j", async ({ found, ...filter }) => {
    recorded.statements.length = 0;
    const ids: string[] = [];
    for await (const { id } of inventory.devices.list(filter)) if (ids.push(id) === found) break;
    expect(ids).toHaveLength(found);
    const walked = recorded.statements.filter(({ sql }) => /from device_tag|from device t/.test(sql) && !/ as doc\b/.test(sql));
    expect(walked.filter(({ rows }) => rows > TAGGED_PER_STEP)).toEqual([]);
    // Where there are none, no more than the rows of one tag are read, twice.
    expect(walked.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(found === 0 ? COUNT + 20 : TAGGED_PER_STEP + 20);
  });

  it("goes on after a device that was renamed or deleted meanwhile: found once, or not at all", async () => {
    const { id: moved } = await inventory.devices.create({ name: "zz-node-moved" });
    const { id: gone } = await inventory.devices.create({ name: "zz-node-gone" });
    const found: string[] = [];
    for await (const { id } of inventory.devices.search({ q: "node" })) {
      if (found.push(id) !== 1) continue;
      await inventory.devices.update(moved, { name: "A-node-moved" });
      await inventory.devices.delete(gone);
    }
    expect(found.filter((id) => id === moved)).toHaveLength(1);
    expect(new Set(found).size).toBe(found.length);
    expect(found).not.toContain(gone);
    await inventory.devices.delete(moved);
  });

  it.runIf(storageName === "sqlite")("makes no statement that looks at more than a step of rows", async () => {
    for (const q of ["node", "n", "b", "b-node", "10.9.0.0/16", "-9", "a-node-1", "nothing like it"]) {
      recorded.statements.length = 0;
      await inventory.search.all({ q });
      expect(recorded.statements.filter((statement) => !isShort(statement))).toEqual([]);
    }
  });

  it.runIf(storageName === "sqlite").each(["a-node-17", "B-Node-2999", "10.9.3.7", "10.9.11.5", "e-1000", "-node-77 "])(
    "asks for the few that match %s, whose characters many have, and reads no text of others",
    async (q) => {
      const needle = q.trim().toLowerCase();
      const matches = (await inventory.devices.list()).filter(
        ({ name, addresses }) => name.toLowerCase().includes(needle) || addresses.some(({ ip }) => ip.includes(needle)),
      );
      expect(matches.length).toBeLessThan(50);
      recorded.statements.length = 0;
      expect(new Set(await idsOf(inventory.devices.search({ q })))).toEqual(new Set(matches.map(({ id }) => id)));
      const ofTexts = recorded.statements.filter(({ sql }) => /search_text/.test(sql) && !/t\.name_key >= \? and/.test(sql));
      expect(ofTexts).toEqual([]);
      expect(recorded.statements.length).toBeLessThan(13);
      expect(recorded.statements.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(8 * matches.length + 4);
    },
  );

  it.each(["vv".repeat(125), "10.10.10.1", "ababab", "\u{1f600}".repeat(5)])(
    "finds a text that repeats itself in the texts that have it: %#",
    async (q) => {
      const texts = [q, q.slice(2), `${q.slice(2)} ${q.slice(0, -2)}`, `a${q}${q}b`];
      const ids: string[] = [];
      for (const description of texts) ids.push((await inventory.devices.create({ name: "repeated", description })).id);
      const found = texts.flatMap((text, index) => (text.includes(q) ? [ids[index]] : []));
      expect(new Set(await idsOf(inventory.devices.search({ q })))).toEqual(new Set(found));
      expect(found).toHaveLength(2);
      await inventory.devices.bulkDelete({ ids });
    },
  );

  it.runIf(storageName === "sqlite")("passes over the numbers of devices that are gone", async () => {
    await inventory.host.get(STORAGE).write(async (transaction) => {
      await transaction.run("update sqlite_sequence set seq = 50 * ? where name = 'device'", [NUMBERS_PER_STEP]);
    });
    const { id } = await inventory.devices.create({ name: "far-a-node-17" });
    recorded.statements.length = 0;
    expect(await idsOf(inventory.devices.search({ q: "far-a-node-17" }))).toEqual([id]);
    expect(recorded.statements.filter(({ sql }) => /_search match/.test(sql))).toHaveLength(2);
    await inventory.devices.delete(id);
  });

  it.runIf(storageName === "sqlite")("is verified by ranges of the text index that begin where they are told", async () => {
    recorded.statements.length = 0;
    expect((await inventory.verify()).count).toBe(0);
    const ofIndex = recorded.statements.filter(({ sql }) => /_search match/.test(sql));
    expect(ofIndex.length).toBeGreaterThan(5);
    expect(ofIndex.filter(({ sql }) => !BEGINS_WHERE_TOLD.test(sql))).toEqual([]);
  });

  it("asks nothing more once its caller has gone", async () => {
    for (const read of [
      (signal: AbortSignal) => inventory.devices.search({ q: "node" }, { signal }),
      (signal: AbortSignal) => inventory.devices.search({ q: "10.9.0.0/16" }, { signal }),
    ]) {
      const caller = new AbortController();
      let seen = 0;
      const reading = (async () => {
        for await (const _ of read(caller.signal)) {
          seen += 1;
          if (seen === 1) caller.abort(new Error("gone"));
        }
      })();
      await expect(reading).rejects.toThrow("gone");
      expect(seen).toBeLessThan(COUNT / 2);
      const asked = [recorded.statements.length, recorded.pages];
      await new Promise((resolve) => setImmediate(resolve));
      expect([recorded.statements.length, recorded.pages]).toEqual(asked);
    }
  });

  it.runIf(storageName === "sqlite")("stops while it is looking for matches, before the first is given", async () => {
    const caller = new AbortController();
    recorded.statements.length = 0;
    recorded.before = async (sql) => {
      if (/device_search match/.test(sql)) caller.abort(new Error("gone"));
      await Promise.resolve();
    };
    await expect(inventory.search.all({ q: "node" }, { signal: caller.signal })).rejects.toThrow("gone");
    recorded.before = undefined;
    expect(recorded.statements.filter(({ sql }) => /device_search match/.test(sql))).toHaveLength(1);
    expect(recorded.statements.at(-1)?.sql).toMatch(/device_search match/);
  });
});
