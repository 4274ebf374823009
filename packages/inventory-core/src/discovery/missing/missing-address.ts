import { z } from "zod";
import type { MissingAddress as MissingAddressRecord } from "../../contract/generated/api.ts";
import { Timestamp } from "../../contract/operations/fields.ts";
import { refersTo } from "../../contract/operations/reference.ts";

/** An address of an active device that the last scans did not see. */
export const MissingAddress = z
  .object({
    device_id: z.string().meta({ description: "Id of the device that holds the address", ...refersTo("device") }),
    device_name: z.string().meta({ description: "Name of the device" }),
    ip: z.string().meta({ description: "IPv4 or IPv6 address at which nothing answers" }),
    network_id: z
      .string()
      .nullable()
      .meta({ description: "Id of the network that the address is linked to; null for none", ...refersTo("network") }),
    since: Timestamp.meta({ description: "When the first of the scans ended that did not see it (ISO 8601 UTC with milliseconds)" }),
    last_seen: Timestamp.nullable().meta({
      description: "When something was seen there last (ISO 8601 UTC with milliseconds); null if nothing ever was",
    }),
  })
  .meta({ id: "MissingAddress", description: "An address of an active device that the last scans which covered it did not see" });

export const MissingFilter = z.object({
  network_id: z
    .string()
    .optional()
    .meta({ description: "Only addresses in the network with this id", ...refersTo("network") }),
});

export type MissingAddress = MissingAddressRecord;
/** Which missing addresses a list shows. */
export type MissingFilter = z.output<typeof MissingFilter>;
