// Scans once, as its argument says, in a process that serves an API meanwhile; prints the port, then the result.
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { discoveryScannerPlugin } from "@cadastre/discovery-scanner";
import { nmapScannerPlugin } from "@cadastre/discovery-scanner/nmap";
import type { ScanPlan } from "@cadastre/inventory-core";
import { keepHeapSmall } from "../../../packages/cli/src/server/small-heap.ts";
import { targetsIn, targetsOf } from "./address-range.ts";
import { ConnectionBytes } from "./connection-bytes.ts";
import { FindingsOf } from "./findings.ts";
import type { Cost, Findings, ScanCommand } from "./lab-commands.ts";

/** What the core asks of any scanner. */
const LIMITS = { probesPerSecond: 3000, connections: 1000, connectionsPerHost: 10, hostBudgetMs: 20_000 } as const;
const NAME_SERVER = "127.0.0.53:5300";
/** Handles need a turn of the loop to close; a process that was told to end, a little more. */
const SETTLE_MS = 50;

const memoryMb = (field: "VmHWM" | "VmRSS"): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024;

function leftOpen(): number {
  const sockets = process
    .getActiveResourcesInfo()
    .filter((kind) => kind === "TCPSocketWrap" || kind === "UDPWRAP" || kind === "TCPConnectWrap").length;
  const processes = readdirSync("/proc/self/task").flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" ").filter(Boolean),
  );
  return sockets + processes.length;
}

async function scan(command: ScanCommand): Promise<Partial<Findings & Cost> & { scanners: readonly string[]; reason?: string }> {
  const all = [discoveryScannerPlugin({ dnsServers: [NAME_SERVER], ...command.settings }), nmapScannerPlugin()].flatMap(
    ({ scanners = [] }) => scanners,
  );
  const scanners = all.map(({ id }) => id);
  const scanner = all.find(({ id }) => id === command.scanner);
  const reason = scanner === undefined ? `there is no scanner ${command.scanner}` : await scanner.unavailable();
  if (scanner === undefined || reason !== null) return { scanners, reason: String(reason) };
  const plan: ScanPlan = {
    scanType: command.type,
    subnet: command.net,
    family: 4,
    targets: command.only === undefined ? targetsIn(command.net, command.exclude ?? []) : targetsOf(command.only),
    ports: command.ports ?? [],
    limits: LIMITS,
  };
  const findings = new FindingsOf();
  const bytes = new ConnectionBytes();
  const stop = new AbortController();
  const open = leftOpen();
  const memoryBeforeMb = memoryMb("VmRSS");
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const processor = process.cpuUsage();
  const begun = performance.now();
  const cancel =
    command.cancelAfterMs === undefined ? undefined : setTimeout(() => stop.abort(new Error("cancelled")), command.cancelAfterMs);
  try {
    for await (const report of scanner.scan(plan, { signal: stop.signal })) findings.take(report);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
  const tookMs = performance.now() - begun;
  clearTimeout(cancel);
  delays.disable();
  const { user, system } = process.cpuUsage(processor);
  await sleep(SETTLE_MS);
  return {
    scanners,
    ...findings.result,
    tookMs,
    processorMs: (user + system) / 1000,
    memoryBeforeMb,
    memoryMostMb: memoryMb("VmHWM"),
    // The histogram counts from one sample to the next: what is beyond the distance asked for is delay.
    loopDelayP99Ms: delays.percentile(99) / 1e6,
    loopDelayMostMs: delays.max / 1e6,
    left: Math.max(0, leftOpen() - open),
    connectionBytes: bytes.most,
  };
}

// As the command does.
keepHeapSmall();
const server = createServer((_, response) => response.end("{}"));
server.listen(0, "127.0.0.1");
await once(server, "listening");
console.log((server.address() as AddressInfo).port);
// The first request opens the connection that the others use.
await once(server, "request");
await sleep(100);
console.log(JSON.stringify(await scan(JSON.parse(process.argv[2] ?? "{}") as ScanCommand)));
process.exit();
