import { parseAddress } from "../address/ip-address.ts";
import { storedSpace } from "../address-space/space-view.ts";
import { type Clock, timestampOf } from "../contract/clock.ts";
import type { Look } from "../address-space/passed-over/lowest-free.ts";
import type { Cascades } from "../contract/cascades.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import { checkIfMatch } from "../contract/operations/etag.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import { JsonList, type JsonText } from "../contract/operations/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, Queries } from "../contract/storage/storage.ts";
import type { Draft } from "../contract/errors/validation.ts";
import { changedFields } from "../contract/storage/changed-fields.ts";
import type { Returning } from "../contract/storage/returning.ts";
import type { Change, WritePath } from "../contract/storage/write-path.ts";
import { networkErrors } from "../networks/network.errors.ts";
import type { NetworkRow } from "../networks/network.entity.ts";
import { checkOwnFields, refuseTaken } from "../fields/check-own-fields.ts";
import { addValues, ownConditions } from "../fields/own-filter.ts";
import { removeOwnFields, writeOwnFields } from "../fields/stored-values.ts";
import { type Ensured, KeyedRecords } from "../natural-keys/keyed-records.ts";
import type { KeyValues } from "../natural-keys/natural-key.ts";
import { currentPages, Documents } from "../storage/documents.ts";
import { Where } from "../storage/where.ts";
import { type NextIp, Pool, type PoolCreate, type PoolEnsure, type PoolFilter, type PoolKey, type PoolUpdate } from "./pool.ts";
import { poolDocuments, PoolEntity, type PoolRow } from "./pool.entity.ts";
import { poolErrors } from "./pool.errors.ts";
import { poolCreated, poolDeleted, poolUpdated } from "./pool.events.ts";
import { lowestOfNetwork, lowestOfPool } from "./allocations/next-address.ts";
import { type EvidenceQuery, passedOver } from "./passed-addresses.ts";
import { freeRangeOf } from "./pool-range.ts";
import { checkRange, outsideBreach, overlapBreach } from "./pool-rules.ts";

export const POOLS = serviceToken<PoolService>("pools");

type PoolNetwork = Pick<NetworkRow, "id" | "subnet" | "first_key" | "last_key" | "prefix_length">;

/** The rules of pools. */
export class PoolService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #cascades: Cascades;
  readonly #clock: Clock;
  readonly #documents: Documents<typeof Pool>;
  readonly #keyed: KeyedRecords<typeof Pool>;

  constructor(storage: OpenStorage, writes: WritePath, cascades: Cascades, clock: Clock) {
    this.#clock = clock;
    this.#storage = storage;
    this.#writes = writes;
    this.#cascades = cascades;
    this.#documents = new Documents(storage, poolDocuments, (id) => poolErrors.POOL_NOT_FOUND({ id }));
    this.#keyed = new KeyedRecords(storage, writes, { kind: "pool", documents: this.#documents, topology: "exclusive" });
  }

  /** Pools of a network that carry every tag and value asked for. @throws NETWORK_NOT_FOUND, VALIDATION_ERROR */
  async list(networkId: string, filter: PoolFilter): Promise<JsonList<Pool>> {
    await this.networkMustExist(networkId);
    const where = new Where().add("t.network_id = ?", networkId);
    addValues(await ownConditions(this.#storage.read, "pool", filter.field), where);
    const pages = this.#storage.pages<{ doc: string; tags: string }>(
      `select t.doc, t.tags from pool t${where.sql} order by t.name, t.id`,
      where.params,
    );
    return new JsonList<Pool>(currentPages(this.#storage, poolDocuments, withTags(pages, filter.tags ?? [])));
  }

  /** @throws NETWORK_NOT_FOUND */
  async networkMustExist(networkId: string): Promise<void> {
    if ((await networkOf(this.#storage.read, networkId)) === undefined) throw networkErrors.NETWORK_NOT_FOUND({ id: networkId });
  }

  /** @throws POOL_NOT_FOUND */
  async get(id: string): Promise<JsonText<Pool>> {
    return await this.#documents.get(id);
  }

  /** @throws POOL_NOT_FOUND */
  async mustExist(id: string): Promise<void> {
    await this.#documents.mustExist(id);
  }

  /**
   * The lowest free address, which stays free: one statement at any size, and what was passed over where anything was.
   * @throws POOL_NOT_FOUND, IP_NOT_AVAILABLE
   */
  async nextIp(id: string, query: EvidenceQuery = {}): Promise<NextIp> {
    return await lowestOfPool(this.#storage.read, id, this.#look(query));
  }

  /** The lowest free address of a network, in a pool or not, which stays free. @throws NETWORK_NOT_FOUND, IP_NOT_AVAILABLE */
  async nextIpOfNetwork(id: string, query: EvidenceQuery = {}): Promise<NextIp> {
    return await lowestOfNetwork(this.#storage.read, id, this.#look(query));
  }

  #look(query: EvidenceQuery): Look {
    return { now: timestampOf(this.#clock), over: passedOver(query) };
  }

  /** @throws NETWORK_NOT_FOUND, VALIDATION_ERROR, ALREADY_EXISTS when it overlaps another pool */
  async create(networkId: string, draft: Draft<PoolCreate>, call: CallContext): Promise<Pool> {
    return await this.#writes.run(call, async (change) => await this.createWithin(change, networkId, draft));
  }

  /** The pool of a natural key; null when there is none. @throws CONFLICT */
  async find(key: PoolKey, call: CallContext): Promise<JsonText<Pool | null>> {
    return await this.#keyed.find(() => keyOf(key), call);
  }

  /**
   * The pool of a natural key, which is created when there is none.
   * @throws NETWORK_NOT_FOUND, VALIDATION_ERROR, ALREADY_EXISTS, CONFLICT
   */
  async ensure(draft: Draft<PoolEnsure>, call: CallContext): Promise<Ensured<Pool> | JsonText<Ensured<Pool>>> {
    const key = draft.valid();
    return await this.#keyed.ensure(
      () => keyOf(key),
      async (change) => await this.createWithin(change, key.network_id, draft),
      call,
    );
  }

  /** {@link create} inside a transaction that is open already (import, undo). */
  async createWithin(
    change: Change,
    networkId: string,
    draft: Draft<PoolCreate>,
    id = change.newId(),
    returning?: Returning,
  ): Promise<Pool> {
    await change.lock({ on: "topology", mode: "exclusive" });
    const network = await networkOf(change, networkId);
    if (network === undefined) throw networkErrors.NETWORK_NOT_FOUND({ id: networkId });
    checkRange(draft.fields, network, draft.problems);
    const fields = await checkOwnFields(change, "pool", draft, returning?.fields);
    const createdAt = returning?.created_at ?? change.now;
    const given = draft.valid();
    const pool: Pool = { id, network_id: networkId, ...given, fields, created_at: createdAt, updated_at: change.now };
    const columns = columnsOf(pool, network);
    await refuseOverlap(change, columns);
    await refuseTaken(change, "pool", pool);
    await this.#cascades.poolCreated(change, pool.id, async () => {
      change.em.create(PoolEntity, { ...columns, used_count: 0, held_count: 0 });
      await change.em.flush();
    });
    await writeOwnFields(change, "pool", [pool]);
    change.emit(poolCreated, pool.id, pool);
    change.audit({ action: "create", resource: "pool", resourceId: pool.id, after: pool });
    return pool;
  }

  /**
   * Allocations that a smaller range leaves outside refuse it, or go with `release_outside`, which needs what releasing them does.
   * @throws FORBIDDEN, POOL_NOT_FOUND, VALIDATION_ERROR, ALREADY_EXISTS, CONFLICT, PRECONDITION_FAILED
   */
  async update(id: string, draft: Draft<PoolUpdate>, call: CallContext): Promise<Pool> {
    return await this.#writes.run(call, async (change) => await this.updateWithin(change, id, draft));
  }

  /** {@link update} inside a transaction that is open already (import). */
  async updateWithin(change: Change, id: string, draft: Draft<PoolUpdate>): Promise<Pool> {
    await change.lock({ on: "topology", mode: "exclusive" });
    const { row, before } = await this.#forChange(change, id);
    const network = (await networkOf(change, row.network_id)) as PoolNetwork;
    checkRange({ start_ip: before.start_ip, end_ip: before.end_ip, ...draft.fields }, network, draft.problems);
    const fields = await checkOwnFields(change, "pool", draft, before.fields);
    const { release_outside: releases = false, ...given } = draft.valid();
    const changed: Pool = { ...before, ...given, fields };
    const changes = changedFields(Pool, before, changed);
    if (changes.length === 0) return before;
    const pool: Pool = { ...changed, updated_at: change.now };
    const columns = columnsOf(pool, network);
    await refuseOverlap(change, columns);
    await refuseTaken(change, "pool", { id, fields, before: before.fields });
    const moved = columns.start_key !== row.start_key || columns.end_key !== row.end_key;
    const write = async (): Promise<void> => {
      change.em.assign(row, columns);
      await change.em.flush();
    };
    if (moved) {
      if (!releases) await refuseOutside(change, columns);
      await this.#cascades.poolResized(change, columns, releases, write);
    } else await write();
    await writeOwnFields(change, "pool", [{ ...pool, before }]);
    change.emit(poolUpdated, id, { ...pool, changes });
    change.audit({ action: "update", resource: "pool", resourceId: id, before, after: pool });
    return pool;
  }

  /** Its allocations go with it; addresses stay, without a pool. @throws POOL_NOT_FOUND, PRECONDITION_FAILED */
  async delete(id: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      await change.lock({ on: "topology", mode: "exclusive" });
      const { row, before } = await this.#forChange(change, id);
      await this.#cascades.poolDeleted(change, id, async () => {
        change.em.remove(row);
        await change.em.flush();
      });
      await removeOwnFields(change, "pool", [id]);
      change.emit(poolDeleted, id, before);
      change.audit({ action: "delete", resource: "pool", resourceId: id, before });
    });
  }

  async #forChange(change: Change, id: string): Promise<{ row: PoolRow; before: Pool }> {
    const row = await change.em.findOne(PoolEntity, { id });
    if (row === null) throw poolErrors.POOL_NOT_FOUND({ id });
    const text = await poolDocuments.current(change, row.doc);
    checkIfMatch(change.call, text);
    return { row, before: JSON.parse(text) as Pool };
  }
}

const keyOf = ({ network_id: scope, name }: PoolKey): KeyValues => ({ name, scope });

async function networkOf(queries: Queries, id: string): Promise<PoolNetwork | undefined> {
  return await queries.get<PoolNetwork>("select id, subnet, first_key, last_key, prefix_length from network where id = ?", [id]);
}

type PoolColumns = Omit<PoolRow, "used_count" | "held_count">;

function columnsOf({ fields: own, ...pool }: Pool, network: PoolNetwork): PoolColumns {
  const startKey = parseAddress(pool.start_ip)?.key as string;
  const endKey = parseAddress(pool.end_ip)?.key as string;
  return {
    ...pool,
    start_key: startKey,
    end_key: endKey,
    ...freeRangeOf(network, startKey, endKey),
    tags: JSON.stringify(pool.tags),
    doc: poolDocuments.write({ ...pool, fields: own }),
  };
}

/** @throws ALREADY_EXISTS */
async function refuseOverlap(change: Change, columns: PoolColumns): Promise<void> {
  const reason = await overlapBreach(storedSpace(change), columns, change.call.principal);
  if (reason !== undefined) throw coreErrors.ALREADY_EXISTS({ reason });
}

/** @throws CONFLICT when there are allocations that the range of a pool would leave outside */
async function refuseOutside(change: Change, columns: PoolColumns): Promise<void> {
  const outside = await outsideBreach(storedSpace(change), columns);
  if (outside !== undefined) throw coreErrors.CONFLICT({ ...outside });
}

async function* withTags(
  pages: AsyncIterable<readonly { doc: string; tags: string }[]>,
  wanted: readonly string[],
): AsyncGenerator<readonly { doc: string }[]> {
  for await (const page of pages) {
    const kept =
      wanted.length === 0 ? page : page.filter(({ tags }) => wanted.every((tag) => (JSON.parse(tags) as string[]).includes(tag)));
    if (kept.length > 0) yield kept;
  }
}
