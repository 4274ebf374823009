import { coreErrors, type EncryptedColumn, type Queries } from "@cadastre/inventory-core";
import { type LeaseSourceRow, leaseSourceTable } from "./lease-source.entity.ts";
import type { LeaseSource } from "./lease-source.ts";

/** The column whose values are encrypted. */
export const PASSWORD: EncryptedColumn = { table: "lease_source", column: "password" };

/** Columns of a source. */
export const SOURCE_COLUMNS = leaseSourceTable.columns.join(", ");

/** The record of a row, with the keys in the order of the schema. */
export function sourceOf(row: LeaseSourceRow): LeaseSource {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    path: row.path,
    url: row.url,
    username: row.username,
    network_ids: networkIdsOf(row),
    datacenter_id: row.datacenter_id,
    interval_minutes: row.interval_minutes,
    enabled: row.enabled === 1,
    has_password: row.password !== null,
    last_read_at: row.last_read_at,
    last_error: row.last_error,
    lease_count: row.lease_count,
    outside_count: row.outside_count,
    unread_count: row.unread_count,
    next_read_at: row.due_at ?? row.site_due_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

export const networkIdsOf = ({ network_ids: ids }: Pick<LeaseSourceRow, "network_ids">): string[] => JSON.parse(ids) as string[];

/** @throws NOT_FOUND */
export async function sourceRow(queries: Queries, id: string): Promise<LeaseSourceRow> {
  const row = await queries.get<LeaseSourceRow>(`select ${SOURCE_COLUMNS} from lease_source where id = ?`, [id]);
  if (row === undefined) throw noSuchSource();
  return row;
}

export const noSuchSource = (): Error => coreErrors.NOT_FOUND({ what: "lease source" });

/** When a source is due that was read, made or enabled at a time. */
export const dueAfter = ({ interval_minutes: minutes }: Pick<LeaseSourceRow, "interval_minutes">, now: string): string =>
  new Date(Date.parse(now) + minutes * 60_000).toISOString();
