import { z } from "zod";
import { queryNumber } from "../../contract/operations/fields.ts";
import type { FreePrefix as FreePrefixRecord } from "../../contract/generated/api.ts";
import { AddressCount } from "../network.ts";

/** Most free prefixes of a length that one answer has. */
const MAX_FREE_PREFIXES = 1024;

/** How many it has when nobody says. */
export const FREE_PREFIXES = 16;

/** A part of a network that is free. */
export const FreePrefix = z
  .object({
    cidr: z.string().meta({ description: "Subnet in CIDR notation", examples: ["10.0.4.0/22"] }),
    size: AddressCount.meta({ description: "Addresses of the subnet; a decimal string above 2^53 − 1" }),
  })
  .meta({
    id: "FreePrefix",
    description: "A subnet of a network of which no address lies in a network inside it or in one of its pools, or is held or allocated",
  });

export const FreePrefixQuery = z.object({
  length: queryNumber(1, 128, "Prefix length of the subnets; without it the fewest ones that make up all that is free"),
  limit: queryNumber(
    1,
    MAX_FREE_PREFIXES,
    `Most subnets, 1–${MAX_FREE_PREFIXES}; with a length ${FREE_PREFIXES} unless given, without one all of them`,
  ),
});

export type FreePrefix = FreePrefixRecord;
/** Which free prefixes are shown. */
export type FreePrefixQuery = z.output<typeof FreePrefixQuery>;
