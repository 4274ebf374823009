import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MAIN } from "../../program.ts";
import { startDurablePostgres } from "../../raw/durable-postgres.ts";
import { ADMIN, type Call, type Made, signIn, startInventory } from "../inventory-server.ts";
import { finish } from "../machine/programs.ts";
import type { Trial, TrialContext } from "../trial.ts";
import { olderProgram } from "./older-program.ts";

const PLUGIN = fileURLToPath(new URL("../../../../examples/records/src/circuits.ts", import.meta.url));
const KINDS = ["circuits", "vlans", "vlan-groups", "fields"] as const;

/** Servers that do not know a kind, on a database with its records. */
export const declaredKinds: Trial = {
  name: "declared-kinds",
  about: "a server without the plugin of a kind, and one of an older version, on a database with circuits and VLANs: nothing is lost",
  needs: [],
  run: async (context) => {
    const older = await olderProgram(context);
    const postgres = await startDurablePostgres();
    context.afterwards(async () => await postgres.stop());
    const database = await postgres.temporaryDatabase();
    await walk(context, older.main, "PostgreSQL", { DATABASE_URL: database.url });
    await walk(context, older.main, "SQLite", { DATA_DIR: join(context.folder, "data") });
    context.report(`the older version is ${older.name}`);
  },
};

type Environment = Readonly<Record<string, string>>;

interface Placed {
  readonly datacenters: readonly [ofCircuit: string, ofGroup: string];
  readonly network: string;
}

async function walk({ folder, report, signal }: TrialContext, older: string, database: string, place: Environment): Promise<void> {
  const config = join(folder, "circuits.json");
  await writeFile(config, JSON.stringify({ plugins: [{ use: PLUGIN, export: "circuitsPlugin" }] }));
  const environment = {
    PATH: process.env["PATH"] ?? "",
    ENCRYPTION_KEY: "YSBrZXkgb2YgMzIgYnl0ZXMgZm9yIHRlc3RzIG9ubHk=",
    COOKIE_SECURE: "false",
    INITIAL_ADMIN_USERNAME: ADMIN.username,
    INITIAL_ADMIN_PASSWORD: ADMIN.password,
    ...place,
  };
  const withPlugin = { ...environment, CADASTRE_CONFIG: config };
  const on = async <T>(main: string, settings: Environment, work: (call: Call) => Promise<T>): Promise<T> => {
    const server = await startInventory([process.execPath, main, "serve"], settings);
    try {
      return await work(await signIn(server.url));
    } finally {
      await server.stop();
    }
  };
  const all = async (call: Call): Promise<unknown> => await Promise.all(KINDS.map(async (kind) => await call(`GET /api/${kind}`)));

  const [placed, before] = await on(MAIN, withPlugin, async (call) => [await makeRecords(call), await all(call)] as const);
  const refused = await on(MAIN, environment, async (call) => await tryDeletions(call, placed));
  assert.match(refused, /program that loads the plugin circuits/);
  report(`${database}, without the plugin: ${refused}`);
  await on(MAIN, withPlugin, async (call) => {
    // Both run at once: the older one starts on the tables of the newer one.
    report(`${database}, older version: ${await on(older, environment, async (other) => await tryDeletions(other, placed))}`);
    assert.deepEqual(await all(call), before);
    const network = await call<{ readonly vlan: string | null; readonly description: string }>(`GET /api/networks/${placed.network}`);
    assert.deepEqual([typeof network.vlan, network.description], ["string", "changed"]);
  });
  // Rows that only the newer one knows are no differences for the older one.
  for (const command of ["verify", "rebuild"]) await finish(process.execPath, [older, command], { env: environment, signal });
  assert.deepEqual(await on(MAIN, withPlugin, all), before);
  await finish(process.execPath, [MAIN, "verify"], { env: withPlugin, signal });
}

/** A circuit in a datacenter, and a group with a VLAN and its network in another. */
async function makeRecords(call: Call): Promise<Placed> {
  const make = async (path: string, body: object): Promise<string> => (await call<Made>(`POST /api/${path}`, body)).id;
  for (const record of ["circuit", "vlan"]) await make("fields", { record, name: "serial", type: "text", unique: true });
  const fields = { serial: "S-1" };
  const datacenters = [await make("datacenters", { name: "of the circuit" }), await make("datacenters", { name: "of the group" })] as const;
  const device = await make("devices", { name: "router" });
  await make("circuits", { name: "C-1", provider: "Acme", datacenter_id: datacenters[0], device_ids: [device], fields });
  const group = await make("vlan-groups", { name: "office", datacenter_id: datacenters[1] });
  const vlan = await make("vlans", { vid: 10, name: "printers", group_id: group, fields });
  return { datacenters, network: await make("networks", { name: "printers", subnet: "10.9.0.0/24", vlan }) };
}

/** Deletes what records refer to, which must be refused, and writes what the server knows. @returns the refusals */
async function tryDeletions(call: Call, { datacenters: [ofCircuit, ofGroup], network }: Placed): Promise<string> {
  const refusals: string[] = [];
  for (const id of [ofCircuit, ofGroup])
    await assert.rejects(call(`DELETE /api/datacenters/${id}`), ({ message }: Error) => {
      refusals.push(message);
      return / 409 .*"code":"CONFLICT"/.test(message);
    });
  const free = await call<Made>("POST /api/datacenters", { name: "another" });
  await call(`DELETE /api/datacenters/${free.id}`);
  await call(`PUT /api/networks/${network}`, { description: "changed" });
  return refusals.map((text) => (JSON.parse(text.slice(text.indexOf("{"))) as { readonly error: string }).error).join("; ");
}
