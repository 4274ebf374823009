import { createServer } from "node:http";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createHandler } from "@cadastre/http-h3";
import { createInventory, KeyRing, migrate } from "@cadastre/inventory-core";
import { copyToPostgresql, postgresql } from "@cadastre/inventory-core/postgresql";
import type { RecordKind, RecordServices } from "@cadastre/inventory-core/records";
import { sqlite, SqliteSnapshot } from "@cadastre/inventory-core/sqlite";
import { mcpPlugin } from "@cadastre/mcp";
import { describeRecord, PostgresDatabases, type RecordHostParts, type RecordUnderTest } from "@cadastre/testing";
import { webhooksPlugin } from "@cadastre/webhooks";
import { describe, inject, it } from "vitest";
import { Circuit } from "../../../../examples/records/src/circuits.ts";
import { filesOf } from "../../../../examples/records/src/files.ts";
import { newDatabase } from "../../../../testing/databases.ts";
import { restoreInto } from "../../../../testing/servers/restore-into.ts";
import { STORAGES, type StorageName } from "../../../../testing/storages.ts";
import { run } from "../support/command.ts";
import { kinds, kindsPlugin, PatchSwitch } from "./record-kinds.ts";

const PLUGIN = fileURLToPath(new URL("record-kinds.ts", import.meta.url));

/** Runs the command, and returns its output. */
async function succeed(words: readonly string[], environment: Readonly<Record<string, string>>): Promise<string> {
  const { code, out, err } = await run(words, environment);
  if (code !== 0) throw new Error(`${words.join(" ")} ended with ${code}: ${out}${err}`);
  return out;
}

/** A host with every door of a kind: its API on a socket, the command, files, and a copy in another database. */
async function hostOf(storage: StorageName, kind: RecordKind, { plugins, network }: RecordHostParts): Promise<RecordUnderTest> {
  const database = await newDatabase(storage);
  const home = await mkdtemp(join(tmpdir(), "cadastre-doors-"));
  const inventory = await createInventory({
    storage: database.storage(),
    keyRing: KeyRing.parse(KeyRing.generate()),
    plugins: [...plugins, kindsPlugin(), mcpPlugin(), webhooksPlugin({ network })],
  });
  const handler = createHandler(inventory.host, { rateLimit: { enabled: false } });
  const server = createServer(handler.node).listen(0, "127.0.0.1");
  await once(server, "listening");
  const environment = {
    HOME: home,
    SERVICE_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    SERVICE_API_TOKEN: "admin",
  };
  const copies: AsyncDisposable[] = [];
  const copy = async () => {
    const place = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    copies.push(place);
    await migrate(postgresql(place.url), { plugins: [kindsPlugin(), webhooksPlugin({ network })] });
    using snapshot = new SqliteSnapshot(database.url);
    await copyToPostgresql(snapshot, place.url);
    return await createInventory({ storage: postgresql(place.url), plugins: [kindsPlugin()] });
  };
  /** On PostgreSQL what pg_dump and pg_restore do: the command has backups of SQLite alone. */
  const restore = async () => {
    if (storage === "sqlite") {
      const backup = join(home, "backup.db");
      const [config, restored] = [join(home, "cadastre.config.json"), join(home, "restored.db")];
      await writeFile(config, JSON.stringify({ plugins: [{ use: PLUGIN, export: "kindsPlugin" }] }));
      const settings = { CADASTRE_CONFIG: config, DATA_DIR: dirname(database.url), HOME: home };
      await succeed(["backup", "create", backup, "--verify"], settings);
      await succeed(["backup", "restore", backup, "--to", restored], settings);
      return await createInventory({ storage: sqlite(restored), plugins: [kindsPlugin()] });
    }
    const place = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    copies.push(place);
    await migrate(postgresql(place.url), { plugins: [kindsPlugin(), webhooksPlugin({ network })] });
    await restoreInto(database.url, place.url);
    return await createInventory({ storage: postgresql(place.url), plugins: [kindsPlugin()] });
  };
  return {
    inventory,
    fetch: handler.fetch,
    command: async (words) => await succeed(words, environment),
    files: filesOf(kind, kinds),
    ...(storage === "sqlite" && { copy }),
    restore,
    dispose: async () => {
      server.closeAllConnections();
      server.close();
      for (const one of [...copies, database]) await one[Symbol.asyncDispose]();
      await rm(home, { recursive: true, force: true });
    },
  };
}

describe.each(STORAGES)("on %s", (storage) => {
  describeRecord({ describe, it }, Circuit, {
    createHost: async (parts) => await hostOf(storage, Circuit, parts),
    samples: async ({ datacenters, devices }) => {
      const fra1 = await datacenters.create({ name: "fra1" });
      const [a, b] = [await devices.create({ name: "a" }), await devices.create({ name: "b" })];
      return [
        { name: "C-1", provider: 'Acme; "Net"', bandwidth_mbps: 1000, datacenter_id: fra1.id, device_ids: [a.id, b.id] },
        { name: "C-2", provider: 'Acme; "Net"', status: "planned" },
        { name: "C-1", provider: "Other carrier", device_ids: [b.id] },
      ];
    },
    change: { status: "terminated", bandwidth_mbps: 10, provider: "Third" },
  });

  describeRecord({ describe, it }, PatchSwitch, {
    createHost: async (parts) => await hostOf(storage, PatchSwitch, parts),
    samples: async (inventory) => {
      const { circuits, datacenters, networks } = inventory as typeof inventory & RecordServices<typeof Circuit>;
      const fra1 = await datacenters.create({ name: "fra1" });
      const circuit = await circuits.create({ name: "C-1", provider: "Acme" });
      const lan = await networks.create({ name: "lan", subnet: "10.0.0.0/24" });
      return [
        {
          name: "Schrank 1, Zürich",
          note: "by the door",
          height: 2,
          weight: 1.5,
          is_leased: true,
          bought_on: "2026-11-29",
          checked_at: "2026-11-29T12:00:00.000Z",
          depth: 21,
          manual: "https://example.com/manual?page=1",
          management: "2001:db8::1",
          subnet: "10.0.0.0/24",
          hardware: "02:42:ac:11:00:02",
          tags: ["core", "two words"],
          serials: ["s-1", "s;2"],
          options: { colour: "red" },
          circuit_id: circuit.id,
          network_ids: [lan.id],
          datacenter_id: fra1.id,
        },
        { name: "Schrank 1, Zürich", face: "rear", is_leased: false },
        { name: "Schrank 2", circuit_id: circuit.id },
      ];
    },
    change: { weight: 2, is_leased: false, note: "moved", tags: ["edge"], depth: null, checked_at: "2026-11-30T12:00:00.000Z" },
  });
});
