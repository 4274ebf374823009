import { z } from "zod";
import { Id, queryTime, text, Timestamp } from "../contract/operations/fields.ts";
import { refersTo } from "../contract/operations/reference.ts";
import type { StoredAudit } from "./proof/audit-columns.ts";
import { imagesText } from "./proof/changes-text.ts";
import type { AuditRecord as AuditRecordRecord } from "../contract/generated/api.ts";

const STATUSES = ["success", "failure"] as const;

/** One row of the audit log: who did what, when and from where (docs/spec/audit.md#what-is-recorded). */
export const AuditRecord = z
  .object({
    id: Id,
    timestamp: Timestamp,
    action: z.string().meta({ description: "What was done", examples: ["update"] }),
    resource: z.string().meta({ description: "The kind of record", examples: ["device"] }),
    resource_id: z.string().nullable().meta({ description: "Id of the record; null where there is none" }),
    user_id: z
      .string()
      .nullable()
      .meta({ description: "Null for the program itself, and for a caller that is not known", ...refersTo("user") }),
    username: z.string().meta({ description: "Name of the user or program, as it was then" }),
    ip_address: z.string().meta({ description: "Where the call came from; empty when it did not come over the network" }),
    source: z.string().meta({ description: "The edge that it came through: http, library, mcp, cli, or a task of the server" }),
    status: z.enum(STATUSES).meta({ description: "Whether it was done" }),
    error: z.string().meta({ description: "Why it failed; empty when it did not" }),
    changes: z
      .object({
        before: z.unknown().meta({ description: "The record as it was; null where there was none" }),
        after: z.unknown().meta({ description: "The record as it became; null where there is none" }),
      })
      .meta({ id: "AuditChanges", description: "A record before and after a change" })
      .meta({ description: "The record before and after; null where there is none" }),
    change_id: z
      .string()
      .nullable()
      .meta({ description: "The change that it is a part of, with all rows of the same call; null in rows of earlier versions" }),
    request_id: z.string().meta({ description: "Id of the request in the logs; empty when it did not come over the network" }),
    seal_number: z.int().nullable().meta({ description: "Number in the sealed chain; null until it is sealed, within a second or so" }),
  })
  .meta({ id: "AuditRecord", description: "Who did what, when and from where" });

export type AuditRecord = AuditRecordRecord;

function filterText(description: string) {
  return text(255)
    .optional()
    .transform((value) => (value === "" ? undefined : value))
    .meta({ description });
}

export const AuditFilter = z.object({
  resource: filterText("Kind of record: device, user, session …"),
  resource_id: filterText("Id of a record"),
  user_id: filterText("Id of a user").meta(refersTo("user")),
  username: filterText("Name of a user, as it was then"),
  change_id: filterText("Id of a change: all that it did"),
  action: filterText("create, update, delete, login …"),
  status: z
    .enum(STATUSES, { error: `must be one of ${STATUSES.join(", ")}` })
    .optional()
    .meta({ description: "Only what was done, or only what failed" }),
  source: filterText("http, library, mcp, cli …"),
  from: queryTime("Not before this time (RFC 3339)"),
  to: queryTime("Before this time (RFC 3339)"),
  start_time: queryTime("Alias of from"),
  end_time: queryTime("Alias of to"),
});

/** Which rows of the audit log a list shows. */
export type AuditFilter = Partial<z.output<typeof AuditFilter>>;

/** A row as the list reads it. */
export type ListedAudit = StoredAudit & { readonly seal_number: number | null };

/** The JSON text of a row; its changes are stored as JSON. */
export function recordText(row: ListedAudit): string {
  const head = JSON.stringify({
    id: row.id,
    timestamp: row.timestamp,
    action: row.action,
    resource: row.resource,
    resource_id: row.resource_id,
    user_id: row.user_id,
    username: row.username,
    ip_address: row.ip_address ?? "",
    source: row.source,
    status: row.status,
    error: row.error,
  });
  const tail = JSON.stringify({ change_id: row.change_id, request_id: row.request_id ?? "", seal_number: row.seal_number });
  return `${head.slice(0, -1)},"changes":${imagesText(row.changes)},${tail.slice(1)}`;
}
