import { Draft, Problems } from "../../contract/errors/validation.ts";
import type { RecordKind } from "../../contract/record-kind.ts";
import type { RecordKinds } from "../../records/record-kinds.ts";
import type { RecordWriter } from "../../records/record-types.ts";
import { givenOf } from "../given-of.ts";
import { describe, type Image, type Undoing } from "../undoing.ts";

/**
 * When an undo restores a kind: custom fields come first (`undoFields`), places contain other records, and networks refer to kinds of
 * the third part.
 */
type Part = "definition" | "place" | "network" | "other";

const partOf = ({ changesDefinitions, isPlace, changesNetworks }: RecordKind): Part => {
  if (changesDefinitions) return "definition";
  return isPlace ? "place" : changesNetworks ? "network" : "other";
};

/**
 * Deletes created records of declared kinds, in the reverse order of their references.
 * @param which places, or what may be inside of them
 */
export async function removeDeclared(undoing: Undoing, kinds: RecordKinds, which: "place" | "inside"): Promise<void> {
  for (const { kind } of kinds.inOrder.toReversed()) {
    const part = partOf(kind);
    if (part === "definition" || (part === "place") !== (which === "place")) continue;
    for (const id of await undoing.created(kind.name))
      await undoing.attempt(
        describe(kind.name, undoing.now(kind.name, id) as Image),
        async () => await kinds.find(kind.name)?.deleteWithin(undoing.change, id),
      );
  }
  await undoing.nextPart();
}

/** Restores deleted and changed records of the declared kinds of a part, in the order of their references. */
export async function returnDeclared(undoing: Undoing, kinds: RecordKinds, part: Part): Promise<void> {
  for (const service of kinds.inOrder) {
    if (partOf(service.kind) !== part) continue;
    const { name } = service.kind;
    await returnDeleted(undoing, kinds, service);
    for await (const changed of undoing.changed(name)) {
      const what = describe(name, changed.now);
      const back = await present(undoing, kinds, service, what, undoing.fieldsBack(name, changed, stateOf(service)));
      if (back === undefined) continue;
      await undoing.ownBack(name, changed, back);
      if (Object.keys(back).length === 0) continue;
      await undoing.attempt(
        what,
        async () => await service.updateWithin(undoing.change, changed.id, new Draft(back, new Problems(), back), false),
      );
    }
  }
  await undoing.nextPart();
}

/** Restores the deleted records of a kind. */
export async function returnDeleted(undoing: Undoing, kinds: RecordKinds, service: RecordWriter): Promise<void> {
  const { name, schemas, owner: isOwned } = service.kind;
  for await (const was of undoing.deleted(name)) {
    const what = describe(name, was);
    const { fields: _, ...values } = givenOf(schemas.create, was) as Record<string, unknown>;
    const given = await present(undoing, kinds, service, what, values);
    if (given === undefined) {
      undoing.warn(`${what} does not come back: a record that it needs is deleted`);
      continue;
    }
    const fields = await undoing.own.all(name, was["fields"], what, (sentence) => undoing.warn(sentence));
    const owner = isOwned ? { owner_id: (was["owner_id"] ?? null) as string | null } : {};
    const state = Object.fromEntries([...stateOf(service)].map((field) => [field, was[field]]));
    const returning = { created_at: was["created_at"] as string, state, fields, ...owner };
    await undoing.attempt(
      what,
      async () => await service.createWithin(undoing.change, new Draft(given, new Problems(), given), was.id, returning),
    );
  }
}

/** Names of the fields that the service alone sets: they change by themselves. */
const stateOf = ({ kind }: RecordWriter): ReadonlySet<string> =>
  new Set(kind.fields.flatMap(({ name, facts }) => (facts.presence === "state" ? [name] : [])));

/** Fields whose references name records that are there; undefined where a required one does not. */
async function present(
  undoing: Pick<Undoing, "change" | "warn">,
  kinds: RecordKinds,
  { kind }: RecordWriter,
  what: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown> | undefined> {
  const kept: Record<string, unknown> = { ...fields };
  for (const { name, facts } of kind.fields) {
    const held = kept[name];
    const table = facts.to === undefined ? undefined : kinds.tableOf(facts.to);
    const ids = [held ?? []].flat() as unknown as readonly string[];
    if (table === undefined || ids.length === 0) continue;
    const rows = await undoing.change.all<{ id: string }>(`select id from ${table} where id = any(?)`, [ids]);
    const there = new Set(rows.map(({ id }) => id));
    if (ids.every((id) => there.has(id))) continue;
    if (!Array.isArray(held) && facts.presence === "required") return undefined;
    kept[name] = Array.isArray(held) ? ids.filter((id) => there.has(id)) : null;
    undoing.warn(`${what} lacks ${name}: the ${facts.to?.replaceAll("_", " ")} that it named is deleted`);
  }
  return kept;
}
