import { z } from "zod";
import { checkKeys, parseAll } from "../contract/errors/validation.ts";
import type { DiscoveryOptions as DiscoveryOptionsRecord } from "../contract/generated/api.ts";
import { RetentionDays } from "../background/retention.ts";
import { ExcludeIps } from "./scans/exclusions.ts";

/** How a host runs scans. */
export const DiscoveryOptions = z.object({
  scanner: z.string().optional().describe("Id of the scanner that runs every scan; the best one that works here, unless set"),
  doNotProbe: ExcludeIps.describe(
    "Addresses that receive no packet of this host, whatever a scan asks for: ranges first-last, single addresses and CIDRs, " +
      "separated by commas",
  ),
  allow: ExcludeIps.describe(
    "Addresses that scans may reach although they are loopback, link-local, cloud metadata, multicast or this host's own: addresses, " +
      "CIDRs and ranges, separated by commas",
  ),
  probesPerSecond: z.int().min(1).max(1_000_000).default(3000).describe("Probes a second that a scan may send"),
  retentionDays: RetentionDays.default(90).describe(
    "Days that discovered devices are kept after they were seen last, and scans that are over; 0 keeps them for ever",
  ),
  missingAfter: z
    .int()
    .min(1)
    .max(1000)
    .default(3)
    .describe("Completed scans in a row that must not have seen a recorded address which they covered, until it is missing"),
  datacenters: z
    .array(z.string())
    .default([])
    .describe(
      "Ids or names of the datacenters whose networks this host scans; all networks when empty. The scans of others are left to other " +
        "hosts on the same database",
    ),
  leaseMs: z
    .int()
    .min(1000)
    .max(3_600_000)
    .default(30_000)
    .describe("A host that is silent for so long is considered dead: another one continues its scans"),
});

export type DiscoveryOptions = DiscoveryOptionsRecord;
export type DiscoverySettings = z.output<typeof DiscoveryOptions>;

/** @throws VALIDATION_ERROR naming each option that is wrong or unknown */
export function discoverySettings(options: DiscoveryOptions): DiscoverySettings {
  checkKeys(options, Object.keys(DiscoveryOptions.shape), "an option of discovery");
  return parseAll(DiscoveryOptions, options);
}
