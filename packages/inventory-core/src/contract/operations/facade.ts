import type { z } from "zod";
import type { PathParams } from "./operation.ts";
import type { PageParameters } from "./paging.ts";
import type { Streamed, TextFile } from "./result.ts";

export type { Streamed };

/** Options of a call made in-process. */
export interface CallOptions {
  /** Ends the call: it throws the reason of the signal. What was committed stays. */
  readonly signal?: AbortSignal | undefined;
  /** Entity tags (`etagOf` of the record's JSON text) of which one must be current, or PRECONDITION_FAILED. */
  readonly ifMatch?: readonly string[] | undefined;
  /** Names the call, so that sending it again does nothing twice: 1 to 255 characters of visible ASCII. */
  readonly idempotencyKey?: string | undefined;
  /** Longest time in milliseconds that the write may hold locks; then it is rolled back (TOO_MUCH_WORK). */
  readonly timeoutMs?: number | undefined;
}

/** Options of `find` and `ensure`, which are about no version of a record and need no name: the key is one. */
export type KeyCallOptions = Omit<CallOptions, "ifMatch" | "idempotencyKey">;

/**
 * A list that is read when it is asked for: `await` gives the whole array, `for await` gives the records one by one
 * without holding them all.
 */
export interface RecordList<T> extends PromiseLike<T[]>, AsyncIterable<T> {}

/** One page of a list. */
export interface Page<T> {
  /** Its records, in the order of the list. */
  readonly items: T[];
  /** The cursor of the next page, to be passed as `after`; undefined on the last page. */
  readonly next: string | undefined;
  /** Number of all records that the filter matches; undefined unless `count` was true. */
  readonly count: number | undefined;
}

/** A list that may be read by page: with `limit`, `after`, `sort` and `count` among its filters. */
export interface PagedRecordList<T> extends RecordList<T> {
  /**
   * Reads the list as a page: its records, the cursor of the next page, and the number of all records.
   *
   * @throws VALIDATION_ERROR at `after` for a cursor of another list or order, at `sort` for a field without an index
   * @example
   * const { items, next, count } = await inventory.devices.list({ limit: 50, sort: "-updated_at", count: true }).page();
   */
  page(): Promise<Page<T>>;
}

/** Values of a body of many. They are read as they are needed, or taken in first where the call is sent elsewhere. */
export type GivenItems<T> = Iterable<T> | AsyncIterable<T>;

/** The argument for a body of many. */
type Items<Op> = Op extends { readonly items?: infer Spec }
  ? [NonNullable<Spec>] extends [never]
    ? []
    : NonNullable<Spec> extends { readonly item: infer Item extends z.ZodType }
      ? [items: GivenItems<z.input<Item>>]
      : []
  : [];

type Strings<Names extends readonly unknown[]> = { [I in keyof Names]: string };

/** The arguments of an operation whose body has the key of a record. */
type Given<Op> = Op extends {
  readonly key?: infer Key extends z.ZodObject | undefined;
  readonly body?: infer Body extends z.ZodObject | undefined;
}
  ? [NonNullable<Key>] extends [never]
    ? Plain<Op>
    : More<z.input<NonNullable<Key>>, z.input<NonNullable<Body>>>
  : Plain<Op>;

type More<Key, Body> =
  Record<never, never> extends Omit<Body, keyof Key> ? [key: Key, more?: Omit<Body, keyof Key>] : [key: Key, more: Omit<Body, keyof Key>];

type Plain<Op> = Op extends { readonly body?: infer Body extends z.ZodObject | undefined }
  ? NonNullable<Body> extends z.ZodObject<infer Shape>
    ? keyof Shape extends never
      ? Filtered<Op>
      : Record<never, never> extends z.input<NonNullable<Body>>
        ? [input?: z.input<NonNullable<Body>>]
        : [input: z.input<NonNullable<Body>>]
    : Filtered<Op>
  : Filtered<Op>;

type Filtered<Op> = Op extends { readonly query?: infer Query extends z.ZodType | undefined }
  ? NonNullable<Query> extends z.ZodObject
    ? Record<never, never> extends z.input<NonNullable<Query>>
      ? [filter?: z.input<NonNullable<Query>> & PageOf<Op>]
      : [filter: z.input<NonNullable<Query>> & PageOf<Op>]
    : []
  : [];

/** The parameters of a list that is read by page; none of another. */
type PageOf<Op> = Op extends { readonly paged?: infer Paged }
  ? NonNullable<Paged> extends { readonly sortable: infer Sortable }
    ? [NonNullable<Paged>] extends [never]
      ? unknown
      : PageParameters<keyof Sortable & string>
    : unknown
  : unknown;

type Answer<Op> = Op extends { readonly output: infer Output }
  ? Output extends { readonly kind: "record"; readonly schema: infer Schema extends z.ZodType }
    ? Promise<z.output<Schema>>
    : Output extends { readonly kind: "list"; readonly item: infer Item extends z.ZodType }
      ? ListOf<Op, z.output<Item>>
      : Output extends { readonly kind: "file" }
        ? Promise<TextFile>
        : Output extends { readonly kind: "watch"; readonly schema: infer Schema extends z.ZodType; readonly endless: true }
          ? AsyncIterable<Streamed<z.output<Schema>>>
          : Output extends { readonly kind: "watch"; readonly schema: infer Schema extends z.ZodType }
            ? AsyncIterable<z.output<Schema>>
            : Promise<void>
  : never;

type ListOf<Op, T> = Op extends { readonly paged?: infer Paged }
  ? [NonNullable<Paged>] extends [never]
    ? RecordList<T>
    : PagedRecordList<T>
  : RecordList<T>;

/** One without a path is of the library alone. */
type Options<Path extends string> = Path extends "" ? KeyCallOptions : CallOptions;

/** An operation as a method: path parameters in order, then the items, the body or the filter, then options. */
export type Method<Op> = Op extends { readonly http: { readonly path: infer Path extends string } }
  ? (...args: [...Strings<PathParams<Path>>, ...Items<Op>, ...Given<Op>, options?: Options<Path>]) => Answer<Op>
  : never;

/** A group of operations as an object of methods. Doc comments of the operations stay with the methods. */
export type Facade<Group> = { readonly [Name in keyof Group]: Method<Group[Name]> };
