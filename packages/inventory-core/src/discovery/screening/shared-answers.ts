import type { HostAnswers } from "./host-answers.ts";

/** Share of the addresses that count as nearly all of them. The rest allows for lost packets. */
export const NEARLY_ALL = 0.9;
/** Addresses that one machine answers for at least where it does not answer for most of the network. */
const FEW = 4;
/** Addresses with one MAC address, or with the same open ports, that are too many for one host. */
export const MANY = 16;

/** Answers that one machine gives for several addresses of a network. */
export interface SharedAnswers {
  /** Number of addresses of each machine that answers ARP for others, by its MAC address. */
  readonly proxies: ReadonlyMap<string, number>;
  /** Number of addresses that answer alike and without ARP, or behind a proxy. */
  readonly alike: number;
  /** Whether the answers of an address may all come from a machine that answers for others. */
  isShared(answers: HostAnswers): boolean;
}

/** What the addresses of one group have in common when one machine answers for them. */
interface CommonAnswers {
  readonly traits: ReadonlySet<string>;
  /** Whether most of them refuse connections. */
  readonly isRefusing: boolean;
  readonly count: number;
}

/**
 * Finds the answers that one machine gives for several addresses (docs/decisions/0425-one-machine-that-answers-for-others.md).
 * @param answers those of the addresses of a network that answered
 * @param silent number of its other addresses
 */
export function findSharedAnswers(answers: readonly HostAnswers[], silent: number): SharedAnswers {
  const answering = answers.filter(({ isSilent }) => !isSilent);
  const quiet = silent + answers.length - answering.length;
  const proxies = proxiesIn(answering, quiet);
  const groupOf = ({ macAddress = "" }: HostAnswers): string => (proxies.has(macAddress) ? macAddress : "");
  // Addresses with a MAC address of their own are machines of their own.
  const groups = Map.groupBy(
    answering.filter((each) => each.macAddress === undefined || proxies.has(each.macAddress)),
    groupOf,
  );
  const common = new Map([...groups].map(([mac, group]) => [mac, commonAnswersOf(group, mac === "" ? quiet : 0)]));
  return {
    proxies,
    alike: [...common.values()].reduce((sum, each) => sum + (each?.count ?? 0), 0),
    isShared: (each) => {
      if (each.macAddress !== undefined && !proxies.has(each.macAddress)) return false;
      if (!each.hasAnswered) return each.macAddress !== undefined;
      const shared = common.get(groupOf(each));
      return shared !== undefined && isAlike(each, shared);
    },
  };
}

/** MAC addresses that answer for so many addresses that it is one machine that answers for others. */
function proxiesIn(answering: readonly HostAnswers[], silent: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { macAddress } of answering) if (macAddress !== undefined) counts.set(macAddress, (counts.get(macAddress) ?? 0) + 1);
  const isProxy = (count: number): boolean =>
    count >= MANY || (count >= NEARLY_ALL * (count + silent) && isLarge(count, answering.length + silent, FEW));
  return new Map([...counts].filter(([, count]) => isProxy(count)));
}

/**
 * The answers that nearly all addresses of a group have in common; addresses with another open port, service or name are machines of their
 * own and do not count.
 */
function commonAnswersOf(group: readonly HostAnswers[], silent: number): CommonAnswers | undefined {
  const total = group.length + silent;
  let rest = group.filter(({ hasAnswered }) => hasAnswered);
  const quiet = total - rest.length;
  const counts = new Map<string, number>();
  for (const { traits } of rest) for (const trait of traits) counts.set(trait, (counts.get(trait) ?? 0) + 1);
  for (;;) {
    const rarest = leastOf(counts);
    if (rarest === undefined || rarest.count >= NEARLY_ALL * rest.length) break;
    const kept: HostAnswers[] = [];
    for (const each of rest) {
      if (!each.traits.has(rarest.trait)) kept.push(each);
      else for (const trait of each.traits) decrease(counts, trait);
    }
    rest = kept;
  }
  const count = rest.length;
  if (count < NEARLY_ALL * (count + quiet) || !isLarge(count, total, counts.size > 0 ? MANY : FEW)) return undefined;
  return { traits: new Set(counts.keys()), isRefusing: rest.filter(({ isRefusing }) => isRefusing).length * 2 > count, count };
}

/** Whether addresses are several, and most of a network or at least so many. */
const isLarge = (count: number, total: number, least: number): boolean => count > 1 && (count * 2 > total || count >= least);

function isAlike({ traits, isRefusing }: HostAnswers, common: CommonAnswers): boolean {
  // A closed port is a proof where the others accept connections.
  if (common.traits.size > 0 && traits.size === 0 && isRefusing && !common.isRefusing) return false;
  return [...traits].every((trait) => common.traits.has(trait));
}

function leastOf(counts: ReadonlyMap<string, number>): { readonly trait: string; readonly count: number } | undefined {
  let least: { readonly trait: string; readonly count: number } | undefined;
  for (const [trait, count] of counts)
    if (least === undefined || count < least.count || (count === least.count && trait < least.trait)) least = { trait, count };
  return least;
}

function decrease(counts: Map<string, number>, trait: string): void {
  const left = (counts.get(trait) ?? 0) - 1;
  if (left > 0) counts.set(trait, left);
  else counts.delete(trait);
}
