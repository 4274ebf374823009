import { ChangeState } from "../contract/storage/change-state.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { Conflict } from "./conflict.ts";
import { conflictDocuments, type ConflictRow } from "./conflict.entity.ts";
import { closeConflict, writeConflict } from "./conflict-ledger.ts";
import { type HardwarePlace, hardwarePlaces } from "./hardware-places.ts";

/** Conflicts that are looked at in one statement. */
const SLICE = 500;

const contested = new ChangeState((change) => {
  change.beforeCommit(async () => await reconcileHardwareConflicts(change));
  return new Map<number, Set<string>>();
});

/**
 * Has open conflicts over hardware follow their networks when the change is complete: to another address space, to another name or
 * subnet, and closed with them. The caller holds the topology exclusively.
 * @param networkIds networks that are about to be moved, renamed or deleted
 */
export async function followHardware(change: Change, networkIds: readonly string[]): Promise<void> {
  // A scan that writes what it saw holds this: it opens no conflict of a name or in a space that is being left.
  await change.lock(...networkIds.map((id) => ({ on: "record", table: "discovered_device", id }) as const));
  const open = await change.all<{ space: number; subject: string }>(
    `select c.space, c.subject from network n join conflict c
       on c.type = 'discovery_mismatch' and c.space = n.space and c.subject >= n.first_key and c.subject <= n.last_key
       and c.status <> 'resolved'
     where n.id = any(?)`,
    [networkIds],
  );
  for (const [space, own] of Map.groupBy(open, (row) => row.space))
    recheckHardwareConflictsAt(
      change,
      space,
      own.map(({ subject }) => subject),
    );
}

/** The same for what is open at some addresses of a space. */
export function recheckHardwareConflictsAt(change: Change, space: number, subjects: readonly string[]): void {
  if (subjects.length === 0) return;
  const places = contested.of(change);
  places.set(space, new Set([...(places.get(space) ?? []), ...subjects]));
}

/** Does at once what otherwise happens before the commit. */
export async function reconcileHardwareConflicts(change: Change): Promise<void> {
  const places = contested.seen(change) ?? new Map<number, Set<string>>();
  const noted = [...places].toSorted(([a], [b]) => a - b).map(([space, subjects]) => [space, [...subjects]] as const);
  places.clear();
  for (const [space, subjects] of noted) {
    for (let at = 0; at < subjects.length; at += SLICE) await follow(change, space, subjects.slice(at, at + SLICE));
  }
}

async function follow(change: Change, space: number, subjects: readonly string[]): Promise<void> {
  const select = "select * from conflict where type = 'discovery_mismatch' and space = ? and subject = any(?) and status <> 'resolved'";
  const before = await hardwarePlaces(change, await change.all<ConflictRow>(select, [space, subjects]));
  // Scans open such conflicts under the lock of the space alone.
  for (const each of new Set([space, ...[...before.values()].map((place) => place.space)].toSorted((a, b) => a - b)))
    await change.lock({ on: "space", space: each });
  const rows = await change.all<ConflictRow>(select, [space, subjects]);
  const places = await hardwarePlaces(change, rows);
  const taken = await openElsewhere(change, space, rows, places);
  for (const row of rows) {
    const record = conflictDocuments.read(row.doc);
    const place = places.get(row.id);
    // Where the space that it comes to has one for the address already, that one tells of it.
    if (place === undefined || taken.has(`${place.space}/${row.subject}`)) await closeConflict(change, record);
    else await bring(change, row, { ...record, ...place.networks }, place.space);
  }
}

/** Of the places that conflicts come to, those that have an open conflict of their own, as `space/subject`. */
async function openElsewhere(
  change: Change,
  space: number,
  rows: readonly ConflictRow[],
  places: ReadonlyMap<string, HardwarePlace>,
): Promise<ReadonlySet<string>> {
  const moving = rows.filter(({ id }) => (places.get(id)?.space ?? space) !== space);
  if (moving.length === 0) return new Set();
  const open = await change.all<{ space: number; subject: string }>(
    "select space, subject from conflict where type = 'discovery_mismatch' and space = any(?) and subject = any(?) and status <> " +
      "'resolved'",
    [[...new Set(moving.map(({ id }) => places.get(id)?.space ?? space))], moving.map(({ subject }) => subject)],
  );
  return new Set(open.filter((row) => row.space !== space).map((row) => `${row.space}/${row.subject}`));
}

async function bring(change: Change, row: ConflictRow, record: Conflict, space: number): Promise<void> {
  if (space !== row.space) await change.run("update conflict set space = ? where id = ?", [space, row.id]);
  if (conflictDocuments.write(record) !== row.doc) await writeConflict(change, record);
}
