import { z } from "zod";
import { inSlices } from "../background/in-slices.ts";
import {
  type BulkChange,
  type BulkEdit,
  type BulkTarget,
  bulkTarget,
  checkEdit,
  checkTarget,
  MAX_BULK_CHANGE,
  recordEdit,
  refusalUnder,
  TAG_CHANGES,
  tooManyMatched,
} from "../contract/operations/bulk-change.ts";
import { SYSTEM } from "../contract/access/principal.ts";
import type { Draft } from "../contract/errors/validation.ts";
import { patchOf } from "../contract/operations/fields.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { RecordKind } from "../contract/record-kind.ts";
import { type ServiceToken, serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, Queries } from "../contract/storage/storage.ts";
import type { Change, WritePath } from "../contract/storage/write-path.ts";
import { mustAllExist } from "../storage/existing-ids.ts";
import type { Where } from "../storage/where.ts";
import { type RecordScope, scopeCondition, scopeOf } from "./access/record-scope.ts";
import { allowExchanges, settleExchanges } from "./functions/exchanges.ts";
import type { RecordFilter } from "./record-filter.ts";
import type { RecordService } from "./record-service.ts";
import type { AnyRecord } from "./record-types.ts";

/** Records that are written between two turns of the event loop. */
const SLICE = 32;

/** The field whose values come and go one by one. */
const TAGS = "tags";

const hasTags = ({ fields }: RecordKind): boolean => fields.some(({ name, facts }) => name === TAGS && facts.kind === "tags");

export interface BulkSchemas {
  readonly update: z.ZodObject;
  readonly delete: z.ZodObject;
}

/** Schemas of what is sent to change and delete many records of a kind. Fields that are unique by themselves are each one's own. */
export function bulkSchemas(kind: RecordKind, filter: z.ZodObject): BulkSchemas {
  const own = new Set([kind.title, TAGS, ...kind.unique.flatMap(({ fields }) => (fields.length === 1 ? fields : []))]);
  const shared = Object.keys(kind.schemas.create.shape).filter((name) => !own.has(name));
  const set = patchOf(z.object(Object.fromEntries(shared.map((name) => [name, kind.schemas.create.shape[name] as z.ZodType]))), {
    id: `${kind.schema}BulkSet`,
    description: "Fields that many records may share",
  });
  const target = bulkTarget(kind.name, filter, kind.schema);
  return {
    update: z.object({ ...target, set: set.optional(), ...(hasTags(kind) && TAG_CHANGES) }),
    delete: z.object(target),
  };
}

/** The service that changes many records of a kind. */
export const bulkOf = ({ name }: RecordKind): ServiceToken<RecordBulk> => serviceToken(`records/${name}/bulk`);

type Target = Partial<BulkTarget<RecordFilter>>;
type Update = Target & Partial<BulkEdit<object>>;

/** Changes and deletes many records of a kind in one transaction, all or none, by the rules of one. */
export class RecordBulk {
  readonly #records: RecordService;
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;

  constructor(records: RecordService, storage: OpenStorage, writes: WritePath) {
    this.#records = records;
    this.#storage = storage;
    this.#writes = writes;
  }

  /** @throws VALIDATION_ERROR at an id of no record, or at what a record cannot have; ALREADY_EXISTS */
  async update(draft: Draft<Update>, call: CallContext): Promise<BulkChange> {
    checkTarget(draft);
    checkEdit(draft);
    const asked = draft.valid();
    const editOf = recordEdit<AnyRecord & { readonly tags: readonly string[] }, Record<string, unknown>>(asked);
    return await this.#each(call, asked, async (change, id) => {
      try {
        return await this.#records.changeWithin(change, id, (before) => editOf(before as AnyRecord & { readonly tags: readonly string[] }));
      } catch (error) {
        throw refusalUnder("set", error);
      }
    });
  }

  /** @throws VALIDATION_ERROR at an id of no record, CONFLICT while records refer to one of them */
  async delete(draft: Draft<Target>, call: CallContext): Promise<BulkChange> {
    checkTarget(draft);
    return await this.#each(call, draft.valid(), async (change, id) => {
      await this.#records.deleteWithin(change, id);
      return true;
    });
  }

  /** Number of the records that a step of a plan is about, by plain reads. Kinds with owners have no plans. @throws VALIDATION_ERROR */
  async matched({ fields: { ids, filter } }: Draft<Target>): Promise<number> {
    return filter === undefined ? (ids?.length ?? 0) : await this.#countOf(this.#storage.read, filter, scopeOf(SYSTEM));
  }

  async #each(call: CallContext, asked: Target, work: (change: Change, id: string) => Promise<boolean>): Promise<BulkChange> {
    return await this.#writes.run(
      call,
      async (change) => {
        // In a plan, further steps may release what these records take.
        const isWhole = allowExchanges(change);
        const ids = await this.#idsOf(change, asked);
        let changed = 0;
        for await (const slice of inSlices(ids, SLICE)) {
          for (const id of slice) if (await work(change, id)) changed += 1;
          await change.em.flush();
          change.em.clear();
          await change.writeOut();
        }
        if (isWhole) await settleExchanges(change);
        return { matched: ids.length, changed };
      },
      "many",
    );
  }

  async #idsOf(change: Change, { ids = [], filter }: Target): Promise<readonly string[]> {
    const { kind } = this.#records;
    if (filter === undefined) {
      await mustAllExist(change, kind.name, ids, scopeCondition(kind, scopeOf(change.call.principal), "t"));
      return ids;
    }
    const scope = scopeOf(change.call.principal);
    const where = await this.#whereOf(change, filter, scope);
    const rows = await change.all<{ id: string }>(`select t.id from ${kind.name} t${where.sql} limit ${MAX_BULK_CHANGE + 1}`, where.params);
    if (rows.length <= MAX_BULK_CHANGE) return rows.map(({ id }) => id).toSorted();
    throw tooManyMatched(await this.#countOf(change, filter, scope), kind.many);
  }

  async #countOf(queries: Queries, filter: RecordFilter, scope: RecordScope): Promise<number> {
    const where = await this.#whereOf(queries, filter, scope);
    const row = await queries.get<{ count: number | string }>(
      `select count(*) as count from ${this.#records.kind.name} t${where.sql}`,
      where.params,
    );
    return Number(row?.count);
  }

  async #whereOf(queries: Queries, filter: RecordFilter, scope: RecordScope): Promise<Where> {
    try {
      return await this.#records.conditions(queries, filter, scope);
    } catch (error) {
      throw refusalUnder("filter", error);
    }
  }
}
