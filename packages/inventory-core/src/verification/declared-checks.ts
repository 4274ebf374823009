import type { EarlierTable, RecordKind } from "../contract/record-kind.ts";
import { ownDocuments } from "../fields/own-documents.ts";
import type { Completion } from "../storage/document-completion.ts";
import { documentVersion } from "../storage/document-version.ts";
import { foldedKey } from "../records/field-types.ts";
import { documentsOf, foldedOf, hasOwnTexts, isDocument, isFolded, keyColumn } from "../records/record-table.ts";
import type { AnyRecord } from "../records/record-types.ts";
import type { RecordKinds } from "../records/record-kinds.ts";
import { expectedTexts, rewriteTexts, type RecordText, textOfRecord } from "../records/texts/record-text.ts";
import { type Check, type Difference, SLICE_ROWS } from "./check.ts";
import { type Columns, rowCheck } from "./row-check.ts";
import { fieldsIn, textsIn } from "./stored-json.ts";

/** What is derived of the records of declared kinds: folded texts, and what search looks through. */
export const declaredChecks = ({ all }: RecordKinds): readonly Check[] =>
  all.filter(({ earlier }) => earlier === undefined).flatMap((kind) => [...keyChecks(kind), textCheck(kind)]);

/** Checks the columns that are computed from the fields, in tables older than their declaration. */
export const earlierTableChecks = ({ all }: Pick<RecordKinds, "all">): readonly Check[] =>
  all.flatMap((kind) => (kind.earlier === undefined ? [] : [earlierTableCheck(kind, kind.earlier)]));

/** Checks the same columns, only in tables with a search text. */
export const ownTextChecks = ({ all }: Pick<RecordKinds, "all">): readonly Check[] => earlierTableChecks({ all: all.filter(hasOwnTexts) });

function earlierTableCheck(kind: RecordKind, earlier: EarlierTable): Check {
  const given = Object.entries(earlier.expected ?? {});
  const expectedSql = given.map(([column, sql]) => `, ${sql} as "$${column}"`).join("");
  const documents = documentsOf(kind);
  return rowCheck({
    name: kind.plural.replaceAll("_", " "),
    table: kind.name,
    rows: async (queries, after, limit) => {
      const rows = await queries.all<Record<string, string | number | null> & { readonly id: string; readonly $doc: string }>(
        `select t.*, ${documents.docSql("t")} as "$doc"${expectedSql} from ${kind.name} t where t.id > ? order by t.id limit ?`,
        [after, limit],
      );
      const isPending = (await queries.get("select 1 as one from dropped_field where record = ? limit 1", [kind.name])) !== undefined;
      const completion = await ownDocuments(kind.name).read(queries);
      return rows.map((row) => {
        const broken = (earlier.lists ?? []).filter((name) => textsIn(String(row[name])) === undefined);
        // Without these lists there is no record to compute the other columns from.
        if (broken.length > 0) return { id: row.id, stored: row, expected: Object.fromEntries(broken.map((name) => [name, "[]"])) };
        const record = recordOf(kind, row);
        const keys = kind.fields.filter((field) => isFolded(kind, field)).map(({ name }) => name);
        const derived = earlier.derived(record) as Columns;
        const document = isDocument(kind) ? documents.write(record) : derived["doc"];
        const expected: Columns = {
          ...Object.fromEntries(keys.map((name) => [keyColumn(name), foldedOf(kind, String(record[name]))])),
          // Texts have values of a deleted field until the purge removes these.
          ...(hasOwnTexts(kind) && !isPending && { search_text: textOfRecord(kind, record).search_text }),
          ...derived,
          ...(document !== undefined && { doc: expectedDocument(String(row["doc"]), String(document), completion) }),
          ...Object.fromEntries(given.map(([column]) => [column, row[`$${column}`] ?? null])),
        };
        return { id: row.id, stored: Object.fromEntries(Object.keys(expected).map((column) => [column, row[column] ?? null])), expected };
      });
    },
  });
}

/** The record of a row. Where the document is the only copy, `lost` returns the fields that cannot be read. */
function recordOf(kind: RecordKind, row: { readonly $doc: string }): AnyRecord {
  const lost = kind.earlier?.documents?.lost(row);
  if (lost !== undefined && fieldsIn(row.$doc) === undefined) return lost as AnyRecord;
  return { ...lost, ...documentsOf(kind).read(row.$doc) } as AnyRecord;
}

/**
 * The document that a row should have. A stored document that can be read is right if it differs only in custom fields that were defined
 * or deleted after it was written, or if it has another version, which hosts read as well.
 */
function expectedDocument(stored: string, derived: string, completion: Completion): string {
  if (fieldsIn(stored) === undefined) return derived;
  const isSame = documentVersion(stored) !== documentVersion(derived) || completion(stored) === completion(derived);
  return isSame ? stored : derived;
}

/** The folded texts of the records of a kind; nothing for a kind without texts. */
function keyChecks(kind: RecordKind): readonly Check[] {
  const { name, many, fields } = kind;
  const folded = fields.filter((field) => isFolded(kind, field)).map((field) => field.name);
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
