import { applyTransitions } from "../address-space/space-ledger.ts";
import { lowestFree } from "../address-space/taken-runs.ts";
import { textOf } from "../address/ip-address.ts";
import { coreErrors } from "../contract/core-errors.ts";
import { checkIfMatch } from "../contract/etag.ts";
import { newId } from "../contract/new-id.ts";
import type { CallContext } from "../contract/operation.ts";
import type { JsonList, JsonText } from "../contract/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, Queries } from "../contract/storage.ts";
import { type Draft, invalidField } from "../contract/validation.ts";
import type { Change, WritePath } from "../contract/write-path.ts";
import { Documents } from "../storage/documents.ts";
import { Where } from "../storage/where.ts";
import type { Allocation, AllocationRequest, AllocationResult } from "./allocation.ts";
import type { AllocationRow } from "./allocation.entity.ts";
import { removeAllocations, sweepExpired } from "./allocation-release.ts";
import { allocationOf, insertAllocations } from "./allocation-rows.ts";
import { poolErrors } from "./pool.errors.ts";

export const ALLOCATIONS = serviceToken<AllocationService>("allocations");

interface PoolPlace {
  readonly id: string;
  readonly name: string;
  readonly space: number;
  readonly first_free: string | null;
  readonly last_free: string | null;
}

/** Hands out addresses: never one that anybody holds, all or nothing, the same again for the same key. */
export class AllocationService {
  readonly #writes: WritePath;
  readonly #storage: OpenStorage;
  readonly #documents: Documents<Allocation>;

  constructor(storage: OpenStorage, writes: WritePath) {
    this.#storage = storage;
    this.#writes = writes;
    this.#documents = new Documents(storage, "allocation", () => coreErrors.NOT_FOUND({ what: "allocation" }));
  }

  /** @throws POOL_NOT_FOUND */
  async poolMustExist(poolId: string): Promise<void> {
    await poolPlace(this.#storage.read, poolId);
  }

  /** Allocations of a pool, by address. @throws POOL_NOT_FOUND */
  async list(poolId: string, signal?: AbortSignal): Promise<JsonList<Allocation>> {
    await this.poolMustExist(poolId);
    return this.#documents.list(new Where().add("t.pool_id = ?", poolId), "t.ip_key, t.id", signal);
  }

  /** @throws NOT_FOUND */
  async get(id: string): Promise<JsonText<Allocation>> {
    return await this.#documents.get(id);
  }

  /**
   * Allocates `count` lowest free addresses. The lock is one address space; holds that have expired are swept first.
   * @throws POOL_NOT_FOUND, VALIDATION_ERROR, IP_NOT_AVAILABLE (nothing is allocated), CONFLICT (key used with other arguments)
   */
  async allocate(poolId: string, draft: Draft<AllocationRequest>, call: CallContext): Promise<AllocationResult> {
    const given = draft.valid();
    if (given.key !== null && call.idempotencyKey !== undefined && given.key !== call.idempotencyKey) {
      throw invalidField("key", "differs from the Idempotency-Key header: send one of them");
    }
    const request: AllocationRequest = { ...given, key: given.key ?? call.idempotencyKey ?? null };
    return await this.#writes.run(call, async (change) => {
      await change.lock({ on: "topology", mode: "shared" });
      const pool = await poolPlace(change, poolId);
      await change.lock({ on: "space", space: pool.space });
      while (await sweepExpired(change, pool.space));
      const repeated = await earlierAnswer(change, pool, request);
      if (repeated !== undefined) return { allocations: repeated };
      return { allocations: await this.#take(change, pool, request) };
    });
  }

  async #take(change: Change, pool: PoolPlace, request: AllocationRequest): Promise<Allocation[]> {
    const keys =
      pool.first_free === null || pool.last_free === null ? [] : await lowestFree(change, pool.space, pool.first_free, pool.last_free, request.count);
    if (keys.length < request.count) throw poolErrors.IP_NOT_AVAILABLE({ pool: pool.name, asked: request.count });
    const expiresAt = request.ttl_seconds === null ? null : new Date(Date.parse(change.now) + request.ttl_seconds * 1000).toISOString();
    const allocations = await insertAllocations(
      change,
      keys.map((key) => ({
        id: newId(),
        pool_id: pool.id,
        space: pool.space,
        ip: textOf(key),
        ip_key: key,
        status: "held",
        request_key: request.key,
        request: fingerprint(request),
        note: request.note,
        device_id: null,
        created_at: change.now,
        expires_at: expiresAt,
      })),
    );
    await applyTransitions(change, pool.space, keys.map((key) => ({ key, from: "free", to: "held" }) as const));
    for (const allocation of allocations) change.audit({ action: "create", resource: "allocation", resourceId: allocation.id, after: allocation });
    return allocations;
  }

  /** Gives an address back; one that a device holds stays used. @throws NOT_FOUND */
  async release(id: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      await change.lock({ on: "topology", mode: "shared" });
      const find = async (): Promise<AllocationRow> => {
        const row = await change.get<AllocationRow>("select * from allocation where id = ?", [id]);
        if (row === undefined) throw coreErrors.NOT_FOUND({ what: "allocation" });
        checkIfMatch(call, row.doc);
        return row;
      };
      await change.lock({ on: "space", space: Number((await find()).space) });
      // Read again: it may have gone while we waited for the lock.
      await removeAllocations(change, [await find()], "delete");
    });
  }
}

async function poolPlace(queries: Queries, id: string): Promise<PoolPlace> {
  const pool = await queries.get<PoolPlace>(
    "select p.id, p.name, p.first_free, p.last_free, n.space from pool p join network n on n.id = p.network_id where p.id = ?",
    [id],
  );
  if (pool === undefined) throw poolErrors.POOL_NOT_FOUND({ id });
  return pool;
}

/** What must be the same for a key to be a repetition. */
const fingerprint = (request: AllocationRequest): string => JSON.stringify([request.count, request.ttl_seconds, request.note]);

async function earlierAnswer(queries: Queries, pool: PoolPlace, request: AllocationRequest): Promise<Allocation[] | undefined> {
  if (request.key === null) return undefined;
  const rows = await queries.all<AllocationRow>("select * from allocation where pool_id = ? and request_key = ? order by ip_key, id", [pool.id, request.key]);
  if (rows.length === 0) return undefined;
  if (rows[0]?.request !== fingerprint(request)) {
    throw coreErrors.CONFLICT({ reason: `the key ${JSON.stringify(request.key)} was used with another count, ttl_seconds or note: use a new key` });
  }
  return rows.map(allocationOf);
}
