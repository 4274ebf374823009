import { parseAll } from "@cadastre/inventory-core";
import { z } from "zod";

/** What {@link discoverySnmpPlugin} is given. */
export const DiscoverySnmpOptions = z
  .object({
    scan: z.boolean().default(true).describe("False: devices are listed and tested, and scans of this host ask none"),
    deviceTimeMs: z
      .int()
      .min(1000)
      .max(60_000)
      .default(20_000)
      .describe("Milliseconds that one device may take for all of its tables; what was read by then counts"),
  })
  .meta({ id: "DiscoverySnmpOptions" });

export type DiscoverySnmpOptions = z.input<typeof DiscoverySnmpOptions>;

/** @throws VALIDATION_ERROR naming each option that is wrong */
export const settingsOf = (options: DiscoverySnmpOptions): z.output<typeof DiscoverySnmpOptions> => parseAll(DiscoverySnmpOptions, options);
