import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { run } from "../../../../packages/discovery-scanner/test/lab/lab-network.ts";
import type { AgentCancelCommand, AgentCancelMoment, AgentCancelResult } from "../lab-commands.ts";
import { withAgent } from "./bench-agent.ts";
import { type Ask, withServer } from "./bench-server.ts";
import { startWatchingRelay, type WatchingRelay } from "./watching-relay.ts";

/** After the cancel: a retransmitted SYN comes a second after its first, so that one of a socket that was left open is seen. */
const WATCHED_MS = 3000;
const HEARD_WITHIN_MS = 10_000;
/** Between two questions to the server, which limits how many it answers. */
const POLL_INTERVAL_MS = 250;

/** Counts what leaves for hosts: attempts of connections, pings and questions, not what ends connections. */
const COUNTER = `table inet cancelled {
  counter probes {}
  chain out {
    type filter hook output priority 0;
    oif lo accept
    tcp flags & (syn | ack) == syn counter name probes
    icmp type echo-request counter name probes
    meta l4proto udp counter name probes
  }
}`;

/** Cancels scans of an agent in their midst, and watches when the agent hears of it, when its last probe leaves, and when it has ended. */
export async function agentCancel({ command, moments }: AgentCancelCommand): Promise<readonly AgentCancelResult[]> {
  run("nft", ["-f", "-"], COUNTER);
  try {
    return await withServer(command, async (server) => {
      await using relay = await startWatchingRelay(server.url);
      const networks = new Map<string, string>();
      for (const { net } of moments) {
        if (networks.has(net)) continue;
        const { id } = (await server.ask("POST", "/api/networks", { name: net, subnet: net })) as { id: string };
        networks.set(net, id);
      }
      const place = { url: relay.url, networkIds: [...networks.values()] };
      return await withAgent(command, server, place, async (agent) => {
        const ended: number[] = [];
        agent.stderr?.on("data", (text: Buffer) => {
          if (text.includes("a scan has ended")) ended.push(performance.now());
        });
        const results: AgentCancelResult[] = [];
        for (const moment of moments)
          results.push(await cancelled({ ask: server.ask, relay, ended }, networks.get(moment.net) ?? "", moment));
        return results;
      });
    });
  } finally {
    run("nft", ["delete", "table", "inet", "cancelled"]);
  }
}

interface Parts {
  readonly ask: Ask;
  readonly relay: WatchingRelay;
  /** When the agent said that a scan has ended. */
  readonly ended: readonly number[];
}

async function cancelled({ ask, relay, ended }: Parts, network: string, moment: AgentCancelMoment): Promise<AgentCancelResult> {
  const { scanType, exclude, cancelAfterMs } = moment;
  const before = ended.length;
  const body = { scan_type: scanType, exclude_ips: exclude.join(",") };
  const { id } = (await ask("POST", `/api/discovery/networks/${network}/scan`, body)) as { id: string };
  await within(HEARD_WITHIN_MS, "the scan begins", async () => ((await statusOf(ask, id)) === "running" ? true : undefined));
  const atFirst = await probes();
  await sleep(cancelAfterMs);
  const told = relay.next(id);
  const asked = performance.now();
  await ask("POST", `/api/discovery/scans/${id}/cancel`);
  const heardAt = await Promise.race([told, sleep(HEARD_WITHIN_MS)]);
  if (heardAt === undefined) throw new Error("the agent did not hear of the cancel");
  const { count, at } = await lastProbe(heardAt + WATCHED_MS);
  const endedAt = await within(HEARD_WITHIN_MS, "the scan ends", async () => ended[before]);
  return {
    probes: count - atFirst,
    heardAfterMs: heardAt - asked,
    lastProbeMs: Math.max(0, at - heardAt),
    endedMs: Math.max(0, endedAt - heardAt),
  };
}

/** Looks at the counter until a moment. @returns how far it came, and by when it had */
async function lastProbe(until: number): Promise<{ readonly count: number; readonly at: number }> {
  let last = { count: -1, at: 0 };
  while (performance.now() < until) {
    const count = await probes();
    // It was read at some time before now: what is told is never too early.
    if (count !== last.count) last = { count, at: performance.now() };
  }
  return last;
}

async function probes(): Promise<number> {
  const { stdout } = await promisify(execFile)("nft", ["list", "counter", "inet", "cancelled", "probes"]);
  return Number(/packets (\d+)/.exec(stdout)?.[1]);
}

const statusOf = async (ask: Ask, id: string): Promise<string> =>
  ((await ask("GET", `/api/discovery/scans/${id}`)) as { readonly status: string }).status;

async function within<T>(ms: number, what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (const begun = performance.now(); performance.now() - begun < ms; await sleep(POLL_INTERVAL_MS)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(`not within ${ms / 1000} s: ${what}`);
}
