import { fileURLToPath } from "node:url";
import type { Context } from "../context.ts";
import { ChildServer } from "../http/child-server.ts";
import { type Host, startHost } from "../http/host.ts";
import { RawConnection } from "../http/raw-connection.ts";
import { median, percentile, shuffled } from "../measure.ts";
import type { Row } from "../report.ts";

const FLOOD = fileURLToPath(new URL("../http/login-flood-child.ts", import.meta.url));
const CLIENTS = 50;

/** Whatever the hash costs is measured, not how often a client may try. */
const settings = (cost: number): Record<string, string> => ({ BCRYPT_COST: String(cost), RATE_LIMIT_ENABLED: "false" });

/** Sign-ins: whether their time tells who is there, and whether many of them stand in the way of others. */
export async function login(context: Context): Promise<Row[]> {
  return await context.withEmpty(async ({ url }) => [
    ...(await withHost(url, 10, async (host) => [await knownAndUnknown(host, context.scale.logins)])),
    ...(await withHost(url, 14, async (host) => await besideFlood(host, context))),
  ]);
}

async function withHost<T>(url: string, cost: number, work: (host: Host) => Promise<T>): Promise<T> {
  const host = await startHost(url, settings(cost));
  try {
    return await work(host);
  } finally {
    await host.stop();
  }
}

async function knownAndUnknown({ url }: Host, samples: number): Promise<Row> {
  const took = { root: [] as number[], toor: [] as number[] };
  const once = async (username: "root" | "toor", kept = true): Promise<void> => {
    const start = performance.now();
    const response = await fetch(`${url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username, password: "wrong horse battery" }),
    });
    await response.arrayBuffer();
    if (kept) took[username].push((performance.now() - start) * 1000);
    if (response.status !== 401) throw new Error(`a wrong password was answered with ${response.status}`);
  };
  for (let warmUp = 0; warmUp < 10; warmUp += 1) await once(warmUp % 2 === 0 ? "root" : "toor", false);
  // In no order that a machine with a rhythm could fall in with.
  const order = shuffled(Array.from({ length: samples * 2 }, (_, nth) => (nth % 2 === 0 ? "root" : "toor") as "root" | "toor"));
  for (const username of order) await once(username);
  const [known, unknown] = [median(took.root), median(took.toor)];
  return {
    work: `sign-in of a known against an unknown user, medians of ${samples}`,
    limit: "the quicker of the two",
    value: Math.max(known, unknown) / Math.min(known, unknown),
    unit: "x",
    reach: { most: 1.02 },
    note: `${(known / 1000).toFixed(2)} ms / ${(unknown / 1000).toFixed(2)} ms at cost 10`,
  };
}

async function besideFlood(host: Host, { scale }: Context): Promise<Row[]> {
  const connection = await RawConnection.open(host.url, host.headers);
  const paths = ["/api/auth/me", "/api/datacenters", "/api/users"];
  const latencies = async (): Promise<number[]> => {
    const all: number[] = [];
    for (let nth = 0; nth < scale.requests; nth += 1) {
      const start = performance.now();
      await connection.get(paths[nth % paths.length] as string);
      all.push(performance.now() - start);
    }
    return all;
  };
  await latencies();
  const alone = await latencies();
  const flood = new ChildServer(FLOOD, [host.url, String(CLIENTS)], {});
  await flood.listening();
  const beside = await latencies();
  await flood.stop();
  connection.close();
  return [
    {
      work: `p99 of other endpoints beside ${CLIENTS} clients signing in`,
      limit: "",
      value: percentile(beside, 99),
      unit: "ms",
      reach: { most: 100 },
      note:
        `without them ${percentile(alone, 99).toFixed(2)} ms; median ${percentile(beside, 50).toFixed(2)} / ` +
        `${percentile(alone, 50).toFixed(2)} ms; at most ${percentile(beside, 100).toFixed(1)} ms; at cost 14`,
    },
  ];
}
