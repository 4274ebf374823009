import {
  type CallContext,
  type Change,
  checkIfMatch,
  defineErrors,
  defineEvent,
  type DetailsOf,
  Documents,
  type Draft,
  errorOf,
  type EventDataOf,
  type JsonList,
  type JsonText,
  type OpenStorage,
  serviceToken,
  Where,
  type WritePath,
} from "@cadastre/inventory-core";
import { Rack, type RackCreate, rackDocuments, rackTable, type RackUpdate } from "./rack.ts";

export const rackErrors = defineErrors({
  RACK_NOT_FOUND: errorOf("not-found", "there is no such rack", ({ id }: { id: string }) => `rack ${id} not found`),
  RACK_EXISTS: errorOf(
    "conflict",
    "another rack has the name",
    ({ name }: { name: string }) => `there is a rack ${name} already: give another name`,
  ),
});

export const rackCreated = defineEvent("rack.created", "A rack was made", Rack);

// Programs that import the plugin know its codes and their details, its events and their data.
declare module "@cadastre/inventory-core" {
  interface ErrorDetails extends DetailsOf<typeof rackErrors> {}
  interface EventData extends EventDataOf<typeof rackCreated> {}
}

export const RACKS = serviceToken<RackService>("racks");

export class RackService {
  readonly #writes: WritePath;
  readonly #documents: Documents<typeof Rack>;

  constructor(storage: OpenStorage, writes: WritePath) {
    this.#writes = writes;
    this.#documents = new Documents(storage, rackDocuments, (id) => rackErrors.RACK_NOT_FOUND({ id }));
  }

  list(signal?: AbortSignal): JsonList<Rack> {
    return this.#documents.list(new Where(), "t.name", signal);
  }

  /** @throws RACK_NOT_FOUND */
  async get(id: string): Promise<JsonText<Rack>> {
    return await this.#documents.get(id);
  }

  /** @throws VALIDATION_ERROR, RACK_EXISTS */
  async create(draft: Draft<RackCreate>, call: CallContext): Promise<Rack> {
    const given = draft.valid();
    return await this.#writes.run(call, async (change) => {
      await takeName(change, given.name);
      const rack: Rack = { id: change.newId(), ...given, created_at: change.now, updated_at: change.now };
      change.em.create(rackTable.entity, { id: rack.id, name: rack.name, doc: rackDocuments.write(rack) });
      await change.em.flush();
      change.audit({ action: "create", resource: "rack", resourceId: rack.id, after: rack });
      change.emit(rackCreated, rack.id, rack);
      return rack;
    });
  }

  /** @throws RACK_NOT_FOUND, VALIDATION_ERROR, RACK_EXISTS, PRECONDITION_FAILED */
  async update(id: string, draft: Draft<RackUpdate>, call: CallContext): Promise<Rack> {
    draft.valid();
    return await this.#writes.run(call, async (change) => {
      const { row, before } = await forChange(change, id);
      const rack: Rack = { ...before, ...draft.valid(), updated_at: change.now };
      if (rack.name !== before.name) await takeName(change, rack.name);
      change.em.assign(row, { name: rack.name, doc: rackDocuments.write(rack) });
      await change.em.flush();
      change.audit({ action: "update", resource: "rack", resourceId: id, before, after: rack });
      return rack;
    });
  }

  /** @throws RACK_NOT_FOUND, PRECONDITION_FAILED */
  async delete(id: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      const { row, before } = await forChange(change, id);
      change.em.remove(row);
      await change.em.flush();
      change.audit({ action: "delete", resource: "rack", resourceId: id, before });
    });
  }
}

/** Two calls with one name at once: the second waits here, and then sees the first. @throws RACK_EXISTS */
async function takeName(change: Change, name: string): Promise<void> {
  await change.lock({ on: "name", name: `rack:${name}` });
  if ((await change.get("select 1 as one from rack where name = ?", [name])) !== undefined) throw rackErrors.RACK_EXISTS({ name });
}

/** The rack, and the row that it is in. @throws RACK_NOT_FOUND, PRECONDITION_FAILED */
async function forChange(change: Change, id: string) {
  await change.lock({ on: "record", table: "rack", id });
  const row = await change.em.findOne(rackTable.entity, { id });
  if (row === null) throw rackErrors.RACK_NOT_FOUND({ id });
  const text = await rackDocuments.current(change, row.doc);
  checkIfMatch(change.call, text);
  return { row, before: JSON.parse(text) as Rack };
}
