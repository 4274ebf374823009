import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Context } from "../context.ts";
import { ChildServer } from "../http/child-server.ts";
import { percentile } from "../measure.ts";
import type { Row } from "../report.ts";
import { type Receivers, startReceivers } from "../webhooks/receivers.ts";

const HOST = fileURLToPath(new URL("../webhooks/host-child.ts", import.meta.url));
const HANGING = 50;
const TIMEOUT_SECONDS = 10;
/** API calls a second, steadily; every tenth is a write, which is an event for every webhook. */
const RATE = 50;
const WRITE_EVERY = 10;
/** Time for attempts to begin or to end, before a round is counted. */
const SETTLE_MS = 2_000;

interface Latencies {
  readonly reads: number[];
  readonly writes: number[];
}

/** What 50 receivers that never answer cost a healthy one, and whoever uses the API. */
export async function webhooks(context: Context): Promise<Row[]> {
  return await context.withEmpty(async ({ url }) => {
    await using receivers = await startReceivers(HANGING);
    const host = new ChildServer(HOST, [url], {});
    try {
      return await measure(context, await host.listening(), receivers);
    } finally {
      await host.stop();
    }
  });
}

async function measure({ scale }: Context, base: string, receivers: Receivers): Promise<Row[]> {
  const api = apiAt(base);
  const subscribe = async (url: string, enabled: boolean): Promise<string> =>
    (
      await api("POST", "/api/webhooks", {
        name: "hook",
        url,
        enabled,
        events: ["device.created"],
        headers: {},
        timeout_seconds: TIMEOUT_SECONDS,
      })
    ).id;
  await subscribe(receivers.healthyUrl, true);
  const hanging = await Promise.all(receivers.hangingUrls.map(async (url) => await subscribe(url, false)));
  const { id } = await api("POST", "/api/devices", { name: "read" });
  const alone: Latencies = { reads: [], writes: [] };
  const beside: Latencies = { reads: [], writes: [] };
  const received: number[] = [];
  const calls = Math.max(200, scale.requests / 5);
  await load(api, id, calls / 2, { reads: [], writes: [] });
  for (let round = 0; round < scale.rounds; round += 1) {
    await load(api, id, calls, alone);
    for (const webhook of hanging) await api("PUT", `/api/webhooks/${webhook}`, { enabled: true });
    await load(api, id, calls / 5, { reads: [], writes: [] });
    await sleep(SETTLE_MS);
    receivers.receivedMs.length = 0;
    await load(api, id, calls, beside);
    await sleep(SETTLE_MS);
    received.push(...receivers.receivedMs);
    for (const webhook of hanging) await api("PUT", `/api/webhooks/${webhook}`, { enabled: false });
    await sleep(SETTLE_MS);
  }
  const p99 = percentile(received, 99);
  const row = (what: "reads" | "writes"): Row => {
    const [with50, without] = [percentile(beside[what], 99), percentile(alone[what], 99)];
    const note =
      `${with50.toFixed(2)} ms / ${without.toFixed(2)} ms; median ${percentile(beside[what], 50).toFixed(2)} / ` +
      `${percentile(alone[what], 50).toFixed(2)} ms; ${RATE} calls a second`;
    return {
      work: `p99 of API ${what} beside ${HANGING} hanging receivers`,
      limit: "p99 without them",
      value: with50 / without,
      unit: "x",
      reach: { most: 1.2 },
      note,
    };
  };
  return [
    {
      work: `p99 from commit to receipt beside ${HANGING} hanging receivers`,
      limit: "",
      value: p99,
      unit: "ms",
      reach: { most: 1000 },
      note:
        `${received.length} deliveries; median ${percentile(received, 50).toFixed(0)} ms, at most ` +
        `${percentile(received, 100).toFixed(0)} ms`,
    },
    row("reads"),
    row("writes"),
  ];
}

type Api = (method: string, path: string, body?: unknown) => Promise<{ id: string }>;

function apiAt(base: string): Api {
  return async (method, path, body) => {
    const init = body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const answer = await fetch(`${base}${path}`, { method, ...init });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text) as { id: string };
  };
}

/** Calls at a steady rate, whatever the ones before took. */
async function load(api: Api, id: string, calls: number, into: Latencies): Promise<void> {
  const under: Promise<void>[] = [];
  const one = async (nth: number): Promise<void> => {
    const isWrite = nth % WRITE_EVERY === 0;
    const start = performance.now();
    if (isWrite) await api("POST", "/api/devices", { name: `device ${nth}` });
    else await api("GET", `/api/devices/${id}`);
    (isWrite ? into.writes : into.reads).push(performance.now() - start);
  };
  const began = performance.now();
  for (let nth = 0; nth < calls; nth += 1) {
    await sleep(Math.max(0, (nth * 1000) / RATE - (performance.now() - began)));
    under.push(one(nth));
  }
  await Promise.all(under);
}
