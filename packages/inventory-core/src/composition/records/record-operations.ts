import { z } from "zod";
import { type AnyOperation, defineOperation, defineOperations, empty, list, record } from "../../contract/operations/operation.ts";
import type { RecordKind } from "../../contract/record-kind.ts";
import { HistoryEntry } from "../../history/history.ts";
import { keyOperations } from "../../natural-keys/key-operations.ts";
import { HISTORY } from "../../history/history-service.ts";
import { pagesOf } from "../../records/record-pages.ts";
import { filterSchema, type RecordFilter } from "../../records/record-filter.ts";
import { bulkOf, bulkSchemas } from "../../records/record-bulk.ts";
import { deletionQuery } from "../../records/fields/deletion-query.ts";
import { serviceOf } from "../../records/record-service.ts";
import { BulkChange } from "../../contract/operations/bulk-change.ts";

const ofMany = (many: string): string =>
  `All or none, at most 10,000: the ${many} with these ids, or all that the filters of the list match, of which at least one is needed.`;

/**
 * The operations that every declared kind has.
 * @param kinds all kinds of the host, some of which may refer to it
 */
export function operationsOf(kind: RecordKind, kinds: readonly RecordKind[]): Readonly<Record<string, AnyOperation>> {
  const { group, path, permission, notFound, schemas, one, many } = kind;
  const service = serviceOf(kind);
  const at = `/api/${path}` as const;
  const filter = filterSchema(kind);
  const bulk = bulkSchemas(kind, filter);
  const article = /^[aeiou]/i.test(one) ? "an" : "a";
  // A plan keeps what it is to do, and a kept answer what was sent: neither may hold a secret.
  const steps = { plannable: kind.secrets.length === 0 && !kind.owner };
  // Every user has records of their own: the service checks which ones a caller sees.
  const access = (action: string): { readonly access: string; readonly area?: string } =>
    kind.owner ? { access: "authenticated", area: "inventory" } : { access: `${permission}:${action}` };
  const keyed = kind.secrets.length === 0 ? ({ idempotent: "kept" } as const) : {};
  const overrides = deletionQuery(kind, kinds);
  const operations = defineOperations(
    group,
    {
      list: defineOperation({
        summary: `List ${many}`,
        service,
        ...access("list"),
        http: { method: "GET", path: at, status: 200 },
        query: filter,
        paged: pagesOf(kind),
        output: list(schemas.record),
        run: async (records, { query, page }, call) => await records.list(query as RecordFilter, page, call),
      }),
      create: defineOperation({
        summary: `Create ${article} ${one}`,
        service,
        ...access("create"),
        http: { method: "POST", path: at, status: 201 },
        ...steps,
        ...keyed,
        dryRun: "changes",
        body: schemas.create,
        output: record(schemas.record),
        errors: ["ALREADY_EXISTS"],
        run: async (records, { body }, call) => await records.create(body, call),
      }),
      get: defineOperation({
        summary: `Get ${article} ${one}`,
        service,
        ...access("read"),
        http: { method: "GET", path: `${at}/{id}`, status: 200 },
        output: record(schemas.record),
        errors: [notFound],
        conditional: true,
        run: async (records, { params }, call) => await records.get(params["id"] as string, call),
      }),
      update: defineOperation({
        summary: `Change ${article} ${one}`,
        description: "Only the keys sent change; a list that is sent replaces the list.",
        service,
        ...access("update"),
        http: { method: "PUT", path: `${at}/{id}`, status: 200 },
        ...steps,
        body: schemas.update,
        output: record(schemas.record),
        errors: [notFound, "ALREADY_EXISTS"],
        conditional: true,
        exists: async (records, params, call) => await records.mustExist(params["id"] as string, call),
        run: async (records, { params, body }, call) => await records.update(params["id"] as string, body, call),
      }),
      delete: defineOperation({
        summary: `Delete ${article} ${one}`,
        service,
        ...access("delete"),
        http: { method: "DELETE", path: `${at}/{id}`, status: 204 },
        ...steps,
        ...(overrides && { query: overrides }),
        output: empty,
        errors: [notFound, "CONFLICT"],
        conditional: true,
        run: async (records, { params, query }, call) =>
          await records.delete(params["id"] as string, call, query as Readonly<Record<string, string>> | undefined),
      }),
      bulkUpdate: defineOperation({
        summary: `Change many ${many}`,
        description: ofMany(many),
        service: bulkOf(kind),
        ...access("update"),
        http: { method: "POST", path: `${at}/bulk-update`, status: 200 },
        ...steps,
        plansItself: steps.plannable,
        ...keyed,
        destructive: true,
        body: bulk.update,
        output: record(BulkChange),
        errors: ["ALREADY_EXISTS"],
        countRecords: async (records, body) => await records.matched(body),
        run: async (records, { body }, call) => await records.update(body, call),
      }),
      bulkDelete: defineOperation({
        summary: `Delete many ${many}`,
        description: ofMany(many),
        service: bulkOf(kind),
        ...access("delete"),
        http: { method: "POST", path: `${at}/bulk-delete`, status: 200 },
        ...steps,
        plansItself: steps.plannable,
        ...keyed,
        destructive: true,
        body: bulk.delete,
        output: record(BulkChange),
        errors: ["CONFLICT"],
        countRecords: async (records, body) => await records.matched(body),
        run: async (records, { body }, call) => await records.delete(body, call),
      }),
      history: defineOperation({
        summary: `Show the history of ${article} ${one}`,
        description:
          "Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log " +
          "keeps it.",
        service: HISTORY,
        ...access("read"),
        http: { method: "GET", path: `${at}/{id}/history`, status: 200 },
        output: list(HistoryEntry),
        errors: [notFound],
        run: async (history, { params }, call) => await history.ofDeclared(kind, params["id"] as string, call),
      }),
    },
    { id: kind.name },
  ) as unknown as Readonly<Record<string, AnyOperation>>;
  return Object.fromEntries(Object.entries(operations).map(([name, operation]) => [name, { ...operation, noun: kind.name }]));
}

/** `find` and `ensure` of a kind: methods of the library alone. */
function keyOperationsOf(kind: RecordKind): object {
  const { create, record: shown } = kind.schemas;
  const key = z.object(Object.fromEntries(kind.key.map((name) => [name, create.shape[name] as z.ZodType])));
  return keyOperations(kind.group, {
    service: serviceOf(kind) as never,
    kind: kind.permission,
    schema: kind.schema,
    by: kind.key.join(" and "),
    key,
    create,
    record: shown,
    errors: ["ALREADY_EXISTS"],
    isOwned: kind.owner,
  });
}

/**
 * The operations of kinds, by the groups that inventories have for members.
 * @param more operations of plugins: those of the group of a kind are members, too
 */
export const recordOperations = (kinds: readonly RecordKind[], more: readonly AnyOperation[]): Readonly<Record<string, object>> =>
  Object.fromEntries(
    kinds.map((kind) => {
      const own = more.filter(({ id }) => id.startsWith(`${kind.group}.`)).map((one) => [one.id.slice(kind.group.length + 1), one]);
      return [kind.group, { ...operationsOf(kind, kinds), ...keyOperationsOf(kind), ...Object.fromEntries(own) }];
    }),
  );
