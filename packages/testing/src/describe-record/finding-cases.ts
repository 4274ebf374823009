import assert from "node:assert/strict";
import type { ImportPlanLine, ImportRow, Inventory } from "@cadastre/inventory-core";
import type { RecordKind } from "@cadastre/inventory-core/records";
import type { RecordCase, RecordLab, RecordValues, SuiteRecord } from "./record-lab.ts";

const group = "finding and exchange";

/** The whole title of a record, as a text. */
const titleOf = ({ title }: RecordKind, record: RecordValues): string => String(record[title]);

async function planOf(
  { import: imports }: Inventory,
  rows: Parameters<Inventory["import"]["plan"]>[0],
): Promise<readonly ImportPlanLine[]> {
  const lines: ImportPlanLine[] = [];
  for await (const line of imports.plan(rows)) lines.push(line);
  return lines;
}

/** What a plan says of each row. */
const saidOf = (plan: readonly ImportPlanLine[]): readonly string[] =>
  plan.flatMap((line) => {
    if (line.kind === "problem") return [`${line.severity}: ${line.field} ${line.message}`];
    if (line.kind !== "step") return [];
    return [[line.action, ...(line.problems ?? []).map(({ field, message }) => `${field} ${message}`)].join(": ")];
  });

/** The row of an import that says what a sample says. References are ids. */
function rowOf({ name, fields }: RecordKind, sample: RecordValues, index: number): ImportRow {
  const set = Object.entries(sample).map(([field, value]) => {
    const to = fields.find((one) => one.name === field)?.facts.to;
    if (to === undefined) return [field, value];
    const leads = (id: unknown): unknown => (id === null || id === undefined ? id : { id });
    return [field.replace(/_ids?$/, ""), Array.isArray(value) ? value.map(leads) : leads(value)];
  });
  return { at: { line: index + 1 }, type: name, set: Object.fromEntries(set) as RecordValues };
}

const idsFound = ({ results }: { readonly results: readonly object[] }, type: string): readonly string[] =>
  results.flatMap((one) => ((one as { type: string }).type === type ? [(one as SuiteRecord).id] : []));

/** Deletes every record of the kind. */
async function deleteAll({ records }: RecordLab): Promise<void> {
  const ids = (await records.list()).map(({ id }) => id);
  await records.bulkDelete({ ids });
}

/** A record without what a new one has of its own. */
const imported = ({ id: _, created_at: _created, updated_at: _updated, ...values }: SuiteRecord): object => values;

export const findingCases: readonly RecordCase[] = [
  {
    group,
    name: "the search finds a record by its searched fields",
    needs: "searched fields",
    run: async (lab) => {
      const { kind, records, samples, inventory } = lab;
      const made = await records.create(samples[0]);
      for (const name of kind.search) {
        const text = String((made[name] ?? "") as string | number);
        if (text.length < 2) continue;
        const found = await inventory.search.all({ q: text });
        assert.deepEqual(idsFound(found, kind.name), [made.id], `the search finds ${name}`);
      }
      const reader = inventory.as({ id: "suite", permissions: [] });
      const text = titleOf(kind, made);
      assert.deepEqual(idsFound(await reader.search.all({ q: text }), kind.name), []);
      await records.delete(made.id);
      assert.deepEqual(idsFound(await inventory.search.all({ q: text }), kind.name), []);
    },
  },
  {
    group,
    name: "names lead to a record by its title and by its id",
    run: async ({ kind, records, samples, inventory: { names } }) => {
      const made = await records.create(samples[0]);
      const byText = await names.find({ text: titleOf(kind, made), type: [kind.name] });
      assert.ok(
        byText.some(({ type, id, name }) => type === kind.name && id === made.id && name === titleOf(kind, made)),
        "names finds the title",
      );
      const byId = await names.find({ id: [made.id] });
      assert.deepEqual(
        byId.map(({ type, id }) => [type, id]),
        [[kind.name, made.id]],
      );
    },
  },
  {
    group,
    name: "records have custom fields",
    run: async ({ kind, records, samples, inventory }) => {
      const { fields } = inventory;
      const field = await fields.create({ record: kind.name as "device", name: "suite_note", type: "text" });
      const made = await records.create({ ...samples[0], fields: { suite_note: "one" } });
      const other = await records.create(samples[1]);
      assert.deepEqual([made["fields"], other["fields"]], [{ suite_note: "one" }, { suite_note: null }]);
      assert.deepEqual(await records.list({ field: { suite_note: "one" } }), [made]);
      const changed = await records.update(made.id, { fields: { suite_note: "two" } });
      assert.deepEqual(changed["fields"], { suite_note: "two" });
      await fields.delete(field.id, { values: "drop" });
      assert.deepEqual((await records.get(made.id))["fields"], {});
    },
  },
  {
    group,
    name: "an import creates records, finds them again and changes them",
    run: async (lab) => {
      const { kind, records, samples, change, inventory } = lab;
      const rows = samples.map((sample, index) => rowOf(kind, sample, index));
      const plan = await planOf(inventory, rows);
      assert.deepEqual(saidOf(plan), ["create", "create", "create"]);
      assert.deepEqual(await records.list(), [], "nothing is written before the plan is applied");
      await inventory.import.apply(plan);
      assert.equal((await records.list()).length, 3);
      assert.deepEqual(saidOf(await planOf(inventory, rows)), ["unchanged", "unchanged", "unchanged"]);
      const first = await records.find(Object.fromEntries(kind.key.map((name) => [name, samples[0][name] ?? null])));
      assert.ok(first !== null);
      const { set } = rowOf(kind, change, 0);
      const changing = await planOf(inventory, [{ at: { line: 1 }, type: kind.name, set: { ...set, id: first.id } }]);
      assert.deepEqual(saidOf(changing), ["update"]);
      await inventory.import.apply(changing);
      assert.notDeepEqual(await records.get(first.id), first);
    },
  },
  ...(["csv", "json"] as const).map((format): RecordCase => ({
    group,
    name: `records come back from a ${format.toUpperCase()} file as they were`,
    needs: "files",
    run: async (lab) => {
      const { records, inventory } = lab;
      const { files } = lab.subject;
      assert.ok(files !== undefined);
      await lab.create();
      const before = await records.list();
      const text = await files.write(inventory, format);
      const same = await planOf(inventory, files.read(text, format));
      assert.deepEqual([...new Set(saidOf(same))], ["unchanged"]);
      await deleteAll(lab);
      await inventory.import.apply(await planOf(inventory, files.read(text, format)));
      assert.deepEqual((await records.list()).map(imported), before.map(imported));
    },
  })),
];
