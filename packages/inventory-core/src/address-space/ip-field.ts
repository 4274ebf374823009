import { z } from "zod";
import { showsAs } from "../contract/operations/record-fields.ts";
import { parseAddress } from "../address/ip-address.ts";

const META = { description: "IPv4 or IPv6 address", examples: ["10.0.0.5", "2001:db8::5"] };

/** IP address text, canonical after parsing; zone ids, short and padded forms are refused (docs/spec/addresses.md#strict-parsing). */
export const IpText = showsAs(
  z
    .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
    .transform((value, context) => {
      const parsed = parseAddress(value);
      if (parsed !== null) return parsed.text;
      context.issues.push({ code: "custom", input: value, message: "is not a valid IP address" });
      return z.NEVER;
    })
    .meta({ type: "string", ...META }),
  () => z.string().meta(META),
);
