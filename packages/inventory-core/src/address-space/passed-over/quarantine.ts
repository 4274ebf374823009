import type { AddressKey } from "../../address/address-key.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { followPassed } from "./followed-passed.ts";

/** Addresses that were let go, and are not handed out before their pool has waited. */

/** An address that was let go, and the pool that waits. */
export interface LetGo {
  readonly key: AddressKey;
  readonly poolId: string;
  readonly seconds: number;
}

const COLUMNS = ["space", "ip_key", "reason", "until_at", "last_seen", "pool_id"];

/** Where several pools have an address, the longest wait counts. The caller follows the addresses. */
export async function quarantine(change: Change, space: number, letGo: readonly LetGo[]): Promise<void> {
  const longest = new Map<AddressKey, LetGo>();
  for (const one of letGo) {
    const known = longest.get(one.key);
    if (known === undefined || known.seconds < one.seconds) longest.set(one.key, one);
  }
  if (longest.size === 0) return;
  await change.exec("delete from passed_address where space = ? and ip_key = any(?) and reason = 'quarantined'", [
    space,
    [...longest.keys()],
  ]);
  await change.insert(
    "passed_address",
    COLUMNS,
    [...longest.values()].map(({ key, poolId, seconds }) => [
      space,
      key,
      "quarantined",
      new Date(Date.parse(change.now) + seconds * 1000).toISOString(),
      null,
      poolId,
    ]),
  );
}

/** When the quarantine of an address ends; null while it is in none. */
export async function quarantineEnd(queries: Queries, space: number, key: AddressKey, now: string): Promise<string | null> {
  const row = await queries.get<{ until_at: string }>(
    "select until_at from passed_address where space = ? and ip_key = ? and reason = 'quarantined' and until_at > ?",
    [space, key, now],
  );
  return row?.until_at ?? null;
}

/** The spaces, of some, in which an address is in quarantine. */
export async function quarantineSpaces(
  queries: Queries,
  { sql, params }: { readonly sql: string; readonly params: readonly number[] },
  key: AddressKey,
  now: string,
): Promise<readonly number[]> {
  const rows = await queries.all<{ space: number }>(
    `select space from passed_address where space in (${sql}) and ip_key = ? and reason = 'quarantined' and until_at > ? order by space`,
    [...params, key, now],
  );
  return rows.map(({ space }) => space);
}

/** Ends the quarantine of an address. @returns what it was; undefined when there was none */
export async function endQuarantine(
  change: Change,
  space: number,
  key: AddressKey,
): Promise<{ readonly until_at: string; readonly pool_id: string } | undefined> {
  const row = await change.get<{ until_at: string; pool_id: string }>(
    `select until_at, pool_id from passed_address where space = ? and ip_key = ? and reason = 'quarantined' and until_at > ?`,
    [space, key, change.now],
  );
  if (row === undefined) return undefined;
  await change.exec("delete from passed_address where space = ? and ip_key = ? and reason = 'quarantined'", [space, key]);
  await followPassed(change, space, [key]);
  return row;
}

interface QuarantineRow {
  readonly space: number;
  readonly ip_key: AddressKey;
  readonly until_at: string;
  readonly pool_id: string;
}

async function takeOut(change: Change, poolIds: readonly string[]): Promise<readonly QuarantineRow[]> {
  const rows = await change.all<QuarantineRow>(
    "select space, ip_key, until_at, pool_id from passed_address where pool_id = any(?) order by space, ip_key",
    [poolIds],
  );
  if (rows.length === 0) return rows;
  await change.exec("delete from passed_address where pool_id = any(?)", [poolIds]);
  for (const [space, some] of Map.groupBy(rows, (row) => row.space))
    await followPassed(
      change,
      space,
      some.map(({ ip_key: key }) => key),
    );
  return rows;
}

/** Ends the quarantines of pools that are deleted. */
export async function dropQuarantines(change: Change, poolIds: readonly string[]): Promise<void> {
  if (poolIds.length > 0) await takeOut(change, poolIds);
}

/** Quarantines as their rows keep them. */
export type KeptQuarantine = Pick<QuarantineRow, "ip_key" | "until_at" | "pool_id">;

/** Restores quarantines of pools that were restored, unless the address is in quarantine again. */
export async function returnQuarantines(change: Change, kept: readonly KeptQuarantine[]): Promise<void> {
  const pools = await change.all<{ id: string; space: number; start_key: string; end_key: string }>(
    "select p.id, n.space, p.start_key, p.end_key from pool p join network n on n.id = p.network_id where p.id = any(?)",
    [[...new Set(kept.map(({ pool_id: id }) => id))]],
  );
  const byId = new Map(pools.map((pool) => [pool.id, pool]));
  const placed = kept.flatMap((row) => {
    const pool = byId.get(row.pool_id);
    const isInside = pool !== undefined && pool.start_key <= row.ip_key && row.ip_key <= pool.end_key;
    return isInside && row.until_at > change.now ? [{ ...row, space: pool.space }] : [];
  });
  for (const [space, own] of Map.groupBy(placed, (row) => row.space)) {
    const keys = own.map(({ ip_key: key }) => key);
    const present = await change.all<{ ip_key: AddressKey }>(
      "select ip_key from passed_address where space = ? and ip_key = any(?) and reason = 'quarantined'",
      [space, keys],
    );
    const there = new Set(present.map(({ ip_key: key }) => key));
    await change.insert(
      "passed_address",
      COLUMNS,
      own
        .filter(({ ip_key: key }) => !there.has(key))
        .map(({ ip_key: key, until_at: until, pool_id: pool }) => [space, key, "quarantined", until, null, pool]),
    );
    await followPassed(change, space, keys);
  }
}

/** The pools of some networks come to another space: so do their quarantines. */
export async function moveQuarantines(change: Change, networkIds: readonly string[], space: number): Promise<void> {
  const pools = await change.all<{ id: string }>("select id from pool where network_id = any(?)", [networkIds]);
  const rows = (
    await takeOut(
      change,
      pools.map(({ id }) => id),
    )
  ).filter(({ until_at: until }) => until > change.now);
  if (rows.length === 0) return;
  const keys = rows.map(({ ip_key: key }) => key);
  await change.exec("delete from passed_address where space = ? and ip_key = any(?) and reason = 'quarantined'", [space, keys]);
  await change.insert(
    "passed_address",
    COLUMNS,
    rows.map(({ ip_key: key, until_at: until, pool_id: pool }) => [space, key, "quarantined", until, null, pool]),
  );
  await followPassed(change, space, keys);
}
