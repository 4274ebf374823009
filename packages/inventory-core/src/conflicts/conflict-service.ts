import type { Cascades } from "../contract/cascades.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import { holds, type Principal } from "../contract/access/principal.ts";
import { JsonList, JsonListRecord, JsonText } from "../contract/operations/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, Queries } from "../contract/storage/storage.ts";
import { type Draft, invalidField } from "../contract/errors/validation.ts";
import type { Change, WritePath } from "../contract/storage/write-path.ts";
import { Documents } from "../storage/documents.ts";
import { Where } from "../storage/where.ts";
import type { Conflict, ConflictDetection, ConflictFilter, ConflictIgnoring, ConflictResolution } from "./conflict.ts";
import { detectAll } from "./conflict-detection.ts";
import { conflictDocuments, type ConflictRow } from "./conflict.entity.ts";
import { closeConflict, reconcileConflictsAt, writeConflict } from "./conflict-ledger.ts";
import { mayReadNames, shownConflict } from "./shown-conflict.ts";

export const CONFLICTS = serviceToken<ConflictService>("conflicts");

/** Permission that taking an address from a device needs, whoever asks for it. */
const EDIT_DEVICES = "device:update";

/** The rules of conflicts beyond opening and closing by themselves (docs/spec/conflicts.md#resolving). */
export class ConflictService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #cascades: Cascades;
  readonly #documents: Documents<typeof Conflict>;

  constructor(storage: OpenStorage, writes: WritePath, cascades: Cascades) {
    this.#storage = storage;
    this.#writes = writes;
    this.#cascades = cascades;
    this.#documents = new Documents(storage, conflictDocuments, notFound);
  }

  /** Conflicts, newest first. */
  list(filter: ConflictFilter, { principal, signal }: CallContext): JsonList<Conflict> {
    const where = new Where();
    // A literal, which an index of active conflicts serves.
    if (filter.status === "active") where.add("t.status = 'active'");
    else if (filter.status) where.add("t.status = ?", filter.status);
    if (filter.type) where.add("t.type = ?", filter.type);
    const all = this.#documents.list(where, "t.detected_at desc, t.id desc", signal);
    return mayReadNames(principal) ? all : new JsonList(shownPages(all.pages, principal));
  }

  /** @throws NOT_FOUND */
  async get(id: string, { principal }: CallContext): Promise<JsonText<Conflict>> {
    const found = await this.#documents.get(id);
    return mayReadNames(principal) ? found : new JsonText(shownText(found.text, principal));
  }

  /** @throws NOT_FOUND */
  async mustExist(id: string): Promise<void> {
    await this.#documents.mustExist(id);
  }

  /** Looks at all records, and gives the conflicts that are active then, newest first. */
  async detect(type: Conflict["type"] | undefined, call: CallContext): Promise<JsonListRecord<ConflictDetection>> {
    await detectAll(this.#storage, this.#writes, call);
    return new JsonListRecord("conflicts", this.list({ status: "active", type }, call).pages, (count) => ({ count }));
  }

  /**
   * Ends a conflict: with `keep_device_id` by taking the address from the other devices and releasing its allocations, which
   * closes it by itself.
   * @throws NOT_FOUND, VALIDATION_ERROR, FORBIDDEN, CONFLICT while the cause remains or when it is resolved already
   */
  async resolve(id: string, draft: Draft<ConflictResolution>, call: CallContext): Promise<Conflict> {
    const { keep_device_id: keep, notes } = draft.valid();
    if (keep !== null && !holds(call.principal, EDIT_DEVICES)) throw coreErrors.FORBIDDEN({ permission: EDIT_DEVICES });
    const resolved = await this.#writes.run(
      call,
      async (change) => {
        const row = await lockConflict(change, id);
        const before = openRecord(row, "resolved");
        if (before.type === "discovery_mismatch") return await settleMismatch(change, before, draft.valid());
        if (keep === null) throw causeRemains(before, call);
        if (before.device_ids.length === 0) throw invalidField("keep_device_id", `is of no use here: ${cureOf(before)}`);
        if (!before.device_ids.includes(keep))
          throw invalidField("keep_device_id", `names no device of this conflict: send one of ${choicesOf(before)}`);
        const others = before.device_ids.filter((device) => device !== keep);
        // Before it closes, so that the event of closing tells the notes.
        if (notes !== "") await writeConflict(change, { ...before, notes });
        const address = { space: row.space, key: row.subject };
        await this.#cascades.addressDecided(change, address, others, before.allocation_ids);
        await reconcileConflictsAt(change, address.space, address.key);
        const after = conflictDocuments.read((await rowOf(change, id)).doc);
        if (after.status !== "resolved") throw causeRemains(after, call);
        change.audit({ action: "resolve", resource: "conflict", resourceId: id, before, after });
        return after;
      },
      "many",
    );
    return shownConflict(resolved, call.principal);
  }

  /** Keeps a conflict from being reported, for as long as its cause remains. @throws NOT_FOUND, CONFLICT when it is resolved */
  async ignore(id: string, draft: Draft<ConflictIgnoring>, call: CallContext): Promise<Conflict> {
    const { notes } = draft.valid();
    const ignored = await this.#writes.run(call, async (change) => {
      const before = openRecord(await lockConflict(change, id), "ignored");
      const after: Conflict = { ...before, status: "ignored", notes: notes === "" ? before.notes : notes };
      await writeConflict(change, after);
      change.audit({ action: "ignore", resource: "conflict", resourceId: id, before, after });
      return after;
    });
    return shownConflict(ignored, call.principal);
  }
}

/** What a scan saw is settled by saying so: nothing in the inventory contradicts itself. */
async function settleMismatch(change: Change, before: Conflict, { keep_device_id: keep, notes }: ConflictResolution): Promise<Conflict> {
  if (keep !== null) throw invalidField("keep_device_id", "is of no use here: no device of the inventory holds it wrongly");
  await closeConflict(change, { ...before, notes: notes === "" ? before.notes : notes });
  const after = conflictDocuments.read((await rowOf(change, before.id)).doc);
  change.audit({ action: "resolve", resource: "conflict", resourceId: before.id, before, after });
  return after;
}

function notFound(): Error {
  return coreErrors.NOT_FOUND({ what: "conflict" });
}

async function rowOf(queries: Queries, id: string): Promise<ConflictRow> {
  const row = await queries.get<ConflictRow>("select * from conflict where id = ?", [id]);
  if (row === undefined) throw notFound();
  return row;
}

/** Devices of a conflict that are locked one by one: PostgreSQL has a limited number of locks, and of columns of a statement. */
const MAX_LOCKED = 500;

/** Takes the locks under which a conflict opens and closes, and reads it under them. Devices come before the space. */
async function lockConflict(change: Change, id: string): Promise<ConflictRow> {
  const seen = await rowOf(change, id);
  const isLarge = conflictDocuments.read(seen.doc).device_ids.length > MAX_LOCKED;
  await change.lock({ on: "topology", mode: seen.type === "overlapping_subnet" || isLarge ? "exclusive" : "shared" });
  if (seen.type === "duplicate_ip" && !isLarge) {
    const { device_ids: devices } = conflictDocuments.read((await rowOf(change, id)).doc);
    await change.lock(...devices.map((device) => ({ on: "record", table: "device", id: device }) as const));
  }
  // It may have followed its network to another space while the topology was waited for.
  const { space } = seen.type === "discovery_mismatch" ? await rowOf(change, id) : seen;
  if (seen.type !== "overlapping_subnet") await change.lock({ on: "space", space });
  return await rowOf(change, id);
}

function openRecord(row: ConflictRow, wanted: string): Conflict {
  if (row.status !== "resolved") return conflictDocuments.read(row.doc);
  throw coreErrors.CONFLICT({ reason: `the conflict is resolved already and cannot be ${wanted}` });
}

function cureOf({ type, device_ids: devices }: Conflict): string {
  if (type === "overlapping_subnet") return "change the subnet of one of the networks, or delete it";
  if (devices.length === 0) return "release all allocations of the address but one";
  return "send keep_device_id with the device that keeps the address, or edit the devices";
}

/** Most devices that a message names. */
const MAX_CHOICES = 20;

function choicesOf({ device_ids: devices }: Conflict): string {
  const more = devices.length - MAX_CHOICES;
  return `${devices.slice(0, MAX_CHOICES).join(", ")}${more > 0 ? ` and ${more} more, which its device_ids name` : ""}`;
}

function causeRemains(conflict: Conflict, { principal }: CallContext): Error {
  const { description } = shownConflict(conflict, principal);
  return coreErrors.CONFLICT({
    reason: `the cause remains, ${description}: ${cureOf(conflict)}; to leave it as it is, ignore the conflict`,
  });
}

const shownText = (text: string, reader: Principal): string => JSON.stringify(shownConflict(JSON.parse(text) as Conflict, reader));

async function* shownPages(pages: AsyncIterable<readonly string[]>, reader: Principal): AsyncGenerator<readonly string[], void> {
  for await (const page of pages) yield page.map((text) => shownText(text, reader));
}
