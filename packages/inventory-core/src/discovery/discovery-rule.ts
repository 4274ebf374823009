import { z } from "zod";
import { Id, patchOf, text, Timestamp } from "../contract/fields.ts";
import { ScanType } from "../contract/scanner.ts";
import type { Fields } from "../contract/validation.ts";
import { parseExclusions } from "./exclusions.ts";

/** Addresses that receive no packet, as text (decisions.md §8). */
export const ExcludeIps = text(4096)
  .nullable()
  .default("")
  .transform((value, context) => {
    const parsed = parseExclusions(value ?? "");
    if (parsed.ok) return value ?? "";
    context.issues.push({ code: "custom", input: value, message: parsed.problem });
    return z.NEVER;
  })
  .meta({ description: "Addresses that receive no packet: ranges first-last, single addresses and CIDRs, separated by commas", examples: ["10.0.0.1-10.0.0.9"] });

const hours = "must be a whole number of hours from 1 to 8760";

export const DiscoveryRuleCreate = z.object({
  network_id: z.string({ error: "is required" }).min(1, { error: "is required" }),
  enabled: z.boolean({ error: "must be true or false" }).default(true),
  scan_type: ScanType.default("quick"),
  interval_hours: z.number({ error: hours }).int({ error: hours }).min(1, { error: hours }).max(8760, { error: hours }).default(24).meta({ description: "Hours from one start to the next" }),
  exclude_ips: ExcludeIps,
});

export const DiscoveryRuleUpdate = patchOf(DiscoveryRuleCreate);

/** Scans a network again and again. */
export const DiscoveryRule = z
  .object({
    id: Id,
    network_id: z.string(),
    enabled: z.boolean(),
    scan_type: ScanType,
    interval_hours: z.int(),
    exclude_ips: z.string(),
    last_started_at: Timestamp.nullable(),
    next_due_at: Timestamp.nullable().meta({ description: "When it is due; null while it is disabled" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "DiscoveryRule", description: "Scans a network again and again" });

export type DiscoveryRule = z.infer<typeof DiscoveryRule>;
export type DiscoveryRuleCreate = Fields<typeof DiscoveryRuleCreate>;
export type DiscoveryRuleUpdate = Fields<typeof DiscoveryRuleUpdate>;
