import { allocatorsTrial } from "./allocators/allocators-trial.ts";
import { auditTrial } from "./audit/audit-trial.ts";
import { crashTrial } from "./crash/crash-trial.ts";
import { syncTrial } from "./crash/sync/sync-trial.ts";
import { tornTrial } from "./crash/torn/torn-trial.ts";
import { importTrial } from "./imports/import-trial.ts";
import { nmapTrial } from "./imports/nmap-trial.ts";
import { networksTrial } from "./networks/networks-trial.ts";
import { plansTrial } from "./plans/plans-trial.ts";
import { slicesTrial } from "./slices/slices-trial.ts";
import { historyTrial } from "./history/history-trial.ts";
import { hostileTrial } from "./hostile/hostile-trial.ts";
import { largePlansTrial } from "./plans/large-plans-trial.ts";
import { neighboursTrial } from "./neighbours/neighbours-trial.ts";
import { addressesTrial, rebindingTrial } from "./webhooks/destination-trials.ts";
import { webhooksTrial } from "./webhooks/webhooks-trial.ts";
import { oauthTrial } from "./oauth/oauth-trial.ts";

export interface TrialOptions {
  readonly seed: number;
  /** 1 is the long form. */
  readonly scale: number;
  /** Ends each trial earlier, where it can. */
  readonly minutes: number | undefined;
  readonly report: (line: string) => void;
}

/** One trial in its long form. */
export interface Trial {
  readonly name: string;
  readonly about: string;
  readonly run: (options: TrialOptions) => Promise<{ readonly violations: readonly string[] }>;
}

const STORAGES = ["sqlite", "postgresql"] as const;
const WAYS = ["library", "http"] as const;

/** Kills of a host during mixed writes: a host by itself starts in a moment, the whole server takes longer. */
const KILLS = { library: { sqlite: 1000, postgresql: 300 }, http: { sqlite: 60, postgresql: 60 } } as const;

const CLIENTS = { sqlite: 16, postgresql: 64 } as const;

/** Longest turn of a server's event loop during an import. */
const MAX_BUSY_MS = 50;

/** p99 of a user beside attackers, over that of the same user alone. */
const MAX_SLOWDOWN = 4;

const scaled = (count: number, { scale }: TrialOptions): number => Math.max(1, Math.round(count * scale));

/** For trials whose only chance is that of time. */
const timed = ({ minutes, report }: TrialOptions) => ({ report, ...(minutes === undefined ? {} : { minutes }) });

const common = (options: TrialOptions) => ({ seed: options.seed, ...timed(options) });

export const TRIALS: readonly Trial[] = [
  ...WAYS.flatMap((via) =>
    STORAGES.map((storage): Trial => ({
      name: `crash-${storage}-${via}`,
      about:
        `${KILLS[via][storage]} kills of a host during mixed writes: nothing acknowledged is lost, one event and one audit row a ` +
        `change`,
      run: async (options) => await crashTrial({ storage, via, kills: scaled(KILLS[via][storage], options), ...common(options) }),
    })),
  ),
  {
    name: "torn",
    about: "500 copies of a SQLite database cut or damaged at random offsets: each opens clean, or says what is wrong",
    run: async (options) => await tornTrial({ copies: scaled(500, options), ...common(options) }),
  },
  {
    name: "sync",
    about: "every acknowledgement of SQLite comes after a sync of its log, by strace",
    run: async (options) => await syncTrial({ writes: scaled(300, options), seed: options.seed, report: options.report }),
  },
  ...WAYS.flatMap((via) =>
    STORAGES.map((storage): Trial => ({
      name: `allocators-${storage}-${via}`,
      about:
        `50,000 requests for addresses by ${CLIENTS[storage]} clients of two processes, which are killed meanwhile: each address ` +
        `handed out once, none leaked`,
      run: async (options) =>
        await allocatorsTrial({
          storage,
          via,
          clients: CLIENTS[storage],
          operations: scaled(50_000, options),
          kill: true,
          ...common(options),
        }),
    })),
  ),
  ...WAYS.flatMap((via) =>
    STORAGES.map((storage): Trial => ({
      name: `networks-${storage}-${via}`,
      about:
        `50,000 requests for networks inside one by ${CLIENTS[storage]} clients of two processes, which are killed meanwhile: no two ` +
        `overlap, none leaked, keys give the same again`,
      run: async (options) =>
        await networksTrial({ storage, via, clients: CLIENTS[storage], operations: scaled(50_000, options), ...common(options) }),
    })),
  ),
  ...WAYS.flatMap((via) =>
    STORAGES.map((storage): Trial => ({
      name: `plans-${storage}-${via}`,
      about:
        "10,000 plans made or applied by 16 clients of two processes, one of which is killed every 300 calls: the log explains every " +
        "record, and each plan did once what it had shown, or nothing",
      run: async (options) =>
        await plansTrial({ storage, via, clients: 16, operations: scaled(10_000, options), killEvery: 300, ...common(options) }),
    })),
  ),
  ...STORAGES.map((storage): Trial => ({
    name: `large-plans-${storage}`,
    about:
      "a plan of 10,000 devices, its refresh and its undo take at most 5 s each; an operator who makes plans for ten minutes, twice, " +
      "adds at most 100 MB once",
    run: async (options) =>
      await largePlansTrial({
        storage,
        devices: 10_000,
        roundMs: scaled(600_000, options),
        maxStepMs: 5000,
        maxGrowthMb: 100,
        report: options.report,
      }),
  })),
  ...STORAGES.map((storage): Trial => ({
    name: `effects-${storage}`,
    about:
      "100,000 random plans in worlds of a hundred: records, audit rows, events and conflicts are what each showed; says the --seed to " +
      "go on with",
    run: async (options) => await slicesTrial({ of: "effects", storage, cases: scaled(100_000, options), ...common(options) }),
  })),
  ...STORAGES.map((storage): Trial => ({
    name: `tenures-${storage}`,
    about:
      "1,000,000 random writes in worlds of 600: who held an address when is what a naive log of them says; says the --seed to go on with",
    run: async (options) => await slicesTrial({ of: "tenures", storage, cases: scaled(1_000_000, options), ...common(options) }),
  })),
  ...STORAGES.map((storage): Trial => ({
    name: `history-${storage}`,
    about: "20,000 operations by 16 clients of two processes: what they were told has an order that explains it",
    run: async (options) =>
      await historyTrial({ storage, clients: 16, operations: scaled(20_000, options), kill: true, ...common(options) }),
  })),
  ...STORAGES.map((storage): Trial => ({
    name: `audit-${storage}`,
    about: "10,000 random alterations, deletions, insertions, swaps and truncations of the sealed audit log: each is found",
    run: async (options) => await auditTrial({ storage, tamperings: scaled(10_000, options), ...common(options) }),
  })),
  ...STORAGES.map((storage): Trial => ({
    name: `webhooks-${storage}`,
    about:
      `100,000 events to a receiver that fails, workers killed every 300 ` +
      `ms${storage === "postgresql" ? ", PostgreSQL restarted" : ""}: none lost, in order, under 1 % repeated`,
    run: async (options) =>
      await webhooksTrial({
        storage,
        events: scaled(100_000, options),
        rate: 150,
        maxRepeatedPercent: 1,
        seed: options.seed,
        report: options.report,
      }),
  })),
  ...STORAGES.map((storage): Trial => ({
    name: `import-${storage}`,
    about:
      "100,000 devices with 10,000 faulty rows by the command, row by row, and once more: each fault told in one go, the others " +
      "applied, nothing changed the second time, in bounded memory and turns of the event loop under 50 ms",
    run: async (options) => await importTrial({ storage, maxBusyMs: MAX_BUSY_MS, rows: scaled(100_000, options), report: options.report }),
  })),
  {
    name: "import-nmap",
    about:
      "a report of nmap with 65,534 hosts by the command, twice: nothing changed the second time, in bounded memory and turns of the " +
      "event loop under 50 ms",
    run: async (options) =>
      await nmapTrial({ storage: "sqlite", maxBusyMs: MAX_BUSY_MS, hosts: scaled(65_534, options), report: options.report }),
  },
  ...STORAGES.map((storage): Trial => ({
    name: `neighbours-${storage}`,
    about:
      "a user at work beside attackers of nineteen kinds, each within its limits, with 25,000 devices: no request of the user fails, " +
      "p99 at most 4× of that alone, memory flat",
    run: async (options) =>
      await neighboursTrial({
        storage,
        devices: scaled(25_000, options),
        phaseMs: scaled(10_000, options),
        maxSlowdown: MAX_SLOWDOWN,
        report: options.report,
      }),
  })),
  ...STORAGES.map((storage): Trial => ({
    name: `hostile-${storage}`,
    about:
      "1,000,000 hostile requests and frames over all operations: no 5xx, none unanswered, memory flat after the first tenth, and " +
      "verify finds nothing",
    run: async (options) =>
      await hostileTrial({ storage, requests: scaled(1_000_000, options), seed: options.seed, report: options.report }),
  })),
  {
    name: "webhook-addresses",
    about: "1,000,000 generated addresses: the destination policy judges each as an independent oracle does",
    run: async (options) => await addressesTrial(scaled(1_000_000, options), options),
  },
  {
    name: "webhook-rebinding",
    about: "10,000 rounds of a name that leads to an allowed and to a blocked address in turns: the blocked one is never reached",
    run: async (options) => await rebindingTrial(scaled(10_000, options)),
  },
  ...STORAGES.flatMap((storage) =>
    (["refresh", "code"] as const).map((of): Trial => ({
      name: `oauth-${of}-${storage}`,
      about:
        `200 races of 50 uses of one OAuth ${of === "code" ? "code" : "refresh token"} at two processes: at most one gets through, and ` +
        `then nothing of its family works`,
      run: async (options) => await oauthTrial({ storage, of, races: scaled(200, options), uses: 50, ...timed(options) }),
    })),
  ),
];
