import { z } from "zod";
import type { Draft, Fields } from "../contract/errors/validation.ts";
import { type CallContext, defineOperation, defineOperations, LIBRARY_ROUTE, record } from "../contract/operations/operation.ts";
import type { JsonText } from "../contract/operations/result.ts";
import type { ServiceToken } from "../contract/service-token.ts";
import type { Ensured } from "./keyed-records.ts";

/** A service whose records have natural keys. */
export interface KeyedService<Key, Create, T> {
  find(key: Key, call: CallContext): Promise<JsonText<T | null>>;
  ensure(draft: Draft<Create>, call: CallContext): Promise<Ensured<T> | JsonText<Ensured<T>>>;
}

/** What the operations of a kind of record are made of. */
export interface KeyedKindSpec<Key extends z.ZodObject, Create extends z.ZodObject, Shown extends z.ZodObject, Errors extends string> {
  readonly service: ServiceToken<KeyedService<z.output<Key>, Fields<Create>, z.output<Shown>>>;
  /** Kind of record, as its permissions name it. */
  readonly kind: string;
  /** Name of its schema; by default made of the kind. */
  readonly schema?: string;
  /** The key in words: `name and datacenter`. */
  readonly by: string;
  readonly key: Key;
  /** What a creation takes, with the fields of the key. */
  readonly create: Create;
  readonly record: Shown;
  /** What a creation fails with. */
  readonly errors: readonly Errors[];
  /** Whether records belong to users, of whom every one has their own. */
  readonly isOwned?: boolean;
}

/** The operations `find` and `ensure` of a kind of record: methods of the library alone. */
export function keyOperations<
  const Resource extends string,
  Key extends z.ZodObject,
  Create extends z.ZodObject,
  Shown extends z.ZodObject,
  const Errors extends string,
>(
  resource: Resource,
  { service, kind, schema, by, key, create, record: shown, errors, isOwned = false }: KeyedKindSpec<Key, Create, Shown, Errors>,
) {
  const ensured = z
    .object({
      record: shown,
      created: z.boolean().meta({ description: "Whether the call created the record" }),
    })
    .meta({
      id: `Ensured${schema ?? kind.slice(0, 1).toUpperCase() + kind.slice(1)}`,
      description: `The ${kind} of a natural key, new or not`,
    });
  return defineOperations(resource, {
    find: defineOperation({
      summary: `Find a ${kind} by its ${by}`,
      description: "Imports find records by the same natural key. Returns null when there is no record of the key.",
      service,
      access: isOwned ? "authenticated" : `${kind}:read`,
      http: LIBRARY_ROUTE.read,
      query: key,
      output: record(shown.nullable()),
      errors: ["CONFLICT"],
      run: async (records, { query }, call) => (await records.find(query, call)) as never,
    }),
    ensure: defineOperation({
      summary: `Find or create a ${kind} by its ${by}`,
      description:
        "Any number of calls with one key, from any number of processes, create one record. A record that exists is returned as it is, " +
        "without an audit row and without an event.",
      service,
      access: isOwned ? "authenticated" : `${kind}:read`,
      alsoNeeds: isOwned ? [] : [`${kind}:create`],
      http: LIBRARY_ROUTE.write,
      key,
      body: create,
      output: record(ensured),
      errors: ["CONFLICT", ...errors],
      run: async (records, { body }, call) => (await records.ensure(body, call)) as never,
    }),
  });
}
