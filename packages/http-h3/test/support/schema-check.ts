import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { type Described, type OpenApiDocument, openApiDocument } from "../../src/openapi/document.ts";

type Json = Record<string, unknown>;

/** An answer that the published document does not allow. */
export class SchemaMismatch extends Error {
  override readonly name = "SchemaMismatch";
}

/** fetch, except that every answer is held against the document. */
export type CheckedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

interface CheckOptions {
  /** True when the server has limits: every answer must then carry their headers. Otherwise all of them or none. */
  readonly limits?: boolean;
  readonly fetch?: typeof globalThis.fetch;
}

const FORMATS: Readonly<Record<string, RegExp>> = {
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  uri: /^[a-z][a-z0-9+.-]*:/,
  ipv4: /^\d+\.\d+\.\d+\.\d+$/,
  ipv6: /^[0-9a-f:.]+$/,
  email: /^[^@\s]+@[^@\s]+$/,
};

/** Looks up what the document says of a request. */
class Book {
  readonly #document: OpenApiDocument;
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #routes: readonly { readonly path: string; readonly pattern: RegExp; readonly fixed: number }[];

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, code: { optimize: false } });
    for (const [name, pattern] of Object.entries(FORMATS)) this.#ajv.addFormat(name, pattern);
    this.#ajv.addSchema(document, "openapi");
    this.#routes = Object.keys(document.paths)
      .map((path) => ({
        path,
        pattern: new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{[^}]+\}/g, "[^/]+")}/?$`),
        fixed: path.replaceAll(/\{[^}]+\}/g, "").length,
      }))
      // A path that is written out goes before one with a parameter in its place.
      .toSorted((a, b) => b.fixed - a.fixed);
  }

  pathOf(pathname: string): string | undefined {
    return this.#routes.find(({ pattern }) => pattern.test(pathname))?.path;
  }

  operation(path: string, method: string): Json | undefined {
    return this.#document.paths[path]?.[method.toLowerCase()];
  }

  validate(pointer: string, value: unknown): string | undefined {
    let check = this.#compiled.get(pointer);
    if (check === undefined) {
      check = this.#ajv.compile({ $ref: `openapi#${pointer}` });
      this.#compiled.set(pointer, check);
    }
    return check(value) ? undefined : this.#ajv.errorsText(check.errors, { dataVar: "body" });
  }
}

const ids = new WeakMap<object, number>();
let lastId = 0;

/** The same number for the same object, and no other. */
function idOf(object: object): number {
  const known = ids.get(object) ?? (lastId += 1);
  ids.set(object, known);
  return known;
}

/** All that the document of a host is made of, by which object it is. */
const partsOf = ({ version, operations, errors, rawHandlers }: Described): string =>
  JSON.stringify([
    version,
    operations.map(idOf),
    Object.entries(errors).map(([code, definition]) => [code, idOf(definition)]),
    rawHandlers.map(({ access, limit, routes = [] }) => [access, limit, routes.map(idOf)]),
  ]);

/** Books of hosts, the last ones asked for at the end: a process of tests starts hundreds of hosts of a few kinds. */
const books = new Map<string, Book>();
const MAX_BOOKS = 8;

function bookOf(host: Described): Book {
  const key = partsOf(host);
  const book = books.get(key) ?? new Book(openApiDocument(host));
  books.delete(key);
  books.set(key, book);
  const [oldest] = books.keys();
  if (books.size > MAX_BOOKS && oldest !== undefined) books.delete(oldest);
  return book;
}

const escaped = (part: string): string => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));

const ALWAYS = ["x-request-id", "x-content-type-options", "content-security-policy", "referrer-policy", "x-frame-options"];
const OF_LIMITS = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];

/** {@link checkedFetch} with the document of a host. To make the document and compile its schemas takes longer than to start the host. */
export const checkedFetchOf = (host: Described, options: CheckOptions = {}): CheckedFetch => fetchWith(bookOf(host), options);

/**
 * A fetch that checks every answer against the published document: its status is declared for the operation, its body
 * fits the schema, its headers are there. What the document does not list must be 404 or 405.
 * @throws SchemaMismatch
 *
 * @example
 * const fetch = checkedFetch(openApiDocument(inventory.host));
 * await fetch(`${http.server.url}/api/devices`);
 */
export const checkedFetch = (document: OpenApiDocument, options: CheckOptions = {}): CheckedFetch => fetchWith(new Book(document), options);

function fetchWith(book: Book, options: CheckOptions): CheckedFetch {
  const send = options.fetch ?? globalThis.fetch;
  return async (url, init) => {
    const response = await send(url, init);
    const method = (init?.method ?? "GET").toUpperCase();
    const { pathname } = new URL(url);
    // A stream has no end to wait for: it is checked by its type.
    const isStream = response.headers.get("content-type") === "text/event-stream";
    const text = isStream ? "" : await response.clone().text();
    const fail = (what: string): never => {
      throw new SchemaMismatch(`${method} ${pathname} -> ${response.status}: ${what}\n${text.slice(0, 500)}`);
    };
    const limited = options.limits === true || OF_LIMITS.some((name) => response.headers.has(name));
    for (const name of limited ? [...ALWAYS, ...OF_LIMITS] : ALWAYS) {
      if (!response.headers.has(name)) fail(`the header ${name} is missing`);
    }
    if (response.headers.has("x-powered-by")) fail("x-powered-by is sent");

    const checkBody = (pointer: string, expected = "application/json"): void => {
      if (method === "HEAD") {
        if (text !== "") fail("HEAD has a body");
        return;
      }
      if (response.headers.get("content-type") !== expected) fail(`the content type is not ${expected}`);
      const problem = book.validate(pointer, JSON.parse(text));
      if (problem !== undefined) fail(problem);
    };
    const checkOnly = (status: number): void => {
      // Limits and failures may come before anything is known of the path.
      if (response.status !== status && response.status !== 429 && response.status !== 503) fail(`only ${status} is allowed here`);
      checkBody("/components/schemas/Error");
    };

    const path = book.pathOf(pathname);
    if (path === undefined) {
      checkOnly(404);
      return response;
    }
    if (method === "OPTIONS") {
      if (response.status !== 204 && response.status !== 429) fail("OPTIONS is 204");
      return response;
    }
    const described = method === "HEAD" ? "GET" : method;
    const operation = book.operation(path, described);
    if (operation === undefined) {
      checkOnly(405);
      if (!response.headers.has("allow") && response.status === 405) fail("Allow is missing");
      return response;
    }
    const declared = (operation["responses"] as Record<string, Json>)[String(response.status)];
    if (declared === undefined) return fail("this status is not declared for the operation");
    const reference = declared["$ref"] as string | undefined;
    if (reference !== undefined) {
      checkBody(`${reference.slice(1)}/content/${escaped("application/json")}/schema`);
      return response;
    }
    if (declared["content"] === undefined) {
      if (text !== "") fail("there is a body where none is declared");
      return response;
    }
    if (isStream) {
      if ((declared["content"] as Json)["text/event-stream"] === undefined) fail("a stream is not declared for the operation");
      return response;
    }
    // A file may come in several types; of those that are no JSON, only the type can be checked.
    const type = response.headers.get("content-type") ?? "";
    if (type.endsWith("; charset=utf-8") && (declared["content"] as Json)[type.slice(0, -"; charset=utf-8".length)] !== undefined)
      return response;
    // Of several, any that is declared; where none is, what every answer is.
    const json = (declared["content"] as Json)[type] === undefined ? "application/json" : type;
    checkBody(`/paths/${escaped(path)}/${described.toLowerCase()}/responses/${response.status}/content/${escaped(json)}/schema`, json);
    return response;
  };
}
