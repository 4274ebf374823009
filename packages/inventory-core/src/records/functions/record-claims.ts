import { createHash } from "node:crypto";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import type { RecordKind } from "../../contract/record-kind.ts";
import type { MigrationTransaction } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { exchangesOf, waiting, type WaitingKeys } from "./waiting-records.ts";

const COLUMNS = ["kind", "key", "record_id"];

/** Longest key, in bytes, that is stored as it is. */
const MAX_KEY_BYTES = 512;

const storedKey = (key: string): string =>
  Buffer.byteLength(key) <= MAX_KEY_BYTES ? key : `#${createHash("sha256").update(key).digest("hex")}`;

/** Keys that a record claims, as they are stored, each once and sorted: writers take their locks in one order. */
const keysOf = ({ functions }: RecordKind, record: object): readonly string[] =>
  [...new Set((functions.claims?.(record as never) ?? []).map(storedKey))].toSorted();

/**
 * Takes the keys that a record claims, and releases those that it claims no more. Another write that claims one of them waits until the end
 * of this transaction. Keys of other records of a change whose records may exchange them are taken at its end.
 * @throws CONFLICT naming the holder
 */
export async function takeClaims(
  change: Change,
  kind: RecordKind,
  record: object & { readonly id: string },
  isNew: boolean,
): Promise<void> {
  if (kind.functions.claims === undefined) return;
  const keys = keysOf(kind, record);
  const exchanges = exchangesOf(change);
  exchanges?.keys.delete(waiting(kind, record.id));
  const held = isNew ? [] : await heldBy(change, kind, record.id);
  const released = held.filter((key) => !keys.includes(key));
  if (released.length > 0)
    await change.exec("delete from record_claim where kind = ? and record_id = ? and key = any(?)", [kind.name, record.id, released]);
  const taken = keys.filter((key) => !held.includes(key));
  if (taken.length === 0) return;
  await change.lock(...taken.map((key) => ({ on: "name", name: `claim/${kind.name}/${key}` }) as const));
  const holders = await holdersOf(change, kind, taken);
  if (holders[0] !== undefined && exchanges === undefined) throw heldAlready(kind, holders[0]);
  const others = new Set(holders.map(({ key }) => key));
  if (others.size > 0) exchanges?.keys.set(waiting(kind, record.id), { kind, id: record.id, keys: [...others] });
  await insertKeys(
    change,
    kind,
    record.id,
    taken.filter((key) => !others.has(key)),
  );
}

interface Holder {
  readonly key: string;
  readonly id: string;
  readonly title: string | number;
}

/** The records that hold some keys. */
const holdersOf = async (change: Change, kind: RecordKind, keys: readonly string[]): Promise<readonly Holder[]> =>
  await change.all<Holder>(
    `select c.key, t.id, t.${kind.title} as title from record_claim c join ${kind.name} t on t.id = c.record_id
     where c.kind = ? and c.key = any(?) order by c.key`,
    [kind.name, keys],
  );

async function insertKeys(change: Change, kind: RecordKind, id: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  // A program without the kind deletes records by foreign keys, and leaves their claims.
  await change.exec("delete from record_claim where kind = ? and key = any(?)", [kind.name, keys]);
  await change.insert(
    "record_claim",
    COLUMNS,
    keys.map((key) => [kind.name, key, id]),
  );
}

/** Gives records the keys that they wait for. @throws CONFLICT naming the holder */
export async function settleClaims(change: Change): Promise<void> {
  const all = exchangesOf(change)?.keys ?? new Map<string, WaitingKeys>();
  for (const [name, { kind, id, keys }] of all) {
    const [holder] = await holdersOf(change, kind, keys);
    if (holder !== undefined) throw heldAlready(kind, holder);
    await insertKeys(change, kind, id, keys);
    all.delete(name);
  }
}

/** Releases the keys of a record that is deleted. */
export async function releaseClaims(change: Change, kind: RecordKind, id: string): Promise<void> {
  if (kind.functions.claims === undefined) return;
  await change.exec("delete from record_claim where kind = ? and record_id = ?", [kind.name, id]);
}

/**
 * Writes the claims of all records of a kind anew.
 * @param pages its records, as JSON
 * @returns the key that two records claim, if there is one
 */
export async function rewriteClaims(
  transaction: MigrationTransaction,
  kind: RecordKind,
  pages: AsyncIterable<readonly string[]>,
): Promise<string | undefined> {
  await transaction.run("delete from record_claim where kind = ?", [kind.name]);
  const holders = new Set<string>();
  for await (const texts of pages) {
    const rows: string[][] = [];
    for (const text of texts) {
      const record = JSON.parse(text) as { readonly id: string };
      for (const key of keysOf(kind, record)) {
        if (holders.has(key)) return key;
        holders.add(key);
        rows.push([kind.name, key, record.id]);
      }
    }
    if (rows.length > 0) await transaction.insert("record_claim", COLUMNS, rows);
  }
  return undefined;
}

async function heldBy(change: Change, kind: RecordKind, id: string): Promise<readonly string[]> {
  const rows = await change.all<{ key: string }>("select key from record_claim where kind = ? and record_id = ?", [kind.name, id]);
  return rows.map(({ key }) => key);
}

function heldAlready(kind: RecordKind, { key, id, title }: Holder): Error {
  const holder = `the ${kind.one} ${String(title)} (${id})`;
  return coreErrors.CONFLICT({ reason: `${holder} holds ${key} already: choose another, or change that record first`, record_id: id });
}
