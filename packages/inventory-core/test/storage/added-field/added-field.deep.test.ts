import { createInventory } from "@cadastre/inventory-core";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADDED_FIELD } from "./patch.ts";
import { DATABASES } from "../../../../../testing/storages.ts";

const PACKAGE = fileURLToPath(new URL("../../../", import.meta.url));
const NEWER = fileURLToPath(new URL("newer-program.ts", import.meta.url));

let copy = "";

/** Sources of the core as they are once somebody gave devices a serial number. */
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "cadastre-added-field-"));
  for (const name of ["src", "package.json"]) await cp(join(PACKAGE, name), join(copy, name), { recursive: true });
  await symlink(join(PACKAGE, "node_modules"), join(copy, "node_modules"));
  for (const [file, changes] of Object.entries(ADDED_FIELD)) {
    const path = join(copy, "src", file);
    let text = await readFile(path, "utf8");
    for (const [from, to] of changes) {
      if (text.split(from).length !== 2) throw new Error(`${file} has this not once: ${from}`);
      text = text.replace(from, () => to);
    }
    await writeFile(path, text);
  }
});

afterAll(async () => await rm(copy, { recursive: true }));

it("takes three files of the core to give a record a field", () => {
  expect(Object.keys(ADDED_FIELD)).toHaveLength(3);
});

describe.each(DATABASES)("a field that devices have since, on %s", (dialect, openPlace) => {
  it("is in what earlier versions wrote, before and after it is rewritten", async () => {
    await using place = await openPlace();
    {
      await using earlier = await createInventory({ storage: place.storage() });
      const { id } = await earlier.datacenters.create({ name: "Graz" });
      await earlier.networks.create({ name: "n", subnet: "10.0.0.0/16", datacenter_id: id });
      await earlier.devices.createMany(
        Array.from({ length: 240 }, (_, index) => ({
          name: `device-${String(index).padStart(3, "0")}`,
          location: "Row 7",
          datacenter_id: id,
          tags: index % 2 === 0 ? ["tagged"] : [],
          domains: [`d${index}.example`],
          addresses: [{ ip: `10.0.0.${index + 1}` }],
        })),
      );
    }
    await promisify(execFile)(process.execPath, [NEWER, join(copy, "src"), dialect, place.url]);
  });
});
