import { Ajv2020 } from "ajv/dist/2020.js";
import { SchemaBook } from "@cadastre/inventory-core/protocol";
import { expect, test } from "vitest";
import { z } from "zod";
import { type OpenApiDocument, openApiDocument } from "../../src/index.ts";
import { startServer } from "../support/start.ts";

type Json = Record<string, unknown>;

/** All values under a key anywhere in the document. */
function* valuesOf(value: unknown, key: string): Generator<unknown> {
  if (Array.isArray(value)) for (const entry of value) yield* valuesOf(entry, key);
  else if (typeof value === "object" && value !== null) {
    for (const [name, entry] of Object.entries(value)) {
      if (name === key) yield entry;
      yield* valuesOf(entry, key);
    }
  }
}

function at(document: unknown, pointer: string): unknown {
  return pointer
    .slice(2)
    .split("/")
    .reduce<unknown>((value, part) => (value as Json | undefined)?.[part.replaceAll("~1", "/").replaceAll("~0", "~")], document);
}

async function publishedDocument(): Promise<{
  document: OpenApiDocument;
  operations: readonly { id: string; path: string; method: string; object: Json }[];
}> {
  await using server = await startServer();
  const document = (await (await server.call("/api/openapi.json")).json()) as OpenApiDocument;
  expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument(server.inventory.host))));
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, object]) => ({ id: object["operationId"] as string, path, method, object })),
  );
  for (const { id, http } of server.inventory.host.operations) {
    expect(operations.find((operation) => operation.id === id)).toMatchObject({ path: http.path, method: http.method.toLowerCase() });
  }
  return { document, operations };
}

test("the document is sound: references resolve, ids are unique, path parameters are declared, schemas compile", async () => {
  const { document, operations } = await publishedDocument();
  expect(document.openapi).toBe("3.1.1");
  for (const reference of valuesOf(document, "$ref"))
    expect([reference, at(document, reference as string)]).not.toEqual([reference, undefined]);
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, validateFormats: false });
  ajv.addVocabulary(["components", "x-refers-to"]);
  for (const text of new Set([...valuesOf(document, "schema")].map((schema) => JSON.stringify(schema)))) {
    const standalone = { ...(JSON.parse(text) as Json), components: document.components };
    expect(() => ajv.compile(standalone)).not.toThrow();
  }
  for (const { path, object } of operations) {
    const declared = ((object["parameters"] ?? []) as Json[])
      .filter((parameter) => parameter["in"] === "path")
      .map((parameter) => parameter["name"]);
    expect(declared).toEqual([...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]));
    for (const response of Object.values(object["responses"] as Json)) {
      const resolved =
        (response as Json)["$ref"] === undefined ? (response as Json) : (at(document, (response as Json)["$ref"] as string) as Json);
      expect(resolved["description"]).toBeTypeOf("string");
      expect(Object.keys(resolved["headers"] as Json)).toContain("X-Request-Id");
    }
  }
});

test("answers are described tightly, requests as tolerantly as they are taken", async () => {
  const { document } = await publishedDocument();
  const schemas = document.components.schemas;
  expect(schemas["Datacenter"]).toMatchObject({
    type: "object",
    additionalProperties: false,
    required: ["id", "name", "location", "space_id", "description", "fields", "created_at", "updated_at"],
    properties: { created_at: { type: "string", format: "date-time" } },
  });
  const create = document.paths["/api/datacenters"]?.["post"] as Json;
  const body = (create["requestBody"] as { required: boolean; content: Record<string, { schema: Json }> }).content["application/json"]
    ?.schema;
  expect(body).toMatchObject({
    type: "object",
    required: ["name"],
    properties: { name: { type: "string", minLength: 1, maxLength: 255 } },
  });
  expect(body).not.toHaveProperty("additionalProperties");
  const update = document.paths["/api/datacenters/{id}"]?.["put"] as { requestBody: { content: Record<string, { schema: Json }> } };
  expect(update.requestBody.content["application/json"]?.schema).not.toHaveProperty("required");
});

test("each operation says its permission, its parameters and its errors with their codes", async () => {
  const { document } = await publishedDocument();
  const get = document.paths["/api/probes/{id}"]?.["get"] as Json;
  expect(get["x-permission"]).toBe("probe:read");
  expect(get["tags"]).toEqual(["probes"]);
  expect(Object.keys(get["responses"] as Json)).toEqual(["200", "304", "400", "401", "403", "404", "412", "429", "500", "503"]);
  const notFound = at(document, (get["responses"] as Record<string, Json>)["404"]?.["$ref"] as string) as Json;
  expect(notFound["description"]).toBe("`PROBE_NOT_FOUND`: there is no such probe");
  const list = document.paths["/api/probes"]?.["get"] as { parameters: Json[] };
  expect(list.parameters.map(({ name, required }) => [name, required])).toEqual([
    ["count", false],
    ["size", false],
    ["pad", false],
    ["failAt", false],
    ["stepMs", false],
  ]);
  const login = document.paths["/api/probes/login"]?.["post"] as Json;
  expect(login["security"]).toEqual([]);
  expect(login).not.toHaveProperty("x-permission");
  const statuses = Object.keys(login["responses"] as Json);
  expect(statuses).toEqual(["200", "400", "401", "403", "408", "413", "415", "429", "500", "503"]);
  // Wrong passwords are told only where one signs in.
  const refused = (operation: Json): string =>
    JSON.stringify(at(document, (operation["responses"] as Record<string, Json>)["401"]?.["$ref"] as string));
  expect(refused(get)).not.toContain("PROBE_WRONG_PASSWORD");
  expect(refused(login)).toContain("PROBE_WRONG_PASSWORD");
});

test("a stream says which events it has, and whether it ends", async () => {
  const { document } = await publishedDocument();
  const answersOf = (path: string): Record<string, Json> => (document.paths[path]?.["get"] ?? {})["responses"] as Record<string, Json>;
  const toldOf = (path: string): string => JSON.stringify(answersOf(path)["200"]);
  expect(toldOf("/api/events/stream")).toContain("Events by name, each with the record as JSON");
  expect(toldOf("/api/events/stream")).toContain("A stream of records without an end");
  expect(toldOf("/api/discovery/scans/{id}/events")).toContain("Events `progress` and `end`, each with the record as JSON");
  expect(["/api/events/stream", "/api/discovery/scans/{id}/events"].map((path) => "204" in answersOf(path))).toEqual([false, true]);
});

test("generators of clients can read it: no boolean schemas, one type for a value, error bodies by name", async () => {
  const { document, operations } = await publishedDocument();
  for (const key of ["properties", "schemas"]) {
    for (const schemas of valuesOf(document, key))
      expect(Object.entries(schemas as Json).filter(([, schema]) => typeof schema === "boolean")).toEqual([]);
  }
  for (const key of ["if", "then", "else", "not", "items", "schema"])
    for (const schema of valuesOf(document, key)) expect(schema).not.toBeTypeOf("boolean");
  const several = [...valuesOf(document, "type")].filter((type) => Array.isArray(type) && type.filter((one) => one !== "null").length > 1);
  expect(several).toEqual([]);
  const references = [...valuesOf(document.components["responses"], "schema")].map((schema) => (schema as Json)["$ref"]);
  expect(references).toContain("#/components/schemas/ProbeNotFoundError");
  expect(references.every((reference) => /^#\/components\/schemas\/[A-Z][A-Za-z0-9]*Error$/.test(String(reference)))).toBe(true);
  // Operations are functions in Go and in TypeScript.
  const names = [...Object.keys(document.components.schemas), ...Object.keys(document.components["responses"] as Json)];
  expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
  expect(operations.map(({ id }) => id).filter((id) => !/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/.test(id))).toEqual([]);
});

test("an answer that refers to what a request sends otherwise keeps its own schema", () => {
  const leaf = z.object({ at: z.string() }).meta({ id: "Leaf" });
  const branch = z.object({ leaf }).meta({ id: "Branch" });
  const tree = z.union([branch, z.null()]).meta({ id: "Tree" });
  const book = new SchemaBook();
  book.output(tree);
  const sent = book.input(tree);
  expect(sent).toEqual({ $ref: "#/components/schemas/TreeInput" });
  expect(Object.keys(book.components).toSorted()).toEqual(["Branch", "BranchInput", "Leaf", "LeafInput", "Tree", "TreeInput"]);
  expect(JSON.stringify(book.components["Tree"])).not.toContain("Input");
});
