import { type OpenStorage, silentLogger } from "@cadastre/inventory-core";
import { coreModel } from "@cadastre/inventory-core/upkeep";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

async function rowsOf(storage: OpenStorage, sql: string): Promise<readonly unknown[]> {
  const pages: unknown[] = [];
  for await (const page of storage.pages(sql)) pages.push(...page);
  const within = await storage.write(async (transaction) => await transaction.get(sql));
  return [await storage.read.get(sql), within, ...pages];
}

async function opened(place: TestDatabase): Promise<OpenStorage> {
  return await place.storage().open({ models: [coreModel], clock: new FakeClock(), logger: silentLogger });
}

describe.each(DATABASES)("integers on %s", (dialect, openPlace) => {
  it("are numbers wherever they are read, of any width", async () => {
    await using place = await openPlace();
    const storage = await opened(place);
    try {
      const sql =
        "select count(*) as count, cast(4503599627370497 as bigint) as large, cast(7 as integer) as small from setting where name = ''";
      const row = { count: 0, large: 4_503_599_627_370_497, small: 7 };
      expect(await rowsOf(storage, sql)).toEqual([row, row, row]);
    } finally {
      await storage.close();
    }
  });

  it.runIf(dialect === "postgresql")("are texts where a number would not hold them exactly", async () => {
    await using place = await openPlace();
    const storage = await opened(place);
    try {
      const row = { large: "9007199254740993" };
      expect(await rowsOf(storage, "select cast(9007199254740993 as bigint) as large")).toEqual([row, row, row]);
    } finally {
      await storage.close();
    }
  });
});
