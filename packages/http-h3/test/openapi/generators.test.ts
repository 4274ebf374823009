import { authPlugin } from "@cadastre/auth";
import { oauthPlugin } from "@cadastre/auth/oauth";
import { discoveryAgentPlugin } from "@cadastre/discovery-agent";
import { discoveryScannerPlugin } from "@cadastre/discovery-scanner";
import { leaseSourcesPlugin } from "@cadastre/discovery-scanner/leases";
import { discoverySnmpPlugin } from "@cadastre/discovery-snmp";
import { createInventory } from "@cadastre/inventory-core";
import { webhooksPlugin } from "@cadastre/webhooks";
import { describe, expect, it } from "vitest";
import { temporarySqlite } from "../../../../testing/sqlite-database.ts";
import { openApiDocument } from "../../src/index.ts";
import { generatorProblems } from "../support/generator-problems.ts";

type Json = Record<string, unknown>;

const text = { type: "string" };
const object = (properties: Json): Json => ({ type: "object", properties });
const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** What is said of a document with schemas and an operation. */
const problemsOf = (schemas: Record<string, Json>, operation: Json = {}): readonly string[] =>
  generatorProblems({ paths: { "/a": { post: { operationId: "things.list", ...operation } } }, components: { schemas } });

describe("generators of clients", () => {
  it("leave nothing out of the document of a server with all its plugins", async () => {
    const plugins = [
      authPlugin(),
      oauthPlugin(),
      discoveryScannerPlugin(),
      discoveryAgentPlugin(),
      discoverySnmpPlugin(),
      leaseSourcesPlugin(),
      webhooksPlugin(),
    ];
    await using inventory = await createInventory({ storage: temporarySqlite(), plugins });
    const document = openApiDocument(inventory.host);
    expect(Object.keys(document.components.schemas)).toContain("Webhook");
    expect(generatorProblems(document)).toEqual([]);
  });

  it("refuse two types of one name, which a field, an operation or the client itself may have, too", () => {
    expect(problemsOf({ Field: object({ type: { ...text, enum: ["a"] } }), FieldType: text })).toEqual([
      "the type Field.type is of schemas/FieldType and of Field.type",
    ]);
    expect(problemsOf({ Field: object({ kinds: { type: "array", items: object({ a: text }) } }), FieldKindsItem: text })).toEqual([
      "the type Field.kinds.Item is of schemas/FieldKindsItem and of Field.kinds.Item",
    ]);
    expect(problemsOf({ Iso_2: text, ISO2: text })).toEqual(["the type ISO2 is of schemas/Iso_2 and of schemas/ISO2"]);
    expect(problemsOf({ ThingsListParams: text })).toEqual([
      "the type things.list.Params is of schemas/ThingsListParams and of operation things.list",
    ]);
    expect(problemsOf({ Client: text })).toEqual(["the type Client is of the client itself and of schemas/Client"]);
  });

  it("leave out a union that contains itself, by way of others too, and read one whose parts have names", () => {
    const list = object({ items: reference("Value") });
    expect(problemsOf({ Value: { anyOf: [text, list] } })).toEqual(["Value contains itself and is no object"]);
    expect(problemsOf({ Value: { anyOf: [text, reference("Values")] }, Values: { type: "array", items: reference("Value") } })).toEqual([
      "Value contains itself and is no object",
      "Values contains itself and is no object",
    ]);
    expect(problemsOf({ Value: { anyOf: [text, reference("List")] }, List: list })).toEqual([]);
  });

  it("leave out bodies and answers of media types that they do not know", () => {
    const content = { "application/x-ndjson": { schema: text } };
    expect(problemsOf({}, { requestBody: { content } })).toEqual(["things.list.JSONBody has the unknown media type application/x-ndjson"]);
    expect(problemsOf({}, { responses: { 200: { content } } })).toEqual([
      "things.list.Response200 has the unknown media type application/x-ndjson",
    ]);
    expect(problemsOf({}, { responses: { 200: { content: { "text/plain; version=0.0.4": { schema: text } } } } })).toEqual([]);
  });

  it("leave out lists of nothing known, and fields and values that become one or are of several types", () => {
    expect(problemsOf({ List: { type: "array" } })).toEqual(["List is a list of nothing known"]);
    expect(problemsOf({ Thing: object({ "a-b": text, a_b: text }) })).toEqual(["fields of Thing have one name: a-b and a_b"]);
    expect(problemsOf({ Kind: { ...text, enum: ["a b", "A-B"] } })).toEqual(["values of Kind have one name: a b and A-B"]);
    expect(problemsOf({ Kind: { enum: ["a", 1, null] } })).toEqual(["values of Kind are of several types"]);
  });
});
