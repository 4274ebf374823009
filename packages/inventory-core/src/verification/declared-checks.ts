import type { RecordKind } from "../contract/record-kind.ts";
import { foldedKey } from "../records/field-types.ts";
import { isFolded, keyColumn } from "../records/record-table.ts";
import type { RecordKinds } from "../records/record-kinds.ts";
import { expectedTexts, rewriteTexts, type RecordText } from "../records/texts/record-text.ts";
import { type Check, type Difference, SLICE_ROWS } from "./check.ts";
import { rowCheck } from "./row-check.ts";

/** What is derived of the records of declared kinds: folded texts, and what search looks through. */
export const declaredChecks = ({ all }: RecordKinds): readonly Check[] => all.flatMap((kind) => [...keyChecks(kind), textCheck(kind)]);

/** The folded texts of the records of a kind; nothing for a kind without texts. */
function keyChecks({ name, many, fields }: RecordKind): readonly Check[] {
  const folded = fields.filter(isFolded).map((field) => field.name);
  if (folded.length === 0) return [];
  const columns = folded.flatMap((field) => [field, keyColumn(field)]).join(", ");
  const check = rowCheck({
    name: many,
    table: name,
    rows: async (queries, after, limit) => {
      const rows = await queries.all<Record<string, string> & { readonly id: string }>(
        `select id, ${columns} from ${name} where id > ? order by id limit ?`,
        [after, limit],
      );
      const keysOf = (of: (field: string) => string): Record<string, string> =>
        Object.fromEntries(folded.map((field) => [keyColumn(field), of(field)]));
      return rows.map((row) => ({
        id: row.id,
        stored: keysOf((field) => String(row[keyColumn(field)])),
        expected: keysOf((field) => foldedKey(String(row[field]))),
      }));
    },
  });
  return [check];
}

const COLUMNS = ["name", "name_key", "search_text"] as const;

/** The texts of the records of a kind. Texts of a record that is deleted go, and texts that a record lacks are written. */
function textCheck(kind: RecordKind): Check {
  const name = `texts of ${kind.many}`;
  return {
    name,
    async slice(queries, after) {
      const from = String(after?.[0] ?? "");
      const rows = await queries.all<{ id: string }>(
        `select id from ${kind.name} where id > ? union select id from record_text where kind = ? and id > ?
         order by 1 limit ${SLICE_ROWS}`,
        [from, kind.name, from],
      );
      const ids = rows.map(({ id }) => id);
      const stored = await queries.all<RecordText>(
        "select id, name, name_key, search_text from record_text where kind = ? and id = any(?)",
        [kind.name, ids],
      );
      const texts = new Map(stored.map((text) => [text.id, text]));
      const expected = await expectedTexts(queries, kind, ids);
      // Texts have values of a deleted field until the purge removes these.
      const isPending = (await queries.get("select 1 as one from dropped_field where record = ? limit 1", [kind.name])) !== undefined;
      const compared = isPending ? COLUMNS.filter((column) => column !== "search_text") : COLUMNS;
      const differences = ids.flatMap((id) => textDifferences(name, id, compared, texts.get(id), expected.get(id)));
      return {
        rows: ids.length,
        differences,
        next: ids.length < SLICE_ROWS ? null : [ids.at(-1) as string],
        mend: async (change) => await rewriteTexts(change, kind, [...new Set(differences.map(({ id }) => id))]),
      };
    },
  };
}

function textDifferences(
  check: string,
  id: string,
  columns: readonly (typeof COLUMNS)[number][],
  stored: RecordText | undefined,
  expected: RecordText | undefined,
): readonly Difference[] {
  const place = { check, table: "record_text", id };
  if (stored === undefined || expected === undefined)
    return [{ ...place, column: "", stored: stored?.name ?? null, expected: expected?.name ?? null }];
  return columns.flatMap((column) =>
    stored[column] === expected[column] ? [] : [{ ...place, column, stored: stored[column], expected: expected[column] }],
  );
}
