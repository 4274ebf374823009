import assert from "node:assert/strict";
import type { NamedField, RecordKind } from "@cadastre/inventory-core/records";
import { bulkValues, filterTextOf, isHeld, keyOf, UNKNOWN_ID, withoutKey } from "./record-facts.ts";
import type { RecordCase, RecordLab, RecordValues, SuiteRecord } from "./record-lab.ts";

const group = "library";

/** Clients that write at once. */
const CLIENTS = 16;

/** Expects that a record has the values that were sent. Values of a kind that derives some may differ. */
export function expectValues(kind: RecordKind, record: RecordValues, sent: RecordValues): void {
  if (kind.functions.derive !== undefined) return;
  const parsed = kind.schemas.update.parse(sent) as RecordValues;
  for (const [name, value] of Object.entries(parsed)) {
    if (name === "fields") continue;
    const isSet = kind.fields.find((field) => field.name === name)?.facts.kind === "references";
    const inOrder = (values: unknown): unknown => (isSet ? [...new Set(values as string[])].toSorted() : values);
    assert.deepEqual(inOrder(record[name]), inOrder(value), `${name} of the record`);
  }
}

const codes = async (calls: readonly Promise<unknown>[]): Promise<readonly string[]> =>
  (await Promise.allSettled(calls)).map((one) =>
    one.status === "fulfilled" ? "" : String((one.reason as { readonly code?: unknown }).code),
  );

async function expectFilter({ kind, records }: RecordLab, field: NamedField, record: SuiteRecord): Promise<void> {
  const text = filterTextOf(field, record[field.name]);
  if (text === undefined) return;
  const found = await records.list({ [field.name]: text });
  const said = `the filter ${field.name}=${text} of the list of ${kind.plural}`;
  assert.ok(
    found.some(({ id }) => id === record.id),
    `${said} finds the record that has it`,
  );
  for (const one of found) assert.ok(isHeld(field, one[field.name], record[field.name]), `${said} finds only records that have it`);
}

export const libraryCases: readonly RecordCase[] = [
  {
    group,
    name: "a record is created, read, changed and deleted",
    run: async ({ kind, records, samples: [sample], change, fails }) => {
      const made = await records.create(sample);
      expectValues(kind, made, sample);
      assert.deepEqual(
        Object.keys(made),
        Object.keys(kind.schemas.record.shape),
        "a record has every field, in the order of the declaration",
      );
      assert.deepEqual(await records.get(made.id), made);
      assert.deepEqual(await records.list(), [made]);
      const changed = await records.update(made.id, change);
      assert.notDeepEqual({ ...changed, updated_at: made.updated_at }, made, "`change` must differ from the first sample");
      expectValues(kind, changed, change);
      assert.deepEqual(await records.update(made.id, change), changed, "a change that changes nothing leaves the record as it is");
      assert.deepEqual(await records.get(made.id), changed);
      await records.delete(made.id);
      assert.deepEqual(await fails(kind.notFound, records.get(made.id)), { id: made.id });
      await fails(kind.notFound, records.update(made.id, change));
      await fails(kind.notFound, records.delete(made.id));
    },
  },
  {
    group,
    name: "wrong values are refused with the fields that they are of",
    run: async ({ kind, records, samples: [sample], fails }) => {
      for (const { name, facts } of kind.fields) {
        const { [name]: _, ...without } = sample;
        if (facts.presence === "required")
          assert.ok(name in (await fails("VALIDATION_ERROR", records.create(without))), `${name} is required`);
        const wrong = facts.kind === "references" ? [UNKNOWN_ID] : facts.kind === "reference" ? UNKNOWN_ID : { wrong: { value: true } };
        assert.ok(
          Object.keys(await fails("VALIDATION_ERROR", records.create({ ...sample, [name]: wrong }))).some((at) => at.startsWith(name)),
          `a wrong value of ${name} is refused at ${name}`,
        );
      }
      assert.deepEqual(await records.list(), []);
    },
  },
  {
    group,
    name: "a record is found or created by its natural key",
    run: async ({ kind, records, samples: [sample, other] }) => {
      const made = await records.create(sample);
      const key = keyOf(kind, made);
      assert.deepEqual(await records.find(key), made);
      assert.deepEqual(await records.ensure(key, withoutKey(kind, sample)), { record: made, created: false });
      const { record, created } = await records.ensure(keyOf(kind, other), withoutKey(kind, other));
      assert.deepEqual([created, await records.get(record.id)], [true, record]);
      await records.delete(made.id);
      assert.equal(await records.find(key), null);
    },
  },
  {
    group,
    name: "many records are changed and deleted, all or none",
    run: async (lab) => {
      const { kind, records, change, fails } = lab;
      const [first, second, third] = await lab.create();
      const set = bulkValues(kind, change);
      if (Object.keys(set).length > 0) {
        assert.deepEqual(await records.bulkUpdate({ ids: [first.id], set }), { matched: 1, changed: 1 });
        assert.deepEqual(await records.bulkUpdate({ ids: [first.id], set }), { matched: 1, changed: 0 });
        expectValues(kind, await records.get(first.id), set);
      }
      await fails("VALIDATION_ERROR", records.bulkDelete({ ids: [second.id, UNKNOWN_ID] }));
      await fails("VALIDATION_ERROR", records.bulkDelete({ filter: {} }));
      assert.equal((await records.list()).length, 3);
      assert.deepEqual(await records.bulkDelete({ ids: [first.id, second.id] }), { matched: 2, changed: 2 });
      assert.deepEqual(await records.list(), [third]);
    },
  },
  {
    group,
    name: "lists have filters for every field, pages, an order, a count and some of the fields",
    run: async (lab) => {
      const { kind, records, fails } = lab;
      const made = await lab.create();
      for (const field of kind.fields) for (const record of made) await expectFilter(lab, field, record);
      await fails("VALIDATION_ERROR", records.list({ no_such_field: "x" }));
      const whole = await records.list();
      assert.equal(whole.length, 3);
      const page = await records.list({ limit: 2, count: true }).page();
      assert.deepEqual([page.items, page.count], [whole.slice(0, 2), 3]);
      const rest = await records.list({ limit: 2, after: page.next }).page();
      assert.deepEqual([rest.items, rest.next], [whole.slice(2), undefined]);
      assert.deepEqual(
        await records.list({ fields: [kind.title] }),
        whole.map((record) => ({ id: record.id, [kind.title]: record[kind.title] })),
      );
      await fails("VALIDATION_ERROR", records.list({ fields: ["no_such_field"] }).page());
    },
  },
  {
    group,
    name: "of clients that create the same record at once one succeeds",
    needs: "a unique key or claims",
    run: async ({ records, samples: [sample] }) => {
      const answers = await codes(Array.from({ length: CLIENTS }, async () => await records.create(sample)));
      assert.equal(answers.filter((code) => code === "").length, 1, `answers: ${answers.join(", ")}`);
      for (const code of answers) assert.ok(["", "ALREADY_EXISTS", "CONFLICT"].includes(code), code);
      assert.equal((await records.list()).length, 1);
    },
  },
];
