import { z } from "zod";
import type { AddressKey } from "../../address/address-key.ts";
import { intersectRuns } from "../../address/runs.ts";
import { text } from "../../contract/operations/fields.ts";
import { showsAs } from "../../contract/operations/record-fields.ts";
import type { Problems } from "../../contract/errors/validation.ts";
import { parseExclusions } from "../../outbound/address-list.ts";

const EXCLUDE_IPS = {
  description: "Addresses that receive no packet: ranges first-last, single addresses and CIDRs, separated by commas",
  examples: ["10.0.0.1-10.0.0.9"],
};

/** Addresses that receive no packet, as text (docs/spec/discovery.md#excluded-addresses). */
export const ExcludeIps = showsAs(
  text(4096)
    .nullable()
    .default("")
    .transform((value, context) => {
      const parsed = parseExclusions(value ?? "");
      if (parsed.ok) return value ?? "";
      context.issues.push({ code: "custom", input: value, message: parsed.problem });
      return z.NEVER;
    })
    .meta(EXCLUDE_IPS),
  () => z.string().meta(EXCLUDE_IPS),
);

/** Subnet of a network, with the keys of its first and last address. */
export interface NetworkBounds {
  readonly subnet: string;
  readonly first_key: AddressKey;
  readonly last_key: AddressKey;
}

/** Adds a problem for a part of `exclude_ips` outside the network. */
export function checkExclusions(
  problems: Pick<Problems, "add">,
  text: string,
  { subnet, first_key: lo, last_key: hi }: NetworkBounds,
): void {
  const parsed = parseExclusions(text);
  if (parsed.ok && parsed.runs.some((run) => intersectRuns([run], [{ lo, hi }]).length === 0))
    problems.add("exclude_ips", `holds addresses outside the network ${subnet}`);
}
