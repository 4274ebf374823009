import assert from "node:assert/strict";
import type { LoggedEvent } from "@cadastre/inventory-core";
import type { RecordCase, RecordLab, SuiteRecord } from "./record-lab.ts";

const group = "changes";

/** Events of the kind in the log, oldest first. */
async function eventsOf({ inventory, kind }: RecordLab): Promise<readonly LoggedEvent[]> {
  const { events } = await inventory.events.read();
  return (events as readonly LoggedEvent[]).filter(({ event }) => event.startsWith(`${kind.name}.`));
}

/** Takes back the last change of a record. */
export async function undoLast({ inventory, records }: RecordLab, id: string): Promise<void> {
  const [last] = await records.history(id);
  assert.ok(typeof last?.change_id === "string", "the history of the record tells its last change");
  const plan = await inventory.changes.undo(last.change_id);
  await inventory.plans.apply(plan.id, { digest: plan.digest });
}

export const withoutTimes = ({ updated_at: _, ...record }: SuiteRecord): object => record;

export const changeCases: readonly RecordCase[] = [
  {
    group,
    name: "each change is an event and a row of the audit log, with the record before and after",
    run: async (lab) => {
      const { kind, records, samples, change, inventory } = lab;
      const made = await records.create(samples[0]);
      const changed = await records.update(made.id, change);
      await records.update(made.id, change);
      await records.delete(made.id);
      const events = await eventsOf(lab);
      assert.deepEqual(
        events.map(({ event }) => event),
        [`${kind.name}.created`, `${kind.name}.updated`, `${kind.name}.deleted`],
        "a change that changes nothing is no event",
      );
      const [created, updated, deleted] = events.map(({ data }) => data as SuiteRecord);
      const { changes, ...after } = updated as SuiteRecord & { readonly changes?: readonly string[] };
      assert.deepEqual([created, after, deleted], [made, changed, changed]);
      assert.ok((changes ?? []).length > 0, "the event of a change names the fields that changed");
      const rows = await inventory.audit.list({ resource: kind.name });
      assert.deepEqual(
        rows.map(({ action, resource_id: id, changes: images }) => [action, id, images]),
        [
          ["delete", made.id, { before: changed, after: null }],
          ["update", made.id, { before: made, after: changed }],
          ["create", made.id, { before: null, after: made }],
        ],
      );
    },
  },
  {
    group,
    name: "the history tells each change of a record, also of a deleted one",
    run: async ({ kind, records, samples, change, fails }) => {
      const made = await records.create(samples[0]);
      await records.update(made.id, change);
      await records.delete(made.id);
      const history = await records.history(made.id);
      assert.deepEqual(
        history.map(({ action, record: { type, id } }) => [action, type, id]),
        ["delete", "update", "create"].map((action) => [action, kind.name, made.id]),
      );
      for (const name of Object.keys(history[1]?.changes ?? {})) assert.ok(name.replace(/^fields\..*/, "fields") in made, name);
      assert.ok(Object.keys(history[1]?.changes ?? {}).length > 0, "the history tells which fields changed");
      await fails(kind.notFound, (async () => await records.history("01900000-0000-7000-8000-000000000000"))());
    },
  },
  {
    group,
    name: "calls are steps of a plan, which shows what they do",
    run: async ({ kind, records, samples, change, inventory: { plans } }) => {
      const made = await records.create(samples[0]);
      const plan = await plans.create({
        title: "suite",
        steps: [
          { operation: `${kind.group}.create`, body: samples[1] },
          { operation: `${kind.group}.update`, params: { id: made.id }, body: change },
        ],
      });
      assert.deepEqual(plan.effects.records.map(({ type, action }) => `${type} ${action}`).toSorted(), [
        `${kind.name} create`,
        `${kind.name} update`,
      ]);
      assert.deepEqual(await records.list(), [made], "nothing is written before the plan is applied");
      await plans.apply(plan.id, { digest: plan.digest });
      assert.equal((await records.list()).length, 2);
      assert.notDeepEqual(await records.get(made.id), made);
      const removal = await plans.create({
        title: "suite",
        steps: [{ operation: `${kind.group}.delete`, params: { id: made.id } }],
      });
      await plans.apply(removal.id, { digest: removal.digest });
      assert.equal((await records.list()).length, 1);
    },
  },
  {
    group,
    name: "an undo takes back a change, a deletion and a creation",
    run: async (lab) => {
      const { kind, records, samples, change, fails } = lab;
      const made = await records.create(samples[0]);
      await records.update(made.id, change);
      await undoLast(lab, made.id);
      assert.deepEqual(withoutTimes(await records.get(made.id)), withoutTimes(made));
      await records.delete(made.id);
      await undoLast(lab, made.id);
      assert.deepEqual(withoutTimes(await records.get(made.id)), withoutTimes(made));
      const other = await records.create(samples[1]);
      await undoLast(lab, other.id);
      await fails(kind.notFound, records.get(other.id));
    },
  },
  {
    group,
    name: "webhooks receive its events",
    needs: "webhooks",
    run: async (lab) => {
      const { kind, records, samples, receiver } = lab;
      await lab.expect(201, "admin", "POST", "/api/webhooks", {
        name: "suite",
        url: receiver.url,
        secret: "a secret of the suite alone",
        events: [`${kind.name}.created`],
      });
      const made = await records.create(samples[0]);
      const { event, body } = await receiver.next();
      assert.deepEqual([event, (body as { readonly data: unknown }).data], [`${kind.name}.created`, made]);
    },
  },
];
