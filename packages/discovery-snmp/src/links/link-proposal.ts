import { refersTo } from "@cadastre/inventory-core";
import { z } from "zod";

/** A connection that LLDP or CDP tells of, between two devices of the inventory. */
export const HeardLink = z
  .object({
    device_id: z.string().meta({ description: "Device that heard the other", ...refersTo("device") }),
    port: z.string().meta({ description: "Its port" }),
    neighbour_id: z.string().meta({ description: "Device that it heard", ...refersTo("device") }),
    neighbour_port: z.string().meta({ description: "Port of that device, as it says; empty for nothing" }),
  })
  .meta({ id: "HeardLink", description: "A connection that LLDP or CDP tells of, between two devices of the inventory" });

/** A neighbour that is no device of the inventory, as far as can be told. */
export const UnmatchedNeighbour = z
  .object({
    heard_by: z.string().meta({ description: "Name of the SNMP device that heard it" }),
    port: z.string().meta({ description: "Port at which it was heard" }),
    name: z.string().meta({ description: "What it calls itself; empty for nothing" }),
    macs: z.array(z.string()).meta({ description: "Its hardware addresses, as it says" }),
    addresses: z.array(z.string()).meta({ description: "Addresses at which it is managed, as it says" }),
    reason: z.string().meta({ description: "Why no relationship is proposed" }),
  })
  .meta({ id: "UnmatchedNeighbour", description: "A neighbour that is no device of the inventory, as far as can be told" });

/** What came of reading the neighbours of all listed devices. */
export const LinkProposal = z
  .object({
    plan_id: z
      .string()
      .nullable()
      .meta({ description: "Id of the new plan, which waits to be applied; null where nothing new was heard", ...refersTo("plan") }),
    proposed: z.array(HeardLink).meta({ description: "Connections that the plan relates" }),
    known: z.int().min(0).meta({ description: "Connections that are related already, or that an open plan of this kind relates" }),
    unmatched: z.array(UnmatchedNeighbour).meta({ description: "Neighbours of which no relationship is proposed" }),
    problems: z.array(z.string()).meta({ description: "Devices that could not be asked, or not for all" }),
  })
  .meta({ id: "LinkProposal", description: "What came of reading the neighbours of all listed devices" });

export type HeardLink = z.infer<typeof HeardLink>;
export type UnmatchedNeighbour = z.infer<typeof UnmatchedNeighbour>;
export type LinkProposal = z.infer<typeof LinkProposal>;
