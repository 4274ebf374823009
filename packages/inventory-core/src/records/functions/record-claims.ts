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
  const claims = await claimsOf(change, kind, taken);
  const holder = claims.find(isHeld);
  if (holder !== undefined && exchanges === undefined) throw heldAlready(kind, holder);
  const others = new Set(claims.filter(isHeld).map(({ key }) => key));
  if (others.size > 0) exchanges?.keys.set(waiting(kind, record.id), { kind, id: record.id, keys: [...others] });
  await insertKeys(
    change,
    kind,
    record.id,
    taken.filter((key) => !others.has(key)),
    claims,
  );
}

interface Holder {
  readonly key: string;
  readonly id: string;
  readonly title: string | number;
}

/** A claim of a key. Its record may be gone: a program without the kind deletes records by foreign keys, and leaves their claims. */
type Claim = Holder | { readonly key: string; readonly id: null };

const isHeld = (claim: Claim): claim is Holder => claim.id !== null;

/** The claims of some keys. */
const claimsOf = async (change: Change, kind: RecordKind, keys: readonly string[]): Promise<readonly Claim[]> =>
  await change.all<Claim>(
    `select c.key, t.id, t.${kind.title} as title from record_claim c left join ${kind.name} t on t.id = c.record_id
     where c.kind = ? and c.key = any(?) order by c.key`,
    [kind.name, keys],
  );

/** @param claims the claims of these keys so far, whose records are gone */
async function insertKeys(change: Change, kind: RecordKind, id: string, keys: readonly string[], claims: readonly Claim[]): Promise<void> {
  if (keys.length === 0) return;
  const left = claims.filter(({ id: holder }) => holder === null).map(({ key }) => key);
  if (left.length > 0) await change.exec("delete from record_claim where kind = ? and key = any(?)", [kind.name, left]);
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
    const claims = await claimsOf(change, kind, keys);
    const holder = claims.find(isHeld);
    if (holder !== undefined) throw heldAlready(kind, holder);
    await insertKeys(change, kind, id, keys, claims);
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
  // It may be a private record.
  if (kind.owner) return coreErrors.CONFLICT({ reason: `another ${kind.one} holds ${key} already: choose another` });
  const holder = `the ${kind.one} ${String(title)} (${id})`;
  return coreErrors.CONFLICT({ reason: `${holder} holds ${key} already: choose another, or change that record first`, record_id: id });
}
