import { defineErrors, errorOf } from "../contract/errors/error.ts";
import { OWNER, SHARED } from "./access/record-scope.ts";
import { placeFrom } from "./access/record-place.ts";
import { typeOf } from "./field-types.ts";
import { factsProblem, FIELD_NAME } from "./fields/check-facts.ts";
import type { AnyField, RecordFieldMap } from "./record-field.ts";
import type { RecordDoor } from "../contract/record-kind.ts";
import { KIND_NAME, NEWEST_FIRST } from "./record-names.ts";

/** Which kind of record an error is about, and what is wrong with its declaration. */
interface WrongRecord {
  readonly record: string;
  readonly reason: string;
}

export const recordErrors = defineErrors({
  RECORD_INVALID: errorOf(
    "invalid",
    "the declaration of a kind of record cannot hold; nothing was changed",
    ({ record, reason }: WrongRecord) => `the record ${record} cannot be declared so: ${reason}`,
  ),
});

/** What rows of files name their kind by. */
const TYPE = "type";

/** Names of fields that every record has, and of parameters that every list has. */
const RESERVED = new Set([
  "id",
  "created_at",
  "updated_at",
  "fields",
  "field",
  TYPE,
  "changes",
  "limit",
  "after",
  "sort",
  "count",
  "dry_run",
  "plan",
]);
/** Words that neither a table nor a column may be named on one of the databases. */
const SQL_WORDS = new Set(
  (
    "abort action add all alter always analyse analyze and any array as asc asymmetric attach authorization autoincrement begin " +
    "between both by cascade case cast check collate collation column commit concurrently conflict constraint create cross current " +
    "current_catalog current_date current_role current_schema current_time current_timestamp current_user database default " +
    "deferrable deferred delete desc detach distinct do drop each else end escape except exclude exclusive exists explain fail " +
    "false fetch filter following for foreign freeze from full generated glob grant group groups having ignore ilike immediate in " +
    "index indexed initially inner insert instead intersect into is isnull join lateral leading left like limit localtime " +
    "localtimestamp match materialized natural no not nothing notnull null nulls of offset on only or order others outer over " +
    "overlaps partition placing plan pragma preceding primary query raise range recursive references regexp reindex release rename " +
    "replace restrict returning right rollback row rows savepoint select session_user set similar some symmetric system_user table " +
    "tablesample temp temporary then ties to trailing transaction trigger true unbounded union unique update user using vacuum " +
    "values variadic verbose view virtual when where window with without"
  ).split(" "),
);
/** Longest name of a kind or a field: names of tables and indexes are made of both, and PostgreSQL cuts them at 63 bytes. */
const MAX_NAME = 24;

/** Types whose values neither an index nor the search compares. */
const HIDDEN: ReadonlySet<string> = new Set(["secret"]);
const UNCOMPARED: ReadonlySet<string> = new Set([...HIDDEN, "map", "objects"]);

/** What is checked of a declaration. */
interface CheckedDeclaration {
  readonly name: string;
  readonly fields: RecordFieldMap;
  readonly unique?: readonly (readonly string[] | { readonly fields: readonly string[]; readonly nulls: "equal" })[];
  readonly search?: readonly string[];
  readonly index?: readonly string[];
  readonly within?: string | readonly string[] | { readonly every: readonly string[] };
  readonly title?: string;
  readonly owner?: boolean;
  readonly order?: string | readonly string[];
  readonly doors?: readonly RecordDoor[];
  readonly earlier?: { readonly documents?: object };
}

/** Doors that send all fields of a record. */
const SENT: readonly RecordDoor[] = ["files", "pages"];

/** Doors that show the titles of records. */
const TITLED: readonly RecordDoor[] = ["files", "names", "pages"];

/** @throws RECORD_INVALID */
export function checkDeclaration({
  name,
  fields,
  unique = [],
  search = [],
  index = [],
  within,
  title = "name",
  owner,
  order,
  doors = TITLED,
  earlier,
}: CheckedDeclaration): void {
  const refuse = (reason: string): never => {
    throw recordErrors.RECORD_INVALID({ record: name, reason });
  };
  if (!KIND_NAME.test(name)) refuse("its name must be lower-case words joined by underscores");
  if (name.length > MAX_NAME) refuse(`its name must have at most ${MAX_NAME} characters`);
  if (SQL_WORDS.has(name)) refuse(`${name} is a word of SQL: give the kind another name`);
  // Documents have the fields of an earlier table.
  const hasColumns = earlier?.documents === undefined;
  const isFolded = (field: string): boolean => fields[field] !== undefined && typeOf(fields[field].facts).isFolded;
  for (const [field, { facts }] of Object.entries<AnyField>(fields)) {
    if (!FIELD_NAME.test(field)) refuse(`the field ${field} must be named in lower-case words joined by underscores`);
    if (field.length > MAX_NAME) refuse(`the name of the field ${field} must have at most ${MAX_NAME} characters`);
    if (hasColumns && SQL_WORDS.has(field)) refuse(`${field} is a word of SQL: give the field another name`);
    if (field.endsWith("_key") && isFolded(field.slice(0, -4)))
      refuse(`${field} is the column of the folded text of ${field.slice(0, -4)}: give the field another name`);
    if (RESERVED.has(field) && !(field === TYPE && !doors.includes("files")))
      refuse(`${field} is a name that every record or list has: give the field another`);
    const problem = factsProblem(field, facts, fields);
    if (problem !== undefined) refuse(problem);
    if (facts.kind === "reference" && facts.onDelete === "clear" && facts.presence === "required")
      refuse(`the reference ${field} is required, so that it cannot be cleared: use refuse or cascade`);
    if (facts.presence === "state" && SENT.some((door) => doors.includes(door)))
      refuse(`${field} is never sent, and generic pages and files would send it: leave out the doors ${SENT.join(" and ")}`);
    if (facts.unless !== undefined && facts.onDelete !== "refuse")
      refuse(`unless of the reference ${field} overrides a refusal, and it does not refuse: use onDelete refuse`);
  }
  const mustHave = (names: readonly string[], what: string): void => {
    const missing = names.find((one) => !Object.hasOwn(fields, one));
    if (missing !== undefined) refuse(`${what} names the field ${missing}, which it does not have`);
  };
  const listIn = (names: readonly string[]): string | undefined =>
    names.find((one) => fields[one] !== undefined && typeOf(fields[one].facts).column(fields[one].facts) === "list");
  for (const key of unique) {
    const names = "nulls" in key ? key.fields : (key as readonly string[]);
    mustHave(names, "unique");
    if (listIn(names) !== undefined) refuse(`unique names the list ${listIn(names)}: claims can say what no two records share`);
  }
  for (const [names, what, kinds] of [
    [unique.flatMap((key) => ("nulls" in key ? key.fields : (key as readonly string[]))), "unique", UNCOMPARED],
    [index, "index", UNCOMPARED],
    [search, "search", HIDDEN],
  ] as const) {
    const one = names.find((name) => kinds.has(fields[name]?.facts.kind ?? ""));
    if (one !== undefined) refuse(`${what} names ${one}, whose values are not compared: leave it out`);
  }
  if (owner === true && Object.hasOwn(fields, OWNER)) refuse(`${OWNER} is the owner of each record: give the field another name`);
  const shared = fields[SHARED]?.facts;
  if (owner === true && shared !== undefined && (shared.kind !== "boolean" || shared.presence === "required"))
    refuse(`${SHARED} says whether others see a record: make it boolean().default(false)`);
  mustHave(search, "search");
  mustHave(index, "index");
  if (listIn(index) !== undefined) refuse(`index names the list ${listIn(index)}, which has an index already`);
  const hasTitle = title !== "name" || TITLED.some((door) => doors.includes(door));
  if (hasTitle) mustHave([title], "title");
  if (hasTitle && !["text", "name"].includes(fields[title]?.facts.kind ?? "")) refuse(`the title ${title} must be a text or a name`);
  for (const one of [order ?? []].flat()) {
    if (one === NEWEST_FIRST) continue;
    mustHave([one], "order");
    if (listIn([one]) !== undefined || fields[one]?.facts.kind === "number")
      refuse(`lists cannot be in the order of ${one}: name a field that is neither a list nor a number with a fraction`);
  }
  const place = placeFrom(within);
  if (place === undefined) return;
  if (place.fields.length === 0) refuse("within names no field: name a reference, or leave within out");
  mustHave(place.fields, "within");
  const other = place.fields.find((one) => !["reference", "references"].includes(fields[one]?.facts.kind ?? ""));
  if (other !== undefined) refuse(`within names ${other}, which is no reference: name references alone`);
  const twice = place.fields.find((one, at) => place.fields.indexOf(one) < at);
  if (twice !== undefined) refuse(`within names ${twice} twice: name it once`);
}
