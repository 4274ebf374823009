import { coreErrors } from "../contract/errors/core-errors.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import { holds } from "../contract/access/principal.ts";
import { JsonList } from "../contract/operations/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, Queries } from "../contract/storage/storage.ts";
import type { Draft } from "../contract/errors/validation.ts";
import type { Change, WritePath } from "../contract/storage/write-path.ts";
import type { Device } from "../devices/device.ts";
import { deviceErrors } from "../devices/device.errors.ts";
import { deviceDocuments } from "../devices/device-rows.ts";
import { askOf, type NumberedRows, numbersOf, orderedPages } from "../storage/searching/ordered-records.ts";
import { Documents } from "../storage/documents.ts";
import { insertRow } from "../storage/table.ts";
import type { RelatedFilter, Relationship, RelationshipCreate } from "./relationship.ts";
import { relationshipDocuments, relationshipTable } from "./relationship.entity.ts";
import { relationshipCreated, relationshipDeleted, relationshipId } from "./relationship.events.ts";
import { closedPath, CLOSES_A_CYCLE, type Edge, endsBreach, parentBreach, type RelationshipView } from "./relationship-rules.ts";

export const RELATIONSHIPS = serviceToken<RelationshipService>("relationships");

/** The rules of relationships between devices (docs/spec/devices.md#rules-of-relationships). */
export class RelationshipService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #documents: Documents<typeof Relationship>;

  constructor(storage: OpenStorage, writes: WritePath) {
    this.#storage = storage;
    this.#writes = writes;
    this.#documents = new Documents(storage, relationshipDocuments, () => coreErrors.NOT_FOUND({ what: "relationship" }));
  }

  /** All relationships, newest first. */
  listAll(signal?: AbortSignal): JsonList<Relationship> {
    return this.#documents.listQuery("select doc from relationship order by created_at desc, parent_id, child_id, type", [], signal);
  }

  /** Relationships in which the device is parent or child, newest first. @throws DEVICE_NOT_FOUND */
  async list(deviceId: string, signal?: AbortSignal): Promise<JsonList<Relationship>> {
    await deviceMustExist(this.#storage.read, deviceId);
    return this.#documents.listQuery(
      `select doc from (select * from relationship where parent_id = ? union select * from relationship where child_id = ?) as r
       order by created_at desc, parent_id, child_id, type`,
      [deviceId, deviceId],
      signal,
    );
  }

  /** Devices related to a device either way, each once, by name. @throws DEVICE_NOT_FOUND */
  async related(deviceId: string, { type }: RelatedFilter, signal?: AbortSignal): Promise<JsonList<Device>> {
    await deviceMustExist(this.#storage.read, deviceId);
    const ofType = type === undefined ? "" : " and type = ?";
    const params = type === undefined ? [deviceId] : [deviceId, type];
    if (this.#storage.text.steps !== undefined) return new JsonList(steppedRelated(this.#storage, ofType, params, signal));
    return new Documents(this.#storage, deviceDocuments, (id) => deviceErrors.DEVICE_NOT_FOUND({ id })).listQuery(
      `select d.doc from device d where d.id in (
         select child_id from relationship where parent_id = ?${ofType} union select parent_id from relationship
           where child_id = ?${ofType})
       order by d.name, d.id`,
      [...params, ...params],
      signal,
    );
  }

  /** @throws DEVICE_NOT_FOUND */
  async deviceMustExist(id: string): Promise<void> {
    await deviceMustExist(this.#storage.read, id);
  }

  /** @throws DEVICE_NOT_FOUND, VALIDATION_ERROR (also for a cycle), ALREADY_EXISTS, CONFLICT (a second container) */
  async create(parentId: string, draft: Draft<RelationshipCreate>, call: CallContext): Promise<{ status: "created" }> {
    return await this.#writes.run(call, async (change) => await this.createWithin(change, parentId, draft));
  }

  /**
   * {@link create} inside a transaction that is open already (import, undo).
   * @param createdAt when one that comes back was created first
   */
  async createWithin(
    change: Change,
    parentId: string,
    draft: Draft<RelationshipCreate>,
    createdAt = change.now,
  ): Promise<{ status: "created" }> {
    // Cycles are a matter of all relationships, so their writers go one after the other.
    // Neither device may go meanwhile.
    const ends = [parentId, draft.fields.child_id].filter((id) => id !== undefined);
    await change.lock({ on: "name", name: "relationships" }, ...ends.map((id) => ({ on: "record", table: "device", id }) as const));
    await deviceMustExist(change, parentId);
    const childId = draft.fields.child_id;
    const itself = endsBreach(parentId, childId);
    if (itself !== undefined) draft.problems.add("child_id", itself);
    else if (childId !== undefined && !(await deviceExists(change, childId))) draft.problems.add("child_id", "names no device");
    const { child_id: child, type } = draft.valid();
    if (await has(change, "parent_id = ? and child_id = ? and type = ?", [parentId, child, type])) {
      throw coreErrors.ALREADY_EXISTS({ reason: `the devices have the relationship ${type} already` });
    }
    const edge: Edge = { parent_id: parentId, child_id: child, type };
    const view = storedRelationships(change);
    await refuseCycle(change, view, edge, draft);
    const second = await parentBreach(view, edge);
    if (second !== undefined) throw coreErrors.CONFLICT({ reason: `the child ${second}` });
    const relationship: Relationship = { parent_id: parentId, child_id: child, type, created_at: createdAt };
    await insertRow(change, relationshipTable, { ...relationship, doc: relationshipDocuments.write(relationship) });
    const id = relationshipId(relationship);
    change.emit(relationshipCreated, id, relationship);
    change.audit({ action: "create", resource: "relationship", resourceId: id, after: relationship });
    return { status: "created" };
  }

  /** @throws NOT_FOUND */
  async delete(parentId: string, childId: string, type: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      const row = await change.get<{ doc: string }>("select doc from relationship where parent_id = ? and child_id = ? and type = ?", [
        parentId,
        childId,
        type,
      ]);
      const removed = await change.run("delete from relationship where parent_id = ? and child_id = ? and type = ?", [
        parentId,
        childId,
        type,
      ]);
      if (row === undefined || removed === 0) throw coreErrors.NOT_FOUND({ what: "relationship" });
      const before = relationshipDocuments.read(row.doc);
      const id = relationshipId(before);
      change.emit(relationshipDeleted, id, before);
      change.audit({ action: "delete", resource: "relationship", resourceId: id, before });
    });
  }
}

/** The same where a statement keeps everybody else waiting while it puts devices in order: in steps. */
async function* steppedRelated(
  storage: OpenStorage,
  ofType: string,
  params: readonly string[],
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly string[], void> {
  const ask = askOf(storage, signal);
  const related = (self: string, other: string): NumberedRows => ({
    sql:
      `select d.seq, r.${other} as k1, r.type as k2 from relationship r join device d on d.id = r.${other} where r.${self} = ` +
      `?${ofType} and (r.${other}, r.type) > (?, ?)`,
    params,
    orderBy: `r.${other}, r.type`,
  });
  const group = await numbersOf(ask, related("parent_id", "child_id"));
  for (const seq of await numbersOf(ask, related("child_id", "parent_id"))) group.add(seq);
  yield* orderedPages(ask, deviceDocuments, group);
}

async function has(queries: Queries, where: string, params: readonly string[]): Promise<boolean> {
  return (await queries.get(`select 1 as one from relationship where ${where}`, params)) !== undefined;
}

async function deviceExists(queries: Queries, id: string): Promise<boolean> {
  return (await queries.get("select 1 as one from device where id = ?", [id])) !== undefined;
}

async function deviceMustExist(queries: Queries, id: string): Promise<void> {
  if (!(await deviceExists(queries, id))) throw deviceErrors.DEVICE_NOT_FOUND({ id });
}

/** `: a -> b -> a` */
async function namesOf(queries: Queries, path: readonly string[]): Promise<string> {
  const rows = await queries.all<{ id: string; name: string }>("select id, name from device where id = any(?)", [path]);
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return `: ${path.map((id) => names.get(id) ?? id).join(" -> ")}`;
}

/** The relationships that the database has. */
function storedRelationships(queries: Queries): RelationshipView {
  return {
    parentOf: async (child, type) => ((await has(queries, "child_id = ? and type = ?", [child, type])) ? "" : undefined),
    edgesAt: async (type, end, ids, limit) =>
      await queries.all(`select parent_id, child_id from relationship where type = ? and ${end} = any(?) limit ?`, [type, ids, limit]),
  };
}

/** @throws VALIDATION_ERROR naming the path that the new relationship would close, to whoever may read devices */
async function refuseCycle(change: Change, view: RelationshipView, edge: Edge, draft: Draft<RelationshipCreate>): Promise<void> {
  const path = await closedPath(view, edge);
  if (path === null) return;
  const named = holds(change.call.principal, "device:read")
    ? `closes a cycle${await namesOf(change, [edge.parent_id, ...path])}`
    : undefined;
  draft.problems.add("child_id", named ?? CLOSES_A_CYCLE);
  draft.valid();
}
