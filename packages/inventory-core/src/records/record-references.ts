import { Draft, Problems } from "../contract/errors/validation.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import type { Queries, SqlFragment } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { RecordKind } from "../contract/record-kind.ts";
import { scopeCondition, scopeOf } from "./access/record-scope.ts";
import type { RecordKinds, Referrer } from "./record-kinds.ts";
import type { AnyRecord, RecordDraft } from "./record-types.ts";
import { type DeletionParameters, isOverridden } from "./fields/deletion-query.ts";
import { hasAbsentReferences, refuseAbsentReferences } from "./absent-kinds.ts";
import { isList, listTable } from "./record-table.ts";

/** Adds to a draft that a reference names no record. Those that are named stay until the end of the change. */
export async function checkReferences(
  change: Change,
  kinds: RecordKinds,
  kind: RecordKind,
  draft: RecordDraft,
  before: AnyRecord | undefined,
): Promise<void> {
  for (const { name, facts } of kind.fields) {
    if (facts.to === undefined) continue;
    const sent = draft.fields[name];
    const held = new Set([before?.[name] ?? []].flat());
    const ids = [sent ?? []].flat().filter((id): id is string => typeof id === "string" && !held.has(id));
    const table = kinds.tableOf(facts.to);
    if (ids.length === 0 || table === undefined) continue;
    const target = kinds.find(facts.to)?.kind;
    // The lock on the topology holds places and networks where they are.
    if (facts.to === "network" || target?.isPlace === true) await change.lock({ on: "topology", mode: "shared" });
    else await change.lock(...ids.map((id) => ({ on: "record", table, id }) as const));
    const missing = await missingOf(change, table, ids, target && scopeCondition(target, scopeOf(change.call.principal), "t"));
    const path = Array.isArray(sent) && missing !== undefined ? `${name}[${sent.indexOf(missing)}]` : name;
    if (missing !== undefined) draft.problems.add(path, `names no ${facts.to.replaceAll("_", " ")}: ${missing}`);
  }
}

async function missingOf(
  queries: Queries,
  table: string,
  ids: readonly string[],
  seen: SqlFragment | undefined,
): Promise<string | undefined> {
  const rows = await queries.all<{ id: string }>(
    `select t.id from ${table} t where t.id = any(?)${seen === undefined ? "" : ` and ${seen.sql}`}`,
    [ids, ...(seen?.params ?? [])],
  );
  const there = new Set(rows.map(({ id }) => id));
  return ids.find((id) => !there.has(id));
}

/** Whether deletions of a kind have something to do for records that refer to it. */
export const hasReferences = async (change: Change, kinds: RecordKinds, name: string): Promise<boolean> =>
  kinds.referrersOf(name).length > 0 || (await hasAbsentReferences(change, kinds, name));

/**
 * Does what declared references say of records that are about to be deleted: refuses, clears them or deletes what refers to them, each with
 * its event and audit row.
 * @param name kind of the records
 * @param given parameters of the deletion, which may have what refuses it deleted
 * @throws CONFLICT naming how many records refer to them
 */
export async function releaseReferences(
  change: Change,
  kinds: RecordKinds,
  name: string,
  ids: readonly string[],
  given: DeletionParameters = {},
): Promise<void> {
  await refuseAbsentReferences(change, kinds, name, ids);
  for (const referrer of kinds.referrersOf(name)) {
    const referring = await referringTo(change, referrer, ids);
    if (referring.length === 0) continue;
    const { service, field } = referrer;
    const isRefused = field.facts.onDelete === "refuse" && !isOverridden(field.facts, given);
    if (isRefused) {
      const what = referring.length === 1 ? service.kind.one : service.kind.many;
      const count = referring.length;
      throw coreErrors.CONFLICT({
        reason:
          `${count} ${what} ${count === 1 ? "refers" : "refer"} to it by ${field.name}: ` +
          `change or delete them first${orOverride(field)}`,
        referring: { kind: service.kind.name, count, plugin: service.plugin },
      });
    }
    for (const id of referring) {
      if (field.facts.onDelete !== "clear") await service.deleteWithin(change, id, true);
      else await service.clearWithin(change, id, field.name, new Set(ids));
    }
  }
}

/** How to delete a record with what refers to it by a field. */
const orOverride = ({ facts: { unless } }: Referrer["field"]): string =>
  unless === undefined ? "" : `, or delete them with it by ${unless.name}=${unless.value}`;

async function referringTo(queries: Queries, { service, field }: Referrer, ids: readonly string[]): Promise<readonly string[]> {
  const { kind } = service;
  const sql = isList(field)
    ? `select distinct record_id as id from ${listTable(kind, field.name)} where value = any(?) order by record_id`
    : `select id from ${kind.name} where ${field.name} = any(?) order by id`;
  return (await queries.all<{ id: string }>(sql, [ids])).map(({ id }) => id);
}

/** A change of one field, as a draft. */
export const draftOfField = (name: string, value: unknown): RecordDraft => new Draft({ [name]: value }, new Problems(), { [name]: value });
