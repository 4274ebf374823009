import { EnginePair, type Via } from "../allocators/engine-pair.ts";
import { mustCall } from "../allocators/operations.ts";
import { SeededRandom } from "../crash/seeded-random.ts";
import { PostgresqlTrialDatabases, SqliteTrialDatabases } from "../crash/trial-database.ts";
import { checkOperations } from "./check-operations.ts";
import { HistoryClient, type SharedNetwork } from "./history-client.ts";
import { emptyNetwork } from "./network-model.ts";
import { OperationRecorder } from "./operation-history.ts";

export interface HistoryTrialOptions {
  readonly storage: "sqlite" | "postgresql";
  /** The library in two children unless set. */
  readonly via?: Via;
  readonly clients: number;
  readonly operations: number;
  readonly seed: number;
  /** Kills one of the processes in the middle. */
  readonly kill?: boolean;
  readonly report?: (line: string) => void;
  /** A PostgreSQL server that runs already. */
  readonly adminUrl?: string;
  /** Ends earlier after so many minutes. */
  readonly minutes?: number;
}

export interface HistoryTrialResult {
  readonly operations: number;
  /** Operations without an answer. */
  readonly unknown: number;
  readonly networks: number;
  /** Networks for which there is an order that explains every answer. */
  readonly explained: number;
  /** Operations that the search tried. */
  readonly steps: number;
  readonly seconds: number;
  readonly checkSeconds: number;
  /** Empty is a pass. */
  readonly violations: readonly string[];
}

const NETWORKS = 4;
const POOL_SIZE = 10;

/** Clients get in each other's way through two processes, and the answers they get must have an order that explains them. */
export async function historyTrial(options: HistoryTrialOptions): Promise<HistoryTrialResult> {
  const { storage, via = "library", clients, operations, seed, kill = false, minutes = Infinity, report = () => {} } = options;
  await using databases = storage === "sqlite" ? new SqliteTrialDatabases() : await PostgresqlTrialDatabases.start(options.adminUrl);
  await using database = await databases.create();
  await using pair = await EnginePair.start(database.target, via);
  const networks = await makeNetworks(pair);
  const recorder = new OperationRecorder();
  const random = new SeededRandom(seed);
  const began = Date.now();
  let taken = 0;
  let killing: Promise<void> | undefined;
  const take = (): boolean => {
    if (taken >= operations || Date.now() - began > minutes * 60_000) return false;
    taken += 1;
    if (kill && taken * 2 >= operations) killing ??= pair.kill(1).then(async () => await pair.restart(1));
    return true;
  };
  const scene = { pair, recorder, networks, take };
  await Promise.all(Array.from({ length: clients }, async (_, index) => await new HistoryClient(index, random.fork(), scene).work()));
  await killing;
  const seconds = (Date.now() - began) / 1000;
  const initial = new Map(networks.map(({ name, addresses, datacenters }) => [name, emptyNetwork(addresses, datacenters[0] as string)]));
  const checking = Date.now();
  const { explained, steps, violations } = checkOperations(initial, recorder.operations);
  const unknown = recorder.operations.filter(({ output }) => output === undefined).length;
  const checkSeconds = (Date.now() - checking) / 1000;
  const result = {
    operations: recorder.operations.length,
    unknown,
    networks: networks.length,
    explained,
    steps,
    seconds,
    checkSeconds,
    violations,
  };
  report(`history ${storage} ${via} seed ${seed}: ${JSON.stringify(result)}`);
  return result;
}

async function makeNetworks(pair: EnginePair): Promise<SharedNetwork[]> {
  const engine = pair.engineOf(0);
  const datacenters: string[] = [];
  for (const name of ["north", "south", "east"]) {
    datacenters.push((await mustCall<{ id: string }>(engine, { operation: "datacenter.create", params: [], body: { name } })).id);
  }
  const networks: SharedNetwork[] = [];
  for (let index = 0; index < NETWORKS; index += 1) {
    const name = `network-${index}`;
    const addresses = Array.from({ length: POOL_SIZE }, (_, offset) => `10.${index}.0.${offset + 20}`);
    const body = { name, subnet: `10.${index}.0.0/24`, datacenter_id: datacenters[0] };
    const networkId = (await mustCall<{ id: string }>(engine, { operation: "network.create", params: [], body })).id;
    const range = { name: "pool", start_ip: addresses[0], end_ip: addresses.at(-1) };
    const poolId = (await mustCall<{ id: string }>(engine, { operation: "pool.create", params: [networkId], body: range })).id;
    networks.push({ name, networkId, poolId, addresses, datacenters, allocationIds: [], deviceIds: [] });
  }
  return networks;
}
