import { parseCidr } from "../../../../packages/inventory-core/src/address/cidr.ts";
import type { GivenNetwork, NetworkCall } from "./network-history.ts";

/** A network as it is listed at the end. */
export interface ListedNetwork extends GivenNetwork {
  readonly description: string;
  readonly parent_id: string | null;
}

/** A network with all that is known of it. */
interface Life extends GivenNetwork {
  readonly tag: string;
  /** From here on it was certainly there … */
  readonly from: number;
  /** … until here. */
  readonly to: number;
  readonly deleted: "no" | "yes" | "perhaps";
}

interface Bounds {
  readonly first: string;
  readonly last: string;
}

function boundsOf(subnet: string): Bounds {
  const parsed = parseCidr(subnet);
  if (!parsed.ok) throw new Error(`${subnet} is no subnet`);
  return parsed.cidr;
}

/** What is wrong with what clients were told, and with what is there at the end; empty when nothing is. */
export function checkNetworks(calls: readonly NetworkCall[], parentId: string, end: readonly ListedNetwork[]): string[] {
  const lives = livesOf(calls);
  return [...checkRequests(calls), ...checkDeletions(calls), ...checkOverlaps(lives), ...checkEnd(calls, parentId, lives, end)];
}

function livesOf(calls: readonly NetworkCall[]): readonly Life[] {
  const deletions = new Map(calls.flatMap((call) => (call.subject.kind === "delete" ? [[call.subject.network, call] as const] : [])));
  const lives = new Map<string, Life>();
  for (const { subject, outcome, end } of calls) {
    if (subject.kind !== "allocate" || outcome.is !== "ok") continue;
    for (const network of outcome.given) {
      const deletion = deletions.get(network.id);
      const deleted = deletion === undefined ? "no" : deletion.outcome.is === "unknown" ? "perhaps" : "yes";
      const known = lives.get(network.id);
      lives.set(network.id, {
        ...network,
        tag: subject.tag,
        from: Math.min(end, known?.from ?? Infinity),
        to: deletion?.begin ?? Infinity,
        deleted,
      });
    }
  }
  return [...lives.values()];
}

/** Each request is given what it asks for, the same each time, or refused for want of room. */
function checkRequests(calls: readonly NetworkCall[]): string[] {
  const violations: string[] = [];
  const answers = new Map<string, string>();
  for (const { subject, outcome } of calls) {
    if (subject.kind !== "allocate" || outcome.is === "unknown") continue;
    const { tag, count, length } = subject;
    if (outcome.is === "refused") {
      if (outcome.code !== "PREFIX_NOT_AVAILABLE") violations.push(`${tag} was refused: ${outcome.code} ${outcome.message}`);
      continue;
    }
    if (outcome.given.length !== count || outcome.given.some(({ subnet }) => !subnet.endsWith(`/${length}`)))
      violations.push(`${tag} asked for ${count} of /${length} and was given ${outcome.given.map(({ subnet }) => subnet).join(", ")}`);
    const answer = outcome.given.map(({ id, subnet }) => `${subnet} (${id})`).join(", ");
    if ((answers.get(tag) ?? answer) !== answer) violations.push(`the key ${tag} gave different networks: ${answers.get(tag)} / ${answer}`);
    answers.set(tag, answer);
  }
  return violations;
}

function checkDeletions(calls: readonly NetworkCall[]): string[] {
  return calls.flatMap(({ subject, outcome }) =>
    subject.kind === "delete" && outcome.is === "refused" ? [`${subject.network} was not deleted: ${outcome.code} ${outcome.message}`] : [],
  );
}

/** No two networks overlap that were certainly there at one point. */
function checkOverlaps(lives: readonly Life[]): string[] {
  const violations: string[] = [];
  const byAddress = lives.map((life) => ({ ...life, ...boundsOf(life.subnet) })).toSorted((a, b) => (a.first < b.first ? -1 : 1));
  let near: typeof byAddress = [];
  for (const life of byAddress) {
    near = near.filter(({ last }) => last >= life.first);
    for (const other of near)
      if (Math.max(life.from, other.from) < Math.min(life.to, other.to))
        violations.push(`${life.subnet} was given to ${life.tag} while ${other.tag} had ${other.subnet}`);
    near.push(life);
  }
  return violations;
}

/** What is there is what was told, no more and no less, and of requests without an answer all or nothing. */
function checkEnd(calls: readonly NetworkCall[], parentId: string, lives: readonly Life[], end: readonly ListedNetwork[]): string[] {
  const violations: string[] = [];
  const there = new Map(end.map((network) => [network.id, network]));
  for (const { id, subnet, tag, deleted } of lives) {
    const listed = there.get(id);
    if (listed === undefined && deleted === "no") violations.push(`${subnet}, given to ${tag}, is gone`);
    if (listed !== undefined && deleted === "yes") violations.push(`${subnet}, which ${tag} deleted, is still there`);
    if (listed !== undefined && (listed.subnet !== subnet || listed.parent_id !== parentId))
      violations.push(`${subnet}, given to ${tag}, is ${listed.subnet} of ${listed.parent_id}`);
  }
  const told = new Set(lives.map(({ id }) => id));
  const wanted = new Map(calls.flatMap(({ subject }) => (subject.kind === "allocate" ? [[subject.tag, subject] as const] : [])));
  const open = new Set(
    calls.flatMap(({ subject, outcome }) => (subject.kind === "allocate" && outcome.is === "unknown" ? [subject.tag] : [])),
  );
  const untold = Map.groupBy(
    end.filter(({ id }) => !told.has(id)),
    ({ description }) => description,
  );
  for (const [tag, networks] of untold) {
    const count = wanted.get(tag)?.count;
    if (!open.has(tag)) violations.push(`leaked: ${networks.map(({ subnet }) => subnet).join(", ")} of ${tag}`);
    else if (networks.length !== count) violations.push(`${tag}, without an answer, happened by half: ${networks.length} of ${count}`);
  }
  const sorted = end.map(({ subnet }) => ({ subnet, ...boundsOf(subnet) })).toSorted((a, b) => (a.first < b.first ? -1 : 1));
  for (const [index, { subnet, first }] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before !== undefined && before.last >= first) violations.push(`${before.subnet} and ${subnet} overlap at the end`);
  }
  return violations;
}
