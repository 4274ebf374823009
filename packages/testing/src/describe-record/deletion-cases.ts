import assert from "node:assert/strict";
import type { NamedField } from "@cadastre/inventory-core/records";
import type { RecordCase, RecordLab, SuiteRecord } from "./record-lab.ts";

const group = "deletion";

/** The member of the inventory that has the records which a field refers to. */
function referredTo({ inventory }: RecordLab, to: string): string {
  const removal = inventory.host.operations.find(({ http, refersTo }) => http.method === "DELETE" && refersTo?.["id"] === to);
  assert.ok(removal !== undefined, `there is an operation that deletes a ${to}`);
  return removal.id.slice(0, removal.id.lastIndexOf("."));
}

/** The ids that a field of a record holds. */
const heldBy = (record: SuiteRecord, name: string): readonly string[] => [record[name] ?? []].flat() as unknown as readonly string[];

/** Deletes a record that `field` of a record refers to, and expects what the declaration says. */
async function deleteReferred(lab: RecordLab, record: SuiteRecord, { name, facts }: NamedField): Promise<void> {
  const { kind, records, fails } = lab;
  const [gone] = heldBy(record, name);
  assert.ok(gone !== undefined && facts.to !== undefined);
  const referred = lab.member(referredTo(lab, facts.to));
  const holders = (await records.list()).filter((one) => heldBy(one, name).includes(gone));
  if (facts.onDelete === "refuse") {
    const details = await fails("CONFLICT", referred.delete(gone));
    assert.deepEqual((details["referring"] as { kind: string; count: number } | undefined)?.kind, kind.name);
    assert.deepEqual(await records.get(record.id), record);
    return;
  }
  await referred.delete(gone);
  const rows = await lab.inventory.audit.list({ resource: kind.name });
  for (const { id } of holders) {
    if (facts.onDelete === "cascade") await fails(kind.notFound, records.get(id));
    else assert.ok(!heldBy(await records.get(id), name).includes(gone), `${name} loses the record that is deleted`);
    const action = facts.onDelete === "cascade" ? "delete" : "update";
    assert.ok(
      rows.some((row) => row.resource_id === id && row.action === action),
      "the audit log tells what follows the deletion",
    );
  }
}

export const deletionCases: readonly RecordCase[] = [
  {
    group,
    name: "deleting what a record refers to is refused, clears the reference or takes the record along, as declared",
    needs: "references",
    run: async (lab) => {
      const { kind, records } = lab;
      await lab.create();
      const tried = new Set<string>();
      // A reference that refuses comes first: the others may delete the record that holds it.
      const order = ["refuse", "clear", "cascade"];
      const references = kind.fields
        .filter(({ facts }) => facts.to !== undefined)
        .toSorted((a, b) => order.indexOf(a.facts.onDelete ?? "") - order.indexOf(b.facts.onDelete ?? ""));
      for (const field of references) {
        const record = (await records.list()).find((one) => heldBy(one, field.name).length > 0);
        if (record === undefined) continue;
        await deleteReferred(lab, record, field);
        tried.add(field.name);
      }
      const [first] = references;
      assert.ok(tried.size > 0, `give a sample that refers to a record, such as by ${first?.name}`);
    },
  },
];
