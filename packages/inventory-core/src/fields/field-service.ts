import { setImmediate } from "node:timers/promises";
import type { Cascades } from "../contract/cascades.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import { type Draft, invalidField } from "../contract/errors/validation.ts";
import { checkIfMatch } from "../contract/operations/etag.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { JsonList, JsonText } from "../contract/operations/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import { changedFields } from "../contract/storage/changed-fields.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { Change, WritePath } from "../contract/storage/write-path.ts";
import { Documents } from "../storage/documents.ts";
import { Where } from "../storage/where.ts";
import { forgetDefinitions } from "./definitions.ts";
import { convertValues } from "./values/convert-values.ts";
import { Field, type FieldCreate, type FieldDeletion, type FieldFilter, type FieldUpdate } from "./field.ts";
import { fieldDocuments, FieldEntity, type FieldRow, rowOfField, valueTable } from "./field.entity.ts";
import { fieldErrors } from "./field.errors.ts";
import { fieldCreated, fieldDeleted, fieldUpdated } from "./field.events.ts";
import { checkChoices, checkRecord, fieldAfter, type FieldRoom, labelOf, nextPosition, recordProblem, roomBreach } from "./field-rules.ts";
import type { DeclaredRecords, FieldRecord } from "./own-fields.ts";
import { dropValues, removeSlice } from "./values/dropped-values.ts";

export const FIELDS = serviceToken<FieldService>("fields");

/** Whoever writes a record that may have fields holds it shared, so that the definitions stay as they are meanwhile. */
const ALONE = { on: "topology", mode: "exclusive" } as const;

/** The rules of fields of one's own. */
export class FieldService {
  readonly #writes: WritePath;
  readonly #cascades: Cascades;
  readonly #documents: Documents<typeof Field>;
  readonly #purge: () => void;
  /** Declared kinds, which have custom fields like kinds of the core. */
  readonly declared: DeclaredRecords;

  /** @param purge has values of fields that are gone removed in the background */
  constructor(storage: OpenStorage, writes: WritePath, cascades: Cascades, declared: DeclaredRecords, purge: () => void) {
    this.declared = declared;
    this.#writes = writes;
    this.#cascades = cascades;
    this.#purge = purge;
    this.#documents = new Documents(storage, fieldDocuments, (id) => fieldErrors.FIELD_NOT_FOUND({ id }));
  }

  /** @throws VALIDATION_ERROR */
  list(filter: FieldFilter, signal?: AbortSignal): JsonList<Field> {
    const where = new Where();
    const problem = filter.record ? recordProblem(this.declared, filter.record) : undefined;
    if (problem !== undefined) throw invalidField("record", problem);
    if (filter.record) where.add("t.record = ?", filter.record);
    return this.#documents.list(where, "t.record, t.position, t.name", signal);
  }

  /** @throws FIELD_NOT_FOUND */
  async get(id: string): Promise<JsonText<Field>> {
    return await this.#documents.get(id);
  }

  /** @throws FIELD_NOT_FOUND */
  async mustExist(id: string): Promise<void> {
    await this.#documents.mustExist(id);
  }

  /** @throws VALIDATION_ERROR, ALREADY_EXISTS, CONFLICT when the kind of record has as many as it may */
  async create(draft: Draft<FieldCreate>, call: CallContext): Promise<Field> {
    this.#check(draft);
    draft.valid();
    return await this.#writes.run(call, async (change) => await this.createWithin(change, draft));
  }

  /**
   * {@link create} inside a transaction that is open already (import, undo).
   * @param createdAt when one that comes back was created first
   */
  async createWithin(change: Change, draft: Draft<FieldCreate>, id = change.newId(), createdAt = change.now): Promise<Field> {
    this.#check(draft);
    const given = draft.valid();
    await change.lock(ALONE);
    await this.#nameMustBeFree(change, given, id);
    const room = (await change.get<FieldRoom>("select count(*) as count, max(position) as last from field where record = ?", [
      given.record,
    ])) ?? { count: 0, last: null };
    const reason = roomBreach(given.record, room.count);
    if (reason !== undefined) throw coreErrors.CONFLICT({ reason });
    const { position = nextPosition(room), label, ...rest } = given;
    const field: Field = {
      id,
      ...rest,
      label: labelOf(label, given.name),
      position,
      created_at: createdAt,
      updated_at: change.now,
    };
    change.em.create(FieldEntity, rowOfField(field));
    await change.em.flush();
    forgetDefinitions(change);
    change.emit(fieldCreated, id, field);
    change.audit({ action: "create", resource: "field", resourceId: id, after: field });
    return field;
  }

  /** @throws FIELD_NOT_FOUND, VALIDATION_ERROR, ALREADY_EXISTS, CONFLICT when values speak against it, PRECONDITION_FAILED */
  async update(id: string, draft: Draft<FieldUpdate>, call: CallContext): Promise<Field> {
    return await this.#writes.run(call, async (change) => await this.updateWithin(change, id, draft));
  }

  /** {@link update} inside a transaction that is open already (import). */
  async updateWithin(change: Change, id: string, draft: Draft<FieldUpdate>): Promise<Field> {
    await change.lock(ALONE);
    const { row, before } = await this.#forChange(change, id);
    const changed = fieldAfter(before, draft);
    draft.valid();
    const changes = changedFields(Field, before, changed);
    if (changes.length === 0) return before;
    if (changes.includes("name")) await this.#nameMustBeFree(change, changed, id);
    const field: Field = { ...changed, updated_at: change.now };
    change.em.assign(row, rowOfField(field));
    await change.em.flush();
    forgetDefinitions(change);
    if (changes.some((name) => AFFECTING_VALUES.has(name))) {
      const rewrite = async (ids: readonly string[]): Promise<void> => await this.#cascades.ownFieldsRewritten(change, field.record, ids);
      await convertValues(change, before, field, rewrite);
    }
    change.emit(fieldUpdated, id, { ...field, changes });
    change.audit({ action: "update", resource: "field", resourceId: id, before, after: field });
    return field;
  }

  /** Its values go with it, where that is asked for. @throws FIELD_NOT_FOUND, CONFLICT while it holds values, PRECONDITION_FAILED */
  async delete(id: string, { values }: FieldDeletion, call: CallContext): Promise<void> {
    const left = await this.#writes.run(call, async (change) => {
      await change.lock(ALONE);
      const { row, before } = await this.#forChange(change, id);
      const held = await change.get<{ count: number }>(
        `select count(*) as count from ${valueTable(before.record).name} where field_id = ?`,
        [id],
      );
      const count = held?.count ?? 0;
      if (count > 0 && values !== "drop") throw coreErrors.CONFLICT({ reason: holdsValues(before, count), values: count });
      change.em.remove(row);
      await change.em.flush();
      forgetDefinitions(change);
      change.emit(fieldDeleted, id, before);
      change.audit({ action: "delete", resource: "field", resourceId: id, before });
      return count > 0 && (await dropValues(change, this.#cascades, before));
    });
    if (left) this.#purge();
  }

  #check(draft: Draft<FieldCreate>): void {
    checkRecord(draft, this.declared);
    checkChoices(draft, draft.fields);
  }

  async #forChange(change: Change, id: string): Promise<{ row: FieldRow; before: Field }> {
    const row = await change.em.findOne(FieldEntity, { id });
    if (row === null) throw fieldErrors.FIELD_NOT_FOUND({ id });
    const text = await fieldDocuments.current(change, row.doc);
    checkIfMatch(change.call, text);
    return { row, before: JSON.parse(text) as Field };
  }

  /** No other field of the kind has the name, and no value of one that had it is left. @throws ALREADY_EXISTS */
  async #nameMustBeFree(change: Change, { record, name }: { record: FieldRecord; name: string }, id: string): Promise<void> {
    const other = await change.get<{ id: string }>("select id from field where record = ? and name = ? and id <> ?", [record, name, id]);
    if (other !== undefined) throw coreErrors.ALREADY_EXISTS({ reason: `${record}s have a field ${name} already: choose another name` });
    const dropped = await change.all<{ id: string }>("select id from dropped_field where record = ? and name = ?", [record, name]);
    for (const { id: field } of dropped) while (await removeSlice(change, this.#cascades, { id: field, record })) await setImmediate();
  }
}

/** What of a field says how its values are stored. */
const AFFECTING_VALUES: ReadonlySet<string> = new Set(["name", "type", "choices", "unique"]);

function holdsValues({ name, record }: Field, count: number): string {
  const holders = `${count} ${record}${count === 1 ? " has a value" : "s have values"}`;
  return `${holders} of the field ${name}: delete it with values=drop to remove them, too`;
}
