import { createInventory, type Inventory, STORAGE } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { type Plant, PLANTS } from "./plants.ts";
import { buildScene } from "./scene.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import { atDepth } from "../../../../testing/depth.ts";

// A large inventory takes several slices.
const SIZES = atDepth({ few: ["small"] as const, many: ["large"] as const });

const CASES = DATABASES.flatMap(([dialect, open]) => SIZES.map((size) => ({ dialect, size, open })));

describe.each(CASES)("on $dialect, in a $size inventory", ({ dialect, size, open }) => {
  let inventory: Inventory;
  let database: TestDatabase;

  beforeAll(async () => {
    database = await open();
    inventory = await createInventory({ storage: database.storage() });
    await buildScene(inventory, size);
  });
  afterAll(async () => {
    await inventory.close();
    await database[Symbol.asyncDispose]();
  });

  const plant = async ({ sql }: Plant): Promise<void> =>
    await inventory.host.get(STORAGE).write(async (transaction) => {
      let rows = 0;
      for (const statement of sql) rows += await transaction.run(statement);
      expect(rows, "rows that were planted").toBeGreaterThanOrEqual(sql.length);
    });

  it("finds nothing where nothing was planted, and says what it looked at", async () => {
    const { checked, differences, count } = await inventory.verify();
    expect(differences).toEqual([]);
    expect(count).toBe(0);
    for (const [check, rows] of Object.entries(checked)) expect(rows, check).toBeGreaterThan(0);
  });

  it.each(PLANTS[size].filter(({ only }) => only === undefined || only === dialect))("finds and mends $title", async (planted) => {
    await plant(planted);
    const { differences, count } = await inventory.verify();
    const found = differences.map(({ check, table, column }) => `${check} ${table}.${column}`);
    const { differences: expected, isMany = false } = planted;
    expect((isMany ? [...new Set(found)] : found).toSorted()).toEqual(expected.toSorted());
    expect(isMany ? Math.min(count, 1000) : count).toBe(found.length);
    // What it leaves, the next one finds, which expects its own and nothing else.
    expect((await inventory.rebuild()).count).toBeGreaterThan(0);
  });

  it("has mended all of it", async () => {
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("leaves one audit row of a rebuild that is interrupted after any slice", async () => {
    const audits = async (): Promise<number> =>
      Number(
        (await inventory.host.get(STORAGE).read.get<{ rows: number }>("select count(*) as rows from audit where action = 'rebuild'"))?.rows,
      );
    let all = 0;
    await inventory.rebuild({ onProgress: () => void (all += 1) });
    const interruptedAfter = async (slices: number): Promise<number> => {
      const stop = new AbortController();
      let passed = 0;
      const onProgress = (): void => void ((passed += 1) === slices && stop.abort(new Error("interrupted")));
      const [result] = await Promise.allSettled([inventory.rebuild({ signal: stop.signal, onProgress })]);
      // After the last slice nothing is left to interrupt.
      expect(result).toMatchObject(passed === all ? { status: "fulfilled" } : { status: "rejected", reason: stop.signal.reason });
      return passed;
    };
    for (const slices of [1, Math.ceil(all / 2), all]) {
      const before = await audits();
      expect(await interruptedAfter(slices)).toBe(slices);
      expect(await audits()).toBe(before + 1);
    }
  });

  it("keeps a document of a later version when it mends another column of its row", async () => {
    const storage = inventory.host.get(STORAGE);
    const run = async (sql: string): Promise<number> => await storage.write(async (transaction) => await transaction.run(sql));
    const document = async (): Promise<unknown> => await storage.read.get("select doc from discovery_rule");
    const ends = [`,"$version":2}`, `,"later":7,"$version":9}`];
    const replaced = ([from, to]: readonly string[]): string => `update discovery_rule set doc = replace(doc, '${from}', '${to}')`;
    const before = await document();
    await run(replaced(ends));
    await run("update discovery_rule set due_at = '2020-01-01T00:00:00.000Z'");
    const later = await document();
    expect(later).not.toEqual(before);
    expect((await inventory.rebuild()).count).toBe(1);
    expect(await document()).toEqual(later);
    await run(replaced(ends.toReversed()));
    expect(await document()).toEqual(before);
  });

  // Nobody plants what follows: it is asked of an inventory of several slices.
  if (size === "small") return;

  it("raises no false alarm while others write", async () => {
    const stop = new AbortController();
    const writers = Promise.all(
      [0, 1].map(async (writer) => {
        for (let number = 0; !stop.signal.aborted; number += 1) {
          const { id } = await inventory.devices.create({
            name: `Busy ${writer}`,
            tags: ["busy"],
            addresses: [{ ip: `10.9.${writer}.${number % 200}` }, { ip: "10.9.0.250" }],
          });
          await inventory.devices.update(id, {
            name: `Busier ${writer}`,
            tags: [],
            addresses: [{ ip: `10.9.${writer}.${(number + 7) % 200}` }],
          });
          const network = await inventory.networks.create({ name: "Passing", subnet: `10.9.${writer}.0/25` });
          await inventory.networks.delete(network.id);
          await inventory.devices.delete(id);
        }
      }),
    );
    try {
      for (let times = 0; times < 5; times += 1) expect((await inventory.verify()).differences).toEqual([]);
    } finally {
      stop.abort();
      await writers;
    }
  });

  it("mends beside others that write", async () => {
    for (const one of PLANTS.large) await plant(one).catch(() => undefined);
    const writing = Promise.all(
      Array.from(
        { length: 20 },
        async (_, index) => await inventory.devices.create({ name: `Late ${index}`, addresses: [{ ip: `10.9.2.${index}` }] }),
      ),
    );
    await inventory.rebuild();
    await writing;
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("leaves one audit row of a rebuild, and no event", async () => {
    const storage = inventory.host.get(STORAGE);
    const rows = async (table: string): Promise<number> =>
      Number((await storage.read.get<{ rows: number | string }>(`select count(*) as rows from ${table}`))?.rows);
    const [audits, events] = [await rows("audit"), await rows("event")];
    await storage.write(async (transaction) => await transaction.run("update device set doc = 'damaged' where name = 'ab'"));
    const { mended } = await inventory.rebuild();
    expect(mended).toMatchObject({ devices: 1, networks: 0 });
    expect([await rows("audit"), await rows("event")]).toEqual([audits + 1, events]);
    const last = await storage.read.get<{ action: string; changes: string }>("select action, changes from audit order by seq desc limit 1");
    expect(last).toMatchObject({ action: "rebuild", changes: expect.stringContaining('"devices":1') });
  });

  it("lists the first thousand differences and counts all", async () => {
    const storage = inventory.host.get(STORAGE);
    await storage.write(async (transaction) => await transaction.run("update address set ip_key = '4ffffffff' where ip like '10.0.%'"));
    const { differences, count } = await inventory.verify();
    expect(differences).toHaveLength(1000);
    expect(count).toBeGreaterThan(1100);
    await inventory.rebuild();
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("tells how far it is", async () => {
    for (const work of ["verify", "rebuild"] as const) {
      const told: { check: string; number: number; of: number; rows: number }[] = [];
      await inventory[work]({ onProgress: (progress) => void told.push(progress) });
      const last = told.at(-1);
      expect(last?.number).toBe(last?.of);
      expect(told.map(({ number }) => number)).toEqual(told.map(({ number }) => number).toSorted((a, b) => a - b));
      expect(told.filter(({ check }) => check === "addresses").length).toBeGreaterThan(1);
      const { checked } = await inventory.verify();
      expect(told.findLast(({ check }) => check === "addresses")?.rows).toBe(checked["addresses"]);
    }
  });

  /** Interrupts some work again and again, each time after a few more slices, until it comes to its end. */
  const interrupted = async <T>(
    work: (signal: AbortSignal, onProgress: () => void) => Promise<T>,
  ): Promise<{ result: T; ends: number }> => {
    for (let ends = 0; ; ends += 1) {
      const stop = new AbortController();
      let slices = 0;
      const onProgress = (): void => void ((slices += 1) === 5 && stop.abort(new Error("interrupted")));
      try {
        return { result: await work(stop.signal, onProgress), ends };
      } catch (error) {
        expect(error).toBe(stop.signal.reason);
      }
    }
  };

  it("goes on where it was interrupted, with the same result", async () => {
    const storage = inventory.host.get(STORAGE);
    await storage.write(async (transaction) => await transaction.run("update address set ip_key = '4ffffffff' where ip like '10.0.%'"));
    const whole = await inventory.verify();
    const verified = await interrupted((signal, onProgress) => inventory.verify({ signal, onProgress, resume: true }));
    expect(verified.result).toEqual(whole);
    expect(verified.ends).toBeGreaterThan(3);
    const mended = await interrupted((signal, onProgress) => inventory.rebuild({ signal, onProgress, resume: true }));
    expect(mended.ends).toBeGreaterThan(3);
    expect(mended.result.count).toBeGreaterThan(1000);
    expect(Object.values(mended.result.mended).reduce((sum, times) => sum + times, 0)).toBe(mended.result.count);
    expect((await inventory.verify()).differences).toEqual([]);
    // Neither leaves anything behind: the next one looks at everything.
    expect(await storage.read.all("select name from setting where name like '%.place'")).toEqual([]);
    expect(await inventory.verify({ resume: true })).toEqual(await inventory.verify());
  });

  it("looks at the rest only, and at everything when it has other checks than the program that was interrupted", async () => {
    const storage = inventory.host.get(STORAGE);
    const place = async (): Promise<string | undefined> =>
      (await storage.read.get<{ value: string }>("select value from setting where name = 'verify.place'"))?.value;
    let told = 0;
    const whole = await inventory.verify({ resume: true, onProgress: () => void (told += 1) });
    const stop = new AbortController();
    let slices = 0;
    const onProgress = (): void => void ((slices += 1) === 30 && stop.abort(new Error("killed")));
    await expect(inventory.verify({ signal: stop.signal, onProgress, resume: true })).rejects.toThrow("killed");
    const kept = await place();
    expect(kept).toBeDefined();
    let again = 0;
    expect(await inventory.verify({ resume: true, onProgress: () => void (again += 1) })).toEqual(whole);
    expect(again).toBe(told - 30);
    expect(await place()).toBeUndefined();
    // A program that has other checks begins anew.
    const other = JSON.stringify({ ...(JSON.parse(kept as string) as object), checks: "others" });
    await storage.write(
      async (transaction) => await transaction.run("insert into setting (name, value) values ('verify.place', ?)", [other]),
    );
    again = 0;
    expect(await inventory.verify({ resume: true, onProgress: () => void (again += 1) })).toEqual(whole);
    expect(again).toBe(told);
  });

  it.runIf(dialect === "sqlite")("goes on with the files of the database when it was interrupted there", async () => {
    const stop = new AbortController();
    const last = ({ number, of }: { readonly number: number; readonly of: number }): void =>
      number === of ? stop.abort(new Error("killed")) : undefined;
    await expect(inventory.verify({ signal: stop.signal, onProgress: last, resume: true })).rejects.toThrow("killed");
    const again: string[] = [];
    const result = await inventory.verify({ resume: true, onProgress: ({ check }) => void again.push(check) });
    expect(again).toEqual([]);
    expect(result).toEqual(await inventory.verify());
  });

  it("stops when it is told to", async () => {
    const reason = new Error("enough");
    await expect(inventory.verify({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(inventory.rebuild({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
