import type { EnginePair } from "../allocators/engine-pair.ts";
import { mustCall } from "../allocators/operations.ts";
import { pairTrial, type PairTrialOptions, type PairTrialResult } from "../allocators/pair-trial.ts";
import { RequestBudget } from "../allocators/request-budget.ts";
import { SeededRandom } from "../crash/seeded-random.ts";
import { checkNetworks, type ListedNetwork } from "./check-networks.ts";
import { NetworkClient } from "./network-client.ts";
import { NetworkRecorder } from "./network-history.ts";

export interface NetworksTrialResult extends PairTrialResult {
  /** Requests that were given networks, repetitions included. */
  readonly allocations: number;
  readonly networks: number;
  /** Requests that were told that there is no room. */
  readonly exhausted: number;
}

/** Room for less than the clients may hold, so that they exhaust it at times. */
const PARENT = { few: "10.0.0.0/19", many: "10.0.0.0/17" } as const;
const MANY_CLIENTS = 32;

/** Clients take networks inside one through two processes, which are killed in turn, and then everything is counted. */
export async function networksTrial(options: PairTrialOptions): Promise<NetworksTrialResult> {
  return await pairTrial("networks", options, async (pair) => await runOn(pair, options));
}

async function runOn(
  pair: EnginePair,
  { clients, operations, seed, report, killEvery, minutes }: PairTrialOptions,
): Promise<NetworksTrialResult> {
  const subnet = clients > MANY_CLIENTS ? PARENT.many : PARENT.few;
  const parent = await mustCall<{ id: string }>(pair.engineOf(0), {
    operation: "network.create",
    params: [],
    body: { name: "parent", subnet },
  });
  const recorder = new NetworkRecorder();
  const random = new SeededRandom(seed);
  const budget = new RequestBudget(pair, { name: "networks", operations, minutes, killEvery, report });
  const scene = { pair, recorder, parentId: parent.id, take: () => budget.take() };
  await Promise.all(Array.from({ length: clients }, async (_, index) => await new NetworkClient(index, random.fork(), scene).work()));
  await budget.settled();
  const { seconds, kills } = budget;
  const all = await mustCall<ListedNetwork[]>(pair.engineOf(0), { operation: "network.list", params: [] });
  const end = all.filter(({ id }) => id !== parent.id);
  const violations = [...checkNetworks(recorder.calls, parent.id, end), ...(await checkDrained(pair, parent.id, subnet, end))];
  const given = recorder.calls.flatMap(({ outcome, subject }) =>
    outcome.is === "ok" && subject.kind === "allocate" ? [outcome.given] : [],
  );
  const count = (is: (call: (typeof recorder.calls)[number]) => boolean): number => recorder.calls.filter(is).length;
  return {
    calls: recorder.calls.length,
    allocations: given.length,
    networks: new Set(given.flat().map(({ id }) => id)).size,
    exhausted: count(({ outcome }) => outcome.is === "refused" && outcome.code === "PREFIX_NOT_AVAILABLE"),
    unknown: count(({ outcome }) => outcome.is === "unknown"),
    kills,
    seconds,
    violations,
  };
}

/** When all is deleted, all is free again: the two halves of the network can be had. */
async function checkDrained(pair: EnginePair, parentId: string, subnet: string, end: readonly ListedNetwork[]): Promise<string[]> {
  const engine = pair.engineOf(0);
  for (const { id } of end) await mustCall(engine, { operation: "network.delete", params: [id] });
  const length = Number(subnet.split("/")[1]) + 1;
  const body = { name: "half", length, count: 2 };
  const answer = await engine.call({ operation: "network.allocate", params: [parentId], body });
  return answer.status === "ok" ? [] : [`the halves of the network are not free when all was deleted: ${JSON.stringify(answer)}`];
}
