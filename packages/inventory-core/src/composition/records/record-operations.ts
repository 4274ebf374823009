import { z } from "zod";
import { withLazy } from "../../contract/lazy-members.ts";
import { BulkChange } from "../../contract/operations/bulk-change.ts";
import {
  type AnyOperation,
  type CallContext,
  empty,
  list,
  type OperationOutput,
  pagedQuery,
  record,
} from "../../contract/operations/operation.ts";
import type { PageRequest } from "../../contract/operations/paging.ts";
import type { RecordKind } from "../../contract/record-kind.ts";
import type { ServiceToken } from "../../contract/service-token.ts";
import { HistoryEntry, insideQuery } from "../../history/history.ts";
import { keyOperations } from "../../natural-keys/key-operations.ts";
import { HISTORY } from "../../history/history-service.ts";
import { pagesOf } from "../../records/record-pages.ts";
import { filterSchema, type RecordFilter } from "../../records/record-filter.ts";
import { bulkOf, type BulkSchemas, bulkSchemas } from "../../records/record-bulk.ts";
import { type DeletionParameters, deletionQuery } from "../../records/fields/deletion-query.ts";
import { serviceOf } from "../../records/record-service.ts";
import type { RecordDraft } from "../../records/record-types.ts";

type Params = Readonly<Record<string, string>>;

type Access = Pick<AnyOperation, "access" | "area">;

/** What an operation is called with. */
interface Input {
  readonly params: Params;
  readonly query: RecordFilter & DeletionParameters;
  readonly page: PageRequest;
  readonly body: RecordDraft;
}

/** The schemas of an operation. */
interface Schemas {
  readonly query: z.ZodObject | undefined;
  readonly body: z.ZodObject;
  readonly output: OperationOutput;
}

type Makers = { readonly [Name in keyof Schemas]?: () => Schemas[Name] };

/** An operation on the records of a kind, without its schemas. */
interface RecordOperation<Service> extends Omit<
  AnyOperation,
  "id" | "service" | "exists" | "countRecords" | "replay" | "run" | keyof Schemas
> {
  readonly service: ServiceToken<Service>;
  readonly exists?: (service: Service, params: Params, call: CallContext) => Promise<void>;
  readonly countRecords?: (service: Service, body: RecordDraft) => Promise<number>;
  readonly run: (service: Service, input: Input, call: CallContext) => Promise<unknown>;
}

/**
 * The operations that every declared kind has. Their schemas are made when they are first read.
 * @param kinds all kinds of the host, some of which may refer to it
 */
export function operationsOf(kind: RecordKind, kinds: readonly RecordKind[]): Readonly<Record<string, AnyOperation>> {
  const { group, path, permission, notFound, schemas, one, many, article } = kind;
  const at = `/api/${path}`;
  const { doors, effects } = kind;
  const isStep = doors.has("plans");
  const steps = { plannable: isStep, plansItself: isStep };
  // Every user has records of their own: the service checks which ones a caller sees.
  const authenticated: Access = { access: "authenticated", area: kind.area };
  const access = (action: string): Access => (kind.owner ? authenticated : { access: `${permission}:${action}` });
  const readAccess = (action: string): Access => (kind.readers === "everyone" ? authenticated : access(action));
  // A kept answer holds what was sent.
  const keyed = kind.secrets.length === 0 ? ({ idempotent: "kept" } as const) : {};
  const paged = pagesOf(kind);
  const made = withLazy({}, { filter: () => filterSchema(kind), bulk: (): BulkSchemas => bulkSchemas(kind, made.filter) });
  const operation = <Service>(name: string, spec: RecordOperation<Service>, makers: Makers): AnyOperation => {
    const refersTo: Readonly<Record<string, string>> = spec.http.path.includes("{id}") ? { id: kind.name } : {};
    return withLazy({ ...spec, refersTo, id: `${group}.${name}`, noun: kind.name }, makers) as unknown as AnyOperation;
  };
  const ofOne = { service: serviceOf(kind) };
  const ofMany = {
    service: bulkOf(kind),
    description:
      `All or none, at most 10,000: the ${many} with these ids, or all that the filters of the list match, ` +
      "of which at least one is needed.",
    ...steps,
    ...keyed,
    destructive: true,
  };
  const ofWrites = [...(kind.secrets.length > 0 ? ["ENCRYPTION_KEY_MISSING"] : []), ...kind.refusals];
  const shown = { output: () => record(schemas.record) };
  const ofEach = {
    list: operation(
      "list",
      {
        ...ofOne,
        ...readAccess("list"),
        summary: `List ${many}`,
        http: { method: "GET", path: at, status: 200 },
        paged,
        run: async (records, { query, page }, call) => await records.list(query, page, call),
      },
      { query: () => pagedQuery(made.filter, paged), output: () => list(schemas.record) },
    ),
    create: operation(
      "create",
      {
        ...ofOne,
        ...access("create"),
        summary: `Create ${article} ${one}`,
        ...(effects.create !== undefined && { description: effects.create }),
        http: { method: "POST", path: at, status: 201 },
        ...steps,
        ...keyed,
        dryRun: "changes",
        errors: ["ALREADY_EXISTS", ...ofWrites],
        run: async (records, { body }, call) => await records.create(body, call),
      },
      { body: () => schemas.create, ...shown },
    ),
    get: operation(
      "get",
      {
        ...ofOne,
        ...readAccess("read"),
        summary: `Get ${article} ${one}`,
        http: { method: "GET", path: `${at}/{id}`, status: 200 },
        errors: [notFound],
        conditional: true,
        run: async (records, { params }, call) => await records.get(params["id"] as string, call),
      },
      shown,
    ),
    update: operation(
      "update",
      {
        ...ofOne,
        ...access("update"),
        summary: `Change ${article} ${one}`,
        description: ["Only the keys sent change; a list that is sent replaces the list.", ...[effects.update ?? []].flat()].join(" "),
        http: { method: "PUT", path: `${at}/{id}`, status: 200 },
        ...steps,
        errors: [notFound, "ALREADY_EXISTS", ...ofWrites],
        conditional: true,
        exists: async (records, params, call) => await records.mustExist(params["id"] as string, call),
        run: async (records, { params, body }, call) => await records.update(params["id"] as string, body, call),
      },
      { body: () => schemas.update, ...shown },
    ),
    delete: operation(
      "delete",
      {
        ...ofOne,
        ...access("delete"),
        summary: `Delete ${article} ${one}`,
        ...(effects.delete !== undefined && { description: effects.delete }),
        http: { method: "DELETE", path: `${at}/{id}`, status: 204 },
        ...steps,
        errors: [notFound, "CONFLICT"],
        conditional: true,
        run: async (records, { params, query }, call) => await records.delete(params["id"] as string, call, query),
      },
      { query: () => deletionQuery(kind, kinds), output: () => empty },
    ),
    history: operation(
      "history",
      {
        service: HISTORY,
        ...readAccess("read"),
        summary: `Show the history of ${article} ${one}`,
        description:
          "Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log " +
          "keeps it.",
        http: { method: "GET", path: `${at}/{id}/history`, status: 200 },
        errors: [notFound],
        run: async (history, { params, query }, call) => await history.ofDeclared(kind, params["id"] as string, call, asksInside(query)),
      },
      { query: () => (kind.inside === undefined ? undefined : insideQuery(kind.inside)), output: () => list(HistoryEntry) },
    ),
  };
  if (!doors.has("bulk")) return ofEach;
  const { history, ...others } = ofEach;
  return {
    ...others,
    bulkUpdate: operation(
      "bulkUpdate",
      {
        ...ofMany,
        ...access("update"),
        summary: `Change many ${many}`,
        http: { method: "POST", path: `${at}/bulk-update`, status: 200 },
        errors: ["ALREADY_EXISTS"],
        countRecords: async (records, body) => await records.matched(body),
        run: async (records, { body }, call) => await records.update(body, call),
      },
      { body: () => made.bulk.update, output: () => record(BulkChange) },
    ),
    bulkDelete: operation(
      "bulkDelete",
      {
        ...ofMany,
        ...access("delete"),
        summary: `Delete many ${many}`,
        http: { method: "POST", path: `${at}/bulk-delete`, status: 200 },
        errors: ["CONFLICT"],
        countRecords: async (records, body) => await records.matched(body),
        run: async (records, { body }, call) => await records.delete(body, call),
      },
      { body: () => made.bulk.delete, output: () => record(BulkChange) },
    ),
    history,
  };
}

const asksInside = (query: object | undefined): boolean => query !== undefined && "inside" in query && query.inside === true;

/** `find` and `ensure` of a kind: methods of the library alone. */
function keyOperationsOf(kind: RecordKind): { readonly find: object; readonly ensure: object } {
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
      const own = more.filter(({ id }) => id.startsWith(`${kind.group}.`));
      const all: Record<string, AnyOperation> = { ...operationsOf(kind, kinds) };
      for (const one of own) all[one.id.slice(kind.group.length + 1)] = one;
      if (!kind.doors.has("keys")) return [kind.group, all];
      const made = withLazy({}, { keyed: () => keyOperationsOf(kind) });
      return [kind.group, withLazy(all, { find: () => made.keyed.find, ensure: () => made.keyed.ensure })];
    }),
  );
