import type { Row } from "../../report.ts";
import { type BenchRun, row } from "../bench-run.ts";
import { liveHosts, visibleHosts } from "../networks.ts";

const DEAD_SERVER = "127.0.0.54:5300";

/** Hosts that hold on, flood and lie; and a name server that never answers. */
export async function hostile(run: BenchRun): Promise<Row[]> {
  const hosts = liveHosts("hostile");
  const ports = [22, 25, 80, 443];
  const usual = await run.scan("routed", {
    type: "deep",
    ports,
    only: visibleHosts("routed")
      .slice(0, hosts.length)
      .map(({ ip }) => ip),
  });
  const scan = await run.scan("hostile", { type: "deep", ports, only: hosts.map(({ ip }) => ip) });
  const named = await run.scan("routed", { type: "quick", settings: { reverseNames: false } });
  const dead = await run.scan("routed", { type: "quick", settings: { dnsServers: [DEAD_SERVER] } });
  return [
    row(
      `${hosts.length} hostile hosts at once: time`,
      scan.tookMs / 1000,
      "s",
      { most: 20 },
      `${scan.found.length} found; ${Object.keys(scan.services).length} believed to speak something`,
    ),
    row("the same: read from one connection at most", scan.connectionBytes / 1024, "KiB", { most: 4 }),
    row(
      "the same: memory above that of as many usual hosts",
      scan.memoryMostMb - usual.memoryMostMb,
      "MB",
      { most: 20 },
      `${scan.memoryMostMb.toFixed(0)} / ${usual.memoryMostMb.toFixed(0)} MB`,
    ),
    row("a dead name server adds", (dead.tookMs - named.tookMs) / 1000, "s", { most: 2 }, `${dead.found.length} found`),
  ];
}
