import type { FieldFacts, NamedField, RecordKind } from "../../contract/record-kind.ts";
import type { MigrationTransaction, Transaction } from "../../contract/storage/storage.ts";
import type { MemberShape } from "../../storage/record-shapes/record-shape.ts";
import { typeOf } from "../field-types.ts";

export const memberShapes = ({ fields = [] }: FieldFacts): readonly MemberShape[] =>
  fields.map(({ name, facts }) => ({ name, type: facts.kind, isRequired: facts.presence === "required" }));

/** Objects of one field, as two shapes of a kind have them. */
interface ChangedObjects {
  readonly kind: string;
  readonly field: string;
  readonly before: readonly MemberShape[];
  readonly next: readonly MemberShape[];
}

/** What keeps stored objects from their next shape; undefined for nothing. */
export async function objectsProblem(
  transaction: MigrationTransaction,
  { kind, field, before, next }: ChangedObjects,
): Promise<string | undefined> {
  const known = new Map(before.map((member) => [member.name, member]));
  for (const { name, type, isRequired } of next) {
    const was = known.get(name);
    if (was !== undefined && was.type !== type) return `the type of ${name} of ${field} cannot change: declare another field`;
    if (!isRequired || was?.isRequired === true) continue;
    const some = await transaction.get(`select 1 as one from ${kind} where ${field} <> '[]' limit 1`);
    if (some !== undefined)
      return `${name} of ${field} is required, and there are objects without it: make it optional, or give it a default`;
  }
  return undefined;
}

/** Brings the objects of some records into their form: fields in the order of the declaration, unset ones with their values. */
export async function rewriteObjects(
  transaction: Pick<Transaction, "all" | "exec">,
  kind: RecordKind,
  ids: readonly string[],
): Promise<void> {
  const lists = kind.fields.filter(({ facts }) => facts.kind === "objects");
  if (lists.length === 0) return;
  const rows = await transaction.all<Readonly<Record<string, string>> & { readonly id: string }>(
    `select id, ${lists.map(({ name }) => name).join(", ")} from ${kind.name} where id = any(?)`,
    [ids],
  );
  for (const row of rows)
    for (const field of lists) {
      const text = JSON.stringify(
        (JSON.parse(row[field.name] ?? "[]") as readonly Readonly<Record<string, unknown>>[]).map((one) => objectOf(field, one)),
      );
      if (text !== row[field.name]) await transaction.exec(`update ${kind.name} set ${field.name} = ? where id = ?`, [text, row.id]);
    }
}

const objectOf = ({ facts: { fields = [] } }: NamedField, stored: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    fields.map(({ name, facts }) => [
      name,
      Object.hasOwn(stored, name) ? stored[name] : facts.presence === "default" ? facts.default : typeOf(facts).unset,
    ]),
  );
