import type { CallOptions, GivenItems } from "./answers/answers.ts";
import type { ManifestOperation } from "./generated/api.ts";
import { CadastreError } from "./answers/client-error.ts";

/** How an operation is called, read off a line of the table of routes. */
export interface Route {
  readonly id: string;
  readonly method: string;
  /** `/api/devices/{id}` */
  readonly path: string;
  readonly fields: "query" | "body" | "none";
  /** The body is many values: a JSON array, or a JSON value a line. */
  readonly items: "array" | "lines" | undefined;
  readonly answer: "record" | "list" | "watch" | "file" | "empty";
  /** It takes an Idempotency-Key. */
  readonly keyed: boolean;
  /** Its dry run answers with a record. */
  readonly dryRunsRecord: boolean;
  /** The service keeps the answer to the key for a day, and the key is no part of a record. */
  readonly kept: boolean;
}

/** A call that can be sent, once or more. */
export interface PreparedCall {
  readonly route: Route;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: string | Blob | undefined;
  /** Milliseconds to wait for the answer, where that is not the client's own timeout. */
  readonly timeoutMs: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Sending it twice does what sending it once does. */
  readonly repeatable: boolean;
  readonly signal: AbortSignal | undefined;
}

export type FieldValues = Readonly<Record<string, unknown>>;

/** @param line `GET /api/devices query list` */
export function parseRoute(id: string, line: string): Route {
  const [method = "", path = "", fields, answer, ...marks] = line.split(" ");
  const items = (["array", "lines"] as const).find((form) => marks.includes(form));
  return {
    id,
    method,
    path,
    fields: fields as Route["fields"],
    items,
    answer: answer as Route["answer"],
    keyed: marks.includes("keyed"),
    kept: marks.includes("kept"),
    dryRunsRecord: marks.includes("dry-record"),
  };
}

/** An operation of the manifest as a line of the table of routes. */
export function lineOf({ method, path, fields, output, idempotencyKey, keepsAnswer, dryRun, items }: ManifestOperation): string {
  return [
    method,
    path,
    fields.find((field) => field.in !== "path")?.in ?? "none",
    output.kind,
    ...(idempotencyKey ? ["keyed", ...(keepsAnswer === true ? ["kept"] : [])] : []),
    ...(items === undefined ? [] : [items.form]),
    ...(dryRun === "record" ? ["dry-record"] : []),
  ].join(" ");
}

/** Options with a key of the call's own, where its answer is kept and it has none: the call can be sent again then. */
export function withOwnKey({ kept }: Route, options: CallOptions | undefined): CallOptions | undefined {
  if (!kept || options?.idempotencyKey !== undefined) return options;
  // Browsers have randomUUID on secure pages alone.
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return { ...options, idempotencyKey: Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("") };
}

/** Names of the path parameters of a route, in order. */
export function pathParametersOf({ path }: Route): readonly string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] as string);
}

/** Characters of lines that are put together before they become bytes. */
const PIECE_LENGTH = 65_536;

/** The values of a body of many, given as the field `items`, as bytes, which can be sent more than once. */
async function bodyOf(form: "array" | "lines", items: GivenItems<unknown>): Promise<Blob> {
  const pieces: Blob[] = [];
  let text = form === "array" ? "[" : "";
  let separator = "";
  for await (const item of items) {
    text += separator + JSON.stringify(item);
    separator = form === "array" ? "," : "\n";
    if (text.length < PIECE_LENGTH) continue;
    pieces.push(new Blob([text]));
    text = "";
  }
  return new Blob([...pieces, text, form === "array" ? "]" : "\n"], {
    type: form === "array" ? "application/json" : "application/x-ndjson",
  });
}

/** Nobody can say how long so much work takes: the server has an hour. */
const MUCH_WORK_MS = 3_600_000;

/** {@link prepareFields}, after the values of a body of many were taken in. */
export async function prepare(route: Route, fields: FieldValues, options?: CallOptions): Promise<PreparedCall> {
  if (route.items === undefined) return prepareFields(route, fields, options);
  const { items, ...rest } = fields;
  return prepareFields(route, rest, options, await bodyOf(route.items, items as GivenItems<unknown>));
}

/**
 * Puts each field where it goes.
 * @param items the body, of a route that takes many values. @throws CadastreError INVALID_INPUT for a path parameter that would lead
 * elsewhere
 */
export function prepareFields(route: Route, fields: FieldValues, options: CallOptions = {}, items?: Blob): PreparedCall {
  const inPath = new Set(pathParametersOf(route));
  const rest = Object.fromEntries(Object.entries(fields).filter(([name, value]) => !inPath.has(name) && value !== undefined));
  const { ifMatch, idempotencyKey, signal } = options;
  const isKeyed = route.keyed && (idempotencyKey ?? rest["key"] ?? "") !== "";
  return {
    route,
    path: route.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => segment(route, name, fields[name])),
    query: route.fields === "query" ? queryOf(rest) : {},
    body: route.fields === "body" ? JSON.stringify(rest) : items,
    timeoutMs: items === undefined ? undefined : MUCH_WORK_MS,
    headers: {
      ...options.headers,
      ...(route.fields === "body" ? { "content-type": "application/json" } : {}),
      ...(items === undefined ? {} : { "content-type": items.type }),
      ...(ifMatch === undefined ? {} : { "if-match": [ifMatch].flat().join(", ") }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    },
    // A change under a condition that worked does not meet its condition any more.
    repeatable: route.method === "GET" || isKeyed || (route.method !== "POST" && ifMatch === undefined),
    signal,
  };
}

/** The same call as one that changes nothing, and answers what it would change. */
export const asDryRun = (call: PreparedCall): PreparedCall => ({ ...call, query: { ...call.query, dry_run: true }, repeatable: true });

/** In a path, empty and dots are not values but other paths, also when they are encoded. */
function segment({ id, path }: Route, name: string, value: unknown): string {
  if (typeof value !== "string" || value === "" || value === "." || value === "..") {
    throw new CadastreError({
      code: "INVALID_INPUT",
      kind: "invalid",
      operation: id,
      message: `${name} of ${id} must be a valid value for ${path}, not ${JSON.stringify(value) ?? "undefined"}`,
    });
  }
  return encodeURIComponent(value);
}

/** In a query, null is nothing; of an object, each value has its name after a dot: `field.owner=ada`. */
function queryOf(fields: FieldValues, prefix = ""): FieldValues {
  const pairs = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    if (value === null || value === undefined) return [];
    if (typeof value !== "object" || Array.isArray(value)) return [[prefix + name, value]];
    return Object.entries(queryOf(value as FieldValues, `${prefix}${name}.`));
  });
  return Object.fromEntries(pairs);
}
