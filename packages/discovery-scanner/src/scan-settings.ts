import { z } from "zod";
import { parseAll } from "@cadastre/inventory-core/scanning";

/** A TCP or UDP port. */
export const Port = z.int().min(1).max(65_535);

/** Settings of the scanner. */
export const DiscoveryScannerOptions = z.object({
  ports: z.array(Port).max(1024).optional().describe("TCP ports of full and deep scans when the scan sets none"),
  probeFragilePorts: z
    .boolean()
    .default(false)
    .describe("Also scan ports 502 and 9100–9107, where a connection can disturb a controller or start a print job"),
  reverseNames: z.boolean().default(true).describe("Look up the DNS names of found hosts"),
  dnsServers: z
    .array(z.string())
    .max(8)
    .default([])
    .describe("DNS servers (`192.0.2.53`, `192.0.2.53:5353`); those of the system when empty"),
  snmpCommunity: z.string().min(1).max(64).optional().describe("SNMP v2c community of deep scans"),
  tools: z
    .enum(["auto", "none"])
    .default("auto")
    .describe("`auto` also uses fping and arp-scan where they are installed and permitted; `none` runs no other program"),
  serviceWaitMs: z.int().min(50).max(3000).default(700).describe("Time for a service to send its banner, or to respond"),
});

export type DiscoveryScannerOptions = z.input<typeof DiscoveryScannerOptions>;
export type ScanSettings = z.output<typeof DiscoveryScannerOptions>;

/** @throws VALIDATION_ERROR naming each option that is wrong */
export function settingsOf(options: DiscoveryScannerOptions): ScanSettings {
  return parseAll(DiscoveryScannerOptions, options);
}
