import { z } from "zod";
import { refersTo } from "../contract/operations/reference.ts";
import type { Fields } from "../contract/errors/validation.ts";
import { Subnet } from "../networks/network.ts";

/** Most parts that a network is split into. */
export const MAX_PARTS = 1024;

/** What a caller sends to plan splitting a network. */
export const NetworkSplit = z.object({
  length: z
    .number({ error: (issue) => (issue.input === undefined ? "is required" : "must be a number") })
    .int({ error: "must be a whole number" })
    .min(0, { error: "must be between 0 and 128" })
    .max(128, { error: "must be between 0 and 128" })
    .meta({ description: `Prefix length of the parts, of which there are ${MAX_PARTS} at most`, examples: [26] }),
});

/** What a caller sends to plan merging networks. */
export const NetworkMerge = z.object({
  network_ids: z
    .array(z.string({ error: "must be a string" }).meta(refersTo("network")), {
      error: (issue) => (issue.input === undefined ? "is required" : "must be a list"),
    })
    .min(1, { error: "must hold at least one network" })
    .max(MAX_PARTS - 1, { error: `must hold at most ${MAX_PARTS - 1} networks` })
    .meta({ description: "Ids of the other networks, which together with this one are one subnet" }),
});

/** What a caller sends to plan another size of a network. */
export const NetworkResize = z.object({ subnet: Subnet });

/** What a caller sends to plan moving a network to other addresses. */
export const NetworkRenumber = z.object({
  subnet: Subnet,
  space_id: z
    .string({ error: "must be a string or null" })
    .nullable()
    .transform((value) => (value === "" ? null : value))
    .optional()
    .meta({
      description: "Id of the address space to move it to, null for that of its datacenter; it stays in its own unless given",
      ...refersTo("space"),
    }),
});

export type NetworkSplit = Fields<typeof NetworkSplit>;
export type NetworkMerge = Fields<typeof NetworkMerge>;
export type NetworkResize = Fields<typeof NetworkResize>;
export type NetworkRenumber = {
  /** Subnet to move it to, of the same size, in CIDR notation. */
  readonly subnet: string;
  /** Id of the address space to move it to, null for that of its datacenter; it stays in its own unless given. */
  readonly space_id?: string | null;
};
