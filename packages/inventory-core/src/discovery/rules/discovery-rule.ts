import { z } from "zod";
import { Id, patchOf, Timestamp } from "../../contract/operations/fields.ts";
import { recordFields } from "../../contract/operations/record-fields.ts";
import { refersTo } from "../../contract/operations/reference.ts";
import { ScanType } from "../../contract/scanning/scanner.ts";
import type { Fields } from "../../contract/errors/validation.ts";
import { ExcludeIps } from "../running/exclusions.ts";
import type { DiscoveryRule as DiscoveryRuleRecord } from "../../contract/generated/api.ts";

const hours = "must be a whole number of hours from 1 to 8760";

export const DiscoveryRuleCreate = z.object({
  network_id: z
    .string({ error: "is required" })
    .min(1, { error: "is required" })
    .meta({ description: "Id of the network that is scanned", ...refersTo("network") }),
  enabled: z.boolean({ error: "must be true or false" }).meta({ description: "False: it starts no scans" }).default(true),
  scan_type: ScanType.default("quick"),
  interval_hours: z
    .number({ error: hours })
    .int({ error: hours })
    .min(1, { error: hours })
    .max(8760, { error: hours })
    .meta({ description: "Hours from one start to the next" })
    .default(24),
  exclude_ips: ExcludeIps,
});

export const DiscoveryRuleUpdate = patchOf(DiscoveryRuleCreate);

/** Scans a network again and again. */
export const DiscoveryRule = z
  .object({
    id: Id,
    ...recordFields(DiscoveryRuleCreate),
    last_started_at: Timestamp.nullable().meta({
      description: "When it last started a scan (ISO 8601 UTC with milliseconds); null for never",
    }),
    next_due_at: Timestamp.nullable().meta({ description: "When it is due; null while it is disabled" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "DiscoveryRule", description: "Scans a network again and again" });

export type DiscoveryRule = DiscoveryRuleRecord;
/** What a caller sends to create a rule. */
export type DiscoveryRuleCreate = Fields<typeof DiscoveryRuleCreate>;
/** What a caller sends to change a rule: only the keys that change. */
export type DiscoveryRuleUpdate = Fields<typeof DiscoveryRuleUpdate>;
