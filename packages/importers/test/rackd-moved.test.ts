import { createInventory } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { readImport } from "../src/index.ts";
import { NOW, RACKD_FILES, RACKD_TAKEN } from "./support/rackd-data.ts";
import { fileOf } from "./support/read.ts";
import { handedOut } from "./support/taken.ts";
import { DATABASES } from "../../../testing/storages.ts";

const files = Object.entries(RACKD_FILES).map(([name, records]) => fileOf(JSON.stringify(records), `${name}.json`));

describe.each(DATABASES)("rackd moved to %s", (_, database) => {
  it("leaves nothing free that was taken, and changes nothing the second time", async () => {
    await using place = await database();
    await using inventory = await createInventory({ storage: place.storage() });
    const plan = async () => await inventory.import.plan(readImport({ format: "rackd", source: { kind: "files", files }, now: NOW }));
    const first = await plan();
    // A reservation of a pool that is in no file.
    expect(first.at(-1)).toMatchObject({ counts: { conflict: 0, error: 1 } });
    await inventory.import.apply(first, { mode: "per_row" });
    expect((await plan()).at(-1)).toMatchObject({ counts: { create: 0, update: 0, conflict: 0, error: 1 } });
    expect(await handedOut(inventory, RACKD_TAKEN)).toEqual([]);
  });
});
