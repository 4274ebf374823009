import { z } from "zod";
import { Id, queryNumber } from "../../contract/operations/fields.ts";
import { AddressCount } from "../../networks/network.ts";
import type { HeatmapEntry as HeatmapEntryRecord } from "../../contract/generated/api.ts";

/** Most entries or blocks of a heatmap. */
export const MAX_HEATMAP_ENTRIES = 65_536;

/** One address of a pool. */
const HeatmapAddress = z
  .object({
    ip: z.string().meta({ description: "The address" }),
    status: z.enum(["available", "used", "reserved", "quarantined"]).meta({
      description:
        "used: a device holds it; reserved: it is allocated, and no device holds it yet; quarantined: it was let go, and is not handed " +
        "out yet",
    }),
    device_id: Id.optional().meta({ description: "Device that holds it; present only when used" }),
    seen: z
      .boolean()
      .optional()
      .meta({ description: "A host answered there lately, and nobody holds it: it is passed over; present only where that is so" }),
  })
  .meta({ id: "HeatmapAddress", description: "One address of a pool or network" });

/** One block of a folded heatmap: the part of it that lies in the pool. */
const HeatmapBlock = z
  .object({
    cidr: z.string().meta({ description: "The block in CIDR notation" }),
    total: AddressCount.meta({ description: "Addresses of the block that lie in the pool or network; a decimal string above 2^53 − 1" }),
    used: AddressCount.meta({ description: "Addresses that devices hold; a decimal string above 2^53 − 1" }),
    reserved: AddressCount.meta({ description: "Addresses that are allocated and not held yet; a decimal string above 2^53 − 1" }),
    available: AddressCount.meta({
      description: "Addresses that nobody holds and that are not in quarantine; a decimal string above 2^53 − 1",
    }),
    quarantined: AddressCount.optional().meta({
      description: "Addresses that were let go, and are not handed out yet; present only where there are some",
    }),
    seen: AddressCount.optional().meta({
      description: "Addresses of those available where a host answered lately: they are passed over; present only where there are some",
    }),
  })
  .meta({ id: "HeatmapBlock", description: "A block of addresses: the part of it that lies in the pool or network" });

export const HeatmapEntry = z
  .union([HeatmapAddress, HeatmapBlock])
  .meta({ id: "HeatmapEntry", description: "An address, or a block when folded by prefix" });

export const HeatmapQuery = z.object({
  prefix: queryNumber(0, 128, "Folds the addresses into blocks of this prefix length"),
});

/** An address, or a block when folded by prefix. */
export type HeatmapEntry = HeatmapEntryRecord;
/** How a heatmap is drawn. */
export type HeatmapQuery = z.output<typeof HeatmapQuery>;
