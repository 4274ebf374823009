import { authPlugin } from "@cadastre/auth";
import { oauthPlugin } from "@cadastre/auth/oauth";
import { discoveryAgentPlugin } from "@cadastre/discovery-agent";
import { leaseSourcesPlugin } from "@cadastre/discovery-scanner/leases";
import { discoverySnmpPlugin } from "@cadastre/discovery-snmp";
import { type AnyOperation, createInventory, type Inventory, isInventoryError, KeyRing, servicesOf } from "@cadastre/inventory-core";
import { libraryMethods, type JsonSchema, objectOf, parametersOf } from "@cadastre/inventory-core/protocol";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { webhooksPlugin } from "@cadastre/webhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

// Names in calls of the library, over every operation of a server with its plugins and every method of an inventory.

type Method = (...args: readonly unknown[]) => unknown;

/** A key that no operation takes, with its path and the objects around it: `addresses[0].ipx`. */
interface Misspelt {
  readonly path: string;
  readonly input: unknown;
}

const properties = (schema: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;

/** A JSON schema with what its references and choices lead to in their place. */
function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const { $ref, anyOf } = schema as { readonly $ref?: string; readonly anyOf?: readonly JsonSchema[] };
  if ($ref !== undefined) return resolved((root["$defs"] as Record<string, JsonSchema>)[$ref.slice("#/$defs/".length)] as JsonSchema, root);
  const options = (anyOf ?? []).map((option) => resolved(option, root));
  return options.find(({ type }) => type === "object" || type === "array") ?? options[0] ?? schema;
}

const jsonSchemaOf = (schema: z.ZodType, io: "input" | "output"): JsonSchema => z.toJSONSchema(schema, { io, unrepresentable: "any" });

/** In each object of an input a misspelt form of its first key. */
function misspeltIn(given: JsonSchema, root: JsonSchema, path = ""): readonly Misspelt[] {
  const schema = resolved(given, root);
  if (schema["type"] === "array")
    return misspeltIn(schema["items"] as JsonSchema, root, `${path}[0]`).map((one) => ({ ...one, input: [one.input] }));
  const fields = Object.entries(properties(schema));
  const [first] = fields;
  if (first === undefined) return [];
  const prefix = path === "" ? "" : `${path}.`;
  const wrong = `${first[0]}x`;
  return [
    { path: prefix + wrong, input: { [wrong]: null } },
    ...fields.flatMap(([name, field]) =>
      misspeltIn(field, root, prefix + name).map(({ path: inner, input }) => ({ path: inner, input: { [name]: input } })),
    ),
  ];
}

/** A value with every key that a schema has, however deep. */
function sampleOf(given: JsonSchema, root: JsonSchema): unknown {
  const schema = resolved(given, root);
  if (schema["type"] === "array") return [sampleOf((schema["items"] ?? {}) as JsonSchema, root)];
  const fields = Object.entries(properties(schema));
  return fields.length === 0 ? null : Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field, root)]));
}

/** The problems of names that a call ends with; what else is wrong with it is not looked at. */
async function problemsOf(call: () => unknown): Promise<Record<string, string>> {
  try {
    const result = call();
    // What is watched has no end, and is no promise.
    if (typeof result === "object" && result !== null && Symbol.asyncIterator in result && !("then" in result))
      await (result as AsyncIterable<unknown>)[Symbol.asyncIterator]().next();
    else await result;
    return {};
  } catch (error) {
    if (!isInventoryError(error) || error.code !== "VALIDATION_ERROR") return {};
    const problems = Object.values(error.details as Readonly<Record<string, { field: string; message: string }>>);
    return Object.fromEntries(problems.filter(({ message }) => /^is not an? /.test(message)).map(({ field, message }) => [field, message]));
  }
}

describe("names in calls of the library", () => {
  let inventory: Inventory;
  let operations: readonly AnyOperation[];
  beforeAll(async () => {
    inventory = await createInventory({
      storage: sqlite(":memory:"),
      keyRing: KeyRing.parse(KeyRing.generate()),
      plugins: [
        authPlugin({ bcryptCost: 4 }),
        oauthPlugin(),
        webhooksPlugin(),
        discoveryAgentPlugin(),
        discoverySnmpPlugin(),
        leaseSourcesPlugin(),
      ],
    });
    const methods = libraryMethods;
    operations = [...new Map([...methods, ...inventory.host.operations].map((operation) => [operation.id, operation])).values()];
  });
  afterAll(async () => await inventory.close());

  const methodOf = (operation: AnyOperation): Method =>
    (servicesOf(inventory.host, { call: operation }) as unknown as { call: Method }).call;

  /** The arguments before the input, and what the input may be. */
  function formOf(operation: AnyOperation) {
    const ids = parametersOf(operation.http.path).map(() => "0198c0de-7a3b-7c1e-9f00-2b6a51d3c001");
    const { key, items, body, query } = operation;
    const input = key ?? body ?? objectOf(query);
    return { before: items === undefined ? ids : [...ids, []], ids, input, takesInput: body !== undefined || query !== undefined };
  }

  it("are those of a server with plugins", () => {
    expect(operations.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["devices.ensure", "pools.find", "webhooks.create", "agents.create", "users.update", "snmpDevices.create"]),
    );
  });

  it("are refused at their path when they are misspelt, with the closest known one", async () => {
    const strange: string[] = [];
    let tried = 0;
    for (const operation of operations) {
      const { before, input } = formOf(operation);
      if (input === undefined) continue;
      const schema = jsonSchemaOf(input, "input");
      for (const { path, input: wrong } of misspeltIn(schema, schema)) {
        tried += 1;
        const problems = await problemsOf(() => methodOf(operation)(...before, wrong));
        if (!(problems[path] ?? "").includes("; the closest one is ")) strange.push(`${operation.id} ${path}: ${JSON.stringify(problems)}`);
      }
    }
    expect(strange).toEqual([]);
    expect(tried).toBeGreaterThan(100);
  });

  it("are refused in each value of a body of many, with its index", async () => {
    const many = operations.filter(({ items }) => items !== undefined);
    expect(many.length).toBeGreaterThan(3);
    for (const operation of many) {
      const { ids } = formOf(operation);
      const problems = await problemsOf(() => methodOf(operation)(...ids, [{ namex: null }]));
      expect([operation.id, Object.keys(problems)]).toEqual([operation.id, ["[0].namex"]]);
    }
  });

  it("are refused among the options of every operation", async () => {
    for (const operation of operations) {
      const { before, takesInput, input } = formOf(operation);
      const key = operation.key === undefined ? [] : [{}];
      const given = takesInput ? [Object.fromEntries(Object.keys(input?.shape ?? {}).map((name) => [name, undefined]))] : [];
      const problems = await problemsOf(() => methodOf(operation)(...before, ...given, ...key, { signl: undefined }));
      expect(problems).toEqual({ signl: `is not an option of ${operation.id}; the closest one is signal` });
    }
  });

  it("of the record that an operation returns are accepted in its body", async () => {
    const changing = operations.filter(({ body, key, output }) => body !== undefined && key === undefined && output.kind === "record");
    expect(changing.length).toBeGreaterThan(40);
    for (const operation of changing) {
      if (operation.output.kind !== "record") continue;
      const schema = jsonSchemaOf(operation.output.schema, "output");
      const { before } = formOf(operation);
      const problems = await problemsOf(() => methodOf(operation)(...before, sampleOf(schema, schema)));
      expect([operation.id, problems]).toEqual([operation.id, {}]);
    }
  });
});
