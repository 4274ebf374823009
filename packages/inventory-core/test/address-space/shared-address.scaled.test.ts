import { createInventory, type Storage } from "@cadastre/inventory-core";
import Database from "libsql";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sessionStorage } from "../../src/storage/sessions/session-storage.ts";
import type { Session } from "../../src/storage/sessions/session.ts";
import { addHolders, growthOf, HOLDERS, IP, MAX_EXPONENT } from "./address-holders.ts";

// Counts virtual machine steps: SQLite reports them for each prepared statement in the table `sqlite_stmt`, which libSQL has.

class StepCounter {
  readonly #byStatement = new Map<string, number>();
  #next = 0;

  count(database: Database.Database, sql: string, run: (marked: string) => void): void {
    const mark = `/* ${(this.#next += 1)} */`;
    run(`${sql} ${mark}`);
    const row = database.prepare("select nstep from sqlite_stmt where sql like ?").get(`%${mark}`) as { nstep: number } | undefined;
    this.#byStatement.set(sql, (this.#byStatement.get(sql) ?? 0) + (row?.nstep ?? 0));
  }

  take(): ReadonlyMap<string, number> {
    const taken = new Map(this.#byStatement);
    this.#byStatement.clear();
    return taken;
  }
}

function countedSession(database: Database.Database, steps: StepCounter): Session {
  return {
    async query(sql, params) {
      if (sql.startsWith("begin")) return (database.exec(sql), { rows: [], changes: 0 });
      let result = { rows: [] as object[], changes: 0 };
      steps.count(database, sql, (marked) => {
        const statement = database.prepare(marked);
        result = statement.reader
          ? { rows: statement.all(...params) as object[], changes: 0 }
          : { rows: [], changes: statement.run(...params).changes };
      });
      return result;
    },
    rows: (sql, params) => database.prepare(sql).iterate(...params) as IterableIterator<object>,
    close: () => void database.close(),
  };
}

function countedStorage(file: string, steps: StepCounter): Storage {
  return sessionStorage({
    name: "counted",
    dialect: "sqlite",
    capabilities: { severalProcesses: true, durable: false },
    connect: (purpose) => countedSession(new Database(file, { readonly: purpose !== "write", timeout: 0 }), steps),
  });
}

type Work = Readonly<Record<"rename" | "delete" | "take", ReadonlyMap<string, number>>>;

async function workFor(holders: number): Promise<Work> {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-steps-"));
  const steps = new StepCounter();
  const inventory = await createInventory({ storage: countedStorage(join(folder, "inventory.db"), steps) });
  try {
    const [first, second] = await addHolders(inventory, holders);
    steps.take();
    await inventory.devices.update(first.id, { name: "renamed" });
    const rename = steps.take();
    await inventory.devices.delete(second.id);
    const deletion = steps.take();
    await inventory.devices.create({ name: "late", addresses: [{ ip: IP }] });
    return { rename, delete: deletion, take: steps.take() };
  } finally {
    await inventory.close();
    await rm(folder, { recursive: true });
  }
}

const totalOf = (work: ReadonlyMap<string, number>): number => [...work.values()].reduce((sum, count) => sum + count, 0);

describe("an address that many devices hold", () => {
  it("costs each write of one holder work that is linear in the number of holders", async () => {
    const works: Work[] = [];
    for (const holders of HOLDERS) works.push(await workFor(holders));
    for (const write of ["rename", "delete", "take"] as const) {
      const [few, ...more] = works.map((work) => work[write]) as [ReadonlyMap<string, number>, ...ReadonlyMap<string, number>[]];
      for (const [index, work] of more.entries()) {
        const growth = growthOf(totalOf(few), totalOf(work), index + 1);
        const worst = [...work].toSorted((a, b) => b[1] - a[1]).slice(0, 3);
        expect(growth, `${write} with ${HOLDERS[index + 1]} holders: ${JSON.stringify(worst)}`).toBeLessThan(MAX_EXPONENT);
      }
    }
  });
});
