import type { Cascades } from "../contract/cascades.ts";
import { checkIfMatch } from "../contract/operations/etag.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { JsonList, JsonText } from "../contract/operations/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { Draft } from "../contract/errors/validation.ts";
import { changedFields } from "../contract/storage/changed-fields.ts";
import type { Change, WritePath } from "../contract/storage/write-path.ts";
import { Documents } from "../storage/documents.ts";
import { containsPattern } from "../storage/like.ts";
import { foldText, searchTextOf } from "../storage/search-text.ts";
import { Where } from "../storage/where.ts";
import { Datacenter, type DatacenterCreate, type DatacenterFilter, type DatacenterUpdate } from "./datacenter.ts";
import { datacenterDocuments, DatacenterEntity, type DatacenterRow } from "./datacenter.entity.ts";
import { datacenterErrors } from "./datacenter.errors.ts";
import { datacenterCreated, datacenterDeleted, datacenterUpdated } from "./datacenter.events.ts";

export const DATACENTERS = serviceToken<DatacenterService>("datacenters");

/** The rules of datacenters. */
export class DatacenterService {
  readonly #writes: WritePath;
  readonly #cascades: Cascades;
  readonly #documents: Documents<typeof Datacenter>;

  constructor(storage: OpenStorage, writes: WritePath, cascades: Cascades) {
    this.#writes = writes;
    this.#cascades = cascades;
    this.#documents = new Documents(storage, datacenterDocuments, (id) => datacenterErrors.DATACENTER_NOT_FOUND({ id }));
  }

  list(filter: DatacenterFilter, signal?: AbortSignal): JsonList<Datacenter> {
    const where = new Where();
    if (filter.name) where.add(`t.name_key like ? escape '\\'`, containsPattern(foldText(filter.name)));
    return this.#documents.list(where, "t.name, t.id", signal);
  }

  /** @throws DATACENTER_NOT_FOUND */
  async get(id: string): Promise<JsonText<Datacenter>> {
    return await this.#documents.get(id);
  }

  /** @throws DATACENTER_NOT_FOUND */
  async mustExist(id: string): Promise<void> {
    await this.#documents.mustExist(id);
  }

  /** @throws VALIDATION_ERROR */
  async create(draft: Draft<DatacenterCreate>, call: CallContext): Promise<Datacenter> {
    draft.valid();
    return await this.#writes.run(call, async (change) => await this.createWithin(change, draft));
  }

  /** {@link create} inside a transaction that is open already (import). */
  async createWithin(change: Change, draft: Draft<DatacenterCreate>, id = change.newId()): Promise<Datacenter> {
    const given = draft.valid();
    // Exclusive: two creations at once must not pick the same number of a space.
    await change.lock({ on: "topology", mode: "exclusive" });
    const last = await change.get<{ space: number | null }>("select max(space) as space from datacenter");
    const record: Datacenter = { id, ...given, created_at: change.now, updated_at: change.now };
    change.em.create(DatacenterEntity, { ...columnsOf(record), space: (last?.space ?? 0) + 1 });
    await change.em.flush();
    change.emit(datacenterCreated, record.id, record);
    change.audit({ action: "create", resource: "datacenter", resourceId: record.id, after: record });
    return record;
  }

  /** @throws DATACENTER_NOT_FOUND, VALIDATION_ERROR, PRECONDITION_FAILED */
  async update(id: string, draft: Draft<DatacenterUpdate>, call: CallContext): Promise<Datacenter> {
    draft.valid();
    return await this.#writes.run(call, async (change) => await this.updateWithin(change, id, draft));
  }

  /** {@link update} inside a transaction that is open already (import). */
  async updateWithin(change: Change, id: string, draft: Draft<DatacenterUpdate>): Promise<Datacenter> {
    const { row, before } = await this.#forChange(change, id);
    const changed: Datacenter = { ...before, ...draft.valid() };
    const changes = changedFields(Datacenter, before, changed);
    if (changes.length === 0) return before;
    const record: Datacenter = { ...changed, updated_at: change.now };
    change.em.assign(row, columnsOf(record));
    await change.em.flush();
    change.emit(datacenterUpdated, id, { ...record, changes });
    change.audit({ action: "update", resource: "datacenter", resourceId: id, before, after: record });
    return record;
  }

  /** Its networks and devices keep living without a datacenter. @throws DATACENTER_NOT_FOUND, PRECONDITION_FAILED */
  async delete(id: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      await change.lock({ on: "topology", mode: "exclusive" });
      const { row, before } = await this.#forChange(change, id);
      await this.#cascades.datacenterDeleted(change, row, async () => {
        change.em.remove(row);
        await change.em.flush();
      });
      change.emit(datacenterDeleted, id, before);
      change.audit({ action: "delete", resource: "datacenter", resourceId: id, before });
    });
  }

  async #forChange(change: Change, id: string): Promise<{ row: DatacenterRow; before: Datacenter }> {
    await change.lock({ on: "record", table: "datacenter", id });
    const row = await change.em.findOne(DatacenterEntity, { id });
    if (row === null) throw datacenterErrors.DATACENTER_NOT_FOUND({ id });
    const text = await datacenterDocuments.current(change, row.doc);
    checkIfMatch(change.call, text);
    return { row, before: JSON.parse(text) as Datacenter };
  }
}

function columnsOf(record: Datacenter): Omit<DatacenterRow, "space"> {
  return { ...record, name_key: foldText(record.name), search_text: datacenterSearchText(record), doc: datacenterDocuments.write(record) };
}

/** What search looks through in a datacenter. */
export function datacenterSearchText({ name, location, description }: Pick<Datacenter, "name" | "location" | "description">): string {
  return searchTextOf(name, [location, description]);
}
