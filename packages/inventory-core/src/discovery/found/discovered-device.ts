import { z } from "zod";
import { idsOf } from "../../contract/operations/bulk-change.ts";
import { choicesInQuery, Name, optionalReference, optionalText, text, textIfSent } from "../../contract/operations/fields.ts";
import { refersTo } from "../../contract/operations/reference.ts";
import type { Fields } from "../../contract/errors/validation.ts";
import type { PromotedDevices as PromotedDevicesRecord } from "../../contract/generated/api.ts";
import { Device } from "../../devices/device.ts";
import { OwnFieldsInput } from "../../fields/own-fields.ts";
import { COMPARED_FIELDS, SEEN_STATES } from "../../reconciliation/discovered-device.ts";

/** Most discovered devices that one call promotes. */
const MAX_PROMOTED = 1000;

/** Filters of the list: a network, states, or both. */
export const DiscoveredDeviceFilter = z
  .object({
    network_id: z
      .string()
      .optional()
      .meta({ description: "Only those of the network with this id; required unless state is sent", ...refersTo("network") }),
    state: choicesInQuery(
      SEEN_STATES,
      "Only those in one of these reconciliation states, of all networks unless network_id is sent; repeat it or separate by commas",
    ),
  })
  .check(({ value: { network_id: networkId, state }, issues }) => {
    if (!networkId && state === undefined)
      issues.push({ code: "custom", input: networkId, path: ["network_id"], message: "is required unless state is sent" });
  });

/** The network of which all discovered devices are deleted: it must be named. */
export const DiscoveredDeviceDeletion = z.object({
  network_id: z
    .string({ error: "is required" })
    .min(1, { error: "is required" })
    .meta({ description: "Id of the network", ...refersTo("network") }),
});

const Force = z
  .boolean({ error: "must be true or false" })
  .optional()
  .meta({ description: "Make a device although another one holds the address or the MAC address already" });

/** What a caller sends to make a device of what was discovered. */
export const Promotion = z.object({
  name: Name,
  make_model: textIfSent(text(255), { description: "The vendor that was seen, unless sent" }),
  datacenter_id: optionalReference("datacenter"),
  description: optionalText(4096, "Free text"),
  fields: OwnFieldsInput,
  force: Force,
});

/** What a caller sends to make devices of much that was discovered. */
export const PromotionOfMany = z.object({
  ids: idsOf("discovered", MAX_PROMOTED),
  group_by: z
    .enum(["mac"], { error: "must be mac" })
    .optional()
    .meta({
      description:
        "mac: hosts of an address space with one MAC address become one device with several addresses, unless the MAC address is a group " +
        "address, locally administered, or of a virtual router (VRRP, CARP, HSRP, GLBP)",
    }),
  fields: OwnFieldsInput,
  force: Force,
});

/** The devices that were made. */
export const PromotedDevices = z
  .object({ devices: z.array(Device).meta({ description: "The devices, in the order of the ids" }) })
  .meta({ id: "PromotedDevices", description: "Devices that were made of what was discovered" });

/** What a caller sends to record what was seen at a device. */
export const DeviceLink = z.object({
  device_id: z
    .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
    .min(1, { error: "is required" })
    .meta({ description: "Id of the device that gets the address", ...refersTo("device") }),
});

/** What a caller sends to have recorded what was seen. */
export const Acceptance = z.object({
  fields: z
    .array(z.enum(COMPARED_FIELDS, { error: `must be one of ${COMPARED_FIELDS.join(", ")}` }), { error: "must be a list" })
    .optional()
    .meta({
      description:
        "What is taken over; all that differs unless given. What is named is taken over also where nothing is recorded: then it is no " +
        "difference",
    }),
});

/** What a caller sends to be told of something no more. */
export const Ignoring = z.object({ note: optionalText(1000, "Why it is ignored") });

/** Which discovered devices a list shows. */
export type DiscoveredDeviceFilter = z.output<typeof DiscoveredDeviceFilter>;
export type DiscoveredDeviceDeletion = z.output<typeof DiscoveredDeviceDeletion>;
export type Promotion = Fields<typeof Promotion>;
export type PromotionOfMany = Fields<typeof PromotionOfMany>;
export type PromotedDevices = PromotedDevicesRecord;
export type DeviceLink = Fields<typeof DeviceLink>;
export type Acceptance = Fields<typeof Acceptance>;
export type Ignoring = Fields<typeof Ignoring>;
