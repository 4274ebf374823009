// Inside a network namespace of its own: `node drill.ts <folder> <namespace of the receiver>`. A server with data, webhooks
// and a queue of deliveries is backed up while it writes; the backup is restored into a new server, which first stands beside
// the old one and then takes its place.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as after } from "node:timers/promises";
import { ADMIN, type Call, type InventoryServer, type Made, signIn, startInventory } from "../inventory-server.ts";
import { RECEIVER, RECEIVER_PORT } from "./addresses.ts";
import { cadastre, COMMAND, type Place } from "./place.ts";
import { postgresqlPlace } from "./postgresql-place.ts";
import { sqlitePlace } from "./sqlite-place.ts";

const [folder = "", namespace = ""] = process.argv.slice(2);
const WRITERS = 3;
/** As long as nothing may come is waited; what is sent comes in some milliseconds. */
const SILENCE_MS = 1500;

interface EventPage {
  readonly events: readonly unknown[];
  readonly next: string;
}

interface Arrival {
  readonly id: string;
  readonly name: string;
}

const report = (line: string): void => console.info(line);
const servers: InventoryServer[] = [];
const receivers: ChildProcess[] = [];
const begin = async (settings: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}): Promise<InventoryServer> => {
  const server = await startInventory([...COMMAND, "serve"], {
    ...settings,
    ...more,
    INITIAL_ADMIN_USERNAME: ADMIN.username,
    INITIAL_ADMIN_PASSWORD: ADMIN.password,
  });
  servers.push(server);
  return server;
};

async function until(what: string, isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`${what} did not come within a minute: ${servers.at(-1)?.said()}`);
    await after(20);
  }
}

/** @returns what arrives, as it does */
async function startReceiver(): Promise<readonly Arrival[]> {
  const child = spawn("ip", ["netns", "exec", namespace, process.execPath, new URL("receiver.ts", import.meta.url).pathname], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  receivers.push(child);
  const arrivals: Arrival[] = [];
  const ready = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line === "ready") ready.resolve();
    else arrivals.push(JSON.parse(line) as Arrival);
  });
  await ready.promise;
  return arrivals;
}

async function drill(place: Place): Promise<void> {
  const arrivals = await startReceiver();
  const heard = (name: string): number => arrivals.filter((arrival) => arrival.name === name).length;
  const old = await begin(place.lost);
  const call = await signIn(old.url);
  await call("POST /api/webhooks", {
    name: "hook",
    url: `http://${RECEIVER}:${RECEIVER_PORT}/`,
    events: ["device.created"],
    secret: "kept in the backup, encrypted",
  });
  const acknowledged: string[] = [];
  let writing = true;
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; writing; n += 1) {
      const { name } = await call<Made>("POST /api/devices", { name: `d${writer}-${n}` });
      acknowledged.push(name);
    }
  });
  await until("a queue of deliveries", () => acknowledged.length > arrivals.length + 40);
  const { next: reader } = await call<EventPage>("GET /api/events?after=0-0&limit=20");
  const before = [...acknowledged];
  await place.backUp();
  const [meanwhile, sent] = [acknowledged.length - before.length, arrivals.length];
  await until("changes after the backup", () => acknowledged.length > before.length + meanwhile + 20);
  writing = false;
  await Promise.all(writers);
  const { next: late } = await call<EventPage>(`GET /api/events?after=${await lastPlace(call)}&limit=1`);
  report(`${place.name}: a backup while ${WRITERS} clients wrote ${meanwhile} devices and ${sent} deliveries had gone out`);

  await place.restore();
  const done = await place.delivered();
  const copy = await begin(place.restored, { WEBHOOK_ENABLED: "false", DISCOVERY_ENABLED: "false" });
  const onCopy = await signIn(copy.url);
  const names = (await onCopy<readonly Made[]>("GET /api/devices")).map(({ name }) => name);
  assert.deepEqual(
    before.filter((name) => !names.includes(name)),
    [],
    "what was acknowledged before the backup is in it",
  );
  await until("the deliveries of the old server", () => new Set(arrivals.map(({ id }) => id)).size >= acknowledged.length);
  const ofOld = arrivals.length;
  await onCopy("POST /api/devices", { name: "made on the copy" });
  await after(SILENCE_MS);
  assert.equal(arrivals.length, ofOld, "a copy beside the original sends nothing with WEBHOOK_ENABLED=false");
  report(`restored beside the running original, with webhooks off, it sent nothing of its ${names.length - done.size} open deliveries`);

  // The machine of the original is lost, and the copy takes its place.
  old.process.kill("SIGKILL");
  await copy.stop();
  cadastre(["verify"], place.restored);
  cadastre(["audit", "verify"], place.restored);
  const current = await begin(place.restored);
  const onCurrent = await signIn(current.url);
  await onCurrent("POST /api/devices", { name: "new" });
  const open = names.filter((name) => before.includes(name)).length;
  assert.ok(open > 0 && done.size < names.length, "some deliveries were open, or nothing was tried");
  await until("every open delivery", () => arrivals.length >= ofOld + names.length - done.size + 2);
  await after(SILENCE_MS);
  const again = arrivals.slice(ofOld);
  assert.deepEqual(
    again.filter(({ id }) => done.has(id)),
    [],
    "what the backup has as delivered is not sent again",
  );
  assert.equal(new Set(again.map(({ id }) => id)).size, again.length, "nothing is sent twice by the new server");
  assert.deepEqual(
    [...names, "made on the copy", "new"].filter((name) => heard(name) === 0),
    [],
    "nothing is silent",
  );
  assert.deepEqual([heard("made on the copy"), heard("new")], [1, 1]);
  report(
    `in its place it sent ${again.length}: the open ones, again with the same delivery_id, and what came; none of the ${done.size} ` +
      `that were done`,
  );

  // Who reads events goes on where the backup knows the place, and is told once where it does not.
  const { events } = await onCurrent<EventPage>(`GET /api/events?after=${reader}&limit=10`);
  assert.equal(events.length, 10);
  await assert.rejects(async () => await onCurrent(`GET /api/events?after=${late}&limit=10`), /410 .*CURSOR_EXPIRED/);
  await current.stop();
  receivers.pop()?.kill("SIGKILL");
  place.close();
}

/** The end of the log. */
async function lastPlace(call: Call): Promise<string> {
  let place = "0-0";
  for (;;) {
    const { events, next } = await call<EventPage>(`GET /api/events?after=${place}&limit=1000`);
    place = next;
    if (events.length === 0) return place;
  }
}

chmodSync(folder, 0o755);
try {
  for (const [name, prepare] of [
    ["sqlite", sqlitePlace],
    ["postgresql", postgresqlPlace],
  ] as const) {
    const own = join(folder, name);
    mkdirSync(own, { mode: 0o755 });
    await drill(await prepare(own));
  }
} finally {
  for (const child of [...servers.map(({ process: server }) => server), ...receivers]) child.kill("SIGKILL");
}
process.exit();
