import { type Draft, draftOf } from "../../contract/errors/validation.ts";
import { type Network, NetworkCreate, NetworkUpdate } from "../../networks/network.ts";
import { networkDocuments } from "../../networks/network.entity.ts";
import { boundsOfSubnet, subnetBreach } from "../../networks/network-rules.ts";
import type { Candidate } from "./candidate.ts";
import { matchOf } from "./find-match.ts";
import { findBySubnet, findDocuments } from "./find-records.ts";
import { type Found, keyText } from "../../natural-keys/natural-key.ts";
import { claimKey, compareFields, finish, idFor, type PlanContext, collectProblems } from "./plan-context.ts";
import type { PlanStep } from "./import-plan.ts";
import { claimOwnFields, planOwnFields, withPlannedFields } from "./plan-own-fields.ts";
import { plannedHomes } from "./places/planned-homes.ts";
import { type PlannedSpace, plannedSpace } from "./places/planned-space.ts";

/** A network row with the record it is about, and what it would set. */
interface NetworkRow {
  readonly candidate: Candidate;
  readonly patch: Draft<NetworkUpdate>;
  readonly datacenter: string | null;
  /** Number of the space that it will be in. */
  readonly space: number;
  readonly before: Network | undefined;
}

/** Plans networks: they are known by their space and subnet. */
export async function planNetworks(context: PlanContext, candidates: readonly Candidate[]): Promise<PlanStep[]> {
  const { queries, register } = context;
  const rows = await findNetworks(context, candidates);
  const view = plannedSpace(queries, register);
  const steps: PlanStep[] = [];
  for (const row of rows) {
    await checkNetwork(context, view, row);
    steps.push(finishNetwork(context, row));
  }
  return steps;
}

/** What the inventory has of some rows, in as many statements for many as for one. */
async function findNetworks(context: PlanContext, candidates: readonly Candidate[]): Promise<NetworkRow[]> {
  const { queries, register } = context;
  const rows = candidates.map((candidate) => ({ candidate, patch: draftOf(NetworkUpdate, candidate.raw) }));
  const keyOf = (patch: Draft<NetworkUpdate>): string | undefined =>
    patch.fields.subnet === undefined ? undefined : boundsOfSubnet(patch.fields.subnet).cidr_key;
  const bySubnet = Map.groupBy(
    await findBySubnet(queries, [...new Set(rows.flatMap(({ patch }) => keyOf(patch) ?? []))]),
    // An earlier row may have put it into another space, with its datacenter.
    ({ id, name, space }) => keyText({ name, scope: "", space: register.networks.get(id)?.space ?? space }),
  );
  const ids = new Set([...candidates.flatMap(({ givenId }) => givenId ?? []), ...[...bySubnet.values()].flat().map(({ id }) => id)]);
  const records = await findDocuments(queries, networkDocuments, [...ids]);
  const homeOf = ({
    candidate,
    patch: { fields },
  }: Pick<NetworkRow, "candidate" | "patch">): Pick<Network, "datacenter_id" | "space_id"> => {
    const own = records.get(candidate.givenId ?? "");
    return {
      datacenter_id: fields.datacenter_id === undefined ? (own?.datacenter_id ?? null) : fields.datacenter_id,
      space_id: fields.space_id === undefined ? (own?.space_id ?? null) : fields.space_id,
    };
  };
  const places = rows.map(homeOf);
  const homes = await plannedHomes(context, {
    spaces: places.map(({ space_id: id }) => id),
    datacenters: places.map(({ datacenter_id: id }) => id),
  });
  return rows.map(({ candidate, patch }, index): NetworkRow => {
    const { datacenter_id: datacenter, space_id: spaceId } = places[index] as (typeof places)[number];
    const space = homes.numberOf(spaceId, datacenter);
    const key = keyOf(patch);
    const found = key === undefined ? undefined : together(bySubnet.get(keyText({ name: key, scope: "", space })) ?? [], datacenter ?? "");
    const id = matchOf(candidate, records.has(candidate.givenId ?? ""), {
      field: "subnet",
      several: `networks ${patch.fields.subnet}`,
      found,
    });
    return { candidate, patch, datacenter, space, before: withPlannedFields(context, records.get(id ?? "")) };
  });
}

/** Networks of one space and subnet: those of the datacenter, where it has one, else of whichever. */
function together(all: readonly Found[], datacenter: string): Found | undefined {
  const own = all.filter(({ scope }) => scope === datacenter);
  const [first, ...others] = own.length > 0 ? own : all;
  if (first === undefined || others.length === 0) return first;
  return { ...first, other: (others[0] as Found).id, count: [first, ...others].reduce((sum, { count }) => sum + count, 0) };
}

/** Asks the rules of networks, and finds what a row changes. */
async function checkNetwork(context: PlanContext, view: PlannedSpace, { candidate, patch, before }: NetworkRow): Promise<void> {
  if (before === undefined) {
    const draft = draftOf(NetworkCreate, candidate.raw);
    planOwnFields(context, draft, undefined);
    collectProblems(candidate, draft);
    candidate.id = idFor(context, candidate);
    claimOwnFields(context, candidate);
    return;
  }
  const { subnet } = patch.fields;
  if (subnet !== undefined && subnet !== before.subnet) {
    const breach = await subnetBreach(view, before.id, boundsOfSubnet(subnet), context.principal);
    if (breach !== undefined) patch.problems.add("subnet", breach);
  }
  planOwnFields(context, patch, before);
  collectProblems(candidate, patch);
  candidate.id = before.id;
  claimOwnFields(context, candidate);
  compareFields(candidate, before, patch.fields);
}

/** Fields that say where a network lies. */
const PLACE: ReadonlySet<string> = new Set(["subnet", "datacenter_id", "space_id"]);

/** Ends the planning of a row, and lets later rows see the network as it will be. */
function finishNetwork(context: PlanContext, { candidate, patch, datacenter, space, before }: NetworkRow): PlanStep {
  const { name = before?.name, subnet = before?.subnet } = patch.fields;
  const place = subnet === undefined ? undefined : boundsOfSubnet(subnet);
  claimKey(context, candidate, place === undefined ? undefined : keyText({ name: place.cidr_key, scope: "", space }), {
    what: "network",
    isKnown: before !== undefined,
    isShared: true,
  });
  const names = {
    ...(name === undefined ? {} : { network: name }),
    ...(place === undefined ? {} : { "network subnet": place.cidr_key }),
  };
  const step = finish(context, candidate, { scope: datacenter ?? "", space, names, known: before !== undefined });
  if (place !== undefined && candidate.id !== undefined && (step.action === "create" || step.action === "update"))
    context.register.planNetwork(
      { ...place, id: candidate.id, subnet: place.text, space, blocks_kept: 0 },
      step.action === "create" || candidate.changes.some(({ field }) => PLACE.has(field)),
    );
  return step;
}
