import type { Queries } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";

/**
 * What request keys were given, for each kind of record that is handed out under them. The record of a key outlives what it was given, so
 * that a key is never answered with fewer than the first time, nor with others.
 */

/** Days that the record of a key is kept after the last of what it was given ended. */
const KEPT_DAYS = 30;

const DAY_MS = 86_400_000;

/** Rows that one transaction of the purge deletes. */
export const PURGE_SLICE = 500;

/** Where the keys of one kind of record are. */
export interface KeyPlace {
  /** Table of the keys, with `request_key`, `request`, `created_at` and `ended_at`. */
  readonly table: string;
  /** Its column with the id of the record that was asked: keys are told apart in it. */
  readonly owner: string;
  /** Its column with what was given, as JSON. */
  readonly given: string;
  /** Its column with what else the answer said, as JSON; there is none where answers say nothing else. */
  readonly said?: string;
  /** Whether something is left that a row of the table was given: a condition. Its owner asks where there is none. */
  readonly isLeft?: string;
}

/** What was given, as it is remembered. */
export interface GivenRecord {
  readonly id: string;
}

/** What a key was given before. */
export interface EarlierAnswer<Record, Given extends GivenRecord> {
  /** The request as JSON. */
  readonly request: string;
  /** What of it is still there, in the order in which it was given. */
  readonly held: readonly Record[];
  /** The rest. */
  readonly gone: readonly Given[];
  /** What else the answer said, as JSON; null for nothing. */
  readonly said: string | null;
}

/** What a key is given now. */
export interface GivenNow<Given extends GivenRecord> {
  readonly request: string;
  readonly given: readonly Given[];
  /** What else the answer says, as JSON. */
  readonly said?: string | null;
}

/** A row of a table of keys. */
interface KeyRow {
  readonly owner: string;
  readonly request_key: string;
  readonly request: string;
  readonly given: string;
  readonly said: string | null;
}

/** The keys of one kind of record. */
export class AllocationKeys<Given extends GivenRecord> {
  readonly #place: KeyPlace;

  constructor(place: KeyPlace) {
    this.#place = place;
  }

  /**
   * What some keys of an owner were given before, by key.
   * @param there finds those of some records that are still there, by id; it is told their ids and the keys
   */
  async earlier<Record>(
    queries: Queries,
    ownerId: string,
    keys: readonly string[],
    there: (ids: readonly string[]) => Promise<ReadonlyMap<string, Record>>,
  ): Promise<ReadonlyMap<string, EarlierAnswer<Record, Given>>> {
    if (keys.length === 0) return new Map();
    const { table, owner, given, said = "null" } = this.#place;
    const rows = await queries.all<KeyRow>(
      `select request_key, request, ${given} as given, ${said} as said from ${table} where ${owner} = ? and request_key = any(?)`,
      [ownerId, [...keys]],
    );
    if (rows.length === 0) return new Map();
    const all = rows.map((row) => ({ ...row, records: JSON.parse(row.given) as readonly Given[] }));
    const found = await there(all.flatMap(({ records }) => records.map(({ id }) => id)));
    return new Map(
      all.map(({ request_key: key, request, records, said: also }) => {
        const held = records.flatMap(({ id }) => found.get(id) ?? []);
        return [key, { request, held, gone: records.filter(({ id }) => !found.has(id)), said: also }];
      }),
    );
  }

  /** Remembers what keys of an owner were given. */
  async remember(change: Change, ownerId: string, answers: ReadonlyMap<string, GivenNow<Given>>): Promise<void> {
    if (answers.size === 0) return;
    const { table, owner, given, said } = this.#place;
    await change.insert(
      table,
      [owner, "request_key", "request", given, "created_at", ...(said === undefined ? [] : [said])],
      [...answers].map(([key, now]) => {
        const row = [ownerId, key, now.request, JSON.stringify(now.given), change.now];
        return said === undefined ? row : [...row, now.said ?? null];
      }),
    );
  }

  /** Something that keys of an owner were given went: those of which nothing is left are over, and kept for a while. */
  async end(change: Change, ownerId: string, keys: readonly string[]): Promise<void> {
    const { table, owner, isLeft = "1 = 0" } = this.#place;
    await change.exec(
      `update ${table} set ended_at = ? where ${owner} = ? and request_key = any(?) and ended_at is null and not (${isLeft})`,
      [change.now, ownerId, [...keys]],
    );
  }

  /** Something that keys of an owner were given came back: they are not over. */
  async revive(change: Change, ownerId: string, keys: readonly string[]): Promise<void> {
    const { table, owner } = this.#place;
    await change.exec(`update ${table} set ended_at = null where ${owner} = ? and request_key = any(?)`, [ownerId, [...keys]]);
  }

  /** Forgets a key: the next request with it is a new one. What it was given stays. @returns false when there is no such key */
  async forget(change: Change, ownerId: string, key: string): Promise<boolean> {
    const { table, owner } = this.#place;
    return (await change.run(`delete from ${table} where ${owner} = ? and request_key = ?`, [ownerId, key])) > 0;
  }

  /** Keys go with their owners. */
  async forgetOwners(change: Change, ownerIds: readonly string[]): Promise<void> {
    const { table, owner } = this.#place;
    await change.exec(`delete from ${table} where ${owner} = any(?)`, [[...ownerIds]]);
  }

  /** Deletes records of keys that ended long ago. @returns how many, {@link PURGE_SLICE} at most */
  async purgeEnded(change: Change): Promise<number> {
    const { table, owner } = this.#place;
    const before = new Date(Date.parse(change.now) - KEPT_DAYS * DAY_MS).toISOString();
    return await change.run(
      `delete from ${table} where (${owner}, request_key) in (
         select k.${owner}, k.request_key from ${table} k where k.ended_at is not null and k.ended_at <= ?
           order by k.ended_at limit ${PURGE_SLICE})`,
      [before],
    );
  }
}
