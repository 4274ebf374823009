import { z } from "zod";
import { parseAll } from "@cadastre/inventory-core";

/** A TCP or UDP port. */
export const Port = z.int().min(1).max(65_535);

/** Settings of the scanner. */
export const DiscoveryScannerOptions = z.object({
  ports: z.array(Port).max(1024).optional().describe("TCP ports that full and deep scans look at, when the scan names none"),
  probeFragilePorts: z
    .boolean()
    .default(false)
    .describe("Also look at ports 502 and 9100–9107, where a connection can print paper or disturb a controller"),
  reverseNames: z.boolean().default(true).describe("Ask DNS for the names of hosts that were found"),
  dnsServers: z
    .array(z.string())
    .max(8)
    .default([])
    .describe("Name servers to ask (`192.0.2.53`, `192.0.2.53:5353`); those of the system when empty"),
  snmpCommunity: z.string().min(1).max(64).optional().describe("SNMP v2c community with which deep scans ask for a host's description"),
  tools: z
    .enum(["auto", "none"])
    .default("auto")
    .describe("`auto` also asks fping and arp-scan where they are installed and may send; `none` runs no other program"),
  serviceWaitMs: z.int().min(50).max(3000).default(700).describe("How long a service may take to speak first, or to answer"),
});

export type DiscoveryScannerOptions = z.input<typeof DiscoveryScannerOptions>;
export type ScanSettings = z.output<typeof DiscoveryScannerOptions>;

/** @throws VALIDATION_ERROR naming each option that is wrong */
export function settingsOf(options: DiscoveryScannerOptions): ScanSettings {
  return parseAll(DiscoveryScannerOptions, options);
}
