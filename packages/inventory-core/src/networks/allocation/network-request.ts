import { z } from "zod";
import type { Fields } from "../../contract/errors/validation.ts";
import type { AllocatedNetworks as AllocatedNetworksRecord } from "../../contract/generated/api.ts";
import { inheritedReference, text } from "../../contract/operations/fields.ts";
import { Network, NetworkCreate } from "../network.ts";

/** Most networks that one request creates. */
export const MAX_NETWORKS = 1024;

const whole = (max: number) =>
  z
    .number({ error: (issue) => (issue.input === undefined ? "is required" : "must be a number") })
    .int({ error: "must be a whole number" })
    .min(1, { error: `must be between 1 and ${max}` })
    .max(max, { error: `must be between 1 and ${max}` });

export const PREFIX_STRATEGIES = ["lowest", "sparse"] as const;

const { subnet: _, name, datacenter_id: __, space_id: ___, ...others } = NetworkCreate.shape;

/** A request for free networks inside another one: a network, but for its subnet. */
export const NetworkRequest = z.object({
  length: whole(128).meta({ description: "Prefix length, longer than that of the network" }),
  count: whole(MAX_NETWORKS)
    .nullable()
    .optional()
    .transform((value) => value ?? 1)
    .meta({ description: "How many networks, all or none; 1 unless given" }),
  name,
  strategy: z
    .enum(PREFIX_STRATEGIES, { error: 'must be "lowest" or "sparse"' })
    .nullable()
    .optional()
    .transform((value) => value ?? "lowest")
    .meta({
      description:
        "lowest, unless given: the start of the lowest of the smallest free blocks that hold it; sparse: the middle of the largest free " +
        "block",
    }),
  key: text(255, "key")
    .nullable()
    .optional()
    .transform((value) => (value === "" || value === undefined ? null : value))
    .meta({ description: "Request key: the same key gives the same networks again" }),
  datacenter_id: inheritedReference("datacenter", "datacenter; that of the network around it unless given"),
  space_id: inheritedReference("space", "address space; that of the network around it unless given"),
  ...others,
});

/** The answer to a request for networks. */
export const AllocatedNetworks = z
  .object({ networks: z.array(Network).meta({ description: "The networks, in the order of their names" }) })
  .meta({ id: "AllocatedNetworks", description: "Networks that a request was given inside another one, all at once" });

export type NetworkRequest = Fields<typeof NetworkRequest>;
export type AllocatedNetworks = AllocatedNetworksRecord;
