import { z } from "zod";
import { Id, queryNumber } from "../../contract/operations/fields.ts";
import { AddressCount } from "../../networks/network.ts";
import type { HeatmapEntry as HeatmapEntryRecord } from "../../contract/generated/api.ts";

/** Most entries or blocks of a heatmap. */
export const MAX_HEATMAP_ENTRIES = 65_536;

/** One address of a pool. */
const HeatmapAddress = z
  .object({
    ip: z.string(),
    status: z.enum(["available", "used", "reserved"]),
    device_id: Id.optional().meta({ description: "Device that holds it; present only when used" }),
  })
  .meta({ id: "HeatmapAddress" });

/** One block of a folded heatmap: the part of it that lies in the pool. */
const HeatmapBlock = z
  .object({ cidr: z.string(), total: AddressCount, used: AddressCount, reserved: AddressCount, available: AddressCount })
  .meta({ id: "HeatmapBlock" });

export const HeatmapEntry = z
  .union([HeatmapAddress, HeatmapBlock])
  .meta({ id: "HeatmapEntry", description: "An address, or a block when folded by prefix" });

export const HeatmapQuery = z.object({
  prefix: queryNumber(0, 128, "Folds the addresses into blocks of this prefix length"),
});

export type HeatmapEntry = HeatmapEntryRecord;
export type HeatmapQuery = z.output<typeof HeatmapQuery>;
