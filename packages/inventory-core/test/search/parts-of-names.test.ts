import { createInventory, STORAGE } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { describe, expect, it } from "vitest";
import { planOf } from "../../../../testing/plans.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import { defineRecord, name, text } from "../../src/records.ts";
import { scopeOf } from "../../src/records/access/record-scope.ts";
import { searchedRecords } from "../../src/records/texts/record-search.ts";
import { SYSTEM } from "../../src/contract/access/principal.ts";
import { foldText } from "../../src/storage/search-text.ts";

const Line = defineRecord({ name: "line", fields: { name: name(), carrier: text() }, search: ["carrier"] });
const Duct = defineRecord({ name: "duct", fields: { name: name() } });
const Cable = defineRecord({ name: "cable", fields: { label: text(), code: name() }, title: "label", search: ["code"] });

const NAMES = [
  "core-ring-1",
  "Core-Ring-2",
  "ring",
  "100% uptime",
  "100 uptime",
  "a_b_c",
  "axbxc",
  String.raw`back\slash`,
  'the "quoted" one',
  "Straße ÄÖÜ",
  "ΟΔΟΣ 12",
  "café",
  "cafe\u0301 two",
  "aaaaaaaaab",
  "AND OR NOT",
  "line\u{1F50C}plug",
  "triple   space",
];

const PARTS = [
  "ring",
  "RING",
  "core-ring",
  "-1",
  "1",
  "%",
  "100%",
  "0% up",
  "_",
  "a_b",
  "b_c",
  "\\",
  "k\\s",
  '"',
  '"quoted',
  "straße",
  "äöü",
  "ΟΔΟ",
  "οδοσ",
  "café",
  "cafe\u0301",
  "aaab",
  "aaaaaaaaaa",
  "AND",
  "or not",
  "\u{1F50C}pl",
  "\u{1F50C}",
  "   ",
  "e s",
  "nothing",
  "acme",
  "core-ring-1\ncarrier",
  "\u0002\u0002ri",
  " ring",
  "ring ",
];

describe.each(DATABASES)("a filter by a part of a name on %s", (_, openPlace) => {
  it("finds what has the part, in any case, as a comparison of the names does", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Line, Duct, Cable] });
    const { lines, ducts, cables } = inventory;
    for (const [at, called] of NAMES.entries()) {
      await lines.create({ name: called, carrier: at % 2 === 0 ? "Acme ring" : "nothing" });
      await ducts.create({ name: called });
      await cables.create({ label: `label ${at} ring`, code: called });
    }
    for (const part of PARTS) {
      const expected = NAMES.map((called) => called.normalize("NFC")).filter((called) => foldText(called).includes(foldText(part)));
      const found = {
        lines: (await lines.list({ name: part })).map((line) => line.name),
        ducts: (await ducts.list({ name: part })).map((duct) => duct.name),
        cables: (await cables.list({ code: part })).map((cable) => cable.code),
      };
      for (const [kind, names] of Object.entries(found))
        expect([kind, part, names.map((called) => called.normalize("NFC")).toSorted()]).toEqual([kind, part, expected.toSorted()]);
    }
  });

  it("finds each of more records than are named one by one, in pages and counted", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Line] });
    const { lines } = inventory;
    const count = 1100;
    for (let from = 0; from < count; from += 50) {
      const some = Array.from({ length: 50 }, (__, at) => from + at);
      await Promise.all(some.map(async (at) => await lines.create({ name: `n-${at}`, carrier: at === 7 ? "rare" : "common" })));
    }
    const numbered = await lines.list({ name: "n-10" });
    expect(numbered.length).toBe(Array.from({ length: count }, (__, at) => `n-${at}`).filter((called) => called.includes("n-10")).length);
    expect(await lines.list({ name: "common" })).toEqual([]);
    const page = await lines.list({ name: "n-1", limit: 3, count: true }).page();
    expect([page.items.map((line) => line.name), page.count]).toEqual([["n-1", "n-10", "n-100"], 211]);
    expect(await lines.bulkDelete({ filter: { name: "n-109" } })).toEqual({ matched: 11, changed: 11 });
    expect(await lines.list({ name: "n-109" })).toEqual([]);
  });

  it("reads the names of records alone in whose texts the index finds the part", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Line] });
    const { id } = await inventory.lines.create({ name: "ring", carrier: "x" });
    await inventory.host.get(STORAGE).write(async (transaction) => {
      await transaction.run("update record_text set search_text = 'other' where id = ?", [id]);
    });
    expect([(await inventory.lines.list({ name: "ring" })).length, (await inventory.lines.list({ name: "ri" })).length]).toEqual([0, 1]);
    expect((await inventory.rebuild()).count).toBeGreaterThan(0);
    expect((await inventory.lines.list({ name: "ring" })).map((line) => line.id)).toEqual([id]);
  });
});

it("records of a kind are looked up by their numbers on SQLite, and not among all of the kind", async () => {
  await using inventory = await createInventory({ storage: sqlite(":memory:"), records: [Line] });
  const { byNumber } = searchedRecords(Line, "ring", scopeOf(SYSTEM)).documents;
  const plan = await planOf(inventory.host.get(STORAGE), `select seq from ${byNumber} where seq = any(?) order by name, id`, [[1]]);
  expect(plan.split("\n")).toContain("SEARCH record_text USING INTEGER PRIMARY KEY (rowid=?)");
});
