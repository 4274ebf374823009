import { type Cidr, parseCidr } from "../address/cidr.ts";
import { parseAddress } from "../address/ip-address.ts";
import { foldText } from "../storage/search-text.ts";

/** Parts of a text that are looked up: names that hold slashes are few, and have few of them. */
const MAX_PARTS = 8;

/** What a text may be the name of. */
export interface NameTerms {
  /** The whole text, folded. */
  readonly text: string;
  /** The whole text and what follows each slash: one of them is the record's own name. */
  readonly parts: readonly string[];
  /** What stands before each slash: one of them may be what the record is in; empty for nothing that has a name. */
  readonly places: readonly string[];
  /** Subnets among the parts, by part. */
  readonly subnets: ReadonlyMap<string, Cidr>;
  /** Keys of addresses among the parts, by part. */
  readonly addresses: ReadonlyMap<string, string>;
}

export function nameTermsOf(given: string): NameTerms {
  const text = foldText(given.trim());
  const pieces = text.split("/");
  const parts = pieces.map((_, at) => pieces.slice(at).join("/")).filter((part) => part !== "");
  const kept = parts.length <= MAX_PARTS ? parts : [text, ...parts.slice(1 - MAX_PARTS)];
  const places = pieces.slice(1, MAX_PARTS).map((_, at) => pieces.slice(0, at + 1).join("/"));
  const cidrs = kept.flatMap((part) => {
    const parsed = parseCidr(part);
    return parsed.ok ? [[part, parsed.cidr] as const] : [];
  });
  const keys = kept.flatMap((part) => {
    const key = parseAddress(part)?.key;
    return key === undefined ? [] : [[part, key] as const];
  });
  return { text, parts: kept, places, subnets: new Map(cidrs), addresses: new Map(keys) };
}

/** A record as its names are compared. */
export interface Candidate {
  readonly name: string;
  /** What it is known by beside its name, folded: a subnet or address as it was written, a host name. */
  readonly others: readonly string[];
  /** Texts that may stand before its name, without the slash; empty for what is in nothing that has a name. */
  readonly within: readonly string[];
}

/**
 * How well a text means a record: 0 for its name, 1 for its name after what it is in, 2 and 3 for what else it is known by;
 * undefined for not at all.
 */
export function rankOf(text: string, { name, others, within }: Candidate): number | undefined {
  const after = (own: string): boolean => within.some((place) => text === `${foldText(place)}/${own}`);
  const own = foldText(name);
  if (text === own) return 0;
  if (after(own)) return 1;
  if (others.includes(text)) return 2;
  return others.some(after) ? 3 : undefined;
}
