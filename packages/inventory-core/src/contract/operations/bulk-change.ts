import { z } from "zod";
import type { BulkChange as BulkChangeRecord } from "../generated/api.ts";
import type { FieldProblem } from "../errors/core-errors.ts";
import { isEngineError } from "../errors/error.ts";
import { Draft, invalidField, Problems } from "../errors/validation.ts";
import { Tag } from "./fields.ts";
import { refersTo } from "./reference.ts";

/** Most records that one call changes or deletes. */
export const MAX_BULK_CHANGE = 10_000;

/** What a call did that changes or deletes many records, all or none. */
export const BulkChange = z
  .object({
    matched: z.int().min(0).meta({ description: "Number of records that were named, or that the filter matches" }),
    changed: z.int().min(0).meta({ description: "Number of those that are changed or deleted; others were as asked for already" }),
  })
  .meta({ id: "BulkChange", description: "What a call did that changes or deletes many records, all or none" });

export type BulkChange = BulkChangeRecord;

/** Name of a schema in the interface: `DeviceBulkFilter`. @param kind of record, such as `device` */
export const bulkName = (kind: string, part: string): string => `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}Bulk${part}`;

const tooMany = (count: number, most = MAX_BULK_CHANGE): string => `must hold at most ${most} ids, not ${count}`;

/** Ids of records, each once. @param kind of record, such as `device` @param most of them */
export const idsOf = (kind: string, most = MAX_BULK_CHANGE) =>
  z
    .array(z.string({ error: "must be a string" }).meta(refersTo(kind)), { error: "must be a list of ids" })
    .min(1, { error: "must name at least one record" })
    .check((context) => {
      const { value } = context;
      if (value.length > most) {
        context.issues.push({ code: "custom", input: value, message: tooMany(value.length, most) });
        return;
      }
      const seen = new Map<string, number>();
      for (const [index, id] of value.entries()) {
        const first = seen.get(id);
        if (first === undefined) seen.set(id, index);
        else context.issues.push({ code: "custom", input: id, path: [index], message: `is the same as ids[${first}]` });
      }
    })
    .meta({ minItems: 1, maxItems: most, description: `Ids of the records, at most ${most}` });

const isAsked = (value: unknown): boolean => {
  if (value === undefined || value === "") return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== "object" || value === null || Object.values(value).some(isAsked);
};

/** The filters of a list in a body. One that asks for nothing would match every record, and so would one that is misspelt. */
function filterOf<Shape extends z.ZodRawShape>(name: string, filter: z.ZodObject<Shape>) {
  return z
    .strictObject(filter.shape, {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? `has no ${(issue["keys"] as string[]).join(", ")}: choose from ${Object.keys(filter.shape).join(", ")}`
          : "must be an object",
    })
    .refine((value) => isAsked(value), { error: "must name at least one filter" })
    .meta({ id: bulkName(name, "Filter"), description: "Filters of the list, at least one: the records that it shows" });
}

/** Names the records that a call is about: by their ids, or by the filters of their list. @param schema name of the record's schema */
export const bulkTarget = <Shape extends z.ZodRawShape>(kind: string, filter: z.ZodObject<Shape>, schema = kind) => ({
  ids: idsOf(kind).optional(),
  filter: filterOf(schema, filter).optional(),
});

const tags = (description: string) =>
  z
    .array(Tag, { error: "must be a list of strings" })
    .max(100, { error: "must hold at most 100 tags" })
    .optional()
    .meta({ maxItems: 100, description });

/** Tags that records get and lose. */
export const TAG_CHANGES = {
  add_tags: tags("Tags that the records get, after those they have"),
  remove_tags: tags("Tags that the records lose"),
};

/** The records that a call is about. */
export interface BulkTarget<Filter> {
  readonly ids: readonly string[];
  readonly filter: Filter;
}

/** What a change of many records asks for, beside the records. */
export interface BulkEdit<Set> {
  readonly set: Set;
  readonly add_tags: readonly string[];
  readonly remove_tags: readonly string[];
}

/** Complains about a call that names its records in no way, or in two. */
export function checkTarget(draft: Draft<Partial<BulkTarget<unknown>>>): void {
  if (draft.has("ids") && draft.has("filter")) draft.problems.add("filter", "cannot be given together with ids");
  if (!draft.has("ids") && !draft.has("filter")) draft.problems.add("ids", "is required, unless a filter is given");
}

/** Complains about a change that asks for nothing, or for a tag to come and go. */
export function checkEdit(draft: Draft<Partial<BulkEdit<object>>>): void {
  const { set, add_tags: added = [], remove_tags: removed = [] } = draft.fields;
  // What is sent and wrong is told of already.
  const asks = (field: "add_tags" | "remove_tags"): boolean => draft.has(field) && draft.fields[field]?.length !== 0;
  if (!asks("add_tags") && !asks("remove_tags") && Object.keys(set ?? {}).length === 0)
    draft.problems.add("set", "is required, unless add_tags or remove_tags is given");
  const coming = new Set(added);
  for (const [index, tag] of removed.entries()) if (coming.has(tag)) draft.problems.add(`remove_tags[${index}]`, "is among add_tags, too");
}

/** Most tags of one record. */
const MAX_TAGS = 100;

/**
 * What each record is asked to become: the fields that were sent, as of any patch, and its tags after the change of them.
 * @param asked the body, valid
 */
export function recordEdit<Stored extends Tagged, Update>({
  set,
  add_tags: added = [],
  remove_tags: removed = [],
}: Partial<BulkEdit<object>>): (before: Stored) => Draft<Update> {
  const changesTags = added.length > 0 || removed.length > 0;
  return (before) => {
    const problems = new Problems();
    const tags = changesTags ? { tags: tagsAfter(before, { add_tags: added, remove_tags: removed }, problems) } : {};
    return new Draft<Update>({ ...set, ...tags } as Partial<Update>, problems);
  };
}

interface Tagged {
  readonly id: string;
  readonly tags: readonly string[];
}

/** Tags of a record after a change of them, those that stay first. Complains about more than a record may have. */
function tagsAfter(
  record: Tagged,
  { add_tags: added, remove_tags: removed }: Pick<BulkEdit<unknown>, "add_tags" | "remove_tags">,
  problems: Problems,
): string[] {
  const gone = new Set(removed);
  const tags = [...new Set([...record.tags.filter((tag) => !gone.has(tag)), ...added])];
  if (tags.length > MAX_TAGS && tags.length > record.tags.length)
    problems.add("add_tags", `would give ${record.id} ${tags.length} tags, and a record has at most ${MAX_TAGS}`);
  return tags;
}

/** A VALIDATION_ERROR as one of the field that holds what was checked; other errors as they are. */
export function refusalUnder(holder: "set" | "filter", error: unknown): unknown {
  if (!isEngineError(error) || error.code !== "VALIDATION_ERROR") return error;
  const problems = new Problems();
  for (const { field, message } of Object.values(error.details as Readonly<Record<string, FieldProblem>>))
    problems.add(field === "add_tags" ? field : `${holder}.${field}`, message);
  return problems.error;
}

/** The VALIDATION_ERROR of a filter that matches more records than one call changes */
export function tooManyMatched(count: number, what: string): Error {
  return invalidField("filter", `matches ${count} ${what}, and one call changes at most ${MAX_BULK_CHANGE}: narrow it`);
}
