import { glob, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createInventory, type Inventory, RELATIONSHIP_TYPES } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ONE_PARENT_TYPES, RELATIONSHIP_TYPE_NAMES } from "../../src/relationships/relationship-type.ts";
import { RULE_CONSTRAINTS } from "../../src/storage/rule-constraints.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));

describe.each(DATABASES)("each type of relationships on %s", (_, newPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;

  beforeEach(async () => {
    place = await newPlace();
    inventory = await createInventory({ storage: place.storage() });
  });
  afterEach(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  it.each(RELATIONSHIP_TYPES)("keeps its rules: $name", async ({ name: type, acyclic, oneParent, passive }) => {
    const devices = await Promise.all(["a", "b", "c"].map(async (name) => await inventory.devices.create({ name })));
    const [a = "", b = "", c = ""] = devices.map(({ id }) => id);
    await inventory.relationships.create(a, { child_id: b, type });
    await inventory.relationships.create(b, { child_id: c, type });

    const back = inventory.relationships.create(c, { child_id: a, type });
    expect(await outcomeOf(back)).toMatch(acyclic ? /^VALIDATION_ERROR .*c -> a -> b -> c/ : /^created$/);

    const second = inventory.relationships.create(a, { child_id: c, type });
    expect(await outcomeOf(second)).toMatch(
      oneParent === null ? /^created$/ : new RegExp(`^CONFLICT .*the child ${passive} another device`),
    );
  });
});

/** Whether it was created, or the code and message of the refusal. */
const outcomeOf = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => "created",
    (error: { readonly code: string; readonly message: string }) => `${error.code} ${error.message}`,
  );

describe("the types of relationships", () => {
  it("are held by the database where they admit one parent", () => {
    const held = RULE_CONSTRAINTS.filter(({ table }) => table === "relationship").map(({ statements }) => statements.sqlite.join());
    for (const type of ONE_PARENT_TYPES)
      expect(
        held.filter((statement) => statement.includes(`unique index`) && statement.includes(`type = '${type}'`)),
        type,
      ).toHaveLength(1);
  });

  it("are named once: sources read the row", async () => {
    const quoted = new RegExp(RELATIONSHIP_TYPE_NAMES.map((name) => `["'\`]${name}["'\`]`).join("|"));
    const named: string[] = [];
    for await (const file of glob(["packages/*/src/**/*.ts", "packages/web-ui/{page,formats}/**/*.{ts,vue}"], {
      cwd: ROOT,
      exclude: (path) => String(path).includes("node_modules"),
    })) {
      if (quoted.test(await readFile(`${ROOT}/${file}`, "utf8"))) named.push(file);
    }
    expect(named.toSorted()).toEqual([
      "packages/client/src/generated/api.ts",
      "packages/client/src/generated/relationship-types.ts",
      "packages/discovery-snmp/src/links/related-pairs.ts",
      "packages/importers/src/netbox/netbox-cables.ts",
      "packages/inventory-core/src/contract/generated/api.ts",
      "packages/inventory-core/src/relationships/relationship-type.ts",
      "packages/inventory-core/src/storage/rule-constraints.ts",
    ]);
  });
});
