import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { AppliedMigration } from "@cadastre/inventory-core";
import { incompatibleMigrations } from "@cadastre/inventory-core/upkeep";
import { Client } from "pg";
import { freePort } from "../../free-port.ts";
import { MAIN } from "../../program.ts";
import { startDurablePostgres } from "../../raw/durable-postgres.ts";
import { ADMIN, type InventoryServer, startInventory } from "../inventory-server.ts";
import { finish } from "../machine/programs.ts";
import { makeCertificates } from "../proxies/certificates.ts";
import { startFront } from "../proxies/fronts.ts";
import { signIn } from "../proxies/proxy-checks.ts";
import { TlsCaller } from "../proxies/tls-caller.ts";
import type { Trial, TrialContext } from "../trial.ts";
import { BalancedServers } from "./balanced-servers.ts";
import { olderProgram } from "./older-program.ts";
import { SteadyLoad } from "./steady-load.ts";

const NAME = "inventory.example.com";
const WRITERS = 3;
const READERS = 2;
/** That long each state of the roll is kept under load. */
const STATE_MS = 2_000;

const PLUGIN = fileURLToPath(new URL("growing-plugin.ts", import.meta.url));

/** A program and the config file that it runs with. */
interface Version {
  readonly main: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Two versions on one database, from one to the other and back, and nobody who uses them notices. */
export const rollingUpgrade: Trial = {
  name: "rolling-upgrade",
  about:
    "two servers of an older version behind HAProxy under load are replaced by this one, which adds to the tables, and come back: no " +
    "request fails, nothing acknowledged is lost",
  needs: [
    { program: "haproxy", debian: "haproxy" },
    { program: "openssl", debian: "openssl" },
  ],
  run: roll,
};

async function roll(context: TrialContext): Promise<void> {
  const { folder, report, afterwards, signal } = context;
  const older = await olderProgram(context);
  const postgres = await startDurablePostgres();
  afterwards(async () => await postgres.stop());
  const database = await postgres.temporaryDatabase();
  const versions = await writeConfigs(folder, older.main, database.url);
  const names = ["old1", "old2", "new1", "new2"] as const;
  const ports = new Map<string, number>();
  for (const name of names) ports.set(name, await freePort());
  const certificates = await makeCertificates(context.program("openssl"), folder, NAME);
  const balancer = new BalancedServers(folder, ports);
  const port = await freePort();
  const place = { port, server: 0, basePath: "", certificates };
  afterwards(await startFront(balancer.front, context.program("haproxy"), join(folder, "proxy"), place));
  const servers = new Map<string, InventoryServer>();
  afterwards(async () => await Promise.all([...servers.values()].map(async (server) => await server.stop())));
  const start = async (name: (typeof names)[number]): Promise<void> => {
    const { main, environment } = name.startsWith("old") ? versions.older : versions.newer;
    const listen = { LISTEN_ADDR: `127.0.0.1:${ports.get(name)}` };
    servers.set(name, await startInventory([process.execPath, main, "serve"], { ...environment, ...listen }));
    await balancer.take(name);
  };
  const stop = async (name: (typeof names)[number]): Promise<void> => {
    await balancer.drain(name);
    const server = servers.get(name);
    servers.delete(name);
    await server?.stop();
  };
  await Promise.all([start("old1"), start("old2")]);
  const before = await migrationsOf(database.url);

  const caller = new TlsCaller(`https://${NAME}:${port}`, await readFile(certificates.authority, "utf8"));
  const { key } = await signIn({ caller, basePath: "" });
  const headers = { authorization: `Bearer ${key}` };
  const call: TlsCaller["call"] = async (path, sent = {}) => await caller.call(path, { ...sent, headers });
  const load = new SteadyLoad(call, await makePool(call));
  load.begin(WRITERS, READERS);
  afterwards(async () => await load.end());
  const counted: string[] = [];
  let answered = 0;
  const stay = async (state: string): Promise<void> => {
    await sleep(STATE_MS, undefined, { signal });
    // Said at once: what comes later is of the same cause.
    assert.deepEqual(load.failures, [], `with ${state}`);
    counted.push(`${state}: ${load.writes + load.reads - answered}`);
    answered = load.writes + load.reads;
  };

  await stay("two of the older");
  await start("new1");
  mustBeAdditive(before, await migrationsOf(database.url), older.name);
  await stay("a newer one beside them, which has migrated");
  await stop("old1");
  await start("new2");
  await stay("one of the older, two of the newer");
  await stop("old2");
  await stay("two of the newer");
  await start("old1");
  await stop("new1");
  await stay("one of each, the older started on the tables of the newer");
  await start("old2");
  await stop("new2");
  await stay("two of the older again");
  await load.end();

  await checkLoad(call, load);
  const given = await balancer.requests();
  for (const name of names) assert.ok((given.get(name) ?? 0) > 0, `${name} was given no request`);
  for (const { main, environment } of [versions.older, versions.newer])
    await finish(process.execPath, [main, "verify"], { env: { ...environment }, signal });
  report(`from ${older.name} to this tree and back: ${load.writes} writes and ${load.reads} reads, none failed, none lost`);
  report(`requests answered with ${counted.join("; ")}`);
  report(`requests by server: ${[...given].map(([name, count]) => `${name} ${count}`).join(", ")}; verify of both versions finds nothing`);
}

/** Both versions have the plugin, whose newer version adds to the tables. */
async function writeConfigs(
  folder: string,
  olderMain: string,
  databaseUrl: string,
): Promise<{ readonly older: Version; readonly newer: Version }> {
  const versionOf = async (main: string, grown: boolean): Promise<Version> => {
    const config = join(folder, grown ? "newer.json" : "older.json");
    await writeFile(config, JSON.stringify({ plugins: [{ use: PLUGIN, export: "growingPlugin", options: { grown } }] }));
    return {
      main,
      environment: {
        PATH: process.env["PATH"] ?? "",
        CADASTRE_CONFIG: config,
        DATABASE_URL: databaseUrl,
        ENCRYPTION_KEY: "YSBrZXkgb2YgMzIgYnl0ZXMgZm9yIHRlc3RzIG9ubHk=",
        TRUSTED_PROXIES: "127.0.0.1",
        INITIAL_ADMIN_USERNAME: ADMIN.username,
        INITIAL_ADMIN_PASSWORD: ADMIN.password,
      },
    };
  };
  return { older: await versionOf(olderMain, false), newer: await versionOf(MAIN, true) };
}

async function makePool(call: TlsCaller["call"]): Promise<string> {
  const make = async (path: string, body: object): Promise<string> => {
    const { status, text } = await call(path, { method: "POST", body });
    assert.equal(status, 201, text);
    return (JSON.parse(text) as { readonly id: string }).id;
  };
  const network = await make("/api/networks", { name: "load", subnet: "10.58.0.0/16" });
  return await make(`/api/networks/${network}/pools`, { name: "load", start_ip: "10.58.1.0", end_ip: "10.58.250.255" });
}

async function migrationsOf(url: string): Promise<readonly AppliedMigration[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<AppliedMigration>("select name, requires from cadastre_migration")).rows;
  } finally {
    await client.end();
  }
}

/** A roll is promised where the newer version only adds; a change that is not additive ends the comparison with what was before. */
function mustBeAdditive(before: readonly AppliedMigration[], after: readonly AppliedMigration[], older: string): void {
  assert.ok(after.length > before.length, "the newer version has not migrated anything");
  const refused = incompatibleMigrations(new Set(before.map(({ name }) => name)), after);
  assert.deepEqual(
    refused,
    [],
    `${older} does not go on with ${refused.join(", ")}: make it additive, or record a commit that has it in older-version.json`,
  );
}

/** Everything that was acknowledged is there, as it was acknowledged last. */
async function checkLoad(call: TlsCaller["call"], load: SteadyLoad): Promise<void> {
  const devices = JSON.parse((await call("/api/devices")).text) as readonly { readonly id: string; readonly description: string }[];
  const found = new Map(devices.map(({ id, description }) => [id, description]));
  for (const [id, description] of load.devices) assert.equal(found.get(id), description, `the device ${id}`);
  assert.ok(load.devices.size > 0 && load.allocations.size > 0, "there was no load");
  const { text } = await call(`/api/pools/${load.pool}/allocations`);
  const allocated = new Set((JSON.parse(text) as readonly { readonly id: string }[]).map(({ id }) => id));
  for (const id of load.allocations) assert.ok(allocated.has(id), `the allocation ${id}`);
  assert.deepEqual(load.failures, []);
}
