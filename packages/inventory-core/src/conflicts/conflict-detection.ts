import { setImmediate } from "node:timers/promises";
import type { AddressKey } from "../address/address-key.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { OpenStorage, Queries } from "../contract/storage/storage.ts";
import type { Change, WritePath } from "../contract/storage/write-path.ts";
import { recheckAddressConflicts, recheckSubnetConflicts, reconcileConflicts } from "./conflict-ledger.ts";
import { recheckHardwareConflictsAt, reconcileHardwareConflicts } from "./hardware-followers.ts";

/** Addresses that are read between two turns of the event loop. */
const SLICE_ROWS = 2_000;

/** Subjects that are settled in one transaction: its locks keep writers waiting. */
const MAX_RECONCILED = 250;

interface Subject {
  readonly space: number;
  readonly subject: string;
}

interface Looked {
  readonly space: number;
  readonly ip_key: AddressKey;
  readonly one: string;
  readonly other: string;
  readonly holders: number;
}

/** Addresses that several devices hold, slice by slice along the index. What is read may change meanwhile. */
async function* sharedAddresses(queries: Queries): AsyncGenerator<readonly Subject[]> {
  let after: readonly [space: number, key: string] = [-1, ""];
  for (let isFull = true; isFull; await setImmediate()) {
    const rows: readonly Looked[] = await queries.all<Looked>(
      `select space, ip_key, min(device_id) as one, max(device_id) as other, count(*) as holders
       from (select space, ip_key, device_id from address where (space, ip_key) > (?, ?) order by space, ip_key limit ?) a
       group by space, ip_key order by space, ip_key`,
      [...after, SLICE_ROWS],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    const counted = rows.reduce((sum, row) => sum + row.holders, 0);
    isFull = counted >= SLICE_ROWS;
    const shared = rows.filter(({ one, other }) => one !== other).map(({ space, ip_key: subject }) => ({ space, subject }));
    if (shared.length > 0) yield shared;
    // The last address may have further holders behind the end of the slice: the next slice begins with it.
    const end = rows.length > 1 ? (rows.at(-2) as Looked) : last;
    after = [end.space, end.ip_key];
  }
}

/** Addresses of allocations that a device or another allocation holds too, slice by slice. */
async function* contestedAllocations(queries: Queries): AsyncGenerator<readonly Subject[]> {
  for (let after = ""; ; await setImmediate()) {
    const last = await queries.get<{ id: string }>(`select id from allocation where id > ? order by id limit 1 offset ${SLICE_ROWS - 1}`, [
      after,
    ]);
    const rows = await queries.all<Subject>(
      `select h.space, h.ip_key as subject from allocation h where h.id > ?${last === undefined ? "" : " and h.id <= ?"}
        and h.status = 'held'
         and (exists (select 1 from address a where a.space = h.space and a.ip_key = h.ip_key)
           or exists (select 1 from allocation o where o.space = h.space and o.ip_key = h.ip_key and o.status = 'held' and o.id <> h.id))`,
      last === undefined ? [after] : [after, last.id],
    );
    if (rows.length > 0) yield rows.map(({ space, subject }) => ({ space, subject }));
    if (last === undefined) return;
    after = last.id;
  }
}

async function openSubjects(queries: Queries, type: string): Promise<Subject[]> {
  const rows = await queries.all<Subject>(
    "select space, subject from conflict where type = ? and status <> 'resolved' order by space, subject",
    [type],
  );
  return rows.map(({ space, subject }) => ({ space, subject }));
}

async function sharedSubnets(queries: Queries): Promise<Subject[]> {
  const rows = await queries.all<Subject>(
    "select space, cidr_key as subject from network group by space, cidr_key having count(*) > 1 order by space, cidr_key",
  );
  return rows.map(({ space, subject }) => ({ space, subject }));
}

function batches(subjects: readonly Subject[]): (readonly Subject[])[] {
  return Array.from({ length: Math.ceil(subjects.length / MAX_RECONCILED) }, (_, index) =>
    subjects.slice(index * MAX_RECONCILED, (index + 1) * MAX_RECONCILED),
  );
}

/**
 * Looks at all addresses and networks, and brings conflicts in line with them. Conflicts open and close with the changes
 * that make and end them, so this finds nothing unless rows came past the engine. It reads without locks; what looks
 * contested is asked again in short transactions, under the locks of those who change it.
 */
export async function detectAll(storage: OpenStorage, writes: WritePath, call: CallContext): Promise<void> {
  // A dry run ends with its first transaction, so it does everything in that one.
  if (call.dryRun === true) return await writes.run(call, async (change) => await detectInOne(change));
  const recheckAddresses = async (subjects: readonly Subject[]): Promise<void> => {
    for (const [space, own] of Map.groupBy(subjects, (subject) => subject.space)) {
      for (const batch of batches(own)) {
        await writes.run(call, async (change) => {
          await change.lock({ on: "topology", mode: "shared" }, { on: "space", space });
          recheckAddressConflicts(
            change,
            space,
            batch.map(({ subject }) => subject),
          );
        });
      }
    }
  };
  for await (const shared of sharedAddresses(storage.read)) await recheckAddresses(shared);
  for await (const contested of contestedAllocations(storage.read)) await recheckAddresses(contested);
  await recheckAddresses(await openSubjects(storage.read, "duplicate_ip"));
  for (const batch of batches([...(await sharedSubnets(storage.read)), ...(await openSubjects(storage.read, "overlapping_subnet"))])) {
    await writes.run(call, async (change) => {
      await change.lock({ on: "topology", mode: "exclusive" });
      recheckSubnetConflicts(
        change,
        batch.map(({ space, subject }) => ({ space, cidr_key: subject })),
      );
    });
  }
  for (const batch of batches(await openSubjects(storage.read, "discovery_mismatch"))) {
    await writes.run(call, async (change) => {
      await change.lock({ on: "topology", mode: "exclusive" });
      recheckHardwareConflicts(change, batch);
    });
  }
}

function recheckHardwareConflicts(change: Change, subjects: readonly Subject[]): void {
  for (const [space, own] of Map.groupBy(subjects, (subject) => subject.space))
    recheckHardwareConflictsAt(
      change,
      space,
      own.map(({ subject }) => subject),
    );
}

async function detectInOne(change: Change): Promise<void> {
  await change.lock({ on: "topology", mode: "exclusive" });
  const contest = (subjects: readonly Subject[]): void => {
    for (const { space, subject } of subjects) recheckAddressConflicts(change, space, [subject]);
  };
  for await (const shared of sharedAddresses(change)) contest(shared);
  for await (const contested of contestedAllocations(change)) contest(contested);
  contest(await openSubjects(change, "duplicate_ip"));
  const subnets = [...(await sharedSubnets(change)), ...(await openSubjects(change, "overlapping_subnet"))];
  recheckSubnetConflicts(
    change,
    subnets.map(({ space, subject }) => ({ space, cidr_key: subject })),
  );
  recheckHardwareConflicts(change, await openSubjects(change, "discovery_mismatch"));
  await reconcileConflicts(change);
  await reconcileHardwareConflicts(change);
}
