import type { DialectName } from "../contract/storage.ts";

/** Sequence of the row with the highest number. */
const LAST_SEALED = "coalesce((select seq from audit where seal_number is not null order by seal_number desc limit 1), 0)";

/**
 * The condition of rows without a seal, which costs as much as there are of them. On PostgreSQL an index holds them; on
 * SQLite commits follow the sequence, so they all come after the last that has a seal.
 */
export function isUnsealed(dialect: DialectName): string {
  return dialect === "sqlite" ? `seal_number is null and seq > ${LAST_SEALED}` : "seal_number is null";
}
