import { z } from "zod";
import { Port } from "../scan-settings.ts";
import { parseAll } from "@cadastre/inventory-core/scanning";

/** Settings of the scanner that runs nmap. */
export const NmapScannerOptions = z.object({
  program: z.string().min(1).max(4096).default("nmap").describe("Program to run: a name looked up in PATH, or a path"),
  ports: z.array(Port).max(1024).optional().describe("TCP ports of full and deep scans when the scan sets none"),
  probeFragilePorts: z
    .boolean()
    .default(false)
    .describe("Also scan ports 502 and 9100–9107, where a connection can disturb a controller or start a print job"),
});

export type NmapScannerOptions = z.input<typeof NmapScannerOptions>;
export type NmapSettings = z.output<typeof NmapScannerOptions>;

/** @throws VALIDATION_ERROR naming each option that is wrong */
export const nmapSettingsOf = (options: NmapScannerOptions): NmapSettings => parseAll(NmapScannerOptions, options);
