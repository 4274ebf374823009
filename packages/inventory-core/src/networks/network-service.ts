import { setImmediate } from "node:timers/promises";
import { COMMON_SPACE, homesOfDatacenters, numbersOfSpaces } from "../address-space/space-numbers.ts";
import { storedSpace } from "../address-space/space-view.ts";
import { isTurnOver, turnUnderLock } from "../background/loop-turn.ts";
import type { Cascades, NetworkPlace, ParentPlace } from "../contract/cascades.ts";
import { type BulkResult, bulkResultOf, createOneByOne, joinBulkResults } from "../contract/operations/bulk.ts";
import { isEngineError } from "../contract/errors/error.ts";
import { checkIfMatch } from "../contract/operations/etag.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { PageRequest } from "../contract/operations/paging.ts";
import { JsonList, type JsonText } from "../contract/operations/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, Queries, SqlValue } from "../contract/storage/storage.ts";
import { changedFields } from "../contract/storage/changed-fields.ts";
import type { Returning } from "../contract/storage/returning.ts";
import { Draft, draftOf, Problems } from "../contract/errors/validation.ts";
import type { Change, ExtensionRunner, WritePath } from "../contract/storage/write-path.ts";
import { checkOwnFields, refuseTaken } from "../fields/check-own-fields.ts";
import type { OwnFields } from "../fields/own-fields.ts";
import { ownConditions, ownListing } from "../fields/own-filter.ts";
import { removeOwnFields, textsOf, writeOwnFields } from "../fields/stored-values.ts";
import { type Ensured, KeyedRecords } from "../natural-keys/keyed-records.ts";
import type { KeyValues } from "../natural-keys/natural-key.ts";
import { Documents } from "../storage/documents.ts";
import { countRecords, isWholeList, readPage } from "../storage/paging/read-page.ts";
import { foldText, searchTextOf } from "../storage/search-text.ts";
import { Where } from "../storage/where.ts";
import type { FreePrefix, FreePrefixQuery } from "./free-prefixes/free-prefix.ts";
import { listFreePrefixes } from "./free-prefixes/list-free-prefixes.ts";
import {
  Network,
  type NetworkChild,
  NetworkCreate,
  type NetworkFilter,
  type NetworkKey,
  type NetworkUpdate,
  type NetworkUtilization,
  type RootFilter,
} from "./network.ts";
import { networkDocuments, NetworkEntity, type NetworkRow, networkTable } from "./network.entity.ts";
import { networkErrors } from "./network.errors.ts";
import { childrenOf, pagedChildren } from "./network-children.ts";
import { networkFilter } from "./network-filter.ts";
import { networkPageFilter, pagedNetworks, rootPageFilter } from "./network-pages.ts";
import { type CountedRow, USED_HOSTS, utilizationOf, UtilizationTexts } from "./network-utilization.ts";
import { boundsOfSubnet, subnetBreach } from "./network-rules.ts";
import { networkCreated, networkDeleted, networkUpdated } from "./network.events.ts";
import { checkVlan } from "./vlan-links.ts";
import { insertTags, replaceTags } from "./network-tags.ts";

export const NETWORKS = serviceToken<NetworkService>("networks");

/** Most networks that are created in one transaction: the event loop stands still while they are written. */
const MAX_TOGETHER = 32;

/** The rules of networks. */
export class NetworkService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #cascades: Cascades;
  readonly #documents: Documents<typeof Network>;
  readonly #keyed: KeyedRecords<typeof Network>;

  /** Whether an extension may undo a creation, which is a transaction of its own for that reason. */
  readonly #isAlone: boolean;

  constructor(storage: OpenStorage, writes: WritePath, cascades: Cascades, extensions: ExtensionRunner) {
    this.#isAlone = extensions.has("network");
    this.#storage = storage;
    this.#writes = writes;
    this.#cascades = cascades;
    this.#documents = new Documents(storage, networkDocuments, (id) => networkErrors.NETWORK_NOT_FOUND({ id }));
    this.#keyed = new KeyedRecords(storage, writes, { kind: "network", documents: this.#documents, topology: "exclusive" });
  }

  /** @throws VALIDATION_ERROR for a value that a field of one's own cannot have */
  async list(filter: NetworkFilter, signal?: AbortSignal): Promise<JsonList<Network>> {
    const where = new Where();
    const { from, order } = ownListing("network", await ownConditions(this.#storage.read, "network", filter.field), where);
    await networkFilter(this.#storage.read, filter, where);
    return this.#documents.list(where, order, signal, from);
  }

  /** A part of the list. @throws VALIDATION_ERROR for a value that a custom field cannot have */
  async page(filter: NetworkFilter, page: PageRequest, signal?: AbortSignal): Promise<JsonList<Network>> {
    if (isWholeList(page) && !page.count) return await this.list(filter, signal);
    const { read } = this.#storage;
    const own = await ownConditions(read, "network", filter.field);
    const paged = await networkPageFilter(read, filter, own, page);
    if (!isWholeList(page)) return await readPage(this.#storage, pagedNetworks, page, paged, signal);
    return new JsonList((await this.list(filter, signal)).pages, { count: await countRecords(read, pagedNetworks, paged) });
  }

  /** Networks that lie in no other, sorted by address by default. */
  async roots(filter: RootFilter, page: PageRequest, signal?: AbortSignal): Promise<JsonList<NetworkChild>> {
    return await readPage(this.#storage, pagedChildren, page, rootPageFilter(filter, page), signal);
  }

  /** @throws NETWORK_NOT_FOUND */
  async get(id: string): Promise<JsonText<Network>> {
    return await this.#documents.get(id);
  }

  /** @throws NETWORK_NOT_FOUND */
  async mustExist(id: string): Promise<void> {
    await this.#documents.mustExist(id);
  }

  /** The networks whose parent it is, by address. @throws NETWORK_NOT_FOUND */
  async children(id: string, signal?: AbortSignal): Promise<JsonList<NetworkChild>> {
    await this.mustExist(id);
    return childrenOf(this.#storage, id, signal);
  }

  /** How full a network is: a look-up of a counter at any size. @throws NETWORK_NOT_FOUND */
  async utilization(id: string): Promise<NetworkUtilization> {
    const row = await this.#storage.read.get<CountedRow>(
      `select n.id, n.first_key, n.prefix_length, ${USED_HOSTS} as used_count from network n where n.id = ?`,
      [id],
    );
    if (row === undefined) throw networkErrors.NETWORK_NOT_FOUND({ id });
    return utilizationOf(row);
  }

  /** What is free in a network. @throws NETWORK_NOT_FOUND, VALIDATION_ERROR for a length that none of its subnets has */
  async freePrefixes(id: string, query: FreePrefixQuery, signal?: AbortSignal): Promise<JsonList<FreePrefix>> {
    return await listFreePrefixes(this.#storage, id, query, signal);
  }

  /** How full each network is, in the order of the list of networks. */
  utilizations(signal?: AbortSignal): JsonList<NetworkUtilization> {
    const rows = this.#storage.pages<CountedRow>(
      `select n.id, n.first_key, n.prefix_length, ${USED_HOSTS} as used_count from network n order by n.name, n.id`,
      [],
      signal,
    );
    return new JsonList(utilizationPages(rows));
  }

  /** Links the unlinked addresses that it contains. @throws VALIDATION_ERROR */
  async create(draft: Draft<NetworkCreate>, call: CallContext): Promise<Network> {
    await this.#refuse(draft, undefined);
    return await this.#writes.run(call, async (change) => await this.createWithin(change, draft));
  }

  /** The network of a natural key; null when there is none. @throws CONFLICT */
  async find(key: NetworkKey, call: CallContext): Promise<JsonText<Network | null>> {
    return await this.#keyed.find(async (queries) => await keyOf(queries, key), call);
  }

  /** The network of a natural key, which is created when there is none. @throws VALIDATION_ERROR, CONFLICT */
  async ensure(draft: Draft<NetworkCreate>, call: CallContext): Promise<Ensured<Network> | JsonText<Ensured<Network>>> {
    await this.#refuse(draft, undefined);
    const key = draft.valid();
    return await this.#keyed.ensure(
      async (queries) => await keyOf(queries, key),
      async (change) => await this.createWithin(change, draft),
      call,
    );
  }

  /** Creates those of some networks that nothing speaks against. @param items as they were sent */
  async createMany(items: AsyncIterable<unknown>, call: CallContext): Promise<BulkResult> {
    const bodies = await Array.fromAsync(items);
    if (this.#isAlone) return await createOneByOne(bodies, async (body) => await this.create(draftOf(NetworkCreate, body), call));
    const parts: BulkResult[] = [];
    for (let at = 0; at < bodies.length; at += MAX_TOGETHER) {
      const slice = bodies.slice(at, at + MAX_TOGETHER);
      parts.push(await this.#writes.run(call, async (change) => bulkResultOf(at, await this.#createAll(change, slice))));
      await setImmediate();
    }
    return joinBulkResults(parts);
  }

  /** @returns of each body why it was refused, or undefined. The rules are asked before anything is written. */
  async #createAll(change: Change, bodies: readonly unknown[]): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (const body of bodies) {
      try {
        await this.createWithin(change, draftOf(NetworkCreate, body));
        failures.push(undefined);
      } catch (error) {
        if (!isEngineError(error) || error.kind === "unavailable") throw error;
        failures.push(error);
      }
    }
    return failures;
  }

  /** {@link create} inside a transaction that is open already (import, undo). */
  async createWithin(change: Change, draft: Draft<NetworkCreate>, id = change.newId(), returning?: Returning): Promise<Network> {
    await change.lock({ on: "topology", mode: "exclusive" });
    const space = await checkSpace(change, draft);
    const fields = await checkOwnFields(change, "network", draft, returning?.fields);
    const createdAt = returning?.created_at ?? change.now;
    const link = await checkVlan(change, draft, space);
    const created: Network = { id, parent_id: null, ...draft.valid(), ...link, fields, created_at: createdAt, updated_at: change.now };
    await refuseTaken(change, "network", created);
    await change.extensions.check(change, "network", created, undefined);
    const columns = columnsOf(created, space);
    const parent = await this.#cascades.networkCreated(change, columns, async () => {
      change.em.create(NetworkEntity, { ...columns, parent_id: null, child_count: 0, used_count: 0, blocks_kept: 0 });
      await change.em.flush();
      await insertTags(change, [created]);
    });
    const network: Network = { ...created, parent_id: parent };
    await writeOwnFields(change, "network", [network]);
    change.emit(networkCreated, network.id, network);
    change.audit({ action: "create", resource: "network", resourceId: network.id, after: network });
    await change.extensions.after(change, "network", undefined, network);
    return network;
  }

  /**
   * Creates networks in free parts of another one, inside a transaction that is open already. They are valid by themselves, and in the
   * space of their parent; each is done for a call.
   */
  async createInside(change: Change, parent: ParentPlace, made: readonly { network: Network; call: CallContext }[]): Promise<void> {
    const networks = made.map(({ network }) => network);
    const rows = networks.map((network): NetworkRow => ({
      ...columnsOf(network, parent.space),
      parent_id: network.parent_id,
      child_count: 0,
      used_count: 0,
      blocks_kept: 0,
    }));
    await this.#cascades.networksAllocated(change, parent, rows, async () => {
      const values = rows.map((row) => networkTable.columns.map((column): SqlValue => row[column]));
      for (let at = 0; at < values.length; at += MAX_TOGETHER) {
        if (isTurnOver()) await turnUnderLock();
        await change.insert(networkTable.name, networkTable.columns, values.slice(at, at + MAX_TOGETHER));
      }
      await insertTags(change, networks);
    });
    await writeOwnFields(change, "network", networks);
    for (const { network, call } of made) {
      change.emit(networkCreated, network.id, network);
      change.audit({ action: "create", resource: "network", resourceId: network.id, after: network, call });
      if (change.extensions.has("network")) await change.extensions.after(change, "network", undefined, network);
    }
  }

  /**
   * A network that moves takes its addresses and allocations along; a new subnet lets go of addresses outside it.
   * @throws NETWORK_NOT_FOUND, VALIDATION_ERROR, PRECONDITION_FAILED
   */
  async update(id: string, draft: Draft<NetworkUpdate>, call: CallContext): Promise<Network> {
    await this.#refuse(draft, {});
    return await this.#writes.run(call, async (change) => await this.updateWithin(change, id, draft));
  }

  /** {@link update} inside a transaction that is open already (import). */
  async updateWithin(change: Change, id: string, draft: Draft<NetworkUpdate>): Promise<Network> {
    return (await this.changeWithin(change, id, () => draft)).network;
  }

  /**
   * {@link updateWithin}, with whether anything of it changed.
   * @param draftOf what it is to become, by what it is
   */
  async changeWithin(
    change: Change,
    id: string,
    draftOf: (before: Network) => Draft<NetworkUpdate>,
  ): Promise<{ readonly network: Network; readonly isChanged: boolean }> {
    await change.lock({ on: "topology", mode: "exclusive" });
    const { row, before } = await this.#forChange(change, id);
    const draft = draftOf(before);
    const space = await checkSpace(change, draft, before);
    if (draft.fields.subnet !== undefined) {
      const breach = await subnetBreach(storedSpace(change), id, boundsOfSubnet(draft.fields.subnet), change.call.principal);
      if (breach !== undefined) draft.problems.add("subnet", breach);
    }
    const fields = await checkOwnFields(change, "network", draft, before.fields);
    const link = await checkVlan(change, draft, space, before);
    const changed: Network = { ...before, ...draft.valid(), ...link, fields };
    const changes = changedFields(Network, before, changed);
    if (changes.length === 0) return { network: before, isChanged: false };
    await refuseTaken(change, "network", { id, fields, before: before.fields });
    await change.extensions.check(change, "network", changed, before);
    const moved: Network = { ...changed, updated_at: change.now };
    const was = treeColumnsOf(row);
    const now = columnsOf(moved, space);
    const isMoved = changes.includes("subnet") || row.space !== space;
    const parent = await this.#cascades.networkChanged(change, { was, now, isMoved }, async () => {
      change.em.assign(row, now);
      await change.em.flush();
      if (changes.includes("tags")) await replaceTags(change, moved);
    });
    const network: Network = { ...moved, parent_id: parent === undefined ? before.parent_id : parent };
    if (network.parent_id !== before.parent_id) changes.push("parent_id");
    await writeOwnFields(change, "network", [{ ...network, before }]);
    change.emit(networkUpdated, id, { ...network, changes });
    change.audit({ action: "update", resource: "network", resourceId: id, before, after: network });
    await change.extensions.after(change, "network", before, network);
    return { network, isChanged: true };
  }

  /** Its pools and allocations go with it; addresses stay, unlinked. @throws NETWORK_NOT_FOUND, PRECONDITION_FAILED */
  async delete(id: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => await this.deleteWithin(change, id));
  }

  /** {@link delete} inside a transaction that is open already. */
  async deleteWithin(change: Change, id: string): Promise<void> {
    await change.lock({ on: "topology", mode: "exclusive" });
    const { row, before } = await this.#forChange(change, id);
    await this.#cascades.networkDeleted(change, row, async () => {
      change.em.remove(row);
      await change.em.flush();
    });
    await removeOwnFields(change, "network", [id]);
    change.emit(networkDeleted, id, before);
    change.audit({ action: "delete", resource: "network", resourceId: id, before });
    await change.extensions.after(change, "network", before, undefined);
  }

  /** Complains about a body that is wrong by itself, with what only the database knows, before any transaction. */
  async #refuse(draft: Draft<Partial<NetworkCreate>>, before: OwnFields | undefined): Promise<void> {
    if (!draft.problems.any) return;
    await checkVlan(this.#storage.read, draft, await checkSpace(this.#storage.read, draft));
    await checkOwnFields(this.#storage.read, "network", draft, before);
    draft.valid();
  }

  async #forChange(change: Change, id: string): Promise<{ row: NetworkRow; before: Network }> {
    const row = await change.em.findOne(NetworkEntity, { id });
    if (row === null) throw networkErrors.NETWORK_NOT_FOUND({ id });
    const text = await networkDocuments.current(change, networkDocuments.shownIn(row.doc, row));
    checkIfMatch(change.call, text);
    return { row, before: JSON.parse(text) as Network };
  }
}

type NetworkColumns = Omit<NetworkRow, "parent_id" | "child_count" | "used_count" | "blocks_kept">;

async function* utilizationPages(pages: AsyncIterable<readonly CountedRow[]>): AsyncGenerator<readonly string[]> {
  const texts = new UtilizationTexts();
  for await (const rows of pages) yield rows.map((row) => texts.of(row));
}

/** The values of a natural key; undefined where it names a datacenter or space that does not exist. */
async function keyOf(queries: Queries, key: NetworkKey): Promise<KeyValues | undefined> {
  const problems = new Problems();
  const space = await checkSpace(queries, new Draft(key, problems));
  return problems.any ? undefined : { name: boundsOfSubnet(key.subnet).cidr_key, scope: key.datacenter_id ?? "", space };
}

/**
 * The number of the space that a network is in: of its own, else of its datacenter, else the common one.
 * @param before the network, where the draft changes one
 */
export async function checkSpace(
  queries: Queries,
  { fields, problems }: Draft<Partial<NetworkCreate>>,
  before?: Pick<Network, "datacenter_id" | "space_id">,
): Promise<number> {
  const { datacenter_id: datacenterId = before?.datacenter_id ?? null, space_id: spaceId = before?.space_id ?? null } = fields;
  const home = (await homesOfDatacenters(queries, [datacenterId])).get(datacenterId);
  if (home === undefined) problems.add("datacenter_id", "names no datacenter");
  const named = (await numbersOfSpaces(queries, [spaceId])).get(spaceId);
  if (spaceId !== null && named === undefined) problems.add("space_id", "names no space");
  return named ?? home?.space ?? COMMON_SPACE;
}

const treeColumnsOf = ({ id, space, first_key, last_key, prefix_length, cidr_key }: NetworkRow): NetworkPlace => ({
  id,
  space,
  first_key,
  last_key,
  prefix_length,
  cidr_key,
});

/** The columns that the record says; those of the tree and the counter are not among them. */
function columnsOf({ fields: own, parent_id: parent, ...network }: Network, space: number): NetworkColumns {
  const { text: _, ...place } = boundsOfSubnet(network.subnet);
  const record = { ...network, parent_id: parent, fields: own };
  return {
    ...network,
    space,
    name_key: foldText(network.name),
    search_text: networkSearchText(record),
    ...place,
    tags: JSON.stringify(network.tags),
    doc: networkDocuments.write(record),
  };
}

/** What search looks through in a network. */
export function networkSearchText({
  name,
  subnet,
  description,
  tags,
  fields,
}: Pick<Network, "name" | "subnet" | "description" | "tags" | "fields">): string {
  return searchTextOf(name, [subnet, description, ...tags, ...textsOf(fields)]);
}
