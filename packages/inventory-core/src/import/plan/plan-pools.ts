import { type NetworkRange, networksById } from "../../address-space/locate.ts";
import type { NamedPool, Places } from "../../address-space/space-view.ts";
import { parseAddress } from "../../address/ip-address.ts";
import { type Draft, draftOf } from "../../contract/errors/validation.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import { type Pool, PoolCreate, PoolPatch } from "../../pools/pool.ts";
import { poolDocuments } from "../../pools/pool.entity.ts";
import { checkRange, outsideBreach, overlapBreach } from "../../pools/pool-rules.ts";
import type { Candidate } from "./candidate.ts";
import { matchOf } from "./find-match.ts";
import { findDocuments } from "./find-records.ts";
import { claimKey, compareFields, finish, idFor, type PlanContext, collectProblems } from "./plan-context.ts";
import type { PlanStep } from "./import-plan.ts";
import { keyText } from "../../natural-keys/natural-key.ts";
import { claimOwnFields, planOwnFields, withPlannedFields } from "./plan-own-fields.ts";
import { firstPool, plannedSpace } from "./places/planned-space.ts";

/** A pool row with the record it is about, and what it would set. */
interface PoolRow {
  readonly candidate: Candidate;
  readonly draft: Draft<Partial<PoolCreate>>;
  readonly networkId: string | undefined;
  readonly before: Pool | undefined;
}

/** The pools of the networks of a batch, as they will be before each row. */
type PoolsOf = Map<string, readonly NamedPool[]>;

/** Plans pools: they are known by network and name. */
export async function planPools(context: PlanContext, candidates: readonly Candidate[]): Promise<PlanStep[]> {
  const { rows, around, networks } = await findPools(context, candidates);
  const steps: PlanStep[] = [];
  for (const row of rows) {
    const range = await checkPool(context, row, around, networks);
    steps.push(finishPool(context, row, range, around));
  }
  return steps;
}

/** All pools of some networks. */
async function poolsOf(queries: Queries, networkIds: readonly string[]): Promise<readonly NamedPool[]> {
  if (networkIds.length === 0) return [];
  return await queries.all<NamedPool>(
    "select id, network_id, name, start_ip, end_ip, start_key, end_key from pool where network_id = any(?)",
    [networkIds],
  );
}

interface FoundPools {
  readonly rows: readonly PoolRow[];
  readonly around: PoolsOf;
  readonly networks: Places<NetworkRange>;
}

/** What the inventory has of some rows, in as many statements for many as for one. */
async function findPools(context: PlanContext, candidates: readonly Candidate[]): Promise<FoundPools> {
  const { queries, register } = context;
  const given = await findDocuments(
    queries,
    poolDocuments,
    candidates.flatMap(({ givenId }) => givenId ?? []),
  );
  const networkOf = (candidate: Candidate): string | undefined =>
    candidate.links["network_id"] ?? given.get(candidate.givenId ?? "")?.network_id;
  const networkIds = [...new Set(candidates.flatMap((candidate) => networkOf(candidate) ?? []))];
  const stored = await poolsOf(queries, networkIds);
  const known = await networksById(queries, networkIds);
  const byName = Map.groupBy(stored, ({ network_id: scope, name }) => keyText({ name, scope }));
  const drafted = candidates.map((candidate) => {
    const patch = draftOf(PoolPatch, candidate.raw);
    const { name = "" } = patch.fields;
    return { candidate, patch, same: byName.get(keyText({ name, scope: networkOf(candidate) ?? "" })) ?? [] };
  });
  const named = new Set(drafted.flatMap(({ same }) => same.map(({ id }) => id)));
  const records = new Map([...given, ...(await findDocuments(queries, poolDocuments, [...named]))]);
  const rows = drafted.map(({ candidate, patch, same }): PoolRow => {
    const own = given.get(candidate.givenId ?? "");
    const networkId = networkOf(candidate);
    const [first, second = first] = same;
    const id = matchOf(candidate, own !== undefined, {
      field: "name",
      several: `pools ${first?.name}`,
      found: first === undefined || second === undefined ? undefined : { id: first.id, other: second.id, count: same.length },
    });
    const before = withPlannedFields(context, records.get(id ?? ""));
    if (own !== undefined && candidate.links["network_id"] !== undefined && own.network_id !== networkId)
      candidate.problems.add("network_id", "is another network: a pool stays in its network");
    return { candidate, networkId, before, draft: before === undefined ? draftOf(PoolCreate, candidate.raw) : patch };
  });
  const around: PoolsOf = new Map(
    networkIds.map((id) => {
      const all = new Map(stored.filter((pool) => pool.network_id === id).map((pool) => [pool.id, pool]));
      for (const planned of register.poolsOf.get(id) ?? []) all.set(planned, register.pools.get(planned) as NamedPool);
      return [id, [...all.values()]];
    }),
  );
  return { rows, around, networks: { get: (id) => register.networks.get(id) ?? known.get(id) } };
}

/** Asks the rules of pools, in the order of the service, and finds what a row changes. @returns where the pool will be, if that is known */
async function checkPool(
  context: PlanContext,
  { candidate, draft, networkId, before }: PoolRow,
  around: PoolsOf,
  networks: Places<NetworkRange>,
): Promise<NamedPool | undefined> {
  const { queries, register, principal } = context;
  const fields =
    before === undefined ? draft.fields : { name: before.name, start_ip: before.start_ip, end_ip: before.end_ip, ...draft.fields };
  const network = networks.get(networkId ?? "");
  if (network !== undefined) checkRange(fields, network, draft.problems);
  planOwnFields(context, draft, before);
  collectProblems(candidate, draft);
  candidate.id = before?.id ?? idFor(context, candidate);
  claimOwnFields(context, candidate);
  if (before !== undefined) compareFields(candidate, { ...before }, draft.fields);
  const range = rangeOf(candidate.id, networkId, fields);
  if (range === undefined) return undefined;
  const view = {
    ...plannedSpace(queries, register),
    poolWithin: async (id: string, within: { readonly first: string; readonly last: string }, except: string) =>
      firstPool(around.get(id) ?? [], within, except),
  };
  const overlap = await overlapBreach(view, range, principal);
  if (overlap !== undefined) candidate.conflict(overlap, "start_ip");
  if (before !== undefined && (before.start_ip !== range.start_ip || before.end_ip !== range.end_ip)) {
    const outside = await outsideBreach(view, range);
    if (outside !== undefined) candidate.conflict(outside.reason, "start_ip");
  }
  return range;
}

/** Ends the planning of a row, and lets later rows see the pool as it will be. */
function finishPool(
  context: PlanContext,
  { candidate, networkId, before }: PoolRow,
  range: NamedPool | undefined,
  around: PoolsOf,
): PlanStep {
  claimKey(context, candidate, range === undefined ? undefined : keyText({ name: range.name, scope: range.network_id }), {
    what: "pool",
    isKnown: before !== undefined,
    isShared: true,
  });
  const step = finish(context, candidate, {
    scope: networkId ?? "",
    names: range === undefined ? {} : { pool: range.name },
    known: before !== undefined,
  });
  if (range !== undefined && (step.action === "create" || step.action === "update")) {
    context.register.planPool(range);
    around.set(range.network_id, [...(around.get(range.network_id) ?? []).filter(({ id }) => id !== range.id), range]);
  }
  return step;
}

function rangeOf(
  id: string,
  networkId: string | undefined,
  { name, start_ip: startIp, end_ip: endIp }: Partial<Pool>,
): NamedPool | undefined {
  if (networkId === undefined || name === undefined || startIp === undefined || endIp === undefined) return undefined;
  return {
    id,
    network_id: networkId,
    name,
    start_ip: startIp,
    end_ip: endIp,
    start_key: parseAddress(startIp)?.key as string,
    end_key: parseAddress(endIp)?.key as string,
  };
}
