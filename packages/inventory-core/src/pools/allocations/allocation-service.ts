import { keyOfText } from "../../address/ip-address.ts";
import type { AllocationStrategy } from "../../contract/allocation-strategy.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import { checkIfMatch } from "../../contract/operations/etag.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import type { JsonList, JsonText } from "../../contract/operations/result.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage, Queries } from "../../contract/storage/storage.ts";
import { type Draft, invalidField } from "../../contract/errors/validation.ts";
import type { Outcome } from "../../contract/storage/outcome.ts";
import type { Change, WritePath } from "../../contract/storage/write-path.ts";
import { Documents } from "../../storage/documents.ts";
import { Batcher } from "../../storage/writers/batcher.ts";
import { Where } from "../../storage/where.ts";
import { countAsBefore } from "../../address-space/pool-levels.ts";
import { type AddressRequest, poolState, type PoolState, type Served, serveRequests } from "./address-requests.ts";
import type { Allocation, AllocationKeyQuery, AllocationRequest, AllocationResult } from "./allocation.ts";
import { allocationDocuments } from "./allocation-rows.ts";
import type { AllocationRow } from "./allocation.entity.ts";
import { forgetNetworkKey } from "../../networks/allocation/network-keys.ts";
import { givenTo, keyOfCall } from "../../storage/allocation-keys/keyed-answers.ts";
import { isAlone, runTogether } from "../../storage/allocation-keys/run-together.ts";
import { poolKeys } from "../request-keys/allocation-keys.ts";
import { expiredHolds, removeAllocations, sweepExpired } from "./allocation-release.ts";
import { type AddressWarning, type EvidenceQuery, passedOver, takenSentence, withSkipped } from "../passed-addresses.ts";
import { vlanKeys } from "../../vlans/vlan-keys.ts";
import { poolErrors } from "../pool.errors.ts";
import type { PoolPlace } from "../pool-place.ts";

export const ALLOCATIONS = serviceToken<AllocationService>("allocations");

/** Most addresses that are handed out in one transaction, unless a single request asks for more. */
const MAX_TOGETHER = 128;

/** Hands out addresses: never one that anybody holds, all or nothing, the same again for the same key. */
export class AllocationService {
  readonly #writes: WritePath;
  readonly #storage: OpenStorage;
  readonly #documents: Documents<typeof Allocation>;
  readonly #strategy: AllocationStrategy;
  readonly #requests: Batcher<AddressRequest, Served>;

  constructor(storage: OpenStorage, writes: WritePath, strategy: AllocationStrategy) {
    this.#strategy = strategy;
    this.#storage = storage;
    this.#writes = writes;
    this.#documents = new Documents(storage, allocationDocuments, () => coreErrors.NOT_FOUND({ what: "allocation" }));
    this.#requests = new Batcher(
      async (poolId, requests) => await this.#serve(poolId, requests),
      MAX_TOGETHER,
      ({ request }) => request.count,
    );
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
   * Allocates the `count` next free addresses (the lowest, unless a strategy says otherwise), or exactly `ip`, which is taken even where
   * others would be passed over. The lock is one address space; holds that have expired are swept first.
   * Calls for one pool at the same time go together in one transaction, in the order in which they came.
   * @throws POOL_NOT_FOUND, VALIDATION_ERROR, IP_NOT_AVAILABLE (nothing is allocated; of `ip` the reason is told), CONFLICT (key used with
   * other arguments)
   */
  async allocate(poolId: string, draft: Draft<AllocationRequest>, call: CallContext, query: EvidenceQuery = {}): Promise<AllocationResult> {
    const { count, ip } = draft.fields;
    if (typeof ip === "string" && count !== undefined && count !== 1)
      draft.problems.add("count", "must be 1 with ip, which is one address");
    const given = draft.valid();
    const request: AllocationRequest = { ...given, key: keyOfCall(given.key, call) };
    const served = await this.#requests.add(
      poolId,
      { request, over: passedOver({ evidence: given.evidence ?? query.evidence }), call },
      call,
      isAlone(call),
    );
    const { skipped, against } = served;
    const warnings: AddressWarning[] = against === undefined ? [] : [{ ...against, message: takenSentence(against) }];
    const answer = withSkipped({ allocations: [...givenTo(call, served)] }, skipped);
    return warnings.length === 0 ? answer : { ...answer, warnings };
  }

  async #serve(poolId: string, requests: readonly AddressRequest[]): Promise<readonly Outcome<Served>[]> {
    return await runTogether(this.#writes, requests, async (change) => {
      await change.lock({ on: "topology", mode: "shared" });
      const pool = await poolPlace(change, poolId);
      await change.lock({ on: "space", space: pool.space });
      const [expired, seen] = await Promise.all([expiredHolds(change, pool.space), this.#stateOf(change, pool, requests)]);
      const sweeps = expired.length > 0;
      for (let more = sweeps && (await sweepExpired(change, pool.space, expired)); more;) more = await sweepExpired(change, pool.space);
      if (sweeps) await countAsBefore(change);
      return await serveRequests(change, pool, requests, sweeps ? await this.#stateOf(change, pool, requests) : seen);
    });
  }

  async #stateOf(change: Change, pool: PoolPlace, requests: readonly AddressRequest[]): Promise<PoolState> {
    return await poolState(change, pool, requests, keyOfText(this.#strategy.startAt(pool)));
  }

  /** Gives an address back; one that a device holds stays used. @throws NOT_FOUND */
  async release(id: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      await change.lock({ on: "topology", mode: "shared" });
      const find = async (): Promise<AllocationRow> => {
        const row = await change.get<AllocationRow>("select * from allocation where id = ?", [id]);
        if (row === undefined) throw coreErrors.NOT_FOUND({ what: "allocation" });
        checkIfMatch(call, await allocationDocuments.current(change, row.doc));
        return row;
      };
      await change.lock({ on: "space", space: (await find()).space });
      // Read again: it may have gone while we waited for the lock.
      await removeAllocations(change, [await find()], "delete");
    });
  }

  /**
   * Forgets what a request key of a pool, a network or a VLAN group was given; what it was given stays.
   * @throws NOT_FOUND, VALIDATION_ERROR unless one of the three is named
   */
  async forgetKey(key: string, query: AllocationKeyQuery, call: CallContext): Promise<void> {
    const { pool_id: poolId, network_id: networkId, vlan_group_id: groupId } = query;
    if ([poolId, networkId, groupId].filter((id) => id !== undefined).length !== 1)
      throw invalidField("pool_id", "is required, or network_id or vlan_group_id in its place: the record that the key was used for");
    if (poolId !== undefined) return await this.#forgetKeyOfPool(key, poolId, call);
    if (networkId !== undefined) return await this.#forgetKeyOfNetwork(key, networkId, call);
    await this.#forgetKeyOfGroup(key, groupId as string, call);
  }

  async #forgetKeyOfPool(key: string, poolId: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      await change.lock({ on: "topology", mode: "shared" });
      const place = await change.get<{ space: number }>("select n.space from pool p join network n on n.id = p.network_id where p.id = ?", [
        poolId,
      ]);
      // Whoever allocates holds this lock, so that no answer is given under the key meanwhile.
      if (place !== undefined) await change.lock({ on: "space", space: place.space });
      if (place === undefined || !(await poolKeys.forget(change, poolId, key)))
        throw coreErrors.NOT_FOUND({ what: "request key of this pool" });
      change.audit({ action: "delete", resource: "allocation_request_key", resourceId: null, before: { pool_id: poolId, key } });
    });
  }

  async #forgetKeyOfGroup(key: string, groupId: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      await change.lock({ on: "topology", mode: "shared" });
      await change.lock({ on: "record", table: "vlan_group", id: groupId });
      if (!(await vlanKeys.forget(change, groupId, key))) throw coreErrors.NOT_FOUND({ what: "request key of this VLAN group" });
      change.audit({ action: "delete", resource: "allocation_request_key", resourceId: null, before: { vlan_group_id: groupId, key } });
    });
  }

  async #forgetKeyOfNetwork(key: string, networkId: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      // As whoever allocates networks.
      await change.lock({ on: "topology", mode: "exclusive" });
      if (!(await forgetNetworkKey(change, networkId, key))) throw coreErrors.NOT_FOUND({ what: "request key of this network" });
      change.audit({ action: "delete", resource: "allocation_request_key", resourceId: null, before: { network_id: networkId, key } });
    });
  }
}

async function poolPlace(queries: Queries, id: string): Promise<PoolPlace> {
  const pool = await queries.get<PoolPlace>(
    "select p.id, p.name, p.start_ip, p.end_ip, p.start_key, p.end_key, n.space from pool p join network n on n.id = p.network_id " +
      "where p.id = ?",
    [id],
  );
  if (pool === undefined) throw poolErrors.POOL_NOT_FOUND({ id });
  return pool;
}
