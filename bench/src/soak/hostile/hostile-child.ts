import { ADMIN, startHost } from "../../http/host.ts";
import { KeptSender } from "../../http/kept-sender.ts";
import { residentMb } from "../../http/process-usage.ts";
import { SeededRandom } from "../crash/seeded-random.ts";
import { readApi } from "./api-operations.ts";
import { hostileFrames, sendFrame } from "./hostile-frames.ts";
import { KnownIds, RequestMaker } from "./hostile-request.ts";
import { MemoryCurve } from "./memory-curve.ts";

/**
 * A server and those who attack it, in a network namespace from which no way leads out: scans and webhooks that they make
 * reach nobody. Prints what came of it as one line of JSON.
 */
const {
  url: databaseUrl,
  requests,
  seed,
} = JSON.parse(process.argv[2] ?? "{}") as { readonly url: string; readonly requests: number; readonly seed: number };

const WORKERS = 24;
const USERS = 8;
/** One in so many is a frame in place of a request. */
const FRAME_EVERY = 100;
const TIMEOUT_MS = 60_000;
const TOLD_VIOLATIONS = 30;

const host = await startHost(databaseUrl, {
  RATE_LIMIT_ENABLED: "false",
  DISCOVERY_TOOLS: "none",
  DISCOVERY_RATE: "100",
  LOG_LEVEL: "error",
});
const violations: string[] = [];
const statuses = new Map<string, Map<number, number>>();
let [sent, left, frames, unanswered] = [0, 0, 0, 0];

function violated(text: string): void {
  if (violations.length < TOLD_VIOLATIONS) violations.push(text);
}

/** Keys of administrators: what one of them does to limits of its own does not stop the others. */
async function attackers(): Promise<string[]> {
  const keys = [host.headers.authorization];
  for (let at = 1; at < USERS; at += 1) {
    const call = async (path: string, body: object): Promise<{ readonly id: string; readonly key: string }> =>
      (await (
        await fetch(`${host.url}${path}`, {
          method: "POST",
          headers: { ...host.headers, "content-type": "application/json" },
          body: JSON.stringify(body),
        })
      ).json()) as { id: string; key: string };
    const { id } = await call("/api/users", { username: `attacker${at}`, password: ADMIN.password });
    await call("/api/users/grant-role", { user_id: id, role: "admin" });
    keys.push(`Bearer ${(await call("/api/keys", { name: "attack", user_id: id })).key}`);
  }
  return keys;
}

const api = await readApi(host.url, host.headers.authorization);
const keys = await attackers();
const sender = new KeptSender(host.url, WORKERS, TIMEOUT_MS);
const port = Number(new URL(host.url).port);
const ids = new KnownIds();
const memory = new MemoryCurve(requests, () => residentMb(host.pid));
const random = new SeededRandom(seed);

async function frame(own: SeededRandom): Promise<void> {
  const chosen = own.pick(hostileFrames(own.pick(keys) ?? ""));
  if (chosen === undefined) return;
  frames += 1;
  const end = await sendFrame(port, chosen, TIMEOUT_MS);
  if (end.kind === "unanswered") {
    unanswered += 1;
    violated(`${chosen.name} was left without an answer`);
  }
  if (end.kind === "answered" && end.statuses.some((status) => status >= 500 && status !== 501 && status !== 505))
    violated(`${chosen.name} was answered with ${end.statuses.join(" ")}`);
}

async function request(maker: RequestMaker, own: SeededRandom): Promise<void> {
  const made = maker.next(own.pick(keys) ?? "");
  const end = await sender.send(made);
  if (end.left) {
    left += 1;
    return;
  }
  const counts = statuses.get(made.operation.id) ?? new Map<number, number>();
  statuses.set(made.operation.id, counts);
  counts.set(end.status ?? 0, (counts.get(end.status ?? 0) ?? 0) + 1);
  const what =
    `${made.method} ${made.path.slice(0, 300)} ${JSON.stringify(made.headers).slice(0, 400)} ` +
    `${made.body?.toString("latin1").slice(0, 400) ?? ""}`;
  if (end.status === null) {
    unanswered += 1;
    violated(`no answer (${end.why}) to ${what}`);
  } else if (end.status >= 500 && !(end.status === 503 && end.body.startsWith('{"code":"BUSY"'))) {
    violated(`${end.status} ${end.body.slice(0, 300)} to ${what}`);
  } else if (end.status === 201 && made.method === "POST") {
    const id = /"id":"([0-9a-f-]{36})"/.exec(end.body)?.[1];
    if (id !== undefined && !made.path.startsWith("/api/keys")) ids.add(made.path.split("?")[0] ?? "", id);
  }
}

async function worker(own: SeededRandom): Promise<void> {
  const maker = new RequestMaker(api, own, ids);
  while (sent < requests) {
    sent += 1;
    memory.sample(sent);
    if (sent % FRAME_EVERY === 0) await frame(own);
    else await request(maker, own);
  }
}

try {
  await Promise.all(Array.from({ length: WORKERS }, async () => await worker(random.fork())));
  const health = await fetch(`${host.url}/readyz`);
  if (!health.ok) violated(`/readyz answers ${health.status} afterwards: ${await health.text()}`);
} catch (error) {
  violated(`the trial itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
} finally {
  sender.close();
  await host.stop();
}
const growth = memory.growth();
if (growth !== undefined) violated(growth);
const succeeded = [...statuses].filter(([, counts]) => [...counts.keys()].some((status) => status >= 200 && status < 300)).length;
const total = new Map<number, number>();
for (const counts of statuses.values()) for (const [status, count] of counts) total.set(status, (total.get(status) ?? 0) + count);
console.log(
  JSON.stringify({
    sent,
    frames,
    left,
    unanswered,
    operations: api.operations.length,
    succeeded,
    statuses: Object.fromEntries([...total].toSorted(([one], [other]) => one - other)),
    memoryMb: memory.curve(),
    violations,
  }),
);
