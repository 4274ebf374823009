import { networksById, type PoolRange } from "../../address-space/locate.ts";
import { parseAddress } from "../../address/ip-address.ts";
import { draftOf } from "../../contract/errors/validation.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import { type Pool, PoolCreate, PoolPatch } from "../../pools/pool.ts";
import { checkRange, overlapOf } from "../../pools/pool-range.ts";
import { poolDocuments } from "../../pools/pool.entity.ts";
import type { Candidate } from "./candidate.ts";
import { findDocuments, severalOf } from "./find-records.ts";
import { claimKey, compareFields, finish, idFor, type PlanContext, takeProblems } from "./plan-context.ts";
import type { PlanStep } from "./import-plan.ts";

type NamedRange = PoolRange & { readonly name: string };

/** All pools of some networks. */
async function poolsOf(queries: Queries, networkIds: readonly string[]): Promise<readonly NamedRange[]> {
  if (networkIds.length === 0) return [];
  return await queries.all<NamedRange>(
    "select id, network_id, name, start_ip, end_ip, start_key, end_key from pool where network_id = any(?)",
    [networkIds],
  );
}

/** Plans pools: they are known by network and name. */
export async function planPools(context: PlanContext, candidates: readonly Candidate[]): Promise<PlanStep[]> {
  const { queries, register } = context;
  const given = await findDocuments(
    queries,
    poolDocuments,
    candidates.flatMap(({ givenId }) => givenId ?? []),
  );
  const networkOf = (candidate: Candidate): string | undefined =>
    candidate.links["network_id"] ?? given.get(candidate.givenId ?? "")?.network_id;
  const networkIds = [...new Set(candidates.flatMap((candidate) => networkOf(candidate) ?? []))];
  const ranges = new Map((await poolsOf(queries, networkIds)).map((pool) => [pool.id, pool]));
  const known = await networksById(queries, networkIds);
  const byName = Map.groupBy(ranges.values(), ({ network_id: id, name }) => `${id} ${name}`);
  const patches = candidates.map((candidate) => draftOf(PoolPatch, candidate.raw));
  const named = candidates.map((candidate, index) => byName.get(`${networkOf(candidate)} ${patches[index]?.fields.name}`) ?? []);
  const records = new Map([...given, ...(await findDocuments(queries, poolDocuments, [...new Set(named.flat().map(({ id }) => id))]))]);
  const inNetwork = (id: string): NamedRange[] => {
    const all = new Map([...ranges].filter(([, pool]) => pool.network_id === id));
    for (const planned of register.poolsOf.get(id) ?? []) all.set(planned, register.pools.get(planned) as NamedRange);
    return [...all.values()];
  };
  const around = new Map(networkIds.map((id) => [id, inNetwork(id)]));
  return candidates.map((candidate, index): PlanStep => {
    const patch = patches[index] as (typeof patches)[number];
    const networkId = networkOf(candidate);
    const own = given.get(candidate.givenId ?? "");
    const same = named[index] as readonly NamedRange[];
    const [first, second] = same;
    if (own === undefined && first !== undefined && second !== undefined)
      candidate.conflict(`could be ${severalOf(`pools ${first.name}`, { count: same.length, id: first.id, other: second.id })}`, "name");
    if (own !== undefined && first !== undefined && !same.some(({ id }) => id === own.id))
      candidate.conflict(`is the name of another pool of the network, ${first.id}`, "name");
    if (own !== undefined && candidate.links["network_id"] !== undefined && own.network_id !== networkId)
      candidate.problems.add("network_id", "is another network: a pool stays in its network");
    const before = own ?? (first === undefined ? undefined : records.get(first.id));
    const draft = before === undefined ? draftOf(PoolCreate, candidate.raw) : patch;
    const fields = before === undefined ? draft.fields : { start_ip: before.start_ip, end_ip: before.end_ip, ...draft.fields };
    const network = networkId === undefined ? undefined : (register.networks.get(networkId) ?? known.get(networkId));
    if (network !== undefined) checkRange(fields, network, draft.problems);
    takeProblems(candidate, draft);
    candidate.id = before?.id ?? idFor(context, candidate);
    if (before !== undefined) compareFields(candidate, { ...before }, patch.fields);
    const range = rangeOf(candidate.id, networkId, { ...(before === undefined ? {} : { name: before.name }), ...fields });
    const others = around.get(networkId ?? "") ?? [];
    const overlapped =
      range === undefined
        ? undefined
        : others.find((other) => other.id !== range.id && other.start_key <= range.end_key && other.end_key >= range.start_key);
    if (overlapped !== undefined) candidate.conflict(overlapOf(context.principal, overlapped), "start_ip");
    claimKey(context, candidate, range === undefined ? undefined : `${range.network_id} ${range.name}`, "pool");
    const step = finish(context, candidate, {
      scope: networkId ?? "",
      names: range === undefined ? {} : { pool: range.name },
      known: before !== undefined,
    });
    if (range !== undefined && (step.action === "create" || step.action === "update")) {
      register.planPool(range);
      around.set(range.network_id, [...others.filter(({ id }) => id !== range.id), range]);
    }
    return step;
  });
}

function rangeOf(
  id: string,
  networkId: string | undefined,
  { name, start_ip: startIp, end_ip: endIp }: Partial<Pool>,
): NamedRange | undefined {
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
