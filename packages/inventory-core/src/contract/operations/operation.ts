import { z } from "zod";
import type { CallBudget } from "./call-budget.ts";
import type { Principal } from "../access/principal.ts";
import type { JoinedChange } from "./joined-change.ts";
import type { KeyedRequest } from "./keyed-request.ts";
import { objectOf } from "./json-schema.ts";
import { type PagedList, pageParameters, type PageRequest } from "./paging.ts";
import type { JsonList, JsonListRecord, JsonPieces, JsonText, TextFile, Watch } from "./result.ts";
import type { ServiceToken } from "../service-token.ts";
import type { Draft, Fields } from "../errors/validation.ts";

/** Methods that operations have. A GET changes nothing. */
export type HttpMethod = "GET" | "POST" | "PUT" | "DELETE";

/** Headers of an answer that is still to be sent. */
export interface AnswerHeaders {
  /** Adds a header, beside those of the same name. */
  append(name: string, value: string): void;
}

/** How one call came in: who, from where, under which conditions. */
export interface CallContext {
  /** ANONYMOUS for `public` operations. */
  readonly principal: Principal;
  /** Aborts when the caller is gone. */
  readonly signal?: AbortSignal | undefined;
  /** Entity tags of an If-Match header, quotes included; `*` matches any. */
  readonly ifMatch?: readonly string[] | undefined;
  /** Names the call, so that sending it again does nothing twice. */
  readonly idempotencyKey?: string | undefined;
  /** The same, as the write path needs it: set by the executor, for operations whose answers are kept. */
  readonly keyed?: KeyedRequest | undefined;
  /** Id of the last state that a caller who comes back to a watch has seen (the Last-Event-ID of a browser). */
  readonly lastEventId?: string | undefined;
  /** Id of the request in the logs; none for calls of the library. */
  readonly requestId?: string | undefined;
  /** Address of the client; none for calls of the library. */
  readonly remoteAddress?: string | undefined;
  /** Which edge the call came through: `library`, `http`, `mcp`, `cli`. */
  readonly source: string;
  /** Cookies that came with the call (a login replaces the session that it comes with); only the HTTP edge has them. */
  readonly cookies?: ReadonlyMap<string, string> | undefined;
  /** Headers that an operation adds to its answer (a session cookie); only the HTTP edge has one. */
  readonly answerHeaders?: AnswerHeaders | undefined;
  /** Path under which the world reaches the server (`/ipam`), for links and cookies; none or "" for the root. Requests are without it. */
  readonly basePath?: string | undefined;
  /** Longest time in milliseconds that a write may hold locks. Default: by principal; no limit for the system. */
  readonly timeoutMs?: number | undefined;
  /** Bounds the work of the caller; without one there is no bound (the library). */
  readonly budget?: CallBudget | undefined;
  /**
   * Counts further requests against the caller's limit, for a request that holds several (a JSON-RPC batch).
   * @throws RATE_LIMIT_EXCEEDED when they are more than the caller has left; none of them is counted then
   */
  readonly countRequests?: ((more: number) => void) | undefined;
  /**
   * Takes a place among the event streams of the caller, for a raw handler that answers with one.
   * @returns gives it back; may be called more than once. @throws TOO_MANY_STREAMS
   */
  readonly openStream?: (() => () => void) | undefined;
  /** Nothing is stored: set by `Host.dryRun`, and for operations with `dryRun: "record"`. The write path and plans obey it. */
  readonly dryRun?: boolean | undefined;
  /** `ifMatch` of the call that becomes the only step of a plan (`?plan=true`). */
  readonly stepIfMatch?: readonly string[] | undefined;
  /** The change that it is a part of, a step among others: obeyed by the write path. */
  readonly within?: JoinedChange | undefined;
}

/** Limits beside the general one, for what is rare and dear; each counts exactly, over all hosts. */
export type LimitName = "login" | "registration" | "token";

/** Permission name, or `authenticated` (any valid credential), or `public` (none; login and bootstrap only). */
export type Access = string;

export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? [Name, ...PathParams<Rest>] : [];

/** How the values of a body come: as an array, or one a line. */
export type ItemsForm = { readonly kind: "array"; readonly most: number } | { readonly kind: "lines"; readonly limitBytes: number };

/** A body of many values of one kind in place of one object. The operation checks them, so that it can tell of each. */
export interface ItemsSpec<Item extends z.ZodType = z.ZodType> {
  /** Schema of one of the values. */
  readonly item: Item;
  /** `array`: a JSON array of `most` values. `lines`: a JSON value a line (NDJSON), of `limitBytes` in all, read as they are asked for. */
  readonly form: ItemsForm;
}

/** What `run` gets: path parameters by name, the parsed query, the checked body. */
export interface OperationInput<Path extends string, Query extends z.ZodType, Body extends z.ZodObject> {
  readonly params: { readonly [Name in PathParams<Path>[number]]: string };
  readonly query: z.output<Query>;
  /** Which part of the list is asked for; the whole list for operations that are not `paged`. */
  readonly page: PageRequest;
  readonly body: Draft<Fields<Body>>;
  /** The values of a body of many, as they came; none for other operations. @throws INVALID_INPUT at the place where the body is wrong */
  readonly items: AsyncIterable<unknown>;
}

/**
 * The answer of an operation: one record (one that is a long list may be sent in pages), a list (sent in pages), a record that is watched
 * (or, `endless`, records as they
 * come), a file of one of several types, or nothing.
 */
export type OperationOutput =
  | { readonly kind: "record"; readonly schema: z.ZodType }
  | { readonly kind: "list"; readonly item: z.ZodType }
  | { readonly kind: "watch"; readonly schema: z.ZodType; readonly endless?: boolean }
  | { readonly kind: "file"; readonly types: Readonly<Record<string, z.ZodType>> }
  | { readonly kind: "empty" };

type Answer<Output> = Output extends { kind: "list"; item: infer Item extends z.ZodType }
  ? JsonList<z.output<Item>>
  : Output extends { kind: "record"; schema: infer Schema extends z.ZodType }
    ? z.output<Schema> | JsonText<z.output<Schema>> | JsonListRecord<z.output<Schema>> | JsonPieces<z.output<Schema>>
    : Output extends { kind: "file" }
      ? TextFile
      : Output extends { kind: "watch"; schema: infer Schema extends z.ZodType }
        ? Watch<z.output<Schema>>
        : void;

/** How an operation is called over HTTP. */
export interface OperationRoute<Path extends string = string> {
  /** Method of the request. */
  readonly method: HttpMethod;
  /** From the root of the server, with parameters in braces: `/api/pools/{id}`. */
  readonly path: Path;
  /** Status of the answer when it succeeds. */
  readonly status: number;
}

/**
 * Routes of operations that are methods of the library alone: they have no path, and no host lists them. Their calls take no `ifMatch`
 * and no `idempotencyKey`.
 */
export const LIBRARY_ROUTE = {
  read: { method: "GET", path: "", status: 200 },
  write: { method: "POST", path: "", status: 200 },
} as const satisfies Readonly<Record<string, OperationRoute>>;

/** Whether an operation is a method of the library alone. */
export const isOfLibrary = ({ http }: Pick<AnyOperation, "http">): boolean => http.path === "";

/** What is declared of an operation; its id comes from {@link defineOperations}. */
export interface OperationSpec<
  Service = unknown,
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodObject = z.ZodObject,
  Output extends OperationOutput = OperationOutput,
  Items extends ItemsSpec | undefined = ItemsSpec | undefined,
  Errors extends string = string,
  Key extends z.ZodObject | undefined = z.ZodObject | undefined,
  Paged extends PagedList | undefined = PagedList | undefined,
> {
  /** What it does, in a sentence without its full stop. */
  readonly summary: string;
  /** More than the summary says, in sentences. */
  readonly description?: string;
  /** Token of the service that `run` is given. */
  readonly service: ServiceToken<Service>;
  /** Permission that it needs, `authenticated`, or `public`. */
  readonly access: Access;
  /** Permission that opens it in place of `access`, for some records: the service checks for which. */
  readonly orAccess?: string;
  /** What it is about, where the permission of `access` does not say it: that of an operation which needs none. */
  readonly area?: string;
  /** AI clients are told of it without asking: for what the work of most days needs (docs/spec/oauth.md#tool-sets). */
  readonly core?: boolean;
  /** More permissions that the call needs beside `access`. */
  readonly alsoNeeds?: readonly string[];
  /**
   * Path parameter that names a user: whoever is that user needs neither `access` nor `alsoNeeds`, unless an OAuth token stands for them.
   */
  readonly self?: string;
  /** Its route: method, path with parameters in braces, status of the answer. */
  readonly http: OperationRoute<Path>;
  /** Name of one of its records, where its group does not end in it and an s: tools of AI clients and commands are named after it. */
  readonly noun?: string;
  /** Kind of record that each path parameter is the id of, where it is one (`{ id: "network" }`); those of the group hold unless given. */
  readonly refersTo?: Readonly<Record<string, string>>;
  /** Schema of the query, an object; none unless given. */
  readonly query?: Query;
  /**
   * The list is read by page and in several orders: {@link defineOperation} adds `limit`, `after`, `sort` and `count` to the query, and
   * `run` gets them as `page`.
   */
  readonly paged?: Paged;
  /** Query parameters that are accepted without effect, with a description of each: what clients of other services send. */
  readonly ignoredQuery?: Readonly<Record<string, string>>;
  /** Schema of the body; none unless given. */
  readonly body?: Body;
  /** Fields of the body that are the natural key of a record: a method takes them first, and the others as its second argument. */
  readonly key?: Key;
  /** The body is many values; there is no `body` then. */
  readonly items?: Items;
  /** What it answers: of {@link record}, {@link list}, {@link watched}, {@link streamed}, {@link file} or {@link empty}. */
  readonly output: Output;
  /** Codes beyond those every operation can give (credentials, permission, limits, internal). */
  readonly errors?: readonly Errors[];
  /** The record carries an ETag (GET), or the change honours If-Match (PUT, DELETE). */
  readonly conditional?: boolean;
  /**
   * Whether a token that a user gave a program for a task (OAuth) may call it: false for what would outlive the task, such as
   * a role, a password or a key. Operations that ask for a permission of accounts must say so; others may be called unless
   * they say false.
   */
  readonly delegable?: boolean;
  /** Counted against its own, smaller limit beside the general one. */
  readonly limit?: LimitName;
  /**
   * An Idempotency-Key is understood. `kept`: the write path keeps what the transaction of the call answered, and gives it again
   * to the same call, so that the answer must be what the transaction returns (of a body of many, be made of what its
   * transactions return alone). `own`: the key is a part of the operation's own records.
   */
  readonly idempotent?: "kept" | "own";
  /**
   * With `idempotent: "kept"`: the transaction returns a record with an `id`, of which the id is kept, and the same call is given the
   * record as it is now. Without it, the same call is given what the transaction returned.
   * @throws NOT_FOUND
   */
  readonly replay?: (service: Service, id: string, call: CallContext) => Promise<Answer<Output>>;
  /** Optional body fields that MCP tools require. */
  readonly toolNeeds?: readonly string[];
  /**
   * A dry run (`CallContext.dryRun`) stores nothing. `record`: it answers with the record of `output`. `changes`: with the changes, as dry
   * runs of destructive operations do.
   */
  readonly dryRun?: "record" | "changes";
  /** Takes away or overwrites what was there, though its method (not PUT, not DELETE) does not say so. */
  readonly destructive?: boolean;
  /**
   * It may be a step of a plan: it changes records of the inventory, all through the write path, in one transaction, does nothing after
   * it, and reads nothing past that transaction once its query and body are right.
   */
  readonly plannable?: boolean;
  /**
   * Counts the records that a bulk operation matches, without a lock. Plans use it to refuse too much work early.
   * @throws VALIDATION_ERROR
   */
  readonly countRecords?: (service: Service, body: Draft<Fields<Body>>) => Promise<number>;
  /** Over HTTP, `?plan=true` makes a plan with it as the only step, in place of doing it. Such operations are {@link plannable}. */
  readonly plansItself?: boolean;
  /**
   * It may wait for something to happen before it answers (a long poll): waiting takes no place among the requests that are computed, so
   * the operation bounds by itself how many wait. `signal` of its call aborts when the server stops, too.
   */
  readonly waits?: boolean;
  /** Sends something to machines outside the service (a scan, a test delivery). */
  readonly reachesOut?: boolean;
  /**
   * Asked after the permission check when something is wrong with the query or the body: throws the not-found error of the
   * record in the path, so that a missing record is never hidden behind a complaint about the body (docs/spec/errors.md#order-of-checks).
   * For a call with nothing wrong, `run` finds out by itself; so this is no place for a check of access.
   */
  readonly exists?: (service: Service, params: { readonly [Name in PathParams<Path>[number]]: string }, call: CallContext) => Promise<void>;
  /** Calls the service. What it throws goes to the caller. */
  readonly run: (service: Service, input: OperationInput<Path, Query, Body>, call: CallContext) => Promise<Answer<Output>>;
}

/** An operation with its id, `<resource>.<method>`. */
export type Operation<Spec = OperationSpec> = Spec & { readonly id: string };

/** An operation of which nothing but the data is known: what hosts and edges work with. */
export type AnyOperation = Operation<
  Omit<OperationSpec, "countRecords" | "exists" | "replay" | "run" | "service"> & {
    readonly service: symbol;
    readonly exists?: (service: never, params: never, call: CallContext) => Promise<void>;
    readonly countRecords?: (service: never, body: never) => Promise<number>;
    readonly replay?: (service: never, id: string, call: CallContext) => Promise<unknown>;
    readonly run: (service: never, input: never, call: CallContext) => Promise<unknown>;
  }
>;

/** Names of the parameters of a path, in order. */
export function parametersOf(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] as string);
}

/** Whether an operation takes away or overwrites what was there. */
export function isDestructive({ http, destructive = false }: Pick<AnyOperation, "http" | "destructive">): boolean {
  return http.method === "DELETE" || http.method === "PUT" || destructive;
}

/** Whether an operation has a dry run that answers with the changes. */
export const showsChanges = (operation: Pick<AnyOperation, "http" | "destructive" | "dryRun">): boolean =>
  operation.dryRun === undefined ? isDestructive(operation) : operation.dryRun === "changes";

/** Whether a caller has the kind of credential that an operation asks for. */
export function acceptsCredential({ delegable = true }: Pick<AnyOperation, "delegable">, { credential }: Principal): boolean {
  return delegable || credential?.delegated !== true;
}

/** Declares one operation as data; types of `run` follow from the schemas and the path. */
export function defineOperation<
  Service,
  const Path extends string,
  const Output extends OperationOutput,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Items extends ItemsSpec | undefined = undefined,
  const Errors extends string = never,
  Key extends z.ZodObject | undefined = undefined,
  const Paged extends PagedList | undefined = undefined,
>(
  spec: OperationSpec<Service, Path, Query, Body, Output, Items, Errors, Key, Paged>,
): OperationSpec<Service, Path, Query, Body, Output, Items, Errors, Key, Paged> {
  if (spec.paged === undefined) return spec;
  return { ...spec, query: pagedQuery(objectOf(spec.query) ?? z.object({}), spec.paged) as unknown as Query };
}

/** The query of a list that is read by page: its filter, and the parameters of the page. */
export const pagedQuery = (filter: z.ZodObject, paged: PagedList): z.ZodObject => filter.safeExtend(pageParameters(paged));

/** A group of operations with their ids. */
export type NamedOperations<Resource extends string, Group> = {
  readonly [Name in keyof Group]: Group[Name] & { readonly id: `${Resource}.${Name & string}` };
};

/**
 * Names a group of operations: `defineOperations("devices", { create })` makes `devices.create`.
 * @param refersTo kinds of record that path parameters are ids of, for operations that do not say it themselves
 */
export function defineOperations<const Resource extends string, const Group extends Record<string, object>>(
  resource: Resource,
  specs: Group,
  refersTo: Readonly<Record<string, string>> = {},
): NamedOperations<Resource, Group> {
  return Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [
      name,
      { ...spec, refersTo: referencesOf(spec as OperationSpec, refersTo), id: `${resource}.${name}` },
    ]),
  ) as unknown as NamedOperations<Resource, Group>;
}

function referencesOf({ http, refersTo: own }: OperationSpec, ofGroup: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries({ ...ofGroup, ...own }).filter(([name]) => parametersOf(http.path).includes(name)));
}

/**
 * An answer of one record.
 * @param schema of the record
 */
export const record = <const Schema extends z.ZodType>(schema: Schema) => ({ kind: "record", schema }) as const;
/**
 * An answer of many records, sent in pages.
 * @param item schema of one of them
 */
export const list = <const Item extends z.ZodType>(item: Item) => ({ kind: "list", item }) as const;
/** A record as it is, and again whenever it changes, until it does not change any more. */
export const watched = <const Schema extends z.ZodType>(schema: Schema) => ({ kind: "watch", schema }) as const;
/** Records as they come, without an end; who comes back goes on after the last one that was seen. */
export const streamed = <const Schema extends z.ZodType>(schema: Schema) => ({ kind: "watch", schema, endless: true }) as const;
/** A file, by its media types. */
export const file = <const Types extends Readonly<Record<string, z.ZodType>>>(types: Types) => ({ kind: "file", types }) as const;
/** An answer without a body. */
export const empty = { kind: "empty" } as const;
