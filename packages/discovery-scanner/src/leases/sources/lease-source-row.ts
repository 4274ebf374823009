import { coreErrors, type Queries } from "@cadastre/inventory-core";
import type { LeaseSource } from "./lease-source.ts";

/** A row of `lease_source`: the fields of a record, as the columns hold them. */
export interface LeaseSourceRow extends Pick<
  LeaseSource,
  "id" | "name" | "type" | "path" | "url" | "username" | "datacenter_id" | "interval_minutes" | "last_read_at" | "last_error"
> {
  /** Encrypted; null for none. */
  readonly password: string | null;
  /** JSON list of ids. */
  readonly network_ids: string;
  /** When a server reads it next; null while it is disabled, and for sources that agents read. */
  readonly due_at: string | null;
  /** When an agent is to read it next; null for sources that servers read, which do not see the others as due. */
  readonly site_due_at: string | null;
  /** JSON of the reading of an agent that is under way; null for none. */
  readonly site_reading: string | null;
}

/** The column whose values are encrypted. */
export const PASSWORD = { table: "lease_source", column: "password" } as const;

export const networkIdsOf = ({ network_ids: ids }: Pick<LeaseSourceRow, "network_ids">): string[] => JSON.parse(ids) as string[];

/** @throws NOT_FOUND */
export async function sourceRow(queries: Queries, id: string): Promise<LeaseSourceRow> {
  const row = await queries.get<LeaseSourceRow>("select * from lease_source where id = ?", [id]);
  if (row === undefined) throw noSuchSource();
  return row;
}

export const noSuchSource = (): Error => coreErrors.NOT_FOUND({ what: "lease source" });

/** When a source is due that was read, made or enabled at a time. */
export const dueAfter = ({ interval_minutes: minutes }: Pick<LeaseSourceRow, "interval_minutes">, now: string): string =>
  new Date(Date.parse(now) + minutes * 60_000).toISOString();
