import { createInventory, migrationStatus, type Plugin, type Storage } from "@cadastre/inventory-core";
import { postgresql, postgresqlState } from "@cadastre/inventory-core/postgresql";
import { sqlite, SqliteSnapshot } from "@cadastre/inventory-core/sqlite";
import { PostgresDatabases } from "@cadastre/testing";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { atDepth } from "../../../../testing/depth.ts";
import { STORAGES, type StorageName } from "../../../../testing/storages.ts";
import { EXIT } from "../../src/exit-codes.ts";
import { storedPlugins } from "../../src/host/stored-plugins.ts";
import { leavesOf, wholeProgram } from "../support/command-tree.ts";
import { type Ended, ENCRYPTION_KEY, run, serve } from "../support/command.ts";

/** Commands that go on until they are stopped (`serve` has a test of its own), or that need no database. */
const LEFT_OUT = new Set([
  "serve",
  "event tail",
  "health",
  "login",
  "logout",
  "profile list",
  "profile use",
  "profile delete",
  "client generate",
  "completion",
  "complete",
]);

/** Commands that apply migrations, with the owners of those. */
const MIGRATES: Readonly<Record<string, readonly string[]>> = {
  "user create": ["auth"],
  "migrate up": ["auth", "webhooks", "discovery-agent", "snmp", "lease-sources"],
};

const NO_RECORD = "01900000-0000-7000-8000-000000000000";

/** What arguments and mandatory options are given; otherwise an id that no record has. */
const VALUES: Readonly<Record<string, string>> = {
  address: "10.0.0.1",
  device: "db01",
  network: "lab",
  text: "db01",
  what: "devices",
  "--as": "csv",
  "--name": "made",
  "--to": "env:TARGET",
  "--username": "made",
};

/** Options without which a command does not open the database. */
const OPTIONS: Readonly<Record<string, string>> = {
  "agent create": "--name made",
  "user create": "--password-stdin",
  "user password": "--secrets-stdin",
  "key create": "--user nobody",
  "space create": "--name made",
  "datacenter create": "--name made",
  "network create": "--name made --subnet 10.9.0.0/24",
  "network allocate": "--length 28 --name cut",
  "network delete": "--dry-run",
  "network split": "--length 25",
  "network merge": `--network ${NO_RECORD}`,
  "network resize": "--subnet 10.0.0.0/23",
  "network renumber": "--subnet 10.8.0.0/24",
  "vlan create": "--vid 10",
  "vlan-group create": "--name made",
  "pool create": "--name made --start-ip 10.0.0.10 --end-ip 10.0.0.20",
  "field create": "--record device --name made --type text",
  allocate: "--network lab",
  "device create": "--name db02",
  "device delete": "--dry-run",
  "plan create": "--title made --step operation=devices.create",
  "plan delete": "--yes",
  "plan apply": "--yes",
  "discovery clear": "--yes",
  "discovery promote": "--name made",
  "discovery promote-many": `--id ${NO_RECORD}`,
  "discovery link": "--device db01",
  "rule create": "--network lab",
  "snmp create": "--name made --address 10.0.0.2",
  "lease create": "--name made --type dnsmasq --path /nowhere",
  "webhook create": "--name made --url https://example.com/hook --event device.created",
  "role create": "--name made",
  "server bootstrap": "--username made --secrets-stdin",
  import: "--as csv",
};

/** Sets of plugins that an application may have, by their ids: none, each, and all. */
const SETS: Readonly<Record<string, readonly Plugin[]>> = {
  none: [],
  ...Object.fromEntries(storedPlugins().map((plugin) => [plugin.id, [plugin]])),
  all: storedPlugins(),
};

/** A password, and where a command takes another secret as well, two lines. */
const inputOf = (options: readonly string[]): string =>
  options.includes("--secrets-stdin") ? "correct horse battery\nanother long password\n" : "correct horse battery\n";

/** An application's database, with a network and a device. */
async function applicationDatabase(name: StorageName, plugins: readonly Plugin[]) {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-application-"));
  const server = new PostgresDatabases(inject("postgresAdminUrl"));
  const database = name === "postgresql" ? await server.temporaryDatabase() : undefined;
  const target = await server.temporaryDatabase();
  const file = join(folder, "app.db");
  const storage = (): Storage => (database === undefined ? sqlite(file) : postgresql(database.url, { maxConnections: 2 }));
  const open = async () =>
    await createInventory({ storage: storage(), plugins: plugins.map(({ start: _, stop: __, ...plugin }) => plugin) });
  {
    await using inventory = await open();
    await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/24" });
    await inventory.devices.create({ name: "db01" });
  }
  const settings = {
    HOME: folder,
    BCRYPT_COST: "4",
    ENCRYPTION_KEY,
    TARGET: target.url,
    DATABASE_URL: database?.url ?? `sqlite://${file}`,
    DISCOVERY_TOOLS: "none",
  };
  return {
    settings,
    /** Names of its tables, and of the owners of its migrations. */
    contents: async () => {
      if (database !== undefined) {
        const { tables, migrations } = await postgresqlState(database.url);
        return { tables, migrations: migrations.map((migration) => migration.name) };
      }
      using snapshot = new SqliteSnapshot(file);
      return { tables: snapshot.tables().map((table) => table.name), migrations: snapshot.migrations().map((migration) => migration.name) };
    },
    cadastre: async (words: string, more: readonly string[] = []): Promise<Ended> =>
      await run([...words.split(" "), ...more], settings, inputOf(more), folder),
    /** The application opens it as before. */
    mustSurvive: async (): Promise<void> => {
      await using inventory = await open();
      expect((await inventory.devices.list()).map((device) => device.name)).toContain("db01");
      expect(await migrationStatus(storage(), { plugins })).toMatchObject({ pending: [], refusal: undefined });
    },
    [Symbol.asyncDispose]: async () => {
      await database?.[Symbol.asyncDispose]();
      await target[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

/** Every command, as a command line that reaches the database. */
const LINES: ReadonlyMap<string, readonly string[]> = new Map(
  [...leavesOf(await wholeProgram())].flatMap(([words, command]) => {
    if (LEFT_OUT.has(words)) return [];
    const given = command.registeredArguments.map((argument) => VALUES[argument.name()] ?? NO_RECORD);
    const mandatory = command.options.filter((option) => option.mandatory).map(({ long }) => long ?? "");
    const options = mandatory.flatMap((option) => [option, VALUES[option] ?? NO_RECORD]);
    const database = command.options.some(({ long }) => long === "--database") ? ["--database", "settings"] : [];
    return [[words, [...given, ...options, ...(OPTIONS[words]?.split(" ") ?? []), ...database]] as const];
  }),
);

const FEW = ["config", "doctor", "verify", "migrate status", "device list", "webhook list", "user create", "migrate up"];

/** Commands of one test: the watchdog ends a test that takes minutes. */
const TOGETHER = 20;
const ALL = [...LINES.keys()].filter((words) => !(words in MIGRATES)).concat(Object.keys(MIGRATES));
const PARTS = Array.from({ length: Math.ceil(ALL.length / TOGETHER) }, (_, part) => ALL.slice(part * TOGETHER, (part + 1) * TOGETHER));

const CASES = atDepth({ few: ["none"], many: ["webhooks"], full: Object.keys(SETS) }).flatMap((set) =>
  atDepth({ few: [FEW], many: PARTS }).map((commands) => ({ set, commands, from: commands[0] ?? "", to: commands.at(-1) ?? "" })),
);

/** Cases of a storage: usual deep runs try each command on one. */
const casesOf = (storage: StorageName): typeof CASES => {
  const share = (_: unknown, index: number): boolean => index % STORAGES.length === STORAGES.indexOf(storage);
  return atDepth({ few: CASES, many: CASES.filter(share), full: CASES });
};

describe.each(STORAGES)("the database of an application, on %s", (name) => {
  it.each(casesOf(name))(
    "survives commands, which migrate nothing untold, with the plugins $set: $from to $to",
    async ({ set, commands }) => {
      await using database = await applicationDatabase(name, SETS[set] ?? []);
      const misused: string[] = [];
      for (const words of commands) {
        const before = await database.contents();
        const { code, err } = await database.cadastre(words, LINES.get(words));
        if (code === EXIT.usage) misused.push(`${words}: ${err}`);
        const after = await database.contents();
        const owners = MIGRATES[words] ?? [];
        const untold = after.migrations.filter(
          (one) => !before.migrations.includes(one) && !owners.includes(one.slice(0, one.indexOf("/"))),
        );
        const tables = owners.length === 0 ? after.tables : before.tables;
        expect({ words, untold, tables }).toEqual({ words, untold: [], tables: before.tables });
        await database.mustSurvive();
      }
      expect(misused).toEqual([]);
    },
  );

  it("survives a server with all plugins, and one that leaves them out makes no tables of them", async () => {
    await using database = await applicationDatabase(name, []);
    const config = join(database.settings.HOME, "cadastre.config.mjs");
    const without = ["auth", "oauth", "webhooks", "lease-sources", "discovery-scanner", "discovery-agent", "discovery-snmp", "mcp"];
    await writeFile(config, `export default { without: ${JSON.stringify(without)} };`);
    const before = await database.contents();
    await (await serve(database.settings, undefined, ["--config", config])).stop();
    expect(await database.cadastre("migrate up", ["--config", config])).toMatchObject({ code: 0, out: "" });
    expect(await database.contents()).toEqual(before);
    await (await serve(database.settings)).stop();
    expect((await database.contents()).migrations).toEqual(expect.arrayContaining(["auth/0001-users-keys-sessions", "snmp/0001-devices"]));
    await database.mustSurvive();
  });

  it("is not copied, and its secrets are not rotated, while a plugin of it is left out", async () => {
    await using database = await applicationDatabase(name, storedPlugins());
    const config = join(database.settings.HOME, "cadastre.config.mjs");
    await writeFile(config, 'export default { without: ["webhooks"] };');
    const refused = (has: string): RegExp =>
      new RegExp(`has ${has} of the plugin webhooks, which is not loaded: import \\{ webhooksPlugin \\} from "@cadastre/webhooks"`);
    expect(await database.cadastre("secrets rotate", ["--config", config])).toMatchObject({
      code: EXIT.failed,
      err: expect.stringMatching(refused("encrypted columns")),
    });
    const code = name === "sqlite" ? EXIT.data : EXIT.failed;
    const says = name === "sqlite" ? refused("tables") : /the database is PostgreSQL/;
    expect(await database.cadastre("copy", ["--to", "env:TARGET", "--config", config])).toMatchObject({
      code,
      err: expect.stringMatching(says),
    });
    await database.mustSurvive();
  });

  it("is read without plugins that have no tables, and says what to run for them", async () => {
    await using database = await applicationDatabase(name, []);
    const settings = ["--database", "settings"];
    expect(await database.cadastre("device list", [...settings, "-o", "csv"])).toMatchObject({
      code: 0,
      out: expect.stringContaining("db01"),
    });
    expect(await database.cadastre("webhook list", settings)).toMatchObject({
      code: EXIT.server,
      err: expect.stringMatching(/5 migrations of the plugin webhooks of @cadastre\/webhooks[^]*cadastre migrate up/),
    });
    expect(await database.cadastre("oauth clients", settings)).toMatchObject({
      code: EXIT.server,
      err: expect.stringContaining("6 migrations of the plugin auth of @cadastre/auth"),
    });
    expect(await database.cadastre("user reset-password", ["root", "--password-stdin"])).toMatchObject({
      code: EXIT.failed,
      err: expect.stringMatching(/6 migrations of the plugin auth of @cadastre\/auth[^]*cadastre migrate up/),
    });
  });
});
