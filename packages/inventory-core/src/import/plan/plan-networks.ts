import { COMMON_SPACE, spacesOfDatacenters } from "../../address-space/locate.ts";
import { type Draft, draftOf } from "../../contract/errors/validation.ts";
import { type Network, NetworkCreate, NetworkUpdate } from "../../networks/network.ts";
import { networkDocuments } from "../../networks/network.entity.ts";
import { boundsOfSubnet, subnetBreach } from "../../networks/network-rules.ts";
import type { Candidate } from "./candidate.ts";
import { matchOf } from "./find-match.ts";
import { type Found, findBySubnet, findDocuments } from "./find-records.ts";
import { claimKey, compareFields, finish, idFor, type PlanContext, collectProblems } from "./plan-context.ts";
import type { PlanStep } from "./import-plan.ts";
import { type PlannedSpace, plannedSpace } from "./planned-space.ts";

/** A network row with the record it is about, and what it would set. */
interface NetworkRow {
  readonly candidate: Candidate;
  readonly patch: Draft<NetworkUpdate>;
  readonly datacenter: string | null;
  readonly before: Network | undefined;
}

/** Plans networks: they are known by datacenter and subnet. */
export async function planNetworks(context: PlanContext, candidates: readonly Candidate[]): Promise<PlanStep[]> {
  const { queries, register } = context;
  const rows = await findNetworks(context, candidates);
  const spaces = await spacesOfDatacenters(
    queries,
    rows.map(({ datacenter }) => datacenter),
  );
  const spaceOf = (datacenter: string | null): number => spaces.get(datacenter) ?? register.plannedSpace(datacenter) ?? COMMON_SPACE;
  const view = plannedSpace(queries, register);
  const steps: PlanStep[] = [];
  for (const row of rows) {
    await checkNetwork(context, view, row);
    steps.push(finishNetwork(context, row, spaceOf));
  }
  return steps;
}

/** What the inventory has of some rows, in as many statements for many as for one. */
async function findNetworks({ queries }: PlanContext, candidates: readonly Candidate[]): Promise<NetworkRow[]> {
  const rows = candidates.map((candidate) => ({ candidate, patch: draftOf(NetworkUpdate, candidate.raw) }));
  const keyOf = (patch: Draft<NetworkUpdate>): string | undefined =>
    patch.fields.subnet === undefined ? undefined : boundsOfSubnet(patch.fields.subnet).cidr_key;
  const bySubnet = Map.groupBy(
    await findBySubnet(queries, [...new Set(rows.flatMap(({ patch }) => keyOf(patch) ?? []))]),
    ({ name, scope }) => `${scope} ${name}`,
  );
  const ids = new Set([...candidates.flatMap(({ givenId }) => givenId ?? []), ...[...bySubnet.values()].flat().map(({ id }) => id)]);
  const records = await findDocuments(queries, networkDocuments, [...ids]);
  return rows.map(({ candidate, patch }): NetworkRow => {
    const own = records.get(candidate.givenId ?? "");
    const datacenter = patch.fields.datacenter_id === undefined ? (own?.datacenter_id ?? null) : patch.fields.datacenter_id;
    const key = keyOf(patch);
    const [found] = key === undefined ? [] : (bySubnet.get(`${datacenter ?? ""} ${key}`) ?? []);
    return { candidate, patch, datacenter, before: records.get(ownerOf(candidate, patch, own, found) ?? "") };
  });
}

function ownerOf(
  candidate: Candidate,
  { fields }: Draft<NetworkUpdate>,
  own: Network | undefined,
  found: Found | undefined,
): string | undefined {
  return matchOf(candidate, own?.id, {
    field: "subnet",
    several: `networks ${fields.subnet}`,
    ofAnother: "is the subnet of another network",
    found,
    areOthers: (id) => found?.count === 1 && found.id !== id,
  });
}

/** Asks the rules of networks, and finds what a row changes. */
async function checkNetwork(context: PlanContext, view: PlannedSpace, { candidate, patch, before }: NetworkRow): Promise<void> {
  if (before === undefined) {
    collectProblems(candidate, draftOf(NetworkCreate, candidate.raw));
    candidate.id = idFor(context, candidate);
    return;
  }
  const { subnet } = patch.fields;
  if (subnet !== undefined && subnet !== before.subnet) {
    const breach = await subnetBreach(view, before.id, boundsOfSubnet(subnet), context.principal);
    if (breach !== undefined) patch.problems.add("subnet", breach);
  }
  collectProblems(candidate, patch);
  candidate.id = before.id;
  compareFields(candidate, before, patch.fields);
}

/** Ends the planning of a row, and lets later rows see the network as it will be. */
function finishNetwork(
  context: PlanContext,
  { candidate, patch, datacenter, before }: NetworkRow,
  spaceOf: (datacenter: string | null) => number,
): PlanStep {
  const { name = before?.name, subnet = before?.subnet } = patch.fields;
  const place = subnet === undefined ? undefined : boundsOfSubnet(subnet);
  claimKey(context, candidate, place === undefined ? undefined : `${datacenter ?? ""} ${place.cidr_key}`, "network");
  const names = {
    ...(name === undefined ? {} : { network: name }),
    ...(place === undefined ? {} : { "network subnet": place.cidr_key }),
  };
  const step = finish(context, candidate, { scope: datacenter ?? "", names, known: before !== undefined });
  if (place !== undefined && candidate.id !== undefined && (step.action === "create" || step.action === "update"))
    context.register.planNetwork({ ...place, id: candidate.id, subnet: place.text, space: spaceOf(datacenter) });
  return step;
}
