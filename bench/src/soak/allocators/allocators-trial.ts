import { SeededRandom } from "../crash/seeded-random.ts";
import { PostgresqlTrialDatabases, SqliteTrialDatabases, type TrialDatabase } from "../crash/trial-database.ts";
import { AllocatingClient } from "./allocating-client.ts";
import { AllocationRecorder } from "./allocation-history.ts";
import { checkDrained, checkEnd } from "./check-end.ts";
import { checkHistory, type PoolRange } from "./check-history.ts";
import { awaitSweep, drain, readEnd } from "./end-state.ts";
import { EnginePair, type Via } from "./engine-pair.ts";
import { recordsOf } from "./holdings.ts";
import { mustCall } from "./operations.ts";
import { RequestBudget } from "./request-budget.ts";

export interface AllocatorsTrialOptions {
  readonly storage: "sqlite" | "postgresql";
  readonly via: Via;
  readonly clients: number;
  /** Requests for addresses. */
  readonly operations: number;
  readonly seed: number;
  /** Whether processes are killed, in turn: one in the middle, and in a long run one after each `killEvery` requests. */
  readonly kill: boolean;
  /** 10,000 unless set. */
  readonly killEvery?: number;
  readonly report: (line: string) => void;
  /** A PostgreSQL server that runs already. */
  readonly adminUrl?: string;
  /** Ends earlier after so many minutes. */
  readonly minutes?: number;
}

export interface AllocatorsTrialResult {
  readonly calls: number;
  /** Requests that were given addresses, repetitions included. */
  readonly allocations: number;
  /** Addresses that were handed out, each time anew. */
  readonly addresses: number;
  /** Requests that were told that there are not as many free addresses. */
  readonly exhausted: number;
  /** Calls of which nobody was told whether they happened. */
  readonly unknown: number;
  /** Of these, the ones that were told that the database is out of reach. */
  readonly unavailable: number;
  readonly kills: number;
  readonly seconds: number;
  /** Empty is a pass. */
  readonly violations: readonly string[];
}

/** So small that the clients exhaust it at times. */
const ADDRESSES_PER_CLIENT = 4;

/** Clients take addresses from one pool through two processes, one of which is killed, and then everything is counted. */
export async function allocatorsTrial(options: AllocatorsTrialOptions): Promise<AllocatorsTrialResult> {
  await using databases =
    options.storage === "sqlite" ? new SqliteTrialDatabases() : await PostgresqlTrialDatabases.start(options.adminUrl);
  await using database = await databases.create();
  await using pair = await EnginePair.start(database.target, options.via);
  return await new AllocatorsTrial(options, database, pair).run();
}

class AllocatorsTrial {
  readonly #options: AllocatorsTrialOptions;
  readonly #database: TrialDatabase;
  readonly #pair: EnginePair;
  readonly #recorder = new AllocationRecorder();
  readonly #pool: PoolRange;
  readonly #budget: RequestBudget;

  constructor(options: AllocatorsTrialOptions, database: TrialDatabase, pair: EnginePair) {
    this.#options = options;
    this.#database = database;
    this.#pair = pair;
    this.#budget = new RequestBudget(pair, { name: "allocators", ...options });
    const size = options.clients * ADDRESSES_PER_CLIENT;
    this.#pool = { addresses: Array.from({ length: size }, (_, index) => `10.7.${(index + 100) >> 8}.${(index + 100) & 255}`) };
  }

  async run(): Promise<AllocatorsTrialResult> {
    const { clients, seed, report } = this.#options;
    const poolId = await this.#makePool();
    const random = new SeededRandom(seed);
    const scene = { pair: this.#pair, recorder: this.#recorder, poolId, take: () => this.#budget.take() };
    await Promise.all(Array.from({ length: clients }, async (_, index) => await new AllocatingClient(index, random.fork(), scene).work()));
    await this.#budget.settled();
    const { kills, seconds } = this.#budget;
    const violations = await this.#check(poolId);
    const result = { ...this.#counts(), kills, seconds, violations };
    report(`allocators ${this.#options.storage} ${this.#options.via} seed ${seed}: ${JSON.stringify(result)}`);
    return result;
  }

  async #makePool(): Promise<string> {
    const engine = this.#pair.engineOf(0);
    const network = await mustCall<{ id: string }>(engine, {
      operation: "network.create",
      params: [],
      body: { name: "all", subnet: "10.7.0.0/16" },
    });
    const { addresses } = this.#pool;
    const range = { name: "pool", start_ip: addresses[0], end_ip: addresses.at(-1) };
    return (await mustCall<{ id: string }>(engine, { operation: "pool.create", params: [network.id], body: range })).id;
  }

  async #check(poolId: string): Promise<string[]> {
    const place = { engine: this.#pair.engineOf(0), database: this.#database, poolId };
    const unswept = await awaitSweep(place);
    const end = await readEnd(place);
    const drained = await drain(place, end);
    return [
      ...unswept,
      ...checkHistory(this.#pool, this.#recorder, new Set(end.allocations.map(({ note }) => note))),
      ...checkEnd(this.#recorder, end),
      ...checkDrained(this.#pool, drained),
    ];
  }

  #counts(): Pick<AllocatorsTrialResult, "calls" | "allocations" | "addresses" | "exhausted" | "unknown" | "unavailable"> {
    const given = recordsOf(this.#recorder, "allocate").flatMap(({ outcome }) => (outcome.is === "ok" ? [outcome.given] : []));
    const { records } = this.#recorder;
    return {
      calls: records.length,
      allocations: given.length,
      addresses: new Set(given.flat().map(({ id }) => id)).size,
      exhausted: records.filter(({ outcome }) => outcome.is === "refused" && outcome.code === "IP_NOT_AVAILABLE").length,
      unknown: records.filter(({ outcome }) => outcome.is === "unknown").length,
      unavailable: records.filter(({ outcome }) => outcome.is === "unknown" && outcome.unavailable).length,
    };
  }
}
