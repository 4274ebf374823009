import { z } from "zod";
import { choicesInQuery, listInQuery, TagFilter } from "../contract/operations/fields.ts";
import { refersTo } from "../contract/operations/reference.ts";
import { invalidField } from "../contract/errors/validation.ts";
import { containsPattern } from "../storage/like.ts";
import type { Queries, TextSearch } from "../contract/storage/storage.ts";
import { addValues, type AskedFields, OwnFilterParameter, ownConditions } from "../fields/own-filter.ts";
import { foldText } from "../storage/search-text.ts";
import { Where } from "../storage/where.ts";
import { type RecordScope, scopeCondition } from "./access/record-scope.ts";
import { MAX_ENTRIES, MAX_REFERENCES, typeOf } from "./field-types.ts";
import type { NamedField, RecordKind } from "../contract/record-kind.ts";
import { isFolded, isList, isNullable, keyColumn, listTable } from "./record-table.ts";
import { recordsWithText } from "./texts/text-filter.ts";

/** What a filter says for records whose field is null. */
const NONE = "none";

/** The parameter of a filter by a field; undefined for a field that has none. */
function parameterOf(kind: Pick<RecordKind, "earlier" | "filters">, field: NamedField): z.ZodType | undefined {
  const { name, facts } = field;
  if (kind.filters[name] !== undefined) return kind.filters[name].parameter;
  const none = isNullable(field) ? `; \`${NONE}\` for records without it` : "";
  switch (facts.kind) {
    case "map":
    case "objects":
    case "secret":
      return undefined;
    case "name":
      return z.string().optional().meta({ description: "Part of the name, any case" });
    case "tags":
      return TagFilter;
    case "texts":
    case "references":
      return listInQuery(
        `Values that ${name} must all have; repeat the parameter or separate by commas`,
        facts.kind === "texts" ? MAX_ENTRIES : MAX_REFERENCES,
      );
    case "choice":
      return choicesInQuery(
        [...(facts.values ?? []).map(String), ...(isNullable(field) ? [NONE] : [])],
        `One or more values of ${name}${none}`,
      );
    default:
      return z
        .string()
        .optional()
        .meta({ description: `Value of ${name}${isFolded(kind, field) ? ", any case" : ""}${none}` });
  }
}

/** The query of a list: a filter for every field that can have one, and for custom fields. */
export function filterSchema(kind: Pick<RecordKind, "doors" | "fields" | "earlier" | "filters">): z.ZodObject {
  if (!kind.doors.has("filters"))
    return z.object(Object.fromEntries(Object.entries(kind.filters).map(([name, { parameter }]) => [name, parameter])));
  const parameters = kind.fields.flatMap((field) => {
    const parameter = parameterOf(kind, field);
    if (parameter === undefined) return [];
    const { to } = field.facts;
    if (to === undefined || kind.filters[field.name] !== undefined) return [[field.name, parameter] as const];
    return [[field.name, parameter.meta({ ...refersTo(to), ...(isNullable(field) ? { examples: [NONE] } : {}) })] as const];
  });
  return z.object({ ...Object.fromEntries(parameters), ...(kind.doors.has("custom") && { field: OwnFilterParameter }) });
}

/** Values of filters, by the names of fields. */
export type RecordFilter = Readonly<Record<string, string | readonly string[] | number | boolean | AskedFields | undefined>>;

/**
 * The conditions of a filter on alias `t`, for records of a scope.
 * @param kinds the declared kinds of the host
 * @param text the text index, which finds parts of names
 * @throws VALIDATION_ERROR at a field whose value no record can have
 */
export async function conditionsOf(
  queries: Queries,
  { kind, kinds, text }: { readonly kind: RecordKind; readonly kinds: readonly RecordKind[]; readonly text: TextSearch },
  filter: RecordFilter,
  scope: RecordScope,
): Promise<Where> {
  const where = new Where();
  const seen = scopeCondition(kind, scope, "t");
  if (seen !== undefined) where.add(seen.sql, ...seen.params);
  addValues(await ownConditions(queries, kind.name, filter["field"] as AskedFields | undefined), where);
  for (const field of kind.fields) {
    const given = filter[field.name];
    if (given === undefined || given === "") continue;
    const values = [given].flat().map(String);
    const own = kind.filters[field.name]?.condition(values[0] ?? "", kinds);
    if (own !== undefined) {
      where.add(own.sql, ...own.params);
      continue;
    }
    if (isList(field)) addList(where, kind, field, values);
    else if (field.facts.kind === "name") {
      const needle = foldText(values[0] ?? "");
      const ids = await recordsWithText(queries, text, kind, field, needle);
      if (ids !== undefined) where.add("t.id = any(?)", ids);
      where.add(`t.${keyColumn(field.name)} like ? escape '\\'`, containsPattern(needle));
    } else addValue(where, kind, field, values);
  }
  return where;
}

function addList(where: Where, kind: RecordKind, { name }: NamedField, given: readonly string[]): void {
  const rows = `from ${listTable(kind, name)} x where x.record_id = t.id and`;
  const values = [...new Set(given)];
  if (values.length === 1) where.add(`exists (select 1 ${rows} x.value = ?)`, values[0] as string);
  // An expression keeps SQLite from searching each record for each value: it looks up the few values of the record instead.
  else where.add(`(select count(distinct x.value) ${rows} (x.value || '') = any(?)) = ${values.length}`, values);
}

function addValue(where: Where, kind: RecordKind, field: NamedField, given: readonly string[]): void {
  const { name, facts } = field;
  const type = typeOf(facts);
  const isNull = isNullable(field) && given.includes(NONE);
  const values = given
    .filter((text) => !(isNull && text === NONE))
    .map((text) => (type.isFolded && !isFolded(kind, field) ? text : type.ofText(text, facts)));
  if (values.includes(undefined)) throw invalidField(name, `must be ${type.takes}`);
  const column = `t.${isFolded(kind, field) ? keyColumn(name) : name}`;
  const conditions = [...(isNull ? [`${column} is null`] : []), ...values.map(() => `${column} = ?`)];
  where.add(`(${conditions.join(" or ")})`, ...(values as readonly string[]));
}
