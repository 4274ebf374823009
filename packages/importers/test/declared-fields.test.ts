import { createInventory, type ImportPlanLine, isInventoryError, KeyRing } from "@cadastre/inventory-core";
import { defineRecord, integer, name, objects, secret, text } from "@cadastre/inventory-core/records";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../testing/storages.ts";
import { readImport, writeExport } from "../src/index.ts";
import type { ExportRecords } from "../src/exports/export-records.ts";

const Panel = defineRecord({
  name: "panel",
  fields: { name: name(), ports: objects({ fields: { name: name(), speed_mbps: integer().optional(), note: text().optional() } }) },
});
const Account = defineRecord({ name: "account", fields: { name: name(), token: secret() } });

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let all = "";
  for await (const piece of pieces) all += piece;
  return all;
}

describe.each(DATABASES)("fields of declared kinds in exports on %s", (_, openPlace) => {
  it("lists of objects come back from CSV and JSON exports", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Panel] });
    await inventory.panels.create({
      name: "a",
      ports: [
        { name: "1; =x", note: 'in "the" wall' },
        { name: "2", speed_mbps: 10 },
      ],
    });
    await inventory.panels.create({ name: "b", ports: [] });
    const declared = [{ kind: Panel, records: () => inventory.panels.list() }];
    for (const format of ["csv", "json"]) {
      const file = await textOf(writeExport(format, "panel", {} as ExportRecords, { declared }));
      const items = readImport({
        format,
        source: {
          kind: "files",
          files: [
            {
              name: `file.${format}`,
              open: async function* () {
                yield Buffer.from(file);
              },
            },
          ],
        },
        options: { type: "panel" },
        kinds: [Panel],
      });
      const plan: ImportPlanLine[] = [];
      for await (const line of inventory.import.plan(items)) plan.push(line);
      expect(plan.flatMap((line) => (line.kind === "step" ? [line.action] : line.kind === "problem" ? [line.message] : []))).toEqual([
        "unchanged",
        "unchanged",
      ]);
    }
  });

  it("records with secrets are in no export", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({
      storage: place.storage(),
      records: [Account],
      keyRing: KeyRing.parse(KeyRing.generate()),
    });
    await inventory.accounts.create({ name: "a", token: "s3cret" });
    const declared = [{ kind: Account, records: () => inventory.accounts.list() }];
    const refusal = async (): Promise<string> => await textOf(writeExport("csv", "account", {} as ExportRecords, { declared }));
    await expect(Promise.resolve().then(refusal)).rejects.toSatisfy((error) => isInventoryError(error) && error.code === "INVALID_INPUT");
  });
});
