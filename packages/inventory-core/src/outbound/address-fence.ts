import { familyOf } from "../address/address-key.ts";
import { parseAddress } from "../address/ip-address.ts";
import { normalizeRuns, type Run, subtractRuns } from "../address/runs.ts";
import { EMBEDDING_PREFIXES, SPECIAL_RANGES, type SpecialKind, type SpecialRange } from "../address/special-ranges.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import { addressesIn } from "./address-list.ts";
import { ownAddresses } from "./address-rule.ts";

/** Special ranges that no scan sends to, unless `DISCOVERY_ALLOW` opens them (docs/spec/discovery.md#ranges-that-are-not-scanned). */
const FENCED: ReadonlySet<SpecialKind> = new Set(["metadata", "loopback", "unspecified", "link-local", "multicast", "broadcast"]);

const OWN = "an address of the scanning host itself";

/** Addresses that receive no packet of a scan, however it is asked for. */
export interface ScanFence {
  /** Normalised; what is opened is not among them. */
  readonly runs: readonly Run[];
  /**
   * Refuses to scan some addresses that all lie behind the fence.
   * @param subject what was to be scanned, such as a subnet
   * @param runs its addresses, normalised; none at all are not refused
   * @throws FORBIDDEN naming the range
   */
  check(subject: string, runs: readonly Run[]): void;
}

/** Digits of an address of 6to4 behind the IPv4 address inside (RFC 3056 §2). */
const BEHIND_6TO4 = 20;

/** A special range as IPv6 addresses carry it: a NAT64 or 6to4 gateway sends those to the IPv4 addresses inside. */
const embedded = <Range extends Pick<SpecialRange, "lo" | "hi">>({
  lo,
  hi,
  ...range
}: Range): readonly (Omit<Range, "lo" | "hi"> & Pick<SpecialRange, "lo" | "hi">)[] =>
  familyOf(lo) === 6
    ? []
    : [
        ...EMBEDDING_PREFIXES.map((prefix) => ({ ...range, lo: `6${prefix}${lo.slice(1)}`, hi: `6${prefix}${hi.slice(1)}` })),
        { ...range, lo: `62002${lo.slice(1)}${"0".repeat(BEHIND_6TO4)}`, hi: `62002${hi.slice(1)}${"f".repeat(BEHIND_6TO4)}` },
      ];

const PLAIN_RANGES = SPECIAL_RANGES.filter(({ kind }) => FENCED.has(kind));
/** In the order in which they give the reason. */
const FENCED_RANGES: readonly SpecialRange[] = [...PLAIN_RANGES, ...PLAIN_RANGES.flatMap(embedded)];

/**
 * What this machine may not scan: loopback, link-local, cloud metadata, multicast, broadcast and unspecified addresses, and its own.
 * @param allow what is opened all the same: addresses, CIDRs and ranges separated by commas, checked before
 * @param own addresses of this machine
 */
export function scanFence(allow: string, own: readonly string[] = ownAddresses()): ScanFence {
  const opened = addressesIn(allow);
  const ownRuns = own.flatMap((text) => {
    // The system names the interface of a link-local address behind it.
    const parsed = parseAddress(text.replace(/%.*$/, ""));
    if (parsed === null) return [];
    const range = { lo: parsed.key, hi: parsed.key, cidr: parsed.text, reason: OWN };
    return [range, ...embedded(range)];
  });
  const fenced = [...FENCED_RANGES, ...ownRuns];
  const runs = subtractRuns(normalizeRuns(fenced), opened);
  return {
    runs,
    check(subject, asked) {
      const [first] = asked;
      if (first === undefined || subtractRuns(asked, runs).length > 0) return;
      const named = fenced.find(({ lo, hi }) => asked.some((run) => lo <= run.hi && run.lo <= hi));
      if (named === undefined) return;
      const { cidr, reason } = named;
      const why = reason === OWN ? `${cidr} is ${OWN}` : `it lies in ${cidr}, where each is ${reason}`;
      throw coreErrors.FORBIDDEN({
        range: cidr,
        reason: `${subject} may not be scanned: ${why}; DISCOVERY_ALLOW (discovery.allow) opens addresses for scans`,
      });
    },
  };
}
