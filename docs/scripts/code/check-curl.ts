import { type ErrorObject, Ajv2020 } from "ajv/dist/2020.js";

type Json = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly style?: string;
}

/** What the OpenAPI document says, as far as requests of pages are held against it. */
export interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components?: { readonly parameters?: Readonly<Record<string, Parameter>> };
}

/** Options of curl that take a value. */
const WITH_VALUE = new Set(["-X", "--request", "-H", "--header", "-d", "--data", "-o", "--output", "-u"]);

/** Servers that pages call theirs. */
const OURS = /^(?:\$URL|\$CADASTRE_URL|http:\/\/127\.0\.0\.1:8080|https:\/\/inventory\.example\.com)(?=\/)/;

/** Checks requests by curl against an OpenAPI document: path, method, query and body. */
export class CurlCheck {
  readonly #document: Described;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });

  constructor(document: Described) {
    this.#document = document;
    this.#ajv.addSchema(document, "openapi");
  }

  /** @param args of curl @returns what is wrong */
  problems(args: readonly string[]): readonly string[] {
    const { method: given, body, url } = read(args);
    if (url === undefined) return ["curl has no URL"];
    if (!OURS.test(url)) return [`${url} is no server that pages call theirs`];
    const { pathname, searchParams } = new URL(url.replace(OURS, "http://server").replaceAll(/\$\w+|<\w+>/g, "variable"));
    const path = this.#pathOf(pathname);
    if (path === undefined) return [`there is no path ${pathname}`];
    const method = (given ?? (body === undefined ? "GET" : "POST")).toLowerCase();
    const operation = this.#document.paths[path]?.[method];
    if (operation === undefined) return [`${path} does not take ${method.toUpperCase()}`];
    const parameters = ((operation["parameters"] ?? []) as readonly (Parameter | { readonly $ref: string })[]).map((one) =>
      "$ref" in one ? this.#shared(one.$ref) : one,
    );
    const known = new Set(parameters.map(({ name }) => name));
    const maps = parameters.filter(({ style }) => style === "deepObject").map(({ name }) => `${name}.`);
    const isKnown = (name: string): boolean => known.has(name) || maps.some((prefix) => name.startsWith(prefix));
    return [
      ...[...searchParams.keys()].filter((name) => !isKnown(name)).map((name) => `${path} does not take ?${name}`),
      ...this.#bodyProblems(path, method, operation, body),
    ];
  }

  /** A parameter that several calls take. */
  #shared(reference: string): Parameter {
    const found = this.#document.components?.parameters?.[reference.slice(reference.lastIndexOf("/") + 1)];
    if (found === undefined) throw new Error(`there is no ${reference}`);
    return found;
  }

  #bodyProblems(path: string, method: string, operation: Json, body: string | undefined): readonly string[] {
    if (body === undefined) return [];
    if (operation["requestBody"] === undefined) return [`${method.toUpperCase()} ${path} takes no body`];
    const pointer = [
      "paths",
      path.replaceAll("~", "~0").replaceAll("/", "~1"),
      method,
      "requestBody",
      "content",
      "application~1json",
      "schema",
    ].join("/");
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch (error) {
      return [`the body is no JSON: ${String(error)}`];
    }
    const check = this.#ajv.compile({ $ref: `openapi#/${pointer.replaceAll("{", "%7B").replaceAll("}", "%7D")}` });
    // The schema of the document lets unknown fields pass, as the service does; a page has none.
    const schema = this.#resolve(operation);
    const unknown = typeof value === "object" && value !== null ? Object.keys(value).filter((key) => !(key in schema)) : [];
    return [
      ...(check(value) ? [] : (check.errors ?? []).map((error: ErrorObject) => `body${error.instancePath} ${error.message}`)),
      ...unknown.map((key) => `the body has an unknown field ${key}`),
    ];
  }

  /** The fields of a request's body. */
  #resolve(operation: Json): Json {
    const content = (operation["requestBody"] as { readonly content: Readonly<Record<string, { readonly schema: Json }>> }).content[
      "application/json"
    ];
    const schema = content?.schema ?? {};
    const reference = schema["$ref"] as string | undefined;
    const named =
      reference === undefined
        ? schema
        : (reference
            .slice(2)
            .split("/")
            .reduce<unknown>((value, key) => (value as Json)[key], this.#document) as Json);
    return (named["properties"] ?? {}) as Json;
  }

  /** A path as it is declared; one that is written out goes before one with a parameter in its place. */
  #pathOf(pathname: string): string | undefined {
    const fits = (path: string): boolean =>
      new RegExp(`^${path.replaceAll(".", String.raw`\.`).replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(pathname);
    return Object.keys(this.#document.paths)
      .filter(fits)
      .toSorted((a, b) => (a.match(/\{/g)?.length ?? 0) - (b.match(/\{/g)?.length ?? 0))[0];
  }
}

function read(args: readonly string[]): { readonly method?: string; readonly body?: string; readonly url?: string } {
  const read: { method?: string; body?: string; url?: string } = {};
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] as string;
    if (!word.startsWith("-")) {
      read.url = word;
      continue;
    }
    if (!WITH_VALUE.has(word)) continue;
    index += 1;
    const value = args[index] ?? "";
    if (word === "-X" || word === "--request") read.method = value;
    if (word === "-d" || word === "--data") read.body = value;
  }
  return read;
}
