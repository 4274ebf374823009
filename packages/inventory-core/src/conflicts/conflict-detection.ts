import { setImmediate } from "node:timers/promises";
import type { CallContext } from "../contract/operations/operation.ts";
import type { OpenStorage, Queries } from "../contract/storage/storage.ts";
import type { Change, WritePath } from "../contract/storage/write-path.ts";
import type { ConflictType } from "./conflict.ts";
import { recheckAddressConflicts, recheckSubnetConflicts, reconcileConflicts } from "./conflict-ledger.ts";
import { recheckHardwareConflictsAt, reconcileHardwareConflicts } from "./hardware-followers.ts";

/** Rows that are read between two turns of the event loop. */
const SLICE_ROWS = 2_000;

/** Subjects that are settled in one transaction: its locks keep writers waiting. */
const MAX_RECONCILED = 250;

interface Subject {
  readonly space: number;
  readonly subject: string;
}

/** Subjects of a space that may have to be settled. */
interface Suspects {
  readonly type: ConflictType;
  readonly subjects: readonly Subject[];
}

/** Where records hold what only one of a space should: an index leads from the space and key to the holders. */
interface Holding {
  readonly table: string;
  readonly key: string;
  readonly holder: string;
}

const ADDRESSES: Holding = { table: "address", key: "ip_key", holder: "device_id" };
const SUBNETS: Holding = { table: "network", key: "cidr_key", holder: "id" };

interface Looked extends Subject {
  readonly one: string;
  readonly other: string;
  readonly holders: number;
}

const place = ({ space, subject }: Subject): Subject => ({ space, subject });

/** Keys that several records of a space share, in slices along the index. Rows may change while they are read. */
async function* shared(queries: Queries, { table, key, holder }: Holding): AsyncGenerator<readonly Subject[]> {
  let after: Subject = { space: -1, subject: "" };
  for (let isFull = true; isFull; await setImmediate()) {
    const rows: readonly Looked[] = await queries.all<Looked>(
      `select space, ${key} as subject, min(${holder}) as one, max(${holder}) as other, count(*) as holders
       from (select space, ${key}, ${holder} from ${table} where (space, ${key}) > (?, ?) order by space, ${key} limit ?) a
       group by space, ${key} order by space, ${key}`,
      [after.space, after.subject, SLICE_ROWS],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    isFull = rows.reduce((sum, row) => sum + row.holders, 0) >= SLICE_ROWS;
    yield rows.filter(({ one, other }) => one !== other).map(place);
    // The last one may have further holders behind the end of the slice: the next slice begins with it.
    after = rows.length > 1 ? (rows.at(-2) as Looked) : last;
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
    yield rows.map(place);
    if (last === undefined) return;
    after = last.id;
  }
}

/** Open conflicts of a type, in slices. */
async function* open(queries: Queries, type: ConflictType): AsyncGenerator<readonly Subject[]> {
  let after: Subject = { space: -1, subject: "" };
  for (let isFull = true; isFull; await setImmediate()) {
    const rows: readonly Subject[] = await queries.all<Subject>(
      `select space, subject from conflict where type = ? and status <> 'resolved' and (space, subject) > (?, ?)
       order by space, subject limit ?`,
      [type, after.space, after.subject, SLICE_ROWS],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    isFull = rows.length === SLICE_ROWS;
    yield rows.map(place);
    after = last;
  }
}

async function* suspects(queries: Queries): AsyncGenerator<Suspects> {
  const found: readonly (readonly [ConflictType, AsyncGenerator<readonly Subject[]>])[] = [
    ["duplicate_ip", shared(queries, ADDRESSES)],
    ["duplicate_ip", contestedAllocations(queries)],
    ["duplicate_ip", open(queries, "duplicate_ip")],
    ["overlapping_subnet", shared(queries, SUBNETS)],
    ["overlapping_subnet", open(queries, "overlapping_subnet")],
    ["discovery_mismatch", open(queries, "discovery_mismatch")],
  ];
  for (const [type, slices] of found) for await (const subjects of slices) if (subjects.length > 0) yield { type, subjects };
}

/** Suspects in parts that are settled in one transaction each. Addresses are settled under the lock of their space. */
function partsOf({ type, subjects }: Suspects): Suspects[] {
  const bySpace = type === "duplicate_ip" ? [...Map.groupBy(subjects, ({ space }) => space).values()] : [subjects];
  return bySpace.flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / MAX_RECONCILED) }, (_, index) => ({
      type,
      subjects: own.slice(index * MAX_RECONCILED, (index + 1) * MAX_RECONCILED),
    })),
  );
}

const RECHECKS: Readonly<Record<ConflictType, (change: Change, space: number, subjects: readonly string[]) => void>> = {
  duplicate_ip: recheckAddressConflicts,
  overlapping_subnet: (change, space, subjects) =>
    recheckSubnetConflicts(
      change,
      subjects.map((subject) => ({ space, cidr_key: subject })),
    ),
  discovery_mismatch: recheckHardwareConflictsAt,
};

function recheck(change: Change, { type, subjects }: Suspects): void {
  for (const [space, own] of Map.groupBy(subjects, (subject) => subject.space)) {
    RECHECKS[type](
      change,
      space,
      own.map(({ subject }) => subject),
    );
  }
}

/**
 * Looks at all addresses and networks, and brings conflicts in line with them. Conflicts open and close with the changes
 * that make and end them, so this finds nothing unless rows came past the engine. It reads without locks; what looks
 * contested is asked again in short transactions, under the locks of those who change it.
 */
export async function detectAll(storage: OpenStorage, writes: WritePath, call: CallContext): Promise<void> {
  // A dry run ends with its first transaction, so it does everything in that one.
  if (call.dryRun === true) return await writes.run(call, async (change) => await detectInOne(change));
  for await (const found of suspects(storage.read)) {
    for (const part of partsOf(found)) {
      await writes.run(call, async (change) => {
        if (part.type === "duplicate_ip")
          await change.lock({ on: "topology", mode: "shared" }, { on: "space", space: part.subjects[0]?.space ?? 0 });
        else await change.lock({ on: "topology", mode: "exclusive" });
        recheck(change, part);
      });
    }
  }
}

async function detectInOne(change: Change): Promise<void> {
  await change.lock({ on: "topology", mode: "exclusive" });
  for await (const found of suspects(change)) recheck(change, found);
  await reconcileConflicts(change);
  await reconcileHardwareConflicts(change);
}
