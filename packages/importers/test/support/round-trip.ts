import { createInventory, type ImportRow, type Inventory, type PlanLine } from "@cadastre/inventory-core";
import { IMPORT_TYPES } from "@cadastre/inventory-core/exchange";
import fc from "fast-check";
import { expect } from "vitest";
import { readImport, writeExport } from "../../src/index.ts";
import { fileOf } from "./read.ts";
import { textOf } from "./records.ts";
import { build, contentOf, inventories, recordsIn } from "./twins.ts";
import type { DATABASES } from "../../../../testing/storages.ts";

/** A file and how it is read. */
export interface Exported {
  readonly format: "csv" | "json";
  readonly text: string;
  readonly options?: Readonly<Record<string, string>>;
}

async function exportsOf(inventory: Inventory, format: "csv" | "json"): Promise<readonly Exported[]> {
  const records = recordsIn(inventory);
  if (format === "json") return [{ format, text: await textOf(writeExport("json", "all", records)) }];
  return await Promise.all(
    IMPORT_TYPES.map(async (type) => ({ format, text: await textOf(writeExport("csv", type, records)), options: { type } })),
  );
}

export async function planOf(inventory: Inventory, { format, text, options = {} }: Exported): Promise<readonly PlanLine[]> {
  const items = readImport({ format, source: { kind: "files", files: [fileOf(text)] }, options });
  return await Array.fromAsync(inventory.import.plan(items as AsyncIterable<ImportRow>));
}

/** What becomes of the rows of a plan, and what is wrong with them. */
export const actionsOf = (plan: readonly PlanLine[]): readonly unknown[] =>
  plan.flatMap((line): readonly unknown[] => {
    if (line.kind === "problem") return [line.message];
    return line.kind === "step" ? [line.problems ?? line.action] : [];
  });

/** Checks that exports of random inventories change nothing in their inventory, and give the same records in an empty one. */
export async function checkRoundTrips(
  openPlace: (typeof DATABASES)[number][1],
  format: "csv" | "json",
  { seed, numRuns }: { readonly seed: number; readonly numRuns: number },
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(inventories, fc.constantFrom("whole" as const, "per_row" as const), async (planned, mode) => {
      await using here = await openPlace();
      await using there = await openPlace();
      await using source = await createInventory({ storage: here.storage() });
      await using target = await createInventory({ storage: there.storage() });
      await build(source, planned);
      const before = await contentOf(source);
      const files = await exportsOf(source, format);
      for (const file of files) {
        expect(actionsOf(await planOf(source, file)).filter((action) => action !== "unchanged")).toEqual([]);
        const plan = await planOf(target, file);
        expect(actionsOf(plan).filter((action) => action !== "create")).toEqual([]);
        expect(await target.import.apply(plan, { mode })).toMatchObject({ failed: 0, errors: [] });
      }
      expect(await contentOf(target)).toEqual(before);
      expect((await target.verify()).differences).toEqual([]);
      for (const file of files) expect(actionsOf(await planOf(target, file)).filter((action) => action !== "unchanged")).toEqual([]);
    }),
    { seed, numRuns },
  );
}
