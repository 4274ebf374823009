import type { Row } from "../../report.ts";
import { type BenchRun, ratioRow, row, share, skipped } from "../bench-run.ts";
import { visibleHosts } from "../networks.ts";

/** Printers: they listen, and never say what they are. */
const MUTE = [515, 9100];
const HOSTS = 14;
const MAX_MS = 240_000;

/** Services of a few hosts, by what they say. */
export async function deep(run: BenchRun): Promise<Row[]> {
  const hosts = visibleHosts("routed").slice(0, HOSTS);
  const ports = [...new Set(hosts.flatMap(({ tcp }) => tcp))].filter((port) => port !== 9100);
  const open = hosts.flatMap(({ ip, tcp }) => tcp.filter((port) => ports.includes(port)).map((port) => ({ ip, port })));
  const speaking = open.filter(({ port }) => !MUTE.includes(port));
  const only = hosts.map(({ ip }) => ip);
  const ours: number[] = [];
  let named = 0;
  for (let round = 0; round < run.rounds; round += 1) {
    const { services, tookMs } = await run.scan("routed", { type: "deep", only, ports });
    ours.push(tookMs);
    named = open.filter(({ ip, port }) => services[ip]?.some((service) => service.startsWith(`${port} `)) === true).length;
  }
  return [
    row(`services named, of ${speaking.length} that speak their protocol`, share(named, speaking.length), "%", { least: 100 }, `${named}`),
    row(
      `services named, of ${open.length} open ports`,
      share(named, open.length),
      "%",
      { least: 85 },
      "the rest is guessed from its port, and marked as a guess",
    ),
    row(
      `${open.length} open ports of ${only.length} hosts`,
      Math.max(...ours) / 1000,
      "s",
      { most: 3 },
      `the worst of ${ours.map((ms) => (ms / 1000).toFixed(2)).join(", ")} s`,
    ),
    await besideNmap(run, ours, only, ports),
  ];
}

async function besideNmap(run: BenchRun, ours: readonly number[], only: readonly string[], ports: readonly number[]): Promise<Row> {
  if (run.quick) return skipped("the same: time", "nmap -sV takes minutes, and this is a quick run");
  const nmap = await run.lab.nmap(["-sT", "-sV", "-Pn", "-p", ports.join(","), ...only], MAX_MS);
  return ratioRow(
    "the same: time",
    "nmap -sV",
    ours,
    nmap === undefined ? [] : [nmap.tookMs],
    0.1,
    nmap?.cut === true ? "nmap was ended before it was done: the ratio is less" : "",
  );
}
