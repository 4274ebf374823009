import {
  addedFields,
  Conflict,
  DocumentType,
  newDocumentVersion,
  type OpenStorage,
  type Queries,
  silentLogger,
  type StoredDocuments,
  type StoredModel,
} from "@cadastre/inventory-core";
import { coreModel } from "@cadastre/inventory-core/upkeep";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { DocumentUpkeep } from "../../src/storage/document-upkeep.ts";
import { analyze, planOf } from "../../../../testing/plans.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const Cable = z.object({ a: z.string(), b: z.string(), label: z.string(), length_cm: z.int(), count: z.int() });
const First = z.object({ a: z.string(), b: z.string(), length: z.int(), count: z.int() });

const steps = [
  ({ length, ...fields }: Readonly<Record<string, unknown>>) =>
    length === undefined ? fields : { ...fields, length_cm: Number(length) * 100 },
  addedFields({ label: "" }),
];
const type = (rows?: Readonly<Record<string, object>>) =>
  new DocumentType({
    table: "cable",
    schema: Cable,
    steps,
    key: ["a", "b"],
    ...(rows === undefined ? {} : { fromRows: async () => new Map(Object.entries(rows)) as never }),
  });
const first = new DocumentType({ table: "cable", schema: First, steps: [], key: ["a", "b"] });

const old = first.write({ a: "x", b: "y", length: 3, count: 7 });
const now = { a: "x", b: "y", label: "", length_cm: 300, count: 7 };
const noQueries = {} as Queries;

describe("documents with versions", () => {
  it("are stored, in the first version, as they are answered", () => {
    expect(old).toBe('{"a":"x","b":"y","length":3,"count":7}');
    expect(first.text(old)).toBe(old);
    expect(first.isOutdated(old)).toBe(false);
  });

  it("are brought up by every step after their version, in the order of the schema", () => {
    expect(type().version).toBe(3);
    expect(type().text(old)).toBe(JSON.stringify(now));
    const second = '{"a":"x","b":"y","length_cm":5,"count":7,"$version":2}';
    expect(type().read(second)).toEqual({ ...now, length_cm: 5 });
  });

  it("are answered without their version, and parse as JSON with it", () => {
    const stored = type().write(now);
    expect(JSON.parse(stored)).toEqual({ ...now, $version: 3 });
    expect(type().text(stored)).toBe(JSON.stringify(now));
    expect(type().isOutdated(stored)).toBe(false);
  });

  it("of a newer program keep what it added, and are not judged", () => {
    const stored = type().write(now);
    expect(first.text(stored)).toBe(JSON.stringify(now));
    expect(first.isOutdated(stored)).toBe(false);
    const row = { a: "x", b: "y", length: 3, count: 7 };
    expect(first.comparable(stored, row)).toBe(first.write(row));
  });

  it("end with a number of their own, and not with a version", () => {
    const text = '{"a":"x","count":7}';
    expect(first.text(text)).toBe(text);
    const member = JSON.stringify({ a: ',"$version":9}', count: 9 });
    expect(first.text(member)).toBe(member);
  });

  it("take from the row what steps add or change, and nothing else", async () => {
    const withId = new DocumentType({
      table: "t",
      schema: z.object({ id: z.string(), name: z.string(), note: z.string() }),
      steps: [addedFields({ note: "" })],
      fromRows: async () => new Map([["1", { id: "1", name: "of the row", note: "kept" }]]),
    });
    const stored = '{"id":"1","name":"of the document"}';
    expect(await withId.current(noQueries, stored)).toBe('{"id":"1","name":"of the document","note":"kept"}');
    expect(await withId.current(noQueries, '{"id":"2","name":"gone"}')).toBe('{"id":"2","name":"gone","note":""}');
    expect(withId.comparable(stored, { id: "1", name: "of the row", note: "kept" })).not.toBe(
      withId.write({ id: "1", name: "of the row", note: "kept" }),
    );
  });

  it("ask the database nothing while all are of this version", async () => {
    const fromRows = vi.fn<() => Promise<ReadonlyMap<string, Record<string, unknown>>>>(async () => new Map());
    const counted = new DocumentType({ table: "cable", schema: Cable, steps, fromRows });
    await counted.currentAll(noQueries, [counted.write(now), counted.write(now)]);
    expect(fromRows).not.toHaveBeenCalled();
  });

  it("that are no JSON text are given as they are", async () => {
    expect(type().text("{")).toBe("{");
    expect(await type().rewritten(noQueries, ["{", old])).toEqual(new Map([[old, type().write(now)]]));
  });

  it("of the core have an id or name their key, and fields that a version cannot be taken for", () => {
    for (const { table, key } of coreModel.documents ?? []) expect([table, key.length > 0]).toEqual([table, true]);
    expect(Object.keys(Conflict.shape).some((field) => field.startsWith("$"))).toBe(false);
  });
});

const model: StoredModel = {
  entities: [],
  migrations: Object.fromEntries(
    (["sqlite", "postgresql"] as const).map((dialect) => [
      dialect,
      [
        {
          name: "cables/0001-cables",
          statements: ["create table cable (a text not null, b text not null, doc text not null, primary key (a, b))"],
        },
        { name: "cables/0002-labels", statements: newDocumentVersion("cable", 3, ["a", "b"]) },
      ],
    ]),
  ) as unknown as StoredModel["migrations"],
};

describe.each(DATABASES)("outdated documents on %s", (dialect, openPlace) => {
  const upkeepOf = async (storage: OpenStorage, types: readonly StoredDocuments[]) => {
    const clock = new FakeClock();
    const told: string[] = [];
    const tell = (message: string, fields: object = {}): void => void told.push(`${message} ${JSON.stringify(fields)}`);
    const upkeep = new DocumentUpkeep(storage, clock, { ...silentLogger, info: tell, warn: tell });
    upkeep.start(types);
    return { clock, told, upkeep, [Symbol.asyncDispose]: async () => await upkeep.stop() };
  };
  const docs = async (storage: OpenStorage): Promise<string[]> =>
    (await storage.read.all<{ doc: string }>("select doc from cable order by a, b")).map(({ doc }) => doc);

  it("are rewritten in slices, but for what cannot be read", async () => {
    await using place = await openPlace();
    const storage = await place.storage().open({ models: [coreModel, model], clock: new FakeClock(), logger: silentLogger });
    try {
      const rows = Array.from({ length: 250 }, (_, index) => ({
        a: `${index % 5}`,
        b: String(index).padStart(3, "0"),
        length: index,
        count: 1,
      }));
      await storage.write(async (transaction) => {
        await transaction.insert(
          "cable",
          ["a", "b", "doc"],
          rows.map((row) => [row.a, row.b, row.b === "100" ? "{" : first.write(row)]),
        );
      });
      await using lab = await upkeepOf(storage, [type(), first]);
      await lab.clock.advance(60_000);
      await vi.waitFor(() => expect(lab.told).toHaveLength(1));
      expect(lab.told).toEqual(['documents were rewritten in the version of this program {"table":"cable","version":3,"count":249}']);
      const all = await docs(storage);
      expect(all.filter((doc) => doc === "{")).toHaveLength(1);
      expect(all.filter((doc) => doc.endsWith(',"$version":3}'))).toHaveLength(249);
      expect(await storage.read.get<{ doc: string }>("select doc from cable where a = '2' and b = '007'")).toEqual({
        doc: type().write({ a: "2", b: "007", label: "", length_cm: 700, count: 1 }),
      });
    } finally {
      await storage.close();
    }
  });

  it("are left to a newer program that is at work", async () => {
    await using place = await openPlace();
    const storage = await place.storage().open({ models: [coreModel, model], clock: new FakeClock(), logger: silentLogger });
    try {
      const newer = JSON.stringify({ ...now, $version: 4 });
      await storage.write(async (transaction) => {
        await transaction.insert(
          "cable",
          ["a", "b", "doc"],
          [
            ["a", "1", newer],
            ["a", "2", old],
          ],
        );
      });
      await using lab = await upkeepOf(storage, [type()]);
      await lab.clock.advance(60_000);
      await lab.upkeep.stop();
      expect(await docs(storage)).toEqual([newer, old]);
    } finally {
      await storage.close();
    }
  });

  it("are found by an index, which is empty when there are none", async () => {
    await using place = await openPlace();
    const storage = await place.storage().open({ models: [coreModel, model], clock: new FakeClock(), logger: silentLogger });
    try {
      await storage.write(async (transaction) => {
        await transaction.insert(
          "cable",
          ["a", "b", "doc"],
          Array.from({ length: 500 }, (_, index) => ["a", String(index), type().write(now)]),
        );
      });
      await analyze(storage, "cable");
      const asked: string[] = [];
      const watched: OpenStorage = Object.create(storage, {
        read: {
          value: { ...storage.read, all: async (sql: string, params: never) => (asked.push(sql), await storage.read.all(sql, params)) },
        },
      }) as OpenStorage;
      await using lab = await upkeepOf(watched, [type()]);
      await lab.clock.advance(60_000);
      await vi.waitFor(() => expect(asked).toHaveLength(1));
      expect(await planOf(storage, asked[0] ?? "")).toContain("cable_outdated");
    } finally {
      await storage.close();
    }
  });
});
