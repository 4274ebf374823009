import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Context } from "../../context.ts";
import { ChildServer } from "../../http/child-server.ts";
import { percentile } from "../../measure.ts";
import type { Row } from "../../report.ts";

const HOST = fileURLToPath(new URL("host-child.ts", import.meta.url));
const AGENTS = 100;
/** Longer than a request for work waits, so that each agent asks at least once. */
const QUIET_MS = 30_000;
const SETTLE_MS = 5000;
/** Ticks of the processor's clock in `/proc`, a second: what Linux says on every machine. */
const TICKS = 100;
const BETWEEN_SCANS_MS = 50;

// oxlint-disable-next-line typescript/no-explicit-any -- answers of the server, of which a few fields are looked at
type Answer = any;

const connections = new Agent({ keepAlive: true, maxSockets: 2 * AGENTS });

async function call(base: string, method: string, path: string, body: object, token?: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const headers = { "content-type": "application/json", ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const sent = request(`${base}${path}`, { method, headers, agent: connections }, (answer) => {
    json(answer).then((told) => ((answer.statusCode ?? 500) < 300 ? resolve(told) : reject(new Error(JSON.stringify(told)))), reject);
  });
  sent.on("error", reject).end(JSON.stringify(body));
  return await promise;
}

/** What a hundred agents that wait for work cost the server, and how soon work begins. */
export async function pollingAgents(context: Context): Promise<Row[]> {
  return await context.withEmpty(async ({ url }) => {
    const host = new ChildServer(HOST, [url], {});
    try {
      return await measure(await host.listening(), host.pid);
    } finally {
      connections.destroy();
      await host.stop();
    }
  });
}

async function measure(base: string, pid: number): Promise<Row[]> {
  const agents: { readonly network: string; readonly token: string }[] = [];
  for (let at = 0; at < AGENTS; at += 1) {
    const network = (await call(base, "POST", "/api/networks", { name: `site ${at}`, subnet: `10.${at}.0.0/30` })).id as string;
    const { token } = await call(base, "POST", "/api/agents", { name: `agent ${at}`, network_ids: [network] });
    agents.push({ network, token });
  }
  const stop = new AbortController();
  const askedAt = new Map<string, number>();
  const startMs: number[] = [];
  const polling = agents.map(async ({ token }, at) => {
    while (!stop.signal.aborted) {
      const body = { instance: `process-${at}`, version: "1.0.0", scanners: ["connect"] };
      const { scan } = await call(base, "POST", "/api/agent/work", body, token);
      if (scan === null) continue;
      startMs.push(performance.now() - (askedAt.get(scan.network_id) as number));
      const ending = { lease: scan.lease, outcome: "failed", reason: "measured" };
      await call(base, "POST", `/api/agent/scans/${scan.id}/end`, ending, token);
    }
  });
  // They end with the server.
  for (const one of polling) one.catch(() => {});
  await sleep(SETTLE_MS);
  const before = await processorMs(pid);
  const begun = performance.now();
  await sleep(QUIET_MS);
  const busy = ((await processorMs(pid)) - before) / (performance.now() - begun);
  for (const { network } of agents) {
    askedAt.set(network, performance.now());
    await call(base, "POST", `/api/discovery/networks/${network}/scan`, {});
    await sleep(BETWEEN_SCANS_MS);
  }
  for (let waited = 0; startMs.length < AGENTS && waited < 10_000; waited += 100) await sleep(100);
  stop.abort();
  if (startMs.length < AGENTS) throw new Error(`only ${startMs.length} of ${AGENTS} scans began`);
  return [
    {
      work: `${AGENTS} agents that wait for work`,
      limit: "one core",
      value: busy * 100,
      unit: "%",
      reach: { most: 5 },
      note: `processor time of the server over ${QUIET_MS / 1000} s`,
    },
    {
      work: `a scan begins at one of ${AGENTS} agents`,
      limit: "",
      value: Math.max(...startMs) / 1000,
      unit: "s",
      reach: { most: 2 },
      note: `longest of ${AGENTS}, from asking to the agent's answer; median ${percentile(startMs, 50).toFixed(0)} ms`,
    },
  ];
}

/** Milliseconds of the processor that a process has used. */
async function processorMs(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).replace(/^.*\) /, "").split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}
