import { setTimeout as sleep } from "node:timers/promises";
import { peakResidentMb } from "../../http/process-usage.ts";
import type { AgentScanCommand, AgentScanResult } from "../lab-commands.ts";
import { withAgent } from "./bench-agent.ts";
import { type Ask, type BenchServer, withServer } from "./bench-server.ts";
import { startLossyRelay } from "./lossy-relay.ts";

const POLL_INTERVAL_MS = 500;

/** Has an agent scan a network for a server of its own, which it reaches at once or over a bad link, and looks at its memory. */
export async function agentScan(command: AgentScanCommand): Promise<AgentScanResult> {
  return await withServer(command.command, async (server) => {
    if (command.seed === undefined) return { ...(await scanned(command, server, server.url)), link: "" };
    await using relay = await startLossyRelay(server.url, command.seed);
    const result = await scanned(command, server, relay.url);
    const { connections, bytes, lost, resets } = relay.counts;
    return { ...result, link: `${Math.round(bytes / 1000)} kB, ${connections} connections, ${lost} segments lost, ${resets} resets` };
  });
}

async function scanned(
  { command, net, scanType, exclude }: AgentScanCommand,
  server: BenchServer,
  url: string,
): Promise<Omit<AgentScanResult, "link">> {
  const { ask } = server;
  const network = (await ask("POST", "/api/networks", { name: "site", subnet: net })) as { id: string };
  return await withAgent(
    command,
    server,
    { url, networkIds: [network.id] },
    async (agent) => await watched(agent.pid ?? 0, ask, network.id, { scan_type: scanType, exclude_ips: exclude.join(",") }),
  );
}

async function watched(pid: number, ask: Ask, network: string, scan: object): Promise<Omit<AgentScanResult, "link">> {
  const begun = Date.now();
  const { id } = (await ask("POST", `/api/discovery/networks/${network}/scan`, scan)) as { id: string };
  for (;;) {
    await sleep(POLL_INTERVAL_MS);
    const { status, completed_at: ended, error_message: reason } = (await ask("GET", `/api/discovery/scans/${id}`)) as Scan;
    if (status === "failed") throw new Error(`the scan failed: ${reason}`);
    if (status !== "completed") continue;
    const seen = (await ask("GET", `/api/discovery/devices?network_id=${network}`)) as readonly Seen[];
    return { tookMs: Date.parse(ended) - begun, memoryMostMb: peakResidentMb(pid), found: seen.map(findingOf).toSorted() };
  }
}

interface Scan {
  readonly status: string;
  readonly completed_at: string;
  readonly error_message: string;
}

interface Seen {
  readonly ip: string;
  readonly mac_address: string;
  readonly open_ports: readonly number[];
  readonly services: readonly { readonly port: number; readonly service: string; readonly version: string }[];
}

const findingOf = ({ ip, mac_address: mac, open_ports: ports, services }: Seen): string =>
  [ip, mac, ports.join(","), services.map(({ port, service, version }) => `${port} ${service} ${version}`).join(",")].join(" | ");
