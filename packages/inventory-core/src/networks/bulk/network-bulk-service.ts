import { inSlices } from "../../background/in-slices.ts";
import {
  type BulkChange,
  checkEdit,
  checkTarget,
  MAX_BULK_CHANGE,
  recordEdit,
  refusalUnder,
  tooManyMatched,
} from "../../contract/operations/bulk-change.ts";
import type { Draft } from "../../contract/errors/validation.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage, Queries } from "../../contract/storage/storage.ts";
import type { Change, WritePath } from "../../contract/storage/write-path.ts";
import { ownConditions, ownListing } from "../../fields/own-filter.ts";
import { mustAllExist } from "../../storage/existing-ids.ts";
import { Where } from "../../storage/where.ts";
import type { Network, NetworkUpdate } from "../network.ts";
import { networkFilter } from "../network-filter.ts";
import type { NetworkService } from "../network-service.ts";
import type { NetworkBulkDelete, NetworkBulkUpdate } from "./network-bulk.ts";

export const NETWORK_BULK = serviceToken<NetworkBulkService>("network-bulk");

/** Networks after which what is written so far is let go of. Each takes statements of its own, since it moves what lies in it. */
const SLICE = 32;

/** Changes and deletes many networks in one transaction, all or none, by the rules of one. */
export class NetworkBulkService {
  readonly #writes: WritePath;
  readonly #networks: NetworkService;
  readonly #storage: OpenStorage;

  constructor(storage: OpenStorage, writes: WritePath, networks: NetworkService) {
    this.#storage = storage;
    this.#writes = writes;
    this.#networks = networks;
  }

  /** @throws VALIDATION_ERROR at an id of no network, or at what a network cannot have; ALREADY_EXISTS */
  async update(draft: Draft<NetworkBulkUpdate>, call: CallContext): Promise<BulkChange> {
    checkTarget(draft);
    checkEdit(draft);
    const asked = draft.valid();
    const changeOf = recordEdit<Network, NetworkUpdate>(asked);
    return await this.#each(call, asked, async (change, id) => {
      try {
        return (await this.#networks.changeWithin(change, id, changeOf)).isChanged;
      } catch (error) {
        throw refusalUnder("set", error);
      }
    });
  }

  /** @throws VALIDATION_ERROR at an id of no network */
  async delete(draft: Draft<NetworkBulkDelete>, call: CallContext): Promise<BulkChange> {
    checkTarget(draft);
    const asked = draft.valid();
    return await this.#each(call, asked, async (change, id) => {
      await this.#networks.deleteWithin(change, id);
      return true;
    });
  }

  /** Number of the networks that a call is about, by plain reads. @throws VALIDATION_ERROR */
  async matched({ fields: { ids, filter } }: Draft<Partial<NetworkBulkDelete>>): Promise<number> {
    return filter === undefined || filter === null ? (ids?.length ?? 0) : await countOf(this.#storage.read, filter);
  }

  async #each(
    call: CallContext,
    asked: Partial<NetworkBulkDelete>,
    work: (change: Change, id: string) => Promise<boolean>,
  ): Promise<BulkChange> {
    return await this.#writes.run(
      call,
      async (change) => {
        await change.lock({ on: "topology", mode: "exclusive" });
        const ids = await idsOf(change, asked);
        let changed = 0;
        for await (const slice of inSlices(ids, SLICE)) {
          for await (const [id = ""] of inSlices(slice, 1)) if (await work(change, id)) changed += 1;
          await change.em.flush();
          change.em.clear();
          await change.writeOut();
        }
        return { matched: ids.length, changed };
      },
      "many",
    );
  }
}

type Filter = NonNullable<NetworkBulkDelete["filter"]>;

async function idsOf(change: Change, { ids, filter }: Partial<NetworkBulkDelete>): Promise<readonly string[]> {
  if (filter === undefined) {
    const named = ids ?? [];
    await mustAllExist(change, "network", named);
    return named;
  }
  const { from, where } = await filtered(change, filter);
  const rows = await change.all<{ id: string }>(`select t.id from ${from}${where.sql} limit ${MAX_BULK_CHANGE + 1}`, where.params);
  if (rows.length <= MAX_BULK_CHANGE) return rows.map(({ id }) => id).toSorted();
  throw tooManyMatched(await countOf(change, filter), "networks");
}

async function countOf(queries: Queries, filter: Filter): Promise<number> {
  const { from, where } = await filtered(queries, filter);
  const all = await queries.get<{ count: number | string }>(`select count(*) as count from ${from}${where.sql}`, where.params);
  return Number(all?.count);
}

async function filtered(queries: Queries, filter: Filter): Promise<{ readonly from: string; readonly where: Where }> {
  const own = await ownConditions(queries, "network", filter.field).catch((error: unknown) => {
    throw refusalUnder("filter", error);
  });
  const where = new Where();
  const { from } = ownListing("network", own, where);
  await networkFilter(queries, filter, where);
  return { from, where };
}
