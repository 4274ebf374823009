import type { Cascades } from "../contract/cascades.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import type { Draft } from "../contract/errors/validation.ts";
import { checkIfMatch } from "../contract/operations/etag.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { JsonList, JsonText } from "../contract/operations/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import { changedFields } from "../contract/storage/changed-fields.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { Change, WritePath } from "../contract/storage/write-path.ts";
import { nextSpaceNumber } from "../address-space/space-numbers.ts";
import { Documents } from "../storage/documents.ts";
import { containsPattern } from "../storage/like.ts";
import { foldText, searchTextOf } from "../storage/search-text.ts";
import { Where } from "../storage/where.ts";
import { Space, type SpaceCreate, type SpaceFilter, type SpaceUpdate } from "./space.ts";
import { spaceDocuments, SpaceEntity, type SpaceRow } from "./space.entity.ts";
import { spaceErrors } from "./space.errors.ts";
import { spaceCreated, spaceDeleted, spaceUpdated } from "./space.events.ts";

export const SPACES = serviceToken<SpaceService>("spaces");

/** The rules of address spaces. */
export class SpaceService {
  readonly #writes: WritePath;
  readonly #cascades: Cascades;
  readonly #documents: Documents<typeof Space>;

  constructor(storage: OpenStorage, writes: WritePath, cascades: Cascades) {
    this.#writes = writes;
    this.#cascades = cascades;
    this.#documents = new Documents(storage, spaceDocuments, (id) => spaceErrors.SPACE_NOT_FOUND({ id }));
  }

  list(filter: SpaceFilter, signal?: AbortSignal): JsonList<Space> {
    const where = new Where();
    if (filter.name) where.add(`t.name_key like ? escape '\\'`, containsPattern(foldText(filter.name)));
    return this.#documents.list(where, "t.name, t.id", signal);
  }

  /** @throws SPACE_NOT_FOUND */
  async get(id: string): Promise<JsonText<Space>> {
    return await this.#documents.get(id);
  }

  /** @throws SPACE_NOT_FOUND */
  async mustExist(id: string): Promise<void> {
    await this.#documents.mustExist(id);
  }

  /** @throws VALIDATION_ERROR, ALREADY_EXISTS */
  async create(draft: Draft<SpaceCreate>, call: CallContext): Promise<Space> {
    draft.valid();
    return await this.#writes.run(call, async (change) => await this.createWithin(change, draft));
  }

  /**
   * {@link create} inside a transaction that is open already (import, undo).
   * @param createdAt when one that comes back was created first
   */
  async createWithin(change: Change, draft: Draft<SpaceCreate>, id = change.newId(), createdAt = change.now): Promise<Space> {
    const given = draft.valid();
    await change.lock({ on: "topology", mode: "exclusive" });
    await mustBeNew(change, given.name, id);
    const record: Space = { id, ...given, created_at: createdAt, updated_at: change.now };
    change.em.create(SpaceEntity, { ...columnsOf(record), number: await nextSpaceNumber(change) });
    await change.em.flush();
    change.emit(spaceCreated, record.id, record);
    change.audit({ action: "create", resource: "space", resourceId: record.id, after: record });
    return record;
  }

  /** @throws SPACE_NOT_FOUND, VALIDATION_ERROR, ALREADY_EXISTS, PRECONDITION_FAILED */
  async update(id: string, draft: Draft<SpaceUpdate>, call: CallContext): Promise<Space> {
    draft.valid();
    return await this.#writes.run(call, async (change) => await this.updateWithin(change, id, draft));
  }

  /** {@link update} inside a transaction that is open already (import). */
  async updateWithin(change: Change, id: string, draft: Draft<SpaceUpdate>): Promise<Space> {
    // Exclusive: two that are renamed at once must not get one name.
    await change.lock({ on: "topology", mode: "exclusive" });
    const { row, before } = await this.#forChange(change, id);
    const changed: Space = { ...before, ...draft.valid() };
    const changes = changedFields(Space, before, changed);
    if (changes.length === 0) return before;
    if (changes.includes("name")) await mustBeNew(change, changed.name, id);
    const record: Space = { ...changed, updated_at: change.now };
    change.em.assign(row, columnsOf(record));
    await change.em.flush();
    change.emit(spaceUpdated, id, { ...record, changes });
    change.audit({ action: "update", resource: "space", resourceId: id, before, after: record });
    return record;
  }

  /** @throws SPACE_NOT_FOUND, CONFLICT (datacenters or networks are in it, or records refer to it), PRECONDITION_FAILED */
  async delete(id: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      await change.lock({ on: "topology", mode: "exclusive" });
      const { row, before } = await this.#forChange(change, id);
      await mustBeEmpty(change, id);
      await this.#cascades.spaceDeleted(change, id, async () => {
        change.em.remove(row);
        await change.em.flush();
      });
      change.emit(spaceDeleted, id, before);
      change.audit({ action: "delete", resource: "space", resourceId: id, before });
    });
  }

  async #forChange(change: Change, id: string): Promise<{ row: SpaceRow; before: Space }> {
    const row = await change.em.findOne(SpaceEntity, { id });
    if (row === null) throw spaceErrors.SPACE_NOT_FOUND({ id });
    const text = await spaceDocuments.current(change, row.doc);
    checkIfMatch(change.call, text);
    return { row, before: JSON.parse(text) as Space };
  }
}

/** @throws ALREADY_EXISTS */
async function mustBeNew(change: Change, name: string, id: string): Promise<void> {
  const other = await change.get<{ name: string }>("select name from space where name = ? and id <> ?", [name, id]);
  if (other !== undefined) throw coreErrors.ALREADY_EXISTS({ reason: `there is a space ${other.name} already: choose another name` });
}

/** @throws CONFLICT */
async function mustBeEmpty(change: Change, id: string): Promise<void> {
  const count = await change.get<{ datacenters: number; networks: number }>(
    `select (select count(*) from datacenter where space_id = ?) as datacenters,
       (select count(*) from network where space_id = ?) as networks`,
    [id, id],
  );
  const { datacenters = 0, networks = 0 } = count ?? {};
  if (datacenters + networks === 0) return;
  const inside = [counted(datacenters, "datacenter"), counted(networks, "network")].filter((text) => text !== "").join(" and ");
  throw coreErrors.CONFLICT({ reason: `the space holds ${inside}: give them another space_id, or delete them, before it` });
}

function counted(count: number, what: string): string {
  if (count === 0) return "";
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function columnsOf(record: Space): Omit<SpaceRow, "number"> {
  return { ...record, name_key: foldText(record.name), search_text: spaceSearchText(record), doc: spaceDocuments.write(record) };
}

/** What search looks through in a space. */
export function spaceSearchText({ name, rd, description }: Pick<Space, "name" | "rd" | "description">): string {
  return searchTextOf(name, [rd, description]);
}
