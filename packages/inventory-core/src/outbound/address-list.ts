import { parseNeedle } from "../address/cidr.ts";
import { parseAddress } from "../address/ip-address.ts";
import { normalizeRuns, type Run } from "../address/runs.ts";
import { text } from "../contract/operations/fields.ts";

/** Outcome of {@link parseExclusions}. */
export type ExclusionParse = { readonly ok: true; readonly runs: readonly Run[] } | { readonly ok: false; readonly problem: string };

const ADVICE = "write addresses, CIDRs or ranges such as 10.0.0.1-10.0.0.9, separated by commas";

/** One part of the list, as a run; a text is what is wrong with it. */
function partOf(part: string): Run | string {
  const dash = part.indexOf("-");
  if (dash === -1) {
    const needle = parseNeedle(part);
    return needle === null ? `${part} is not an address, CIDR or range: ${ADVICE}` : { lo: needle.lo, hi: needle.hi };
  }
  const first = parseAddress(part.slice(0, dash).trim());
  const last = parseAddress(part.slice(dash + 1).trim());
  if (first === null || last === null) return `${part} is not a range: ${ADVICE}`;
  if (first.family !== last.family) return `${part} goes from one address family to the other`;
  if (first.key > last.key) return `${part} ends before it begins`;
  return { lo: first.key, hi: last.key };
}

/**
 * Parses ranges `<first>-<last>`, single addresses and CIDRs, separated by commas (docs/spec/discovery.md#excluded-addresses).
 * @example parseExclusions("10.0.0.1-10.0.0.9, 10.0.0.128/25") has two runs
 */
export function parseExclusions(text: string): ExclusionParse {
  const runs: Run[] = [];
  for (const part of text.split(",").map((each) => each.trim())) {
    if (part === "") continue;
    const run = partOf(part);
    if (typeof run === "string") return { ok: false, problem: run };
    runs.push(run);
  }
  return { ok: true, runs: normalizeRuns(runs) };
}

/** Addresses, CIDRs and ranges, separated by commas, of an option. */
export const AddressList = text(4096)
  .default("")
  .superRefine((value, context) => {
    const parsed = parseExclusions(value);
    if (!parsed.ok) context.addIssue({ code: "custom", message: parsed.problem });
  });

/** Returns the addresses of a text that was checked before. */
export function addressesIn(checked: string): readonly Run[] {
  const parsed = parseExclusions(checked);
  if (!parsed.ok) throw new TypeError(`${checked} names no addresses, and was checked when it was written: ${parsed.problem}`);
  return parsed.runs;
}
