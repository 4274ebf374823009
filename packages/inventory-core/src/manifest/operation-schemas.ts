import type { z } from "zod";
import { type JsonSchema, objectOf, SchemaBook } from "../contract/operations/json-schema.ts";
import { type AnyOperation, parametersOf } from "../contract/operations/operation.ts";
import { refersTo } from "../contract/operations/reference.ts";
import type { EventType } from "../contract/storage/event.ts";

/** A value that a caller gives. */
export interface Given {
  /** Its name on the wire: `start_ip`. */
  readonly name: string;
  /** Where it goes. */
  readonly in: "path" | "query" | "body";
  /** Whether it has to be given. */
  readonly required: boolean;
  /** What its value is, as a JSON Schema. */
  readonly schema: JsonSchema;
}

/** The schemas of one operation as data. */
export interface OperationSchemas {
  /** The operation itself. */
  readonly operation: AnyOperation;
  /** What it takes, the parameters of its path first. */
  readonly given: readonly Given[];
  /** Of the record, of an item of the list, or of what is watched. */
  readonly answer: JsonSchema | undefined;
  /** Of one of the values of a body of many. */
  readonly item?: JsonSchema;
}

/** Everything that the operations take and answer; what has an id is in `components`. */
export interface Schemas {
  /** Those of each operation, in their order. */
  readonly operations: readonly OperationSchemas[];
  /** Schemas that have names. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** The data of each event, by the name of the event. */
  readonly events: ReadonlyMap<string, EventSchema>;
}

/** What is said of an event, and the schema of its data. */
export interface EventSchema {
  /** What happened, in words. */
  readonly description: string;
  /** Of its data, as a JSON Schema. */
  readonly data: JsonSchema;
}

/**
 * Returns the JSON schemas of operations: what each takes and returns, with shared components.
 *
 * @param answersToo what is answered besides (`DryRunResult`): it is among the components
 * @throws Error for an operation that the client could not place the fields of: it sends them in the query of a GET or
 * DELETE, or beside a body of many values, and in the body of another POST or PUT
 */
export function schemasOf(
  operations: readonly AnyOperation[],
  events: readonly EventType[] = [],
  answersToo: readonly z.ZodType[] = [],
): Schemas {
  const book = new SchemaBook();
  // Answers first: where a schema differs between the two directions, the answer has its name.
  const answers = new Map(operations.map((operation) => [operation.id, answerOf(book, operation)]));
  const described = operations.map((operation) => ({
    operation,
    given: givenTo(book, operation),
    answer: answers.get(operation.id),
    ...itemOf(book, operation),
  }));
  for (const schema of answersToo) book.output(schema);
  return {
    operations: described,
    events: new Map(events.map(({ name, description, data }) => [name, { description, data: book.output(data) }])),
    components: book.components,
  };
}

function answerOf(book: SchemaBook, { output }: AnyOperation): JsonSchema | undefined {
  if (output.kind === "list") return book.output(output.item);
  return output.kind === "record" || output.kind === "watch" ? book.output(output.schema) : undefined;
}

function itemOf(book: SchemaBook, { items }: AnyOperation): { item?: JsonSchema } {
  return items === undefined ? {} : { item: book.input(items.item) };
}

function givenTo(book: SchemaBook, operation: AnyOperation): readonly Given[] {
  const { id, http } = operation;
  const given: Given[] = parametersOf(http.path).map((name) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", ...(operation.refersTo?.[name] === undefined ? {} : refersTo(operation.refersTo[name])) },
  }));
  const body = operation.body === undefined ? {} : book.input(operation.body);
  const inBody = Object.entries((body["properties"] ?? {}) as Record<string, JsonSchema>);
  for (const [name, field] of Object.entries(objectOf(operation.query)?.shape ?? {})) {
    // What a body may say as well, the client says there.
    if (inBody.some(([other]) => other === name)) continue;
    given.push({ name, in: "query", required: !(field as z.ZodType).safeParse(undefined).success, schema: book.input(field as z.ZodType) });
  }
  for (const [name, schema] of inBody) {
    given.push({ name, in: "body", required: ((body["required"] ?? []) as string[]).includes(name), schema });
  }
  const place = http.method === "GET" || http.method === "DELETE" || operation.items !== undefined ? "query" : "body";
  for (const { name, in: where } of given) {
    if (where !== "path" && where !== place)
      throw new Error(`${id} takes ${name} in the ${where} of a ${http.method}: the client looks for it in the ${place}`);
    if (given.filter((other) => other.name === name).length > 1)
      throw new Error(`${id} takes two fields called ${name}: client.call cannot tell them apart`);
  }
  return given;
}
