import { createHash } from "node:crypto";
import type { Lock, SqlValue } from "../../contract/storage/storage.ts";

/** Advisory lock classes of this program; the order is the order in which locks are taken. */
const CLASS = { topology: 73_010, space: 73_011, name: 73_012, record: 73_013 } as const;

/** The classes of one inventory. */
export type LockClasses = Readonly<Record<keyof typeof CLASS, number>>;

/** Advisory locks are the database's: inventories in several schemas of one have classes of their own. */
export function lockClassesOf(schema: string): LockClasses {
  if (schema === "public") return CLASS;
  const own = (name: string): number => createHash("sha256").update(`${name} of ${schema}`).digest().readInt32BE();
  return { topology: own("topology"), space: own("space"), name: own("name"), record: own("record") };
}

interface Taken {
  readonly order: number;
  readonly key: string;
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

function taken(lock: Lock, classes: LockClasses): Taken {
  switch (lock.on) {
    case "topology": {
      const call = lock.mode === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock";
      return { order: CLASS.topology, key: "", sql: `${call}(${classes.topology}, 0)`, params: [] };
    }
    case "space":
      return {
        order: CLASS.space,
        key: String(lock.space).padStart(12, "0"),
        sql: `pg_advisory_xact_lock(${classes.space}, ?::int)`,
        params: [lock.space],
      };
    case "name":
      return { order: CLASS.name, key: lock.name, sql: `pg_advisory_xact_lock(${classes.name}, hashtext(?))`, params: [lock.name] };
    case "record": {
      const key = `${lock.table}/${lock.id}`;
      return { order: CLASS.record, key, sql: `pg_advisory_xact_lock(${classes.record}, hashtext(?))`, params: [key] };
    }
  }
}

/** Locks of one `select`: PostgreSQL allows 1,664 columns in its list. */
const VALUES = 1000;

/** Calls as values of a `select`: many are one value together, which looks at one call after the other. */
function valuesOf(calls: readonly string[]): readonly string[] {
  if (calls.length <= VALUES) return calls;
  return Array.from({ length: Math.ceil(calls.length / VALUES) }, (_, index) =>
    calls
      .slice(index * VALUES, (index + 1) * VALUES)
      .map((call) => `${call} is not null`)
      .join(" and "),
  );
}

/** One statement that takes the locks in a fixed order, so that two writers never wait for each other in a ring. */
export function lockStatement(
  locks: readonly Lock[],
  classes: LockClasses = CLASS,
): { readonly sql: string; readonly params: readonly SqlValue[] } | null {
  if (locks.length === 0) return null;
  const ordered = locks
    .map((lock) => taken(lock, classes))
    .toSorted((a, b) => a.order - b.order || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return { sql: `select ${valuesOf(ordered.map((lock) => lock.sql)).join(", ")}`, params: ordered.flatMap((lock) => lock.params) };
}
