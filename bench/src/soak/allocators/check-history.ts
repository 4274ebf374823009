import type { AllocationHistory } from "./allocation-history.ts";
import { type Holding, holdingsOf, recordsOf, requestsOf } from "./holdings.ts";
import { MaybeHeld } from "./maybe-held.ts";

/** The range of a pool, by what its addresses are. */
export interface PoolRange {
  readonly addresses: readonly string[];
}

/** What answers alone tell: no address to two at a time, nothing refused without a reason, the same for the same key. */
export function checkHistory(pool: PoolRange, history: AllocationHistory, listedTags: ReadonlySet<string>): string[] {
  const { holdings, lost } = holdingsOf(history);
  return [
    ...checkAnswers(pool, history),
    ...checkOwners(holdings),
    ...checkReleases(history, holdings),
    ...checkRefusals(pool, history, new MaybeHeld(history.clock, holdings, lost, listedTags)),
  ];
}

/** Each answer has as many addresses of the pool as were asked for, and repetitions have the same. */
function checkAnswers(pool: PoolRange, history: AllocationHistory): string[] {
  const violations: string[] = [];
  const inPool = new Set(pool.addresses);
  const owners = new Map<string, string>();
  for (const [tag, calls] of requestsOf(history)) {
    const answers = new Set<string>();
    for (const { outcome, subject } of calls) {
      if (outcome.is !== "ok") continue;
      const ips = outcome.given.map(({ ip }) => ip);
      if (new Set(ips).size !== subject.count)
        violations.push(`${tag} asked for ${subject.count} addresses and was given ${ips.join(", ")}`);
      for (const ip of ips) if (!inPool.has(ip)) violations.push(`${tag} was given ${ip}, which is not in the pool`);
      for (const { id } of outcome.given) {
        if ((owners.get(id) ?? tag) !== tag) violations.push(`${owners.get(id)} and ${tag} were given one allocation, ${id}`);
        owners.set(id, tag);
      }
      answers.add(
        outcome.given
          .map(({ id, ip }) => `${ip} (${id})`)
          .toSorted()
          .join(", "),
      );
    }
    if (answers.size > 1) violations.push(`the key ${tag} gave different addresses: ${[...answers].join(" / ")}`);
  }
  return violations;
}

const sureAt = (holding: Holding, { seq, at }: { readonly seq: number; readonly at: number }): boolean =>
  seq < holding.sureTo.seq && at < holding.sureTo.at;

/** No address is certainly held by two at a time. */
function checkOwners(holdings: readonly Holding[]): string[] {
  const violations: string[] = [];
  for (const [ip, all] of Map.groupBy(holdings, (holding) => holding.ip)) {
    const own = all.filter((holding) => sureAt(holding, holding.sureFrom)).toSorted((a, b) => a.sureFrom.seq - b.sureFrom.seq);
    const current: Holding[] = [];
    for (const next of own) {
      current.splice(0, Infinity, ...current.filter((holding) => sureAt(holding, next.sureFrom)));
      for (const other of current) violations.push(`${ip} was given to ${next.tag} while ${other.tag} had it`);
      current.push(next);
    }
  }
  return violations;
}

/** A client is refused only what expired before. */
function checkReleases(history: AllocationHistory, holdings: readonly Holding[]): string[] {
  const expiry = new Map(holdings.map(({ id, maybeTo }) => [id, maybeTo.at]));
  const violations = recordsOf(history, "release").flatMap(({ subject, outcome, end }) => {
    if (outcome.is !== "refused") return [];
    if (outcome.code === "NOT_FOUND" && (expiry.get(subject.allocation) ?? Infinity) <= end.at) return [];
    return [`the release of ${subject.allocation} was refused: ${outcome.code} ${outcome.message}`];
  });
  for (const { subject, outcome } of [...recordsOf(history, "confirm"), ...recordsOf(history, "remove")]) {
    if (outcome.is === "refused") violations.push(`${subject.kind} of ${subject.device} was refused: ${outcome.code} ${outcome.message}`);
  }
  return violations;
}

/** "Exhausted" needs a moment within the call at which too few addresses were free. */
function checkRefusals(pool: PoolRange, history: AllocationHistory, maybeHeld: MaybeHeld): string[] {
  const calls = recordsOf(history, "allocate");
  const callsOf = Map.groupBy(calls, ({ subject }) => subject.tag);
  return calls.flatMap(({ subject, outcome, begin, end }) => {
    if (outcome.is !== "refused") return [];
    // A call that is repeated late, as on a busy machine, finds that what it was given has expired.
    const since = Math.min(...(callsOf.get(subject.tag) ?? []).map((call) => call.begin.at));
    if (outcome.code === "CONFLICT" && subject.ttlSeconds !== null && since + subject.ttlSeconds * 1000 <= end.at) return [];
    if (outcome.code !== "IP_NOT_AVAILABLE") return [`${subject.tag} was refused: ${outcome.code} ${outcome.message}`];
    const most = maybeHeld.most(begin.seq, end.seq);
    if (pool.addresses.length - most < subject.count) return [];
    return [
      `${subject.tag} asked for ${subject.count} and was told that there are none, when at most ${most} of ${pool.addresses.length} ` +
        `could be held`,
    ];
  });
}
