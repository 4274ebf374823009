import type { HostDone, Observation, Scanner, ScanPlan, ScanReport } from "@cadastre/inventory-core";
import { runScannerCase, scannerCases, type ScannerNetwork } from "@cadastre/testing";
import { describe, expect, it } from "vitest";

const PORTS = [22, 80] as const;
const ips = Array.from({ length: 12 }, (_, index) => `10.0.0.${index + 1}`);
const alive = new Set(ips.filter((_, index) => index % 3 === 0));
const network: ScannerNetwork = {
  subnet: "10.0.0.0/24",
  family: 4,
  targets: ips,
  alive: [...alive],
  dead: ips.filter((ip) => !alive.has(ip)),
  ports: PORTS,
  openPorts: { "10.0.0.1": [22] },
};

type Options = { readonly signal: AbortSignal };
type Mutation = (scan: (plan: ScanPlan, options: Options) => AsyncGenerator<ScanReport>) => Partial<Scanner>;

/** Ten milliseconds a host, as long as nobody stops it. */
async function* scanWell(plan: ScanPlan, { signal }: Options): AsyncGenerator<ScanReport> {
  for (const ip of plan.targets) {
    signal.throwIfAborted();
    await pause(signal);
    if (alive.has(ip))
      yield {
        kind: "observation",
        ip,
        evidence: "arp",
        macAddress: "02:00:00:00:00:01",
        ...(plan.scanType === "quick" ? {} : { openPorts: [22] }),
      };
    yield { kind: "host-done", ip, outcome: alive.has(ip) ? "answered" : "silent" };
  }
}

async function pause(signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, 10);
    signal?.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason as Error)), { once: true });
  });
}

const scanner = (mutate: Mutation): Scanner => ({
  id: "mutant",
  priority: 1,
  capabilities: { families: [4], scanTypes: ["quick", "full"], maxAddresses: 256 },
  unavailable: async () => await Promise.resolve(null),
  neighbours: async (subnet) => await Promise.resolve(subnet === network.subnet ? ["10.0.0.1"] : []),
  scan: scanWell,
  ...mutate(scanWell),
});

/** A scanner that does something else in the place of each report. */
const reporting =
  (instead: (report: ScanReport, plan: ScanPlan) => Iterable<ScanReport>): Mutation =>
  (scan) => ({
    async *scan(plan, options) {
      for await (const report of scan(plan, options)) yield* instead(report, plan);
    },
  });
const observing = (changes: (seen: Observation) => Partial<Observation>): Mutation =>
  reporting((report) => [report.kind === "observation" ? { ...report, ...changes(report) } : report]);
const ending = (changes: (done: HostDone) => Partial<HostDone>): Mutation =>
  reporting((report) => [report.kind === "host-done" ? { ...report, ...changes(report) } : report]);
const withDone = (instead: (done: HostDone) => Iterable<ScanReport>): Mutation =>
  reporting((report) => (report.kind === "host-done" ? instead(report) : [report]));

const OPEN: NodeJS.Timeout[] = [];
const seen = (ip: string): Observation => ({ kind: "observation", ip, evidence: "icmp" });

const MUTANTS: Readonly<Record<string, { mutate: Mutation; caughtBy: string }>> = {
  "reports hosts outside the plan": {
    mutate: reporting((report) => [seen("10.0.0.200"), report]),
    caughtBy: "tell of targets only, also where others of the subnet are there",
  },
  "probes the whole subnet whatever the targets": {
    mutate: (scan) => ({
      scan: (plan, options) =>
        scan({ ...plan, targets: { size: ips.length, has: (ip) => ips.includes(ip), [Symbol.iterator]: () => ips.values() } }, options),
    }),
    caughtBy: "tell of targets only, also where others of the subnet are there",
  },
  "ends a host twice": { mutate: withDone((done) => [done, done]), caughtBy: "end each target once, and no other address" },
  "forgets a host": {
    mutate: withDone((done) => (done.ip === "10.0.0.4" ? [] : [done])),
    caughtBy: "end each target once, and no other address",
  },
  "observes a host after it is done": {
    mutate: withDone((done) => [done, seen(done.ip)]),
    caughtBy: "tell what was seen of a host before it is done",
  },
  "writes MAC addresses in its own way": { mutate: observing(() => ({ macAddress: "02-00-00-00-00-AB" })), caughtBy: "are well formed" },
  "passes on what a hostile host says": { mutate: observing(() => ({ osGuess: "\u001B[2J" })), caughtBy: "are well formed" },
  "passes on text without end": {
    mutate: observing(() => ({ name: { text: "x".repeat(4096), source: "ptr" } })),
    caughtBy: "are well formed",
  },
  "has port 0": {
    mutate: observing(() => ({ services: [{ port: 0, protocol: "tcp", service: "ssh", version: "" }] })),
    caughtBy: "are well formed",
  },
  "skips without a reason": {
    mutate: ending(({ outcome }) => (outcome === "silent" ? { outcome: "skipped" } : {})),
    caughtBy: "are well formed",
  },
  "writes addresses in another form": {
    mutate: ending(({ ip }) => ({ ip: `::ffff:${ip}` })),
    caughtBy: "write addresses in their canonical form",
  },
  "calls hosts answering without evidence": {
    mutate: reporting((report) => (report.kind === "observation" ? [] : [report])),
    caughtBy: "say that a host answered only with evidence",
  },
  "makes hosts up": {
    mutate: withDone((done) => [seen(done.ip), { ...done, outcome: "answered" }]),
    caughtBy: "find who is there, and nobody where nobody is",
  },
  "overlooks a host": {
    mutate: ending(({ ip }) => (ip === "10.0.0.1" ? { outcome: "silent" } : {})),
    caughtBy: "find who is there, and nobody where nobody is",
  },
  "looks at ports of its own": {
    mutate: observing(() => ({ openPorts: [22, 443] })),
    caughtBy: "call those ports open that were asked for and are, and no others",
  },
  "calls what it cut short a list of ports": {
    mutate: ending(({ outcome }) => (outcome === "answered" ? { cutShort: true } : {})),
    caughtBy: "list no ports of a host that was cut short",
  },
  "declares what it cannot do": {
    mutate: ending(() => ({ outcome: "skipped", reason: "unsupported" })),
    caughtBy: "only what it does: a network of each family can be probed in each way",
  },
  "ignores the signal": {
    mutate: (scan) => ({ scan: (plan) => scan(plan, { signal: new AbortController().signal }) }),
    caughtBy: "comes within a second when it is stopped, and nothing is told of further hosts",
  },
  "begins though it was stopped": {
    mutate: (scan) => ({
      async *scan(plan, options) {
        yield seen(ips[0] as string);
        yield* scan(plan, options);
      },
    }),
    caughtBy: "comes at once, with no report, when it was stopped before it began",
  },
  "hangs when it is stopped": {
    mutate: (scan) => ({
      async *scan(plan, options) {
        try {
          yield* scan(plan, options);
        } catch {
          await new Promise(() => {});
        }
      },
    }),
    caughtBy: "comes within a second when it is stopped while somebody waits",
  },
  "throws another error when it is stopped": {
    mutate: (scan) => ({
      async *scan(plan, options) {
        try {
          yield* scan(plan, options);
        } catch {
          throw new TypeError("cannot read property of undefined");
        }
      },
    }),
    caughtBy: "comes within a second when it is stopped while somebody waits",
  },
  "leaves a timer behind": {
    mutate: (scan) => ({
      async *scan(plan, options) {
        OPEN.push(setInterval(() => {}, 1000));
        yield* scan(plan, options);
      },
    }),
    caughtBy: "comes when the reader goes away, and leaves nothing open",
  },
  "leaves a timer behind when it is stopped": {
    mutate: (scan) => ({
      async *scan(plan, options) {
        options.signal.addEventListener("abort", () => OPEN.push(setInterval(() => {}, 1000)), { once: true });
        yield* scan(plan, options);
      },
    }),
    caughtBy: "leaves nothing open when it was stopped or all is done",
  },
  "drops reports for slow readers": {
    mutate: (scan) => ({
      async *scan(plan, options) {
        const kept: ScanReport[] = [];
        let ended = false;
        const reading = (async () => {
          for await (const report of scan(plan, options)) if (kept.length < 2) kept.push(report);
        })().finally(() => (ended = true));
        reading.catch(() => {});
        while (!ended || kept.length > 0) {
          const next = kept.shift();
          if (next === undefined) await new Promise((resolve) => setImmediate(resolve));
          else yield next;
        }
        await reading;
      },
    }),
    caughtBy: "slowly loses no report",
  },
  "mixes up scans that run at once": {
    mutate: (scan) => {
      let last: ScanPlan | undefined;
      return {
        async *scan(plan, options) {
          last = plan;
          await pause(options.signal);
          yield* scan(last, options);
        },
      };
    },
    caughtBy: "two scans at once gives each its own",
  },
  "stops every scan with one": {
    mutate: (scan) => {
      let shared = new AbortController();
      return {
        async *scan(plan, { signal }) {
          if (shared.signal.aborted) shared = new AbortController();
          const mine = shared;
          signal.addEventListener("abort", () => mine.abort(signal.reason));
          if (signal.aborted) mine.abort(signal.reason);
          yield* scan(plan, { signal: mine.signal });
        },
      };
    },
    caughtBy: "one of two scans goes on when the other is stopped",
  },
  "waits for ever where there is nothing to do": {
    mutate: (scan) => ({
      async *scan(plan, options) {
        if (plan.targets.size === 0) await new Promise(() => {});
        yield* scan(plan, options);
      },
    }),
    caughtBy: "comes at once when there are no targets",
  },
  "throws when it is asked whether it can work": {
    mutate: () => ({
      unavailable: () => {
        throw new Error("spawn nmap ENOENT");
      },
    }),
    caughtBy: "whether it can work here: null or a sentence, never an error",
  },
  "sees other hosts every time": {
    mutate: (scan) => {
      let round = 0;
      return {
        async *scan(plan, options) {
          const made = ips[1 + ((round += 1) % 2)];
          for await (const report of scan(plan, options)) {
            if (report.kind === "host-done" && report.ip === made) yield* [seen(made), { ...report, outcome: "answered" } as const];
            else yield report;
          }
        },
      };
    },
    caughtBy: "are of the same hosts when the plan is run again",
  },
  "declares a scan that there is not": {
    mutate: () => ({ capabilities: { families: [4], scanTypes: ["quick", "thorough" as ScanPlan["scanType"]], maxAddresses: 256 } }),
    caughtBy: "families, scan types and a size, each once and none unknown",
  },
  "has an id of its own making": {
    mutate: () => ({ id: "My Scanner" }),
    caughtBy: "an id of lower-case words joined by hyphens, and a priority",
  },
  "knows neighbours of everything": {
    mutate: () => ({ neighbours: async () => await Promise.resolve(["10.0.0.1"]) }),
    caughtBy: "neighbours of a subnet, canonical, within it, and never an error",
  },
};

async function failuresOf(mutate: Mutation): Promise<string[]> {
  const failed: string[] = [];
  await Promise.all(
    scannerCases
      // The process has one list of what is open: these go alone.
      .filter(({ name }) => !name.includes("nothing open"))
      .map(
        async (test) => await runScannerCase(test, { scanner: scanner(mutate), networks: [network] }).catch(() => failed.push(test.name)),
      ),
  );
  for (const test of scannerCases.filter(({ name }) => name.includes("nothing open"))) {
    await runScannerCase(test, { scanner: scanner(mutate), networks: [network] }).catch(() => failed.push(test.name));
  }
  for (const timer of OPEN.splice(0)) clearInterval(timer);
  return failed;
}

describe("the suite fails a scanner that", () => {
  it.each(Object.entries(MUTANTS))("%s", async (_, { mutate, caughtBy }) => {
    expect(await failuresOf(mutate)).toContain(caughtBy);
  });

  it("and passes one without a fault", async () => {
    expect(await failuresOf(() => ({}))).toEqual([]);
  });

  it("and each of its cases fails one of them", () => {
    const caught = new Set(Object.values(MUTANTS).map(({ caughtBy }) => caughtBy));
    expect(scannerCases.map(({ name }) => name).filter((name) => !caught.has(name))).toEqual([]);
  });
});
