import type { Cascades } from "../contract/cascades.ts";
import type { Principal } from "../contract/access/principal.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import { checkIfMatch } from "../contract/operations/etag.ts";
import type { PageRequest } from "../contract/operations/paging.ts";
import { JsonList, JsonText } from "../contract/operations/result.ts";
import { type ServiceToken, serviceToken } from "../contract/service-token.ts";
import { viewOf } from "../contract/record-extensions.ts";
import { changedFields } from "../contract/storage/changed-fields.ts";
import type { Secrets } from "../contract/secrets.ts";
import type { Lock, OpenStorage, Queries } from "../contract/storage/storage.ts";
import type { StoredEntity } from "../contract/storage/unit-of-work.ts";
import type { Returning } from "../contract/storage/returning.ts";
import type { Change, WritePath } from "../contract/storage/write-path.ts";
import { Documents } from "../storage/documents.ts";
import { pagedDocuments } from "../storage/paging/paged-documents.ts";
import { countRecords, isWholeList, readPage } from "../storage/paging/read-page.ts";
import { Where } from "../storage/where.ts";
import { isInScope, mayChange, mayShare, OWNER, type RecordScope, scopeCondition, scopeOf } from "./access/record-scope.ts";
import { typeOf } from "./field-types.ts";
import { customOf, refuseTakenCustom, removeCustom, writeCustom } from "./fields/custom-values.ts";
import { newSecrets, noSecrets, sealedSecrets, type SentSecrets, splitSecrets } from "./fields/record-secrets.ts";
import { releaseClaims, takeClaims } from "./functions/record-claims.ts";
import { forgetWaiting, takeUnique, waitedValues } from "./functions/record-unique.ts";
import { afterRecord, aroundWrite, checkRecord, derivedValues } from "./functions/run-functions.ts";
import type { DeletionParameters } from "./fields/deletion-query.ts";
import { conditionsOf, type RecordFilter } from "./record-filter.ts";
import type { RecordKind } from "../contract/record-kind.ts";
import type { RecordKinds } from "./record-kinds.ts";
import { checkReferences, draftOfField, releaseReferences } from "./record-references.ts";
import type { AnyRecord, RecordDraft, RecordReader, RecordWriter } from "./record-types.ts";
import { NEWEST_FIRST } from "./record-names.ts";
import { rowOf, writeLists, writeRow } from "./fields/record-rows.ts";
import { removeText, writeText } from "./texts/record-text.ts";
import { documentsOf, entityOf, RecordDocuments, type RecordRow } from "./record-table.ts";

/** Values of a natural key, by the names of its fields. */
export type RecordKey = Readonly<Record<string, unknown>>;

/** Custom fields do not change while a change holds it. */
const DEFINITIONS = { on: "topology", mode: "shared" } as const;
const ALONE = { on: "topology", mode: "exclusive" } as const;

function locksOf({ changesDefinitions, changesNetworks, earlier }: RecordKind): Readonly<Record<"creation" | "change", readonly Lock[]>> {
  const own: readonly Lock[] = earlier?.lock === undefined ? [] : [{ on: "name", name: earlier.lock }];
  return {
    creation: [changesDefinitions ? ALONE : DEFINITIONS, ...own],
    change: [changesDefinitions || changesNetworks ? ALONE : DEFINITIONS, ...own],
  };
}

/** Values that a new record has of the fields that the service alone sets. */
const newState = ({ fields }: RecordKind): Readonly<Record<string, unknown>> =>
  Object.fromEntries(fields.flatMap(({ name, facts }) => (facts.presence === "state" ? [[name, facts.default]] : [])));

/** Dependencies of the service of a kind. */
export interface RecordServiceParts {
  readonly storage: OpenStorage;
  readonly writes: WritePath;
  readonly kinds: RecordKinds;
  readonly cascades: Pick<Cascades, "recordDeleted">;
  /** Encrypts secrets. */
  readonly vault: Secrets;
  /** Functions of the kind, with the services of the host that they use. */
  readonly functions: RecordKind["functions"];
}

/** The service of a kind. */
export const serviceOf = ({ name }: RecordKind): ServiceToken<RecordService> => serviceToken(`records/${name}`);

/**
 * The token of a service that reads the records of a kind, for services of plugins.
 * @example provide(RACK_LABELS, [recordsOf(Rack)], (racks) => new RackLabels(racks))
 */
export const recordsOf = (kind: Pick<RecordKind, "name">): ServiceToken<RecordReader> => serviceToken(`records/${kind.name}`);

/** The records of one kind: reads, and the one recipe of writes. */
export class RecordService implements RecordWriter {
  readonly kind: RecordKind;
  /** Id of the plugin that declares it. */
  readonly plugin: string;
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #kinds: RecordKinds;
  readonly #entity: StoredEntity<RecordRow>;
  readonly #documents: Documents<RecordKind["schemas"]["record"]>;
  /** What writes of a record hold first. */
  readonly #locks: Readonly<Record<"creation" | "change", readonly Lock[]>>;
  readonly #hasEvents: boolean;
  /** Names of the fields that refer to other records. */
  readonly references: readonly string[];

  /** The functions of the kind with its name. */
  readonly #rules: Pick<RecordKind, "name" | "functions">;
  readonly #vault: Secrets;
  readonly #cascades: Pick<Cascades, "recordDeleted">;

  constructor(kind: RecordKind, plugin: string, { storage, writes, kinds, cascades, vault, functions }: RecordServiceParts) {
    this.#rules = { name: kind.name, functions };
    this.#vault = vault;
    this.kind = kind;
    this.plugin = plugin;
    this.#storage = storage;
    this.#writes = writes;
    this.#kinds = kinds;
    this.#cascades = cascades;
    this.#entity = entityOf(kind);
    this.#documents = new Documents(storage, documentsOf(kind), (id) => kind.notFoundError(id));
    this.#hasEvents = kind.doors.has("events");
    this.#locks = locksOf(kind);
    this.references = kind.fields.filter(({ facts }) => facts.to !== undefined).map(({ name }) => name);
  }

  /** @throws VALIDATION_ERROR at a filter */
  async list(filter: RecordFilter, page: PageRequest, { principal, signal }: CallContext): Promise<JsonList<Record<string, unknown>>> {
    const where = await this.conditions(this.#storage.read, filter, scopeOf(principal));
    const shown = page.fields === undefined ? documentsOf(this.kind) : new RecordDocuments(this.kind, page.fields);
    if (!isWholeList(page)) return await readPage(this.#storage, pagedDocuments(shown), page, { where }, signal);
    const order =
      this.kind.order[0] === NEWEST_FIRST
        ? "t.created_at desc, t.id desc"
        : [...this.kind.order, "id"].map((name) => `t.${name}`).join(", ");
    const all = new Documents(this.#storage, shown, (id) => this.kind.notFoundError(id)).list(where, order, signal);
    return page.count
      ? new JsonList(all.pages, { count: await countRecords(this.#storage.read, { table: this.kind.name }, { where }) })
      : all;
  }

  /** The conditions of a filter on alias `t`. @throws VALIDATION_ERROR at a filter */
  async conditions(queries: Queries, filter: RecordFilter, scope: RecordScope): Promise<Where> {
    return await conditionsOf(queries, { kind: this.kind, kinds: this.#kinds.all, text: this.#storage.text }, filter, scope);
  }

  /** @throws the not-found error of the kind */
  async get(id: string, { principal }: CallContext): Promise<JsonText<Record<string, unknown>>> {
    await this.#mustSee(this.#storage.read, id, principal);
    return await this.#documents.get(id);
  }

  /** @throws the not-found error of the kind */
  async mustExist(id: string, { principal }: CallContext): Promise<void> {
    await this.#mustSee(this.#storage.read, id, principal);
    await this.#documents.mustExist(id);
  }

  /** @throws the not-found error of the kind for a record that the caller may not see */
  async #mustSee(queries: Queries, id: string, principal: Principal): Promise<void> {
    const seen = scopeCondition(this.kind, scopeOf(principal), "t");
    if (seen === undefined) return;
    const row = await queries.get(`select 1 as one from ${this.kind.name} t where t.id = ? and ${seen.sql}`, [id, ...seen.params]);
    if (row === undefined) throw this.kind.notFoundError(id);
  }

  /** Some records, in the order of their ids; those that are not there are left out. */
  async present(queries: Queries, ids: readonly string[]): Promise<readonly AnyRecord[]> {
    const found: AnyRecord[] = [];
    for (const id of ids.toSorted()) {
      const text = await this.#documents.find(id, queries);
      if (text !== undefined) found.push(text.parse() as AnyRecord);
    }
    return found;
  }

  /** @throws VALIDATION_ERROR, ALREADY_EXISTS, CONFLICT naming the record that holds a claimed key */
  async create(draft: RecordDraft, call: CallContext): Promise<AnyRecord> {
    return await this.#writes.run(call, async (change) => await this.createWithin(change, draft));
  }

  /** {@link create} as a part of a change. @param returning of a record that an undo restores */
  async createWithin(change: Change, draft: RecordDraft, id = change.newId(), returning?: Returning): Promise<AnyRecord> {
    await change.lock(...this.#locks.creation);
    await checkReferences(change, this.#kinds, this.kind, draft, undefined);
    const custom = await customOf(change, this.kind, draft, returning?.fields);
    const created_at = returning?.created_at ?? change.now;
    const { principal } = change.call;
    const owner = returning?.owner_id === undefined ? principal.userId : returning.owner_id;
    const state = { ...newState(this.kind), ...returning?.state };
    const own = { id, ...state, ...custom, created_at, updated_at: change.now, ...(this.kind.owner && { [OWNER]: owner }) };
    const { record, secrets } = await this.#drafted(change, draft, own, undefined);
    mayShare(this.kind, principal, record, undefined);
    await checkRecord(change, this.#rules, record, undefined);
    const parked = await takeUnique(change, this.kind, record, undefined);
    await refuseTakenCustom(change, this.kind, record);
    await takeClaims(change, this.kind, record, true);
    const given = await this.kind.earlier?.given?.(change, record);
    change.em.create(this.#entity, {
      ...rowOf(this.kind, record),
      ...sealedSecrets(this.kind, this.#vault, id, secrets),
      ...parked,
      ...given,
    });
    await change.em.flush();
    await writeLists(change, this.kind, record, undefined);
    await writeCustom(change, this.kind, record);
    await writeText(change, this.kind, record);
    const shown = this.#shown(record);
    if (this.#hasEvents) change.emit(this.kind.events.created, id, shown);
    change.audit({ action: "create", resource: this.kind.name, resourceId: id, after: shown });
    await afterRecord(change, this.#rules, undefined, shown);
    return shown;
  }

  /** @throws the not-found error of the kind, VALIDATION_ERROR, ALREADY_EXISTS, PRECONDITION_FAILED */
  async update(id: string, draft: RecordDraft, call: CallContext): Promise<AnyRecord> {
    return await this.#writes.run(call, async (change) => await this.updateWithin(change, id, draft));
  }

  /** {@link update} as a part of a change. @param isAsked whether If-Match of the call is about this record */
  async updateWithin(change: Change, id: string, draft: RecordDraft, isAsked = true): Promise<AnyRecord> {
    const { record } = await this.#change(change, id, () => draft, { isAsked, isOfCaller: isAsked });
    return record;
  }

  /** {@link updateWithin} of one of many records. @returns whether it changed */
  async changeWithin(change: Change, id: string, draftOf: (before: AnyRecord) => RecordDraft): Promise<boolean> {
    return (await this.#change(change, id, draftOf, { isAsked: false, isOfCaller: true })).isChanged;
  }

  async #change(
    change: Change,
    id: string,
    draftOf: (before: AnyRecord) => RecordDraft,
    { isAsked, isOfCaller }: { readonly isAsked: boolean; readonly isOfCaller: boolean },
  ): Promise<{ readonly record: AnyRecord; readonly isChanged: boolean }> {
    await change.lock(...this.#locks.change);
    const before = await this.#forChange(change, id, isAsked, isOfCaller ? "update" : undefined);
    const draft = draftOf(before);
    await checkReferences(change, this.#kinds, this.kind, draft, before);
    const custom = await customOf(change, this.kind, draft, before.fields);
    const { record: changed, secrets: sent } = await this.#drafted(change, draft, custom, before);
    const secrets = newSecrets(sent, before);
    const changes = changedFields(this.kind.schemas.record, before, changed);
    // A record that is asked to become what it is stays as it was, its time of change included.
    if (changes.length === 0 && Object.keys(secrets).length === 0) return { record: before, isChanged: false };
    mayShare(this.kind, change.call.principal, changed, before);
    await checkRecord(change, this.#rules, changed, before);
    const parked = await takeUnique(change, this.kind, changed, before);
    await refuseTakenCustom(change, this.kind, changed, before);
    await takeClaims(change, this.kind, changed, false);
    const record: AnyRecord = { ...changed, updated_at: change.now };
    const columns = { ...sealedSecrets(this.kind, this.#vault, id, secrets), ...parked };
    await aroundWrite(change, this.#rules, [before, record], async () => await writeRow(change, this.kind, [before, record], columns));
    await writeLists(change, this.kind, record, before);
    await writeCustom(change, this.kind, record, before);
    await writeText(change, this.kind, record, before);
    const shown = this.#shown(record);
    if (this.#hasEvents) change.emit(this.kind.events.updated, id, { ...shown, changes });
    change.audit({ action: "update", resource: this.kind.name, resourceId: id, before, after: shown });
    await afterRecord(change, this.#rules, before, shown);
    return { record: shown, isChanged: true };
  }

  /** @throws the not-found error of the kind, CONFLICT while records refer to it that are not to go, PRECONDITION_FAILED */
  async delete(id: string, call: CallContext, given: DeletionParameters = {}): Promise<void> {
    await this.#writes.run(call, async (change) => await this.deleteWithin(change, id, false, given));
  }

  /** {@link delete} as a part of a change. @param given parameters that may override refusals */
  async deleteWithin(change: Change, id: string, follows = false, given: DeletionParameters = {}): Promise<void> {
    await change.lock(...this.#locks.change);
    const before = await this.#forChange(change, id, !follows, follows ? undefined : "delete");
    await this.#rules.functions.checkDeletion?.(before as never, viewOf(change), given);
    await releaseReferences(change, this.#kinds, this.kind.name, [id], given);
    await this.#cascades.recordDeleted(change, this.kind.name, id);
    await aroundWrite(change, this.#rules, [before, null], async () => {
      await change.exec(`delete from ${this.kind.name} where id = ?`, [id]);
    });
    await removeCustom(change, this.kind, id);
    await removeText(change, this.kind, id);
    await releaseClaims(change, this.kind, id);
    forgetWaiting(change, this.kind, id);
    if (this.#hasEvents) change.emit(this.kind.events.deleted, id, before);
    change.audit({ action: "delete", resource: this.kind.name, resourceId: id, before, ...(follows && { follows }) });
    await afterRecord(change, this.#rules, before, undefined);
  }

  /** Takes ids out of a reference of a record, as they are about to be deleted. */
  async clearWithin(change: Change, id: string, field: string, gone: ReadonlySet<string>): Promise<void> {
    const before = await this.#forChange(change, id, false, undefined);
    const held = before[field];
    const value = Array.isArray(held) ? held.filter((one: string) => !gone.has(one)) : null;
    await this.updateWithin(change, id, draftOfField(field, value), false);
  }

  /** The record of a natural key, or null. @throws CONFLICT when several have the key */
  async find(key: RecordKey, { principal, within }: CallContext): Promise<JsonText<Record<string, unknown> | null>> {
    const work = async (queries: Queries) => await this.#find(queries, key, principal);
    // A part of an open change reads what that change wrote.
    const found = within === undefined ? await work(this.#storage.read) : await within.run(work);
    return found ?? new JsonText<null>("null");
  }

  /**
   * The record of a natural key, which is created when there is none. A record that exists costs a read and no transaction.
   * @throws VALIDATION_ERROR, ALREADY_EXISTS, CONFLICT
   */
  async ensure(draft: RecordDraft, call: CallContext): Promise<{ readonly record: AnyRecord; readonly created: boolean }> {
    const known =
      call.within === undefined && !draft.problems.any ? await this.#find(this.#storage.read, draft.fields, call.principal) : undefined;
    if (known !== undefined) return { record: known.parse() as AnyRecord, created: false };
    return await this.#writes.run(call, async (change) => {
      const key = draft.fields;
      await change.lock(DEFINITIONS, {
        on: "name",
        name: `natural-key/${this.kind.name}/${JSON.stringify(this.kind.key.map((name) => key[name] ?? null))}`,
      });
      const found = await this.#find(change, key, call.principal);
      if (found !== undefined) return { record: found.parse() as AnyRecord, created: false };
      return { record: await this.createWithin(change, draft), created: true };
    });
  }

  async #find(queries: Queries, key: RecordKey, principal: Principal): Promise<JsonText<Record<string, unknown>> | undefined> {
    const where = new Where();
    const seen = scopeCondition(this.kind, scopeOf(principal), "t");
    if (seen !== undefined) where.add(seen.sql, ...seen.params);
    for (const name of this.kind.key) {
      const facts = this.kind.fields.find((field) => field.name === name)?.facts;
      const value = key[name] ?? null;
      if (value === null || facts === undefined) where.add(`t.${name} is null`);
      else where.add(`t.${name} = ?`, typeOf(facts).written(value));
    }
    const [one, other] = await queries.all<{ id: string }>(
      `select t.id from ${this.kind.name} t${where.sql} order by t.id limit 2`,
      where.params,
    );
    if (one === undefined) return undefined;
    if (other === undefined) return await this.#documents.find(one.id, queries);
    throw coreErrors.CONFLICT({
      reason:
        `several ${this.kind.many} have this key, among them ${one.id} and ${other.id}: ` +
        "name one by its id, or give them different values",
    });
  }

  /**
   * A record as a draft makes it, with the values that follow from its fields.
   * @param own values that no draft sets @throws VALIDATION_ERROR
   */
  async #drafted(
    change: Change,
    draft: RecordDraft,
    own: Partial<AnyRecord>,
    before: AnyRecord | undefined,
  ): Promise<{ readonly record: AnyRecord; readonly secrets: SentSecrets }> {
    this.#rules.functions.checkSent?.(
      { fields: draft.fields as never, problems: draft.problems, has: (name) => draft.has(name) },
      (before ?? null) as null,
    );
    const { shown, secrets } = splitSecrets(this.kind, draft.valid());
    const record = { ...(before ?? noSecrets(this.kind)), ...shown, ...own } as AnyRecord;
    const derived = await derivedValues(change, { ...this.#rules, kind: this.kind }, { draft, record }, before);
    if (derived === undefined) return { record, secrets };
    await checkReferences(change, this.#kinds, this.kind, derived.fields, before);
    const more = splitSecrets(this.kind, derived.fields.valid());
    return { record: { ...record, ...more.shown, ...derived.state } as AnyRecord, secrets: { ...secrets, ...more.secrets } };
  }

  /**
   * The record as it is. Other changes of it wait until the end of this one.
   * @param action what the caller does; undefined where it follows from something else
   */
  async #forChange(change: Change, id: string, isAsked: boolean, action: "update" | "delete" | undefined): Promise<AnyRecord> {
    const { principal } = change.call;
    await change.lock({ on: "record", table: this.kind.name, id });
    const document = await this.#documents.find(id, change);
    if (document === undefined) throw this.kind.notFoundError(id);
    const before: AnyRecord = { ...(document.parse() as AnyRecord), ...waitedValues(change, this.kind, id) };
    if (action !== undefined && !isInScope(this.kind, scopeOf(principal), before)) throw this.kind.notFoundError(id);
    if (action !== undefined) mayChange(this.kind, principal, before, action);
    if (isAsked) checkIfMatch(change.call, document.text);
    return before;
  }

  /** A record with its fields in their order. */
  #shown(record: AnyRecord): AnyRecord {
    return Object.fromEntries(Object.keys(this.kind.schemas.record.shape).map((name) => [name, record[name]])) as AnyRecord;
  }
}
