import type { EnginePair } from "../allocators/engine-pair.ts";
import { type EngineProcess, mustCall } from "../allocators/operations.ts";
import { pairTrial, type PairTrialOptions, type PairTrialResult } from "../allocators/pair-trial.ts";
import { RequestBudget } from "../allocators/request-budget.ts";
import { SeededRandom } from "../crash/seeded-random.ts";
import { checkPlans, type LoggedChange, type PlansEnd } from "./check-plans.ts";
import { PlanClient } from "./plan-client.ts";
import { type AnsweredPlan, PlanRecorder } from "./plan-history.ts";

export interface PlansTrialResult extends PairTrialResult {
  /** Plans by what became of them. */
  readonly plans: Readonly<Record<string, number>>;
  /** Calls that were told that a plan is stale. */
  readonly stale: number;
}

/** So few that plans get in each other's way. */
const DEVICES = 12;

/** Clients plan and apply over the same records through two processes, which are killed in turn, and then the log has to explain it. */
export async function plansTrial(options: PairTrialOptions): Promise<PlansTrialResult> {
  return await pairTrial("plans", options, async (pair) => await runOn(pair, options));
}

async function runOn(
  pair: EnginePair,
  { clients, operations, seed, report, killEvery, minutes }: PairTrialOptions,
): Promise<PlansTrialResult> {
  const place = await makePlace(pair.engineOf(0));
  const recorder = new PlanRecorder();
  const random = new SeededRandom(seed);
  const budget = new RequestBudget(pair, { name: "plans", operations, minutes, killEvery, report });
  const scene = { pair, recorder, ...place, open: new Set<string>(), made: new Set<string>(), take: () => budget.take() };
  await Promise.all(Array.from({ length: clients }, async (_, index) => await new PlanClient(index, random.fork(), scene).work()));
  await budget.settled();
  const { seconds, kills } = budget;
  const end = await readEnd(pair.engineOf(0), place.poolId);
  const count = (is: (call: (typeof recorder.calls)[number]) => boolean): number => recorder.calls.filter(is).length;
  const byStatus = Map.groupBy(end.plans, ({ status }) => status);
  return {
    calls: recorder.calls.length,
    plans: Object.fromEntries([...byStatus].map(([status, plans]) => [status, plans.length])),
    stale: count(({ outcome }) => outcome.is === "refused" && outcome.code === "PLAN_STALE"),
    unknown: count(({ outcome }) => outcome.is === "unknown"),
    kills,
    seconds,
    violations: checkPlans(recorder.calls, end),
  };
}

async function makePlace(engine: EngineProcess): Promise<{ devices: string[]; networkId: string; poolId: string }> {
  const make = async (operation: "network.create" | "pool.create" | "device.create", params: string[], body: object): Promise<string> =>
    (await mustCall<{ id: string }>(engine, { operation, params, body: { ...body } })).id;
  const networkId = await make("network.create", [], { name: "all", subnet: "10.0.0.0/24" });
  const poolId = await make("pool.create", [networkId], { name: "pool", start_ip: "10.0.0.100", end_ip: "10.0.0.254" });
  const devices: string[] = [];
  for (let number = 1; number <= DEVICES; number += 1) devices.push(await make("device.create", [], { name: `device-${number}` }));
  return { devices, networkId, poolId };
}

async function readEnd(engine: EngineProcess, poolId: string): Promise<PlansEnd> {
  type Listed = Readonly<Record<string, unknown>>;
  const records = new Map<string, Listed>();
  const add = (type: string, listed: readonly Listed[], idOf = (record: Listed): string => String(record["id"])): void => {
    for (const record of listed) records.set(`${type}/${idOf(record)}`, record);
  };
  add("device", await mustCall(engine, { operation: "device.list", params: [] }));
  add("network", await mustCall(engine, { operation: "network.list", params: [] }));
  add("allocation", await mustCall(engine, { operation: "pool.allocations", params: [poolId] }));
  add("relationship", await mustCall(engine, { operation: "relationship.list", params: [] }), (one) =>
    [one["parent_id"], one["child_id"], one["type"]].join("/"),
  );
  const plans: AnsweredPlan[] = [];
  for (const { id } of await mustCall<readonly AnsweredPlan[]>(engine, { operation: "plan.list", params: [] }))
    plans.push(await mustCall(engine, { operation: "plan.get", params: [id] }));
  const log = await mustCall<readonly LoggedChange[]>(engine, { operation: "audit.list", params: [] });
  return { plans, log: log.toReversed(), records };
}
