import { z } from "zod";
import { ERROR_KINDS } from "../contract/errors/error.ts";
import { queryFlag } from "../contract/operations/fields.ts";
import { ManifestType, ManifestField } from "./manifest-field.ts";
import { ManifestKind } from "./manifest-kind.ts";

/** What an operation answers. */
export const ManifestOutput = z
  .union([
    z.object({ kind: z.literal("record"), type: ManifestType }),
    z.object({
      kind: z.literal("list"),
      type: ManifestType,
      sortable: z
        .array(z.string())
        .optional()
        .meta({ description: "Fields that `sort` takes, of a list that may be read by page; absent for other lists" }),
    }),
    z.object({
      kind: z.literal("watch"),
      type: ManifestType,
      endless: z.boolean().meta({ description: "Goes on until the caller stops; otherwise ends by itself, with the event `end`" }),
    }),
    z.object({ kind: z.literal("file"), mediaTypes: z.array(z.string()) }),
    z.object({ kind: z.literal("empty") }),
  ])
  .meta({
    id: "ManifestOutput",
    description: "What is answered; `type` is that of the record, of an item of the list, or of what is watched",
  });
export type ManifestOutput = z.infer<typeof ManifestOutput>;

/** An operation as the manifest has it. */
export const ManifestOperation = z
  .object({
    id: z.string().meta({ description: "`devices.create`: group and name; what client.call takes" }),
    group: z.string().meta({ description: "`devices`: what it is about" }),
    name: z.string().meta({ description: "`create`: what it does" }),
    summary: z.string().meta({ description: "A sentence without a full stop: `Create a device`" }),
    description: z.string().optional().meta({ description: "What is to be known besides" }),
    method: z.enum(["GET", "POST", "PUT", "DELETE"]).meta({ description: "HTTP method" }),
    path: z.string().meta({ description: "`/api/devices/{id}`" }),
    status: z.int().meta({ description: "HTTP status of success" }),
    access: z.string().meta({ description: "Name of a permission, or `authenticated`, or `public`" }),
    alsoNeeds: z.array(z.string()).meta({ description: "Further permissions that it needs" }),
    self: z.string().optional().meta({ description: "Path parameter that names a user who needs no permission for themselves" }),
    fields: z.array(ManifestField).meta({
      description: "Path parameters in order of the path, then query parameters, then body fields; names are unique in an operation",
    }),
    items: z
      .object({
        form: z.enum(["array", "lines"]).meta({ description: "A JSON array, or a JSON value a line" }),
        type: ManifestType,
        most: z.int().min(1).optional().meta({ description: "Most values of an array" }),
      })
      .meta({ id: "ManifestItems", description: "A body of many values" })
      .optional(),
    output: ManifestOutput,
    errors: z.array(z.string()).meta({ description: "Codes that it can answer with, those of credentials and limits included, sorted" }),
    safe: z.boolean().meta({ description: "It changes nothing (GET)" }),
    idempotent: z.boolean().meta({ description: "Doing it twice is doing it once (GET, PUT, DELETE)" }),
    idempotencyKey: z.boolean().meta({ description: "It takes an Idempotency-Key" }),
    keepsAnswer: z.boolean().optional().meta({ description: "The answer to a key is kept for a day, and given again" }),
    destructive: z.boolean().meta({
      description: "It takes away or overwrites: ask first. Unless it has `items`, it has a dry run",
    }),
    noun: z.string().optional().meta({ description: "Name of one of the records of its group, where it does not follow from the group" }),
    dryRun: z
      .enum(["record", "changes"])
      .optional()
      .meta({
        description:
          "It has a dry run although it is not destructive. `record`: it answers with the record that the call would make, in place of " +
          "the changes",
      }),
    reachesOut: z.boolean().meta({ description: "It sends something to machines outside the service" }),
    conditional: z.enum(["etag", "if-match", "none"]).meta({
      description: "`etag`: the record comes with an ETag; `if-match`: the change honours If-Match",
    }),
    limit: z.string().optional().meta({ description: "Counted against a smaller limit of its own (`login`)" }),
  })
  .meta({ id: "ManifestOperation", description: "What an operation is, takes, answers and fails with" });
export type ManifestOperation = z.infer<typeof ManifestOperation>;

/** What a code means. */
const ManifestError = z
  .object({
    kind: z.enum(ERROR_KINDS).meta({ description: "What sort of error it is" }),
    when: z.string().meta({ description: "When it is answered, in words" }),
  })
  .meta({ id: "ManifestError", description: "What a code of an error means" });

/** Everything that a server can be called for, as data: what clients, commands and forms are made from. */
export const Manifest = z
  .object({
    operations: z.array(ManifestOperation).meta({ description: "Every operation, plugins' included; those of a group are adjacent" }),
    records: z.record(z.string(), ManifestType).meta({ description: "Types of records and of what is inside them, by name" }),
    errors: z.record(z.string(), ManifestError).meta({ description: "Every code that an operation can answer with" }),
    kinds: z
      .array(ManifestKind)
      .optional()
      .meta({ description: "Declared kinds of record, each after those that it refers to; absent on servers that have no such kinds" }),
  })
  .meta({ id: "Manifest", description: "What every operation of the server is, takes, answers and fails with" });
export type Manifest = z.infer<typeof Manifest>;

export const ManifestQuery = z.object({
  declared: queryFlag("true: only the operations of declared kinds, with the types and errors that they name"),
});
/** Which part of the manifest is read. */
export type ManifestQuery = z.output<typeof ManifestQuery>;
