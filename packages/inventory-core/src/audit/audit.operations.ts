import { z } from "zod";
import { defineOperation, defineOperations, file, list, record } from "../contract/operations/operation.ts";
import { AUDIT_PAGES } from "./audit-pages.ts";
import { AuditFilter, AuditRecord } from "./audit-record.ts";
import { AUDIT } from "./audit-service.ts";

const FORMATS = ["json", "csv"] as const;

const AuditExport = AuditFilter.extend({
  format: z
    .enum(FORMATS, { error: `must be one of ${FORMATS.join(", ")}` })
    .default("json")
    .meta({ description: "json unless given" }),
});

export const auditOperations = defineOperations("audit", {
  /** The audit log, newest first. */
  list: defineOperation({
    summary: "List the audit log",
    description: "Newest first by default, in the order of the log.",
    service: AUDIT,
    access: "audit:list",
    http: { method: "GET", path: "/api/audit", status: 200 },
    query: AuditFilter,
    paged: AUDIT_PAGES,
    output: list(AuditRecord),
    run: async (audit, { query, page }, call) => await audit.page(query, page, call),
  }),
  /** The audit log as a file, newest first. Each export is audited. */
  export: defineOperation({
    summary: "Export the audit log",
    description:
      "As JSON or CSV (RFC 4180; a cell that a spreadsheet would take for a formula begins with an apostrophe), newest first. Each " +
      "export is audited.",
    service: AUDIT,
    access: "audit:export",
    http: { method: "GET", path: "/api/audit/export", status: 200 },
    query: AuditExport,
    output: file({ "application/json": z.array(AuditRecord), "text/csv": z.string() }),
    run: async (audit, { query: { format, ...filter } }, call) => await audit.export(format, filter, call),
  }),
  /** One record of the audit log. Fails with NOT_FOUND. */
  get: defineOperation({
    summary: "Get a record of the audit log",
    service: AUDIT,
    access: "audit:read",
    http: { method: "GET", path: "/api/audit/{id}", status: 200 },
    output: record(AuditRecord),
    errors: ["NOT_FOUND"],
    run: async (audit, { params }, call) => await audit.get(params.id, call),
  }),
});
