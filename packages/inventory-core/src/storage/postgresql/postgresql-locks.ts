import type { Lock, SqlValue } from "../../contract/storage/storage.ts";

/** Advisory lock classes of this program; the order is the order in which locks are taken. */
const CLASS = { topology: 73_010, space: 73_011, name: 73_012, record: 73_013 } as const;

interface Taken {
  readonly order: number;
  readonly key: string;
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

function taken(lock: Lock): Taken {
  switch (lock.on) {
    case "topology": {
      const call = lock.mode === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock";
      return { order: CLASS.topology, key: "", sql: `${call}(${CLASS.topology}, 0)`, params: [] };
    }
    case "space":
      return {
        order: CLASS.space,
        key: String(lock.space).padStart(12, "0"),
        sql: `pg_advisory_xact_lock(${CLASS.space}, ?::int)`,
        params: [lock.space],
      };
    case "name":
      return { order: CLASS.name, key: lock.name, sql: `pg_advisory_xact_lock(${CLASS.name}, hashtext(?))`, params: [lock.name] };
    case "record": {
      const key = `${lock.table}/${lock.id}`;
      return { order: CLASS.record, key, sql: `pg_advisory_xact_lock(${CLASS.record}, hashtext(?))`, params: [key] };
    }
  }
}

/** One statement that takes the locks in a fixed order, so that two writers never wait for each other in a ring. */
export function lockStatement(locks: readonly Lock[]): { readonly sql: string; readonly params: readonly SqlValue[] } | null {
  if (locks.length === 0) return null;
  const ordered = locks.map(taken).toSorted((a, b) => a.order - b.order || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return { sql: `select ${ordered.map((lock) => lock.sql).join(", ")}`, params: ordered.flatMap((lock) => lock.params) };
}
