import { EnginePair, type Via } from "../allocators/engine-pair.ts";
import { type EngineProcess, mustCall } from "../allocators/operations.ts";
import { RequestBudget } from "../allocators/request-budget.ts";
import { SeededRandom } from "../crash/seeded-random.ts";
import { PostgresqlTrialDatabases, SqliteTrialDatabases, type TrialDatabase } from "../crash/trial-database.ts";
import { serverPlugins, verifyDatabase } from "../crash/verify-database.ts";
import { checkPlans, type LoggedChange, type PlansEnd } from "./check-plans.ts";
import { PlanClient } from "./plan-client.ts";
import { type AnsweredPlan, PlanRecorder } from "./plan-history.ts";

export interface PlansTrialOptions {
  readonly storage: "sqlite" | "postgresql";
  readonly via: Via;
  readonly clients: number;
  /** Plans that are made or applied, and changes beside them. */
  readonly operations: number;
  readonly seed: number;
  /** Calls after each of which one of the two processes is killed, in turn; 10,000, or half of them, unless set. */
  readonly killEvery?: number;
  readonly report: (line: string) => void;
  /** A PostgreSQL server that runs already. */
  readonly adminUrl?: string;
  /** Ends earlier after so many minutes. */
  readonly minutes?: number;
}

export interface PlansTrialResult {
  readonly calls: number;
  /** Plans by what became of them. */
  readonly plans: Readonly<Record<string, number>>;
  /** Calls that were told that a plan is stale. */
  readonly stale: number;
  /** Calls of which nobody was told whether they happened. */
  readonly unknown: number;
  readonly kills: number;
  readonly seconds: number;
  /** Empty is a pass. */
  readonly violations: readonly string[];
}

/** So few that plans get in each other's way. */
const DEVICES = 12;

/** Clients plan and apply over the same records through two processes, which are killed in turn, and then the log has to explain it. */
export async function plansTrial(options: PlansTrialOptions): Promise<PlansTrialResult> {
  await using databases =
    options.storage === "sqlite" ? new SqliteTrialDatabases() : await PostgresqlTrialDatabases.start(options.adminUrl);
  await using database = await databases.create();
  const { result, violations } = await runOn(database, options);
  // The processes are gone by now.
  const found = await verifyDatabase(database.target, options.via === "http" ? await serverPlugins() : []);
  const whole = { ...result, violations: [...violations, ...(await database.integrity()), ...found] };
  options.report(`plans ${options.storage} ${options.via} seed ${options.seed}: ${JSON.stringify(whole)}`);
  return whole;
}

async function runOn(
  database: TrialDatabase,
  { via, clients, operations, seed, report, killEvery, minutes }: PlansTrialOptions,
): Promise<{ result: Omit<PlansTrialResult, "violations">; violations: string[] }> {
  await using pair = await EnginePair.start(database.target, via);
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
    result: {
      calls: recorder.calls.length,
      plans: Object.fromEntries([...byStatus].map(([status, plans]) => [status, plans.length])),
      stale: count(({ outcome }) => outcome.is === "refused" && outcome.code === "PLAN_STALE"),
      unknown: count(({ outcome }) => outcome.is === "unknown"),
      kills,
      seconds,
    },
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
