import type { AnyOperation, Host, ItemsSpec } from "@cadastre/inventory-core";
import { DryRunResult, type JsonSchema, objectOf, parametersOf, type SchemaBook, sortableText } from "@cadastre/inventory-core/protocol";
import type { z } from "zod";
import { planningOf } from "../request/as-plan.ts";
import { hasDryRun, DRY_RUN_TYPE } from "../request/dry-run.ts";
import { BYTES_TYPE } from "../server/request-lines.ts";
import { commonHeaders, type ErrorResponses } from "./error-responses.ts";

const json = (schema: JsonSchema): JsonSchema => ({ "application/json": { schema } });

const headerParameter = (name: string, description: string): JsonSchema => ({
  name,
  in: "header",
  description,
  schema: { type: "string" },
});

/** The fields of a query as parameters. */
export function queryParameters(book: SchemaBook, schema: z.ZodType | undefined): JsonSchema[] {
  return Object.entries(objectOf(schema)?.shape ?? {}).map(([name, field]) => {
    const { description, ...rest } = book.input(field as z.ZodType);
    return {
      name,
      in: "query",
      required: !(field as z.ZodType).safeParse(undefined).success,
      ...(description === undefined ? {} : { description }),
      ...(rest["type"] === "array" ? { style: "form", explode: true } : {}),
      // Names in brackets are what a document can say; those after a dot are taken, too.
      // Pages that fill in a form from the document would make up members.
      ...(rest["type"] === "object" ? { style: "deepObject", explode: true, example: {} } : {}),
      schema: rest,
    };
  });
}

/** A pattern in place of the values of `sort`: generators of clients make one name of `name` and `-name`. */
function withoutValues({ paged }: AnyOperation, parameter: JsonSchema): JsonSchema {
  if (paged === undefined || parameter["name"] !== "sort") return parameter;
  return { ...parameter, schema: { type: "string", pattern: `^-?(${Object.keys(paged.sortable).join("|")})$` } };
}

function parametersFor(book: SchemaBook, operation: AnyOperation): JsonSchema[] {
  const isRecordGet = operation.http.method === "GET" && operation.output.kind === "record";
  return [
    ...parametersOf(operation.http.path).map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    ...queryParameters(book, operation.query).map((parameter) => withoutValues(operation, parameter)),
    ...Object.entries(operation.ignoredQuery ?? {}).map(([name, description]) => ({
      name,
      in: "query",
      required: false,
      deprecated: true,
      description,
      schema: { type: "string" },
    })),
    ...(hasDryRun(operation) ? [{ $ref: "#/components/parameters/DryRun" }] : []),
    ...(operation.plansItself === true ? [{ $ref: "#/components/parameters/AsPlan" }] : []),
    ...(isRecordGet ? [headerParameter("If-None-Match", "Entity tags; 304 when the record still has one of them")] : []),
    ...(operation.output.kind === "watch"
      ? [headerParameter("Last-Event-ID", "Id of the last event received; sent by an EventSource when it reconnects")]
      : []),
    ...(operation.conditional === true && !isRecordGet
      ? [headerParameter("If-Match", "Entity tags; 412 unless the record has one of them")]
      : []),
    ...(operation.idempotent === undefined ? [] : [{ $ref: "#/components/parameters/IdempotencyKey" }]),
  ];
}

const PAGE_HEADERS: JsonSchema = {
  "X-Service-Next": { $ref: "#/components/headers/Next" },
  "X-Service-Count": { $ref: "#/components/headers/Count" },
};

function successResponses(book: SchemaBook, operation: AnyOperation): Record<string, JsonSchema> {
  const { output, http } = operation;
  const status = String(http.status);
  if (output.kind === "empty") return { [status]: { description: "Done", headers: commonHeaders() } };
  if (output.kind === "list") {
    const paged = operation.paged !== undefined;
    return {
      [status]: {
        description: paged ? "The list, or the page of it that was asked for" : "The complete list",
        headers: { ...commonHeaders(), ...(paged ? PAGE_HEADERS : {}) },
        content: json({ type: "array", items: book.output(output.item) }),
      },
    };
  }
  if (output.kind === "watch") {
    const events =
      output.endless === true
        ? "Events by name, each with the record as JSON in `data` and the cursor to resume from in `id`"
        : "Events `progress` and `end`, each with the record as JSON in `data`";
    const content = {
      "text/event-stream": { schema: { type: "string", description: events }, "x-event-data": book.output(output.schema) },
    };
    if (output.endless === true)
      return { [status]: { description: "A stream of records without an end", headers: commonHeaders(), content } };
    const over = { description: "No events after Last-Event-ID", headers: commonHeaders() };
    return { [status]: { description: "The record, sent again on every change", headers: commonHeaders(), content }, "204": over };
  }
  if (output.kind === "file") {
    const content = Object.fromEntries(Object.entries(output.types).map(([type, schema]) => [type, { schema: book.output(schema) }]));
    return { [status]: { description: "The file", headers: commonHeaders(), content } };
  }
  const tagged = http.method === "GET" || operation.conditional === true;
  const replayed = operation.idempotent !== undefined ? { "Idempotent-Replay": { $ref: "#/components/headers/IdempotentReplay" } } : {};
  const headers = { ...commonHeaders(), ...(tagged ? { ETag: { $ref: "#/components/headers/ETag" } } : {}), ...replayed };
  const success: JsonSchema = { description: "The record", headers, content: json(book.output(output.schema)) };
  if (http.method !== "GET") return { [status]: success };
  return { [status]: success, "304": { description: "The record matches an entity tag of If-None-Match", headers } };
}

/** The answers of success, and of what may lose something that of a dry run, which has a media type of its own. */
function answers(book: SchemaBook, operation: AnyOperation): Record<string, JsonSchema> {
  const success = successResponses(book, operation);
  if (!hasDryRun(operation)) return success;
  if (operation.dryRun === "record" && operation.output.kind === "record")
    return {
      ...success,
      "200": {
        description: "The record that the call would make, which is not stored: response of a dry run",
        headers: commonHeaders(),
        content: json(book.output(operation.output.schema)),
      },
    };
  const content = { [DRY_RUN_TYPE]: { schema: book.output(DryRunResult) } };
  const { content: own, ...same } = success["200"] ?? {
    description: "The changes that the call would make: response of a dry run",
    headers: commonHeaders(),
  };
  return { ...success, "200": { ...same, content: { ...(own as JsonSchema | undefined), ...content } } };
}

/** The plan that a call answers when it is asked for one. */
function planAnswer(host: Pick<Host, "operations">, book: SchemaBook, operation: AnyOperation): Record<string, JsonSchema> {
  const output = planningOf(host, operation)?.output;
  if (output?.kind !== "record") return {};
  const plan = book.output(output.schema);
  if (operation.http.status !== 201 || operation.output.kind !== "record")
    return { "201": { description: "The plan that was made with plan=true", headers: commonHeaders(), content: json(plan) } };
  const content = json({ anyOf: [book.output(operation.output.schema), plan] });
  return { "201": { ...answers(book, operation)["201"], description: "The record, or the plan that was made with plan=true", content } };
}

function itemsContent(book: SchemaBook, { item, form }: ItemsSpec): JsonSchema {
  if (form.kind === "array") return json({ type: "array", maxItems: form.most, items: book.input(item) });
  return {
    [BYTES_TYPE]: {
      schema: {
        type: "string",
        format: "binary",
        description: `JSON values, one per line, at most ${form.limitBytes} bytes in total; application/x-ndjson is accepted, too`,
      },
      "x-line": book.input(item),
    },
  };
}

/** The description of an operation, with the fields that its list is sorted by. */
function describedOrders({ description, paged }: AnyOperation): { readonly description?: string } {
  const parts = [
    ...(description === undefined ? [] : [description]),
    ...(paged === undefined ? [] : [`Read by page with \`limit\` and \`after\`; \`sort\` takes ${sortableText(paged)}.`]),
  ];
  return parts.length === 0 ? {} : { description: parts.join(" ") };
}

/** One operation as OpenAPI writes it. */
export function operationObject(
  host: Pick<Host, "operations" | "errors">,
  book: SchemaBook,
  errors: ErrorResponses,
  operation: AnyOperation,
): JsonSchema {
  const { body, items, access } = operation;
  const parameters = parametersFor(book, operation);
  return {
    operationId: operation.id,
    tags: [operation.id.slice(0, operation.id.lastIndexOf("."))],
    summary: operation.summary,
    ...describedOrders(operation),
    ...(access === "public" ? { security: [] } : { "x-permission": access }),
    ...(operation.alsoNeeds === undefined ? {} : { "x-also-needs": operation.alsoNeeds }),
    ...(operation.self === undefined ? {} : { "x-self": operation.self }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: !body.safeParse({}).success, content: json(book.input(body)) } }),
    ...(items === undefined ? {} : { requestBody: { required: true, content: itemsContent(book, items) } }),
    responses: { ...answers(book, operation), ...planAnswer(host, book, operation), ...errors.of(host, operation) },
  };
}
