import { namedSpace, nextSpaceNumber, numbersOfSpaces } from "../address-space/space-numbers.ts";
import type { Cascades } from "../contract/cascades.ts";
import { checkIfMatch } from "../contract/operations/etag.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { JsonList, JsonText } from "../contract/operations/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, Queries } from "../contract/storage/storage.ts";
import type { Draft } from "../contract/errors/validation.ts";
import { changedFields } from "../contract/storage/changed-fields.ts";
import type { Returning } from "../contract/storage/returning.ts";
import type { Change, WritePath } from "../contract/storage/write-path.ts";
import { checkOwnFields, refuseTaken } from "../fields/check-own-fields.ts";
import type { OwnFields } from "../fields/own-fields.ts";
import { ownConditions, ownListing } from "../fields/own-filter.ts";
import { removeOwnFields, textsOf, writeOwnFields } from "../fields/stored-values.ts";
import { type Ensured, KeyedRecords } from "../natural-keys/keyed-records.ts";
import type { KeyValues } from "../natural-keys/natural-key.ts";
import { Documents } from "../storage/documents.ts";
import { containsPattern } from "../storage/like.ts";
import { foldText, searchTextOf } from "../storage/search-text.ts";
import { Where } from "../storage/where.ts";
import { Datacenter, type DatacenterCreate, type DatacenterFilter, type DatacenterKey, type DatacenterUpdate } from "./datacenter.ts";
import { datacenterDocuments, DatacenterEntity, type DatacenterRow } from "./datacenter.entity.ts";
import { datacenterErrors } from "./datacenter.errors.ts";
import { datacenterCreated, datacenterDeleted, datacenterUpdated } from "./datacenter.events.ts";

export const DATACENTERS = serviceToken<DatacenterService>("datacenters");

/** The rules of datacenters. */
export class DatacenterService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #cascades: Cascades;
  readonly #documents: Documents<typeof Datacenter>;
  readonly #keyed: KeyedRecords<typeof Datacenter>;

  constructor(storage: OpenStorage, writes: WritePath, cascades: Cascades) {
    this.#storage = storage;
    this.#writes = writes;
    this.#cascades = cascades;
    this.#documents = new Documents(storage, datacenterDocuments, (id) => datacenterErrors.DATACENTER_NOT_FOUND({ id }));
    this.#keyed = new KeyedRecords(storage, writes, { kind: "datacenter", documents: this.#documents, topology: "exclusive" });
  }

  /** @throws VALIDATION_ERROR for a value that a field of one's own cannot have */
  async list(filter: DatacenterFilter, signal?: AbortSignal): Promise<JsonList<Datacenter>> {
    const where = new Where();
    const { from, order } = ownListing("datacenter", await ownConditions(this.#storage.read, "datacenter", filter.field), where);
    if (filter.name) where.add(`t.name_key like ? escape '\\'`, containsPattern(foldText(filter.name)));
    if (filter.space_id) {
      const space = namedSpace(filter.space_id);
      where.add(`t.home = ${space.sql}`, ...space.params);
    }
    return this.#documents.list(where, order, signal, from);
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
    await this.#refuse(draft, undefined);
    return await this.#writes.run(call, async (change) => await this.createWithin(change, draft));
  }

  /** The datacenter of a natural key; null when there is none. @throws CONFLICT */
  async find(key: DatacenterKey, call: CallContext): Promise<JsonText<Datacenter | null>> {
    return await this.#keyed.find(() => keyOf(key), call);
  }

  /** The datacenter of a natural key, which is created when there is none. @throws VALIDATION_ERROR, CONFLICT */
  async ensure(draft: Draft<DatacenterCreate>, call: CallContext): Promise<Ensured<Datacenter> | JsonText<Ensured<Datacenter>>> {
    await this.#refuse(draft, undefined);
    const key = draft.valid();
    return await this.#keyed.ensure(
      () => keyOf(key),
      async (change) => await this.createWithin(change, draft),
      call,
    );
  }

  /** {@link create} inside a transaction that is open already (import, undo). */
  async createWithin(change: Change, draft: Draft<DatacenterCreate>, id = change.newId(), returning?: Returning): Promise<Datacenter> {
    // Exclusive: two creations at once must not pick the same number of a space.
    await change.lock({ on: "topology", mode: "exclusive" });
    const named = await checkSpace(change, draft);
    const fields = await checkOwnFields(change, "datacenter", draft, returning?.fields);
    const createdAt = returning?.created_at ?? change.now;
    const record: Datacenter = { id, ...draft.valid(), fields, created_at: createdAt, updated_at: change.now };
    await refuseTaken(change, "datacenter", record);
    const space = await nextSpaceNumber(change);
    change.em.create(DatacenterEntity, { ...columnsOf(record), space, home: named ?? space });
    await change.em.flush();
    await writeOwnFields(change, "datacenter", [record]);
    change.emit(datacenterCreated, record.id, record);
    change.audit({ action: "create", resource: "datacenter", resourceId: record.id, after: record });
    return record;
  }

  /** @throws DATACENTER_NOT_FOUND, VALIDATION_ERROR, PRECONDITION_FAILED */
  async update(id: string, draft: Draft<DatacenterUpdate>, call: CallContext): Promise<Datacenter> {
    await this.#refuse(draft, {});
    return await this.#writes.run(call, async (change) => await this.updateWithin(change, id, draft));
  }

  /** {@link update} inside a transaction that is open already (import). */
  async updateWithin(change: Change, id: string, draft: Draft<DatacenterUpdate>): Promise<Datacenter> {
    // Whatever is in it moves with it to another space. Shared, nobody changes the fields that it may have.
    await change.lock({ on: "topology", mode: draft.fields.space_id === undefined ? "shared" : "exclusive" });
    const { row, before } = await this.#forChange(change, id);
    const named = await checkSpace(change, draft);
    const fields = await checkOwnFields(change, "datacenter", draft, before.fields);
    const changed: Datacenter = { ...before, ...draft.valid(), fields };
    const changes = changedFields(Datacenter, before, changed);
    if (changes.length === 0) return before;
    await refuseTaken(change, "datacenter", { id, fields, before: before.fields });
    const record: Datacenter = { ...changed, updated_at: change.now };
    const write = async (): Promise<void> => {
      change.em.assign(row, columnsOf(record));
      await change.em.flush();
    };
    if (changes.includes("space_id")) {
      const home = { space: named ?? row.space, fallsBack: named === undefined };
      await this.#cascades.datacenterMoved(change, { id, space: row.home }, home, async () => {
        change.em.assign(row, { home: home.space });
        await write();
      });
    } else await write();
    await writeOwnFields(change, "datacenter", [{ ...record, before }]);
    change.emit(datacenterUpdated, id, { ...record, changes });
    change.audit({ action: "update", resource: "datacenter", resourceId: id, before, after: record });
    return record;
  }

  /**
   * Its networks and devices keep living without a datacenter, in the common space, but networks that name one.
   * @throws DATACENTER_NOT_FOUND, PRECONDITION_FAILED
   */
  async delete(id: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      await change.lock({ on: "topology", mode: "exclusive" });
      const { row, before } = await this.#forChange(change, id);
      await this.#cascades.datacenterDeleted(change, { id, space: row.home }, async () => {
        change.em.remove(row);
        await change.em.flush();
      });
      await removeOwnFields(change, "datacenter", [id]);
      change.emit(datacenterDeleted, id, before);
      change.audit({ action: "delete", resource: "datacenter", resourceId: id, before });
    });
  }

  /** Complains about a body that is wrong by itself, with what only the database knows, before any transaction. */
  async #refuse(draft: Draft<Partial<DatacenterCreate>>, before: OwnFields | undefined): Promise<void> {
    if (!draft.problems.any) return;
    await checkSpace(this.#storage.read, draft);
    await checkOwnFields(this.#storage.read, "datacenter", draft, before);
    draft.valid();
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

const keyOf = ({ name }: DatacenterKey): KeyValues => ({ name, scope: "" });

/** The number of the space that a draft names, undefined for none; a problem of the draft where there is no such space. */
async function checkSpace(queries: Queries, { fields, problems }: Draft<Partial<DatacenterCreate>>): Promise<number | undefined> {
  const id = fields.space_id ?? null;
  const number = (await numbersOfSpaces(queries, [id])).get(id);
  if (id !== null && number === undefined) problems.add("space_id", "names no space");
  return number;
}

function columnsOf({ fields: own, ...columns }: Datacenter): Omit<DatacenterRow, "space" | "home"> {
  const record = { ...columns, fields: own };
  return { ...columns, name_key: foldText(record.name), search_text: datacenterSearchText(record), doc: datacenterDocuments.write(record) };
}

/** What search looks through in a datacenter. */
export function datacenterSearchText({
  name,
  location,
  description,
  fields,
}: Pick<Datacenter, "name" | "location" | "description" | "fields">): string {
  return searchTextOf(name, [location, description, ...textsOf(fields)]);
}
