// Runs inside the namespaces: builds the lab, then scans as it is told, a line of JSON each.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { ScanPlan, ScanReport } from "@cadastre/inventory-core";
import { AnswerScreen } from "@cadastre/inventory-core/scanning";
import { ConnectScanner } from "../../src/connect-scanner.ts";
import { NmapScanner } from "../../src/nmap/nmap-scanner.ts";
import { settingsOf } from "../../src/scan-settings.ts";
import type { LabAnswer, LabCommand } from "./lab.ts";
import { startLabDns } from "./lab-dns.ts";
import { buildNetwork, excludedPackets, run, setLoss } from "./lab-network.ts";

const addressesIn = (net: string): string[] => {
  const [base = "", prefix] = net.split("/");
  const first = base.split(".").reduce((value, octet) => value * 256 + Number(octet), 0);
  const count = 2 ** (32 - Number(prefix));
  return Array.from({ length: count - 2 }, (_, index) => first + index + 1).map((value) =>
    [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join("."),
  );
};

const resources = (...kinds: readonly string[]): number => process.getActiveResourcesInfo().filter((kind) => kinds.includes(kind)).length;

async function scan({
  net,
  exclude = [],
  type,
  ports = [],
  limits = {},
  settings = {},
  scanner,
  silentForMs,
  cancelAfterMs,
  cancelAfterDone,
}: Extract<LabCommand, { do: "scan" }>): Promise<LabAnswer> {
  const addresses = addressesIn(net).filter((ip) => !exclude.includes(ip));
  const order = addresses
    .map((ip) => [Math.random(), ip] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, ip]) => ip);
  const known = new Set(addresses);
  const plan: ScanPlan = {
    scanType: type,
    subnet: net,
    family: 4,
    targets: { size: order.length, has: (ip) => known.has(ip), [Symbol.iterator]: () => order[Symbol.iterator]() },
    ports,
    limits: { probesPerSecond: 3000, connections: 1000, connectionsPerHost: 10, hostBudgetMs: 20_000, ...limits },
  };
  const running =
    scanner === "nmap"
      ? new NmapScanner()
      : new ConnectScanner(settingsOf({ dnsServers: ["127.0.0.53:5300"], tools: "none", ...settings }));
  const screen = new AnswerScreen(plan);
  const reports: ScanReport[] = [];
  const children = resources("ProcessWrap");
  const stop = new AbortController();
  let cancelledAt = Number.NaN;
  const cancelNow = (): void => {
    cancelledAt = performance.now();
    stop.abort(new Error("cancelled"));
  };
  const cancel = cancelAfterMs === undefined ? undefined : setTimeout(cancelNow, cancelAfterMs);
  if (silentForMs !== undefined) {
    setLoss(100, "ip");
    setTimeout(() => setLoss(0), silentForMs);
  }
  let done = 0;
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  let peak = 0;
  const memory = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 100);
  const cpu = process.cpuUsage();
  const begun = performance.now();
  try {
    // As a server and an agent take them.
    for await (const report of running.scan(plan, { signal: stop.signal })) {
      reports.push(...(screen.take(report) as ScanReport[]));
      if (report.kind === "host-done" && ++done === cancelAfterDone) cancelNow();
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
  reports.push(...screen.end(stop.signal.aborted));
  const [tookMs, afterCancelMs] = [begun, cancelledAt].map((since) => performance.now() - since) as [number, number];
  clearTimeout(cancel);
  clearInterval(memory);
  const { user, system } = process.cpuUsage(cpu);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const handles = resources("TCPSocketWrap", "UDPWRAP", "TCPConnectWrap");
  return {
    reports,
    tookMs,
    afterCancelMs,
    cpuMs: (user + system) / 1000,
    peakMb: peak / 1e6,
    delayP99Ms: delays.percentile(99) / 1e6,
    files: readdirSync("/proc/self/fd").length,
    handles,
    children: resources("ProcessWrap") - children,
  };
}

async function answer(command: LabCommand): Promise<unknown> {
  switch (command.do) {
    case "scan":
      return await scan(command);
    case "loss":
      return setLoss(command.percent);
    case "excluded":
      return excludedPackets();
    case "forget":
      return void run("ip", ["neigh", "flush", "all"]);
    case "fping": {
      const begun = performance.now();
      const fping = spawn("fping", ["-a", "-q", "-i", "1", "-r", "1", "-g", command.net]);
      let alive = "";
      fping.stdout.on("data", (chunk: Buffer) => (alive += chunk.toString()));
      await once(fping, "close");
      return { found: alive.trim().split("\n").filter(Boolean).length, tookMs: performance.now() - begun };
    }
  }
}

buildNetwork();
const services = spawn("ip", ["netns", "exec", "hosts", process.execPath, new URL("lab-services.ts", import.meta.url).pathname], {
  stdio: ["ignore", "pipe", "inherit"],
});
await once(services.stdout, "data");
await startLabDns();
process.stdout.write('{"ready":true}\n');
for await (const line of createInterface({ input: process.stdin })) {
  try {
    process.stdout.write(`${JSON.stringify({ value: (await answer(JSON.parse(line) as LabCommand)) ?? null })}\n`);
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ error: (error as Error).stack })}\n`);
  }
}
// Who started the lab is gone: it goes too, with all that is in it.
services.kill();
process.exit();
