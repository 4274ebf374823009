import { z } from "zod";
import { invalidField } from "../errors/validation.ts";
import { choicesInQuery, queryNumber } from "./fields.ts";

/** Most records of one page. */
const MAX_PAGE = 10_000;

/** Longest cursor that is read: names have 255 characters. */
const MAX_CURSOR = 8192;

/** Greatest integer of a column of 32 bits. */
const MAX_INT = 2_147_483_647;

/** A value of an order: what a record has in one of its columns. */
export type OrderValue = string | number | null;

/** A column that a list is sorted by. */
export interface OrderColumn {
  /** An expression on the alias `t` of the table. */
  readonly sql: string;
  /** What its values are; `bigint` above 32 bits. */
  readonly type: "bigint" | "integer" | "text";
  /** It may be null: such records come before all others, and after them in descending order. The first column of an order alone may. */
  readonly nullable?: boolean;
}

/** An order of a list. */
export interface ListOrder {
  /** Its columns; together they differ from record to record. All are sorted in the same direction. */
  readonly columns: readonly OrderColumn[];
  /** Greatest first. */
  readonly descending: boolean;
}

/** A list that is read by page, as data: what an operation declares as `paged`. */
export interface PagedList<Field extends string = string> {
  /** Its cursors hold this name, so that another list refuses them. */
  readonly name: string;
  /** Columns of each order, by the name of the field that `sort` names. Each order has an index. */
  readonly sortable: Readonly<Record<Field, readonly OrderColumn[]>>;
  /** The order without `sort`: a sortable field, with `-` before it for descending; or one that has no name. */
  readonly defaultOrder: Field | `-${Field}` | ListOrder;
  /**
   * By sortable field (empty for a default order without a name), filters that share an index with the order: of a column that equals a
   * value, with the columns of the order after it.
   */
  readonly filters?: Readonly<Record<string, readonly string[]>>;
  /** Fields that the parameter `fields` selects from; without them, the list has no such parameter. */
  readonly fields?: readonly string[];
}

/** Which part of a list a call asks for. */
export interface PageRequest {
  /** Most records; undefined for all of them. */
  readonly limit: number | undefined;
  /** Name of the order, as `sort` has it; empty for one without a name. */
  readonly sort: string;
  /** The order. */
  readonly order: ListOrder;
  /** Whether the order is one that `sort` or `after` asks for, and not the default order of the list. */
  readonly isSorted: boolean;
  /** Values of the last record of the page before, by column of the order; undefined for the beginning. */
  readonly after: readonly OrderValue[] | undefined;
  /** Whether the number of all records is asked for. */
  readonly count: boolean;
  /** Fields that each record keeps, beside its id; undefined for all of them. */
  readonly fields?: readonly string[] | undefined;
  /** Makes the cursor after a record of these values. */
  readonly cursorAfter: (values: readonly OrderValue[]) => string;
}

/** All records of a list in its default order, for operations that are not `paged`. */
export const WHOLE_LIST: PageRequest = {
  limit: undefined,
  sort: "",
  order: { columns: [], descending: false },
  isSorted: false,
  after: undefined,
  count: false,
  cursorAfter: () => "",
};

/** Parameters of a list that is read by page. */
export interface PageParameters<Field extends string = string> {
  /** Most records of the page, 1–10,000. */
  limit?: number | undefined;
  /** `next` of the page before, with the same `sort`. */
  after?: string | undefined;
  /** A field to sort by, with `-` before it for descending order. */
  sort?: Field | `-${Field}` | undefined;
  /** Whether the number of all records that the filter matches is returned. */
  count?: boolean | undefined;
}

/** A column of texts, for {@link PagedList}. */
export const byText = (sql: string): OrderColumn => ({ sql, type: "text" });

/** A column of integers of 32 bits. */
export const byInteger = (sql: string): OrderColumn => ({ sql, type: "integer" });

/** A column whose values may be null. */
export const orNull = (column: OrderColumn): OrderColumn => ({ ...column, nullable: true });

const fieldsOf = ({ sortable }: PagedList): readonly string[] => Object.keys(sortable);

/** Names the sortable fields of a list in a sentence. */
export const sortableText = (list: PagedList): string => fieldsOf(list).join(", ");

const emptyIsNone = (value: unknown): unknown => (value === "" ? undefined : value);

const givenOnce = (wrong: string) => (issue: { readonly input?: unknown }) => (Array.isArray(issue.input) ? "must be given once" : wrong);

/** Schemas of the query parameters of a list that is read by page. */
export function pageParameters(list: PagedList): z.ZodRawShape {
  const fields = fieldsOf(list);
  const sorts = fields.flatMap((field) => [field, `-${field}`]) as [string, ...string[]];
  const wrong = `must be one of ${fields.join(", ")}, with - before it for descending order`;
  const isTrue = z.boolean({ error: givenOnce("must be true or false") });
  return {
    limit: queryNumber(1, MAX_PAGE, "Maximum number of records, 1–10,000"),
    after: z
      .preprocess(emptyIsNone, z.string({ error: givenOnce("must be a text") }).optional())
      .optional()
      .meta({ description: "Cursor of the next page, from the header X-Service-Next of the page before; with the same sort" }),
    sort: z
      .preprocess(emptyIsNone, z.enum(sorts, { error: givenOnce(wrong) }).optional())
      .optional()
      .meta({ description: `Field to sort by, with - before it for descending order; ties are sorted by id` }),
    count: z
      .preprocess((value) => (value === "true" ? true : value === "false" ? false : emptyIsNone(value)), isTrue.optional())
      .optional()
      .meta({ description: "If true, the header X-Service-Count is the number of all records that the filter matches" }),
    ...(list.fields && { fields: choicesInQuery(list.fields, "Fields of each record, in addition to its id; all fields by default") }),
  };
}

/** Names of {@link pageParameters}. */
export const PAGE_PARAMETERS = ["limit", "after", "sort", "count"] as const satisfies readonly (keyof PageParameters)[];

/**
 * Separates the filter of a query from the page that it asks for.
 * @throws VALIDATION_ERROR for a cursor of another list or order
 */
export function pageRequestOf(list: PagedList, query: object): { readonly filter: object; readonly page: PageRequest } {
  const { limit, after, sort, count = false, fields, ...filter } = query as PageParameters & { fields?: readonly string[] };
  const name = sort ?? (typeof list.defaultOrder === "string" ? list.defaultOrder : "");
  const order = orderOf(list, name);
  const page: PageRequest = {
    limit,
    sort: name,
    order,
    isSorted: sort !== undefined && sort !== list.defaultOrder,
    after: after === undefined ? undefined : valuesOf(list, name, order, after),
    count,
    ...(fields !== undefined && { fields }),
    cursorAfter: (values) => Buffer.from(JSON.stringify([list.name, name, ...values])).toString("base64url"),
  };
  return { filter, page };
}

/** The field of a sort order, without the `-` of descending order. */
const fieldOf = (sort: string): string => sort.replace(/^-/, "");

function orderOf(list: PagedList, sort: string): ListOrder {
  if (sort === "") return list.defaultOrder as ListOrder;
  return { columns: list.sortable[fieldOf(sort)] as readonly OrderColumn[], descending: sort.startsWith("-") };
}

/** Names of the filters that have a value. */
export const givenFilters = (filter: object): readonly string[] =>
  Object.entries(filter).flatMap(([name, value]) => (isGiven(value) ? [name] : []));

const isGiven = (value: unknown): boolean =>
  typeof value === "object" && value !== null ? Object.values(value).some(isGiven) : value !== undefined && value !== null && value !== "";

/** Whether one index serves a filter and an order. */
export function hasIndex({ filters = {} }: PagedList, { sort }: PageRequest, filter: object): boolean {
  const [given, ...others] = givenFilters(filter);
  return given !== undefined && others.length === 0 && filters[fieldOf(sort)]?.includes(given) === true;
}

/** Reads a cursor. */
function valuesOf(list: PagedList, sort: string, { columns }: ListOrder, cursor: string): readonly OrderValue[] {
  const [name, order, ...values] = partsOf(cursor);
  if (name === list.name && order === sort && values.length === columns.length && columns.every((column, at) => isOf(column, values[at])))
    return values as OrderValue[];
  throw invalidField("after", "must be the cursor of a page of this list with the same sort");
}

function partsOf(cursor: string): readonly unknown[] {
  if (cursor.length > MAX_CURSOR) return [];
  try {
    const parts = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown;
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

function isOf({ type, nullable = false }: OrderColumn, value: unknown): boolean {
  if (value === null) return nullable;
  if (type === "text") return typeof value === "string" && value.isWellFormed() && !value.includes("\u0000");
  return Number.isSafeInteger(value) && (type === "bigint" || Math.abs(value as number) <= MAX_INT);
}
