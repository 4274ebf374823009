import { setImmediate } from "node:timers/promises";
import { SYSTEM } from "../contract/access/principal.ts";
import type { Lock, OpenStorage } from "../contract/storage/storage.ts";
import type { Change, WritePath } from "../contract/storage/write-path.ts";

/** Rows that are looked at, and deleted at most, at once, unless a table says otherwise. */
const SLICE = 500;

const CALL = { principal: SYSTEM, source: "retention" } as const;

/** A row that may be old: its id, and the columns that were asked for. */
export interface OldRow {
  readonly id: string;
  readonly [column: string]: string | null;
}

/** What of a table goes when it is old. */
export interface OldRows {
  readonly table: string;
  /** The thing, as the audit log names it. */
  readonly resource: string;
  /** Columns that are read beside the id. */
  readonly columns: readonly string[];
  /** Condition of rows `t` that may go; its one `?` is the time before which they are old. */
  readonly condition: string;
  /** Rows that are looked at, and deleted at most, at once; 500 unless given. */
  readonly slice?: number;
  /** What the condition cannot tell of a row, for tables whose rows do not change any more. */
  readonly isOld?: (row: OldRow, before: string) => boolean;
  /** Locks under which such rows are deleted. */
  readonly locks: (rows: readonly OldRow[]) => readonly Lock[];
  /** Does what follows when rows are deleted, by `remove`, in the same transaction, and takes further locks. */
  readonly around?: (change: Change, rows: readonly OldRow[], remove: () => Promise<number>) => Promise<number>;
}

/**
 * Deletes old rows, walking through the table in the order of its key a slice at a time: it needs no index that every write would pay for,
 * and keeps nobody waiting. Leaves one audit row of how many.
 * @param before ISO 8601 time
 * @param signal ends it after a slice
 * @returns how many
 */
export async function purgeOld(
  storage: OpenStorage,
  writes: WritePath,
  { table, resource, columns, condition, slice: size = SLICE, isOld = () => true, locks, around }: OldRows,
  before: string,
  signal: AbortSignal,
): Promise<number> {
  const wanted = ["id", ...columns].map((column) => `t.${column}`).join(", ");
  let deleted = 0;
  for (let after = ""; !signal.aborted; await setImmediate()) {
    const slice = await storage.read.get<{ last: string | null }>(
      `select max(id) as last from (select id from ${table} where id > ? order by id limit ${size}) slice`,
      [after],
    );
    const last = slice?.last ?? undefined;
    if (last === undefined) break;
    const found = await storage.read.all<OldRow>(
      `select ${wanted} from ${table} t where t.id > ? and t.id <= ? and ${condition} order by t.id`,
      [after, last, before],
    );
    after = last;
    const rows = found.filter((row) => isOld(row, before));
    if (rows.length === 0) continue;
    deleted += await writes.run(CALL, async (change) => {
      await change.lock(...locks(rows));
      // Somebody may have seen it again since it was read.
      const remove = async (): Promise<number> =>
        await change.run(`delete from ${table} as t where t.id = any(?) and ${condition}`, [rows.map(({ id }) => id), before]);
      return around === undefined ? await remove() : await around(change, rows, remove);
    });
  }
  if (deleted > 0)
    await writes.run(CALL, async (change) => change.audit({ action: "purge", resource, resourceId: null, after: { deleted, before } }));
  return deleted;
}
