import { z } from "zod";
import { parseMac } from "../mac-address.ts";
import { showsAs } from "./record-fields.ts";

const EXAMPLES = ["02:00:00:00:00:07"];

/** A text as the canonical form of its hardware address; empty for none. Says what is wrong with it otherwise. */
function canonicalMac(value: string, context: z.RefinementCtx): string {
  if (value.trim() === "") return "";
  const parsed = parseMac(value);
  if (parsed.ok) return parsed.text;
  context.issues.push({ code: "custom", input: value, message: `is not a valid MAC address: ${parsed.problem}` });
  return z.NEVER;
}

/** A hardware address that may be left out, canonical after parsing: absent and `null` are `""` (docs/spec/addresses.md#mac-addresses). */
export const MacText = showsAs(
  z
    .string({ error: "must be a string or null" })
    .nullable()
    .transform((value, context) => canonicalMac(value ?? "", context))
    .meta({ description: "MAC address (EUI-48) or EUI-64, in any usual spelling; empty or null for none", examples: EXAMPLES }),
  () =>
    z.string().meta({ description: "MAC address (EUI-48) or EUI-64: octets in lower case joined by colons, or empty", examples: EXAMPLES }),
).default("");

/** A query parameter that names a hardware address in any spelling; absent and empty mean all. */
export const MacParameter = z
  .string({ error: "must be given once" })
  .transform(canonicalMac)
  .optional()
  .meta({ type: "string", description: "Only devices with an address of this MAC address, in any usual spelling", examples: EXAMPLES });
