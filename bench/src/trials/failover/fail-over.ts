import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { MAIN } from "../../program.ts";
import { type Host, startHost } from "../../http/host.ts";
import type { TrialContext } from "../trial.ts";
import { EventReader } from "./event-reader.ts";
import { type PairServer, type PostgresPair, startPostgresPair } from "./postgres-pair.ts";
import { Ledger, write } from "./writer.ts";

/** Name of the database of each pair. */
export const DATABASE = "cadastre";
const WRITERS_PER_SERVER = 4;
const LOAD_MS = 3_000;
/** A supervisor that asks so often, and promotes after so many questions without an answer. */
const WATCH_MS = 200;
const MISSES = 3;
/** That long, an event may wait for its deliveries to be made. */
const FAN_OUT_MS = 20_000;
const HTTP = { RATE_LIMIT_ENABLED: "false" };

/** What brings servers of ours to the database server that takes writes. */
export interface Way {
  readonly name: string;
  readonly url: string;
  /** What is to be done once the standby is promoted. */
  readonly moved: () => void;
  /** Of the servers of ours, beside the URL. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * One failover from beginning to end: two PostgreSQL servers with synchronous replication, two servers of ours, writers at
 * both, a reader of events. The primary is killed, a supervisor promotes the standby, and everything goes on.
 *
 * @param choose how the servers of ours find the primary
 */
export async function failOver(
  { folder, signal, report, afterwards }: TrialContext,
  name: string,
  choose: (pair: PostgresPair) => Promise<Way>,
): Promise<void> {
  // PostgreSQL runs as another user where this runs as root.
  await chmod(folder, 0o711);
  const place = join(folder, name);
  await mkdir(place, { mode: 0o755 });
  const pair = await startPostgresPair(place);
  afterwards(async () => await pair.stop());
  await pair.primary.query(`create database ${DATABASE}`);
  const way = await choose(pair);
  const hosts: Host[] = [];
  afterwards(async () => await Promise.all(hosts.map(async (host) => await host.stop())));
  for (let n = 0; n < 2; n += 1) hosts.push(await startHost(way.url, { ...HTTP, ...way.settings }));
  const [first, second] = hosts as [Host, Host];
  await subscribe(first);
  const ledger = new Ledger();
  const reader = new EventReader(second);
  const [writing, reading] = [new AbortController(), new AbortController()];
  const stopped = AbortSignal.any([signal, writing.signal]);
  const writers = Promise.all(
    [first, second].flatMap((host, server) =>
      Array.from({ length: WRITERS_PER_SERVER }, async (_, n) => await write(host, `${name}-${server}-${n}`, ledger, stopped)),
    ),
  );
  const following = reader.follow(AbortSignal.any([signal, reading.signal]));
  // Whoever fails first is heard at the end.
  for (const one of [writers, following]) one.catch(() => {});
  await sleep(LOAD_MS, undefined, { signal });
  const before = ledger.acknowledged.length;
  const killedAt = performance.now();
  const supervisor = supervise(pair, killedAt, way.moved);
  await pair.primary.kill();
  const { noticedMs, promotedMs } = await supervisor;
  await sleep(LOAD_MS, undefined, { signal });
  writing.abort();
  await writers;
  reading.abort();
  await following;
  const recovered = ledger.acknowledged
    .filter(({ sentAt }) => sentAt > killedAt)
    .concat(ledger.acknowledged.filter(({ at, sentAt }) => at > killedAt + promotedMs && sentAt <= killedAt))
    .map(({ at }) => at);
  const recoveryMs = Math.min(...recovered) - killedAt;
  assert.ok(Number.isFinite(recoveryMs), "nothing was acknowledged after the primary was killed");
  await checkLedger(way, pair.standby, first, ledger, reader);
  const refused = [...ledger.refused].map(([what, times]) => `${times} × ${what}`).join(", ");
  report(
    `${way.name}: ${before} writes acknowledged before the kill, ${ledger.acknowledged.length - before} after it, none lost; the ` +
      `reader met ${reader.seen.length} events in order`,
  );
  report(`${way.name}: noticed after ${ms(noticedMs)}, promoted after ${ms(promotedMs)}, first write acknowledged after ${ms(recoveryMs)}`);
  report(`${way.name}: what writers were told meanwhile, and sent again under the same key: ${refused === "" ? "nothing" : refused}`);
  await Promise.all(hosts.splice(0).map(async (host) => await host.stop()));
  await pair.stop();
}

/** A webhook that nobody receives: what is looked at is that each event becomes one delivery of it. */
async function subscribe({ url, headers }: Host): Promise<void> {
  const body = JSON.stringify({ name: "trial", url: "https://receiver.invalid/", events: ["device.created"], retry_count: 0 });
  const made = await fetch(`${url}/api/webhooks`, { method: "POST", headers: { ...headers, "content-type": "application/json" }, body });
  assert.equal(made.status, 201, await made.text());
}

/** Asks the primary again and again; when it does not answer, the standby takes its place. @returns milliseconds since the kill */
async function supervise(
  { primary, standby }: PostgresPair,
  killedAt: number,
  moved: () => void,
): Promise<{ readonly noticedMs: number; readonly promotedMs: number }> {
  for (let misses = 0; misses < MISSES; await sleep(WATCH_MS)) misses = (await primary.answers()) ? 0 : misses + 1;
  const noticedMs = performance.now() - killedAt;
  await promote(standby);
  moved();
  return { noticedMs, promotedMs: performance.now() - killedAt };
}

async function promote(standby: PairServer): Promise<void> {
  const [row] = await standby.query<{ done: boolean }>("select pg_promote(true, 30) as done");
  assert.equal(row?.done, true, "the standby was not promoted");
}

/** What was acknowledged is there, each event was read once and in the order of the log, and what is derived is right. */
async function checkLedger(
  { url, settings }: Way,
  standby: PairServer,
  host: Host,
  { acknowledged }: Ledger,
  { seen }: EventReader,
): Promise<void> {
  const names = new Map(
    (await standby.query<{ id: string; name: string }>("select id, name from device", DATABASE)).map(({ id, name }) => [id, name]),
  );
  const lost = acknowledged.filter(({ id, name }) => names.get(id) !== name);
  assert.deepEqual(lost, [], "acknowledged writes are not in the database");
  assert.equal(new Set(acknowledged.map(({ id }) => id)).size, acknowledged.length, "a write was acknowledged twice");
  // A write that was sent again under its key was made once.
  assert.equal(new Set(names.values()).size, names.size, "a device was made twice");
  const log = new EventReader(host);
  await log.follow(AbortSignal.abort());
  assert.deepEqual(
    seen.map(({ id }) => id),
    log.seen.map(({ id }) => id),
    "the reader of events met others than the log has, or in another order",
  );
  const created = seen.filter(({ event }) => event === "device.created").map(({ record_id: id }) => id);
  assert.equal(new Set(created).size, created.length, "an event was met twice");
  assert.deepEqual(new Set(created), new Set(names.keys()), "events and devices are not the same");
  const owed = async (): Promise<number> =>
    created.length - (await standby.query("select distinct record_id from webhook_delivery", DATABASE)).length;
  for (const deadline = performance.now() + FAN_OUT_MS; (await owed()) > 0; await sleep(WATCH_MS)) {
    assert.ok(performance.now() < deadline, `${await owed()} of ${created.length} events were made no delivery of`);
  }
  const [{ count } = { count: "?" }] = await standby.query<{ count: string }>(
    "select count(*)::text as count from webhook_delivery",
    DATABASE,
  );
  assert.equal(count, String(created.length), "an event was made more than one delivery of");
  // Ends with an error where something that is derived is wrong.
  await promisify(execFile)(process.execPath, [MAIN, "verify"], {
    env: { PATH: process.env["PATH"], ...settings, DATABASE_URL: url, ENCRYPTION_KEY: "YSBrZXkgb2YgMzIgYnl0ZXMgZm9yIHRlc3RzIG9ubHk=" },
  });
}

const ms = (value: number): string => `${Math.round(value)} ms`;
