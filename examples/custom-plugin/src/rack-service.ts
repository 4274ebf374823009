import {
  type CallContext,
  defineErrors,
  defineEvent,
  type DetailsOf,
  Documents,
  type Draft,
  errorOf,
  type EventDataOf,
  type JsonList,
  type JsonText,
  newId,
  type OpenStorage,
  serviceToken,
  Where,
  type WritePath,
} from "@cadastre/inventory-core";
import { Rack, type RackCreate, rackDocuments, rackTable } from "./rack.ts";

// #region errors
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
// #endregion

// #region service
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
      // Two calls with one name at once: the second waits here, and then sees the first.
      await change.lock({ on: "name", name: `rack:${given.name}` });
      if ((await change.get("select 1 as one from rack where name = ?", [given.name])) !== undefined)
        throw rackErrors.RACK_EXISTS({ name: given.name });
      const rack: Rack = { id: newId(), ...given, created_at: change.now, updated_at: change.now };
      change.em.create(rackTable.entity, { id: rack.id, name: rack.name, doc: rackDocuments.write(rack) });
      await change.em.flush();
      change.audit({ action: "create", resource: "rack", resourceId: rack.id, after: rack });
      change.emit(rackCreated, rack.id, rack);
      return rack;
    });
  }
}
// #endregion
