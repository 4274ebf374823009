import { setTimeout as sleep } from "node:timers/promises";
import type { Plugin } from "@cadastre/inventory-core";
import { checkLedger } from "./check-ledger.ts";
import { Client, prepareDatabase } from "./client.ts";
import type { Hosts, RunningHost } from "./host.ts";
import { HttpHosts } from "./http-hosts.ts";
import { Ledger } from "./ledger.ts";
import { LibraryHosts } from "./library-hosts.ts";
import { readStored } from "./read-stored.ts";
import { SeededRandom } from "./seeded-random.ts";
import { PostgresqlTrialDatabases, SqliteTrialDatabases, type TrialDatabase, type TrialDatabases } from "./trial-database.ts";
import { serverPlugins, verifyDatabase } from "./verify-database.ts";

export interface CrashTrialOptions {
  readonly storage: "sqlite" | "postgresql";
  /** The engine as a library in a child, or the real server; the library unless set. */
  readonly via?: "library" | "http";
  readonly kills: number;
  readonly seed: number;
  readonly report: (line: string) => void;
  /** Ends earlier after so many minutes. */
  readonly minutes?: number;
  readonly clients?: number;
  /** Kills after which a new database is begun, so that the checks stay fast; 50 unless set. */
  readonly killsPerDatabase?: number;
  /** Kills between two calls of `verify`, which is also called at the end of each database; 10 unless set. */
  readonly verifyEvery?: number;
  /** A PostgreSQL server that runs already. */
  readonly adminUrl?: string;
}

export interface CrashTrialResult {
  readonly kills: number;
  /** Kills of a host that was still opening the database; not among `kills`. */
  readonly killsWhileOpening: number;
  readonly databases: number;
  readonly acknowledged: number;
  readonly unacknowledged: number;
  /** Of the unacknowledged changes, those that had happened. */
  readonly happened: number;
  readonly checks: number;
  readonly verifications: number;
  readonly seconds: number;
  /** Empty is a pass. */
  readonly violations: readonly string[];
}

/** The trial has shown what it can show. */
const ENOUGH_VIOLATIONS = 20;
const SHARE_OF_INTERRUPTED_STARTS = 0.05;
const SHARE_OF_EARLY_KILLS = 0.15;
const FIRST_WRITE_MS = 5000;
/** How long a host works before it is killed; a PostgreSQL host gets less done in the same time. */
const WORK_MS = { sqlite: [20, 200], postgresql: [20, 400] } as const;

/** Kills hosts during mixed writes, again and again on a growing database, and checks what is left after each kill. */
export async function crashTrial(options: CrashTrialOptions): Promise<CrashTrialResult> {
  await using databases =
    options.storage === "sqlite" ? new SqliteTrialDatabases() : await PostgresqlTrialDatabases.start(options.adminUrl);
  const trial = new CrashTrial(options);
  await trial.run(databases);
  return trial.result();
}

class CrashTrial {
  readonly #options: CrashTrialOptions;
  readonly #random: SeededRandom;
  readonly #began = Date.now();
  readonly #violations: string[] = [];
  readonly #counts = {
    kills: 0,
    killsWhileOpening: 0,
    databases: 0,
    acknowledged: 0,
    unacknowledged: 0,
    happened: 0,
    checks: 0,
    verifications: 0,
  };
  #plugins: readonly Plugin[] = [];

  constructor(options: CrashTrialOptions) {
    this.#options = options;
    this.#random = new SeededRandom(options.seed);
  }

  result(): CrashTrialResult {
    return { ...this.#counts, seconds: (Date.now() - this.#began) / 1000, violations: this.#violations };
  }

  async run(databases: TrialDatabases): Promise<void> {
    const { storage, via = "library", seed } = this.#options;
    this.#options.report(`crash trial: ${storage} via ${via}, ${this.#options.kills} kills, seed ${seed}`);
    if (via === "http") this.#plugins = await serverPlugins();
    const hosts: Hosts =
      via === "http"
        ? new HttpHosts()
        : // Only loaded, not opened.
          new LibraryHosts(storage === "sqlite" ? { storage, path: ":memory:" } : { storage, url: "postgresql://127.0.0.1/warm" });
    try {
      while (this.#goesOn()) {
        await using database = await databases.create();
        this.#counts.databases += 1;
        await this.#wearOut(database, hosts);
        const { kills, acknowledged, unacknowledged, happened, verifications } = this.#counts;
        const seconds = Math.round((Date.now() - this.#began) / 1000);
        this.#options.report(
          `${kills} kills in ${seconds} s: ${acknowledged} acknowledged, ${unacknowledged} not (${happened} of them happened), ` +
            `${verifications} verified, ${this.#violations.length} violations`,
        );
      }
    } finally {
      await hosts.close();
    }
  }

  #goesOn(): boolean {
    const { kills, minutes = Number.POSITIVE_INFINITY } = this.#options;
    return this.#counts.kills < kills && this.#violations.length < ENOUGH_VIOLATIONS && Date.now() - this.#began < minutes * 60_000;
  }

  /** Kills hosts on one database until it is large enough. */
  async #wearOut(database: TrialDatabase, hosts: Hosts): Promise<void> {
    const ledger = new Ledger();
    const most = this.#options.killsPerDatabase ?? 50;
    let poolId: string | undefined;
    for (let round = 0; round < most && this.#goesOn(); round += 1) {
      const host = await this.#start(database, hosts);
      if (poolId === undefined) poolId = await prepareDatabase(host, ledger);
      else await this.#check(database, ledger, round % (this.#options.verifyEvery ?? 10) === 0);
      await this.#workAndKill(host, ledger, poolId);
      this.#violate(await database.settled());
    }
    const last = await this.#start(database, hosts);
    await this.#check(database, ledger, true);
    await last.kill();
    this.#violate(await database.settled());
    this.#counts.acknowledged += ledger.acknowledged;
  }

  async #start(database: TrialDatabase, hosts: Hosts): Promise<RunningHost> {
    while (this.#random.next() < SHARE_OF_INTERRUPTED_STARTS) {
      this.#counts.killsWhileOpening += 1;
      await hosts.interruptedStart(database.target, this.#random.between(0, 60));
      this.#violate(await database.settled());
    }
    return await hosts.start(database.target);
  }

  async #workAndKill(host: RunningHost, ledger: Ledger, poolId: string): Promise<void> {
    let stopped = false;
    const clients = Array.from(
      { length: this.#options.clients ?? 6 },
      (_, index) => new Client(index + 1, this.#random.fork(), ledger, poolId),
    );
    const begun = Promise.withResolvers<void>();
    const working = clients.map(
      async (client) =>
        await client.work(
          host,
          () => stopped,
          () => begun.resolve(),
        ),
    );
    // The first write of a host takes longer than the rest of its life, so most kills count from there; some hit it.
    if (this.#random.next() >= SHARE_OF_EARLY_KILLS) await Promise.race([begun.promise, sleep(FIRST_WRITE_MS, undefined, { ref: false })]);
    const [least, most] = WORK_MS[this.#options.storage];
    await sleep(this.#random.between(least, most));
    await host.kill();
    stopped = true;
    await Promise.all(working);
    this.#counts.kills += 1;
    this.#counts.unacknowledged += ledger.pending.size;
  }

  async #check(database: TrialDatabase, ledger: Ledger, verifies: boolean): Promise<void> {
    this.#counts.checks += 1;
    const { violations, happened } = checkLedger(ledger, await database.reading(readStored));
    this.#counts.happened += happened;
    this.#violate(violations);
    this.#violate(await database.integrity());
    if (!verifies) return;
    this.#violate(await verifyDatabase(database.target, this.#plugins));
    this.#counts.verifications += 1;
  }

  #violate(violations: readonly string[]): void {
    for (const violation of violations) {
      const line = `after kill ${this.#counts.kills}: ${violation}`;
      this.#violations.push(line);
      this.#options.report(`VIOLATION ${line}`);
    }
  }
}
