import { PostgresqlTrialDatabases, SqliteTrialDatabases, type TrialDatabase } from "../crash/trial-database.ts";
import { serverPlugins, verifyDatabase } from "../crash/verify-database.ts";
import { EnginePair, type Via } from "./engine-pair.ts";

/** What trials of clients on two processes take, which are killed in turn. */
export interface PairTrialOptions {
  readonly storage: "sqlite" | "postgresql";
  readonly via: Via;
  readonly clients: number;
  /** Calls that all clients make together, the ones that follow from them not counted. */
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

/** What every trial of a pair says. */
export interface PairTrialResult {
  readonly calls: number;
  /** Calls without an answer, which happened or not. */
  readonly unknown: number;
  readonly kills: number;
  readonly seconds: number;
  /** Empty is a pass. */
  readonly violations: readonly string[];
}

/**
 * Runs the work of a trial on a new database through two processes, and checks the database when they are gone.
 * @param name as the trial reports itself
 */
export async function pairTrial<Result extends PairTrialResult>(
  name: string,
  options: PairTrialOptions,
  work: (pair: EnginePair) => Promise<Result>,
): Promise<Result> {
  const { storage, via, seed, adminUrl, report } = options;
  await using databases = storage === "sqlite" ? new SqliteTrialDatabases() : await PostgresqlTrialDatabases.start(adminUrl);
  await using database = await databases.create();
  const result = await onPair(database, via, work);
  const found = await verifyDatabase(database.target, via === "http" ? await serverPlugins() : []);
  const whole = { ...result, violations: [...result.violations, ...(await database.integrity()), ...found] };
  report(`${name} ${storage} ${via} seed ${seed}: ${JSON.stringify(whole)}`);
  return whole;
}

async function onPair<Result>(database: TrialDatabase, via: Via, work: (pair: EnginePair) => Promise<Result>): Promise<Result> {
  await using pair = await EnginePair.start(database.target, via);
  return await work(pair);
}
