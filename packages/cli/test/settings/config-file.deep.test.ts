import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { STANDARD_PLUGINS } from "../../src/settings/define-config.ts";
import { readConfiguration } from "../../src/host/configuration.ts";
import { SettingsError } from "../../src/index.ts";
import { readConfigFile } from "../../src/settings/config-file.ts";
import { readSettings } from "../../src/settings/read-settings.ts";
import { run, start } from "../support/command.ts";

const CORE = fileURLToPath(new URL("../../../inventory-core/src/index.ts", import.meta.url));

describe("a config file", () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "cadastre-config-"))));
  afterEach(async () => await rm(folder, { recursive: true, force: true }));

  const write = async (name: string, content: string | object): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
    return file;
  };
  const problemsOf = async (environment: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const error: unknown = await readConfiguration(environment).catch((failure: unknown) => failure);
    if (error instanceof SettingsError) return error.problems;
    throw new Error("the configuration should be refused", { cause: error });
  };

  it("goes before the defaults and after the environment, in each form", async () => {
    const values = {
      LOG_LEVEL: "warn",
      RATE_LIMIT_REQUESTS: 7,
      COOKIE_SECURE: false,
      TRUSTED_PROXIES: ["10.0.0.0/8", "::1"],
      DISCOVERY_PORTS: [22, 80],
    };
    const text = JSON.stringify(values);
    const files = [
      await write("a.json", text),
      await write("a.mjs", `export default ${text};`),
      await write(
        "a.ts",
        `interface Any { readonly [name: string]: unknown }\nconst config: Any = ${text};\nexport default config satisfies Any;`,
      ),
      await write("a.cjs", `module.exports = ${text};`),
    ];
    for (const file of files) {
      const settings = readSettings({ CADASTRE_CONFIG: file, LOG_LEVEL: "error", RATE_LIMIT_REQUESTS: "" });
      expect(settings).toMatchObject({
        LOG_LEVEL: "error",
        RATE_LIMIT_REQUESTS: 7,
        COOKIE_SECURE: false,
        TRUSTED_PROXIES: ["10.0.0.0/8", "::1"],
        DISCOVERY_PORTS: [22, 80],
        LOG_FORMAT: "text",
      });
    }
  });

  it("names the files of secrets", async () => {
    const secret = await write("url", "postgresql://u:p@db/x\n");
    const CADASTRE_CONFIG = await write("a.json", { DATABASE_URL_FILE: secret });
    expect(readSettings({ CADASTRE_CONFIG }).DATABASE_URL).toEqual({ kind: "postgresql", url: "postgresql://u:p@db/x" });
    expect(readSettings({ CADASTRE_CONFIG, DATABASE_URL: "sqlite:///x.db" }).DATABASE_URL).toEqual({ kind: "sqlite", path: "/x.db" });
  });

  it("is refused with everything that is wrong at once, each with its place", async () => {
    const file = await write("a.json", {
      LOG_LEVL: "warn",
      LOG_FORMAT: null,
      plugin: [],
      frobnicate: true,
      SESSION_TTL: "x",
      plugins: [7],
      without: ["http"],
    });
    expect(await problemsOf({ CADASTRE_CONFIG: file })).toEqual([
      `${file}: LOG_LEVL is not a known setting: did you mean LOG_LEVEL?`,
      `${file}: plugin is not a known setting: did you mean plugins?`,
      // Nothing is called like it.
      `${file}: frobnicate is not a known setting; cadastre serve --help lists them`,
      `${file}: LOG_FORMAT must be a string, a number, true or false, or a list of strings and numbers`,
      `${file}: plugins[0] must be a plugin, the name of a package, a path, or { use, export, options }`,
      `${file}: without[0] must be one of ${STANDARD_PLUGINS.join(", ")}`,
    ]);
    const values = await write("b.json", {
      SESSION_TTL: "x",
      DATABASE_URL: "mysql://u:topsecret@h/x",
      plugins: ["./gone.ts", "no-such-package-of-anybody"],
    });
    const problems = await problemsOf({ CADASTRE_CONFIG: values, LOG_LEVEL: "loud" });
    expect(problems).toEqual([
      expect.stringMatching(`^DATABASE_URL must be .* \\(from ${values}\\)$`),
      expect.stringMatching(/^LOG_LEVEL must be .* \(it is "loud", from the environment\)$/),
      expect.stringMatching(`^SESSION_TTL must be .* \\(it is "x", from ${values}\\)$`),
      expect.stringMatching(`^the plugin ./gone.ts of ${values} cannot be loaded: cannot find module`),
      expect.stringMatching(`^the plugin no-such-package-of-anybody of ${values} cannot be loaded: cannot find package`),
    ]);
    expect(problems.join()).not.toContain("topsecret");
  });

  it.each([
    ["gone.json", undefined, "there is no such file"],
    ["a.json", "{", "Expected property name"],
    ["a.ts", "export default {", "Expected"],
    ["a.mjs", "await 1; export default {};", "uses top-level await"],
    ["b.mjs", "export default [];", "must export an object as default"],
    ["b.json", "7", "must be an object"],
  ])("that is none (%s) is said to be one", async (name, content, said) => {
    const CADASTRE_CONFIG = content === undefined ? join(folder, name) : await write(name, content);
    expect(() => readConfigFile({ CADASTRE_CONFIG })).toThrow(SettingsError);
    const [problem] = await problemsOf({ CADASTRE_CONFIG });
    expect(problem).toMatch(new RegExp(`^the config file ${CADASTRE_CONFIG}.*${said}`));
  });

  it("loads plugins and a storage by path, by object and with options", async () => {
    await write("plain.mjs", `export default { id: "plain", engine: "*" };`);
    await write(
      "made.mjs",
      `export const made = async ({ id }) => ({ id, engine: "*" });\nexport const notOne = 7;\nexport const fails = () => { throw ` +
        `new Error("no such switch"); };`,
    );
    await write(
      "store.ts",
      `import { sqlite } from ${JSON.stringify(CORE.replace("index.ts", "storage/sqlite/index.ts"))};\nexport default (path: string) ` +
        `=> sqlite(path);`,
    );
    const CADASTRE_CONFIG = await write(
      "a.mjs",
      `export default { plugins: ["./plain.mjs", { use: "./made.mjs", export: "made", options: { id: "made" } }, { id: "object", ` +
        `engine: "*" }], storage: { use: "./store.ts", options: ":memory:" } };`,
    );
    const { parts } = await readConfiguration({ CADASTRE_CONFIG });
    expect(parts.plugins?.map(({ id }) => id)).toEqual(["plain", "made", "object"]);
    expect(parts.storage).toMatchObject({ name: "sqlite", dialect: "sqlite" });
    // The environment goes before the file.
    expect((await readConfiguration({ CADASTRE_CONFIG, DATABASE_URL: "sqlite:///x.db" })).parts.storage).toBeUndefined();

    const wrong = await write("b.json", {
      plugins: [
        "./made.mjs",
        { use: "./made.mjs", export: "notOne" },
        { use: "./made.mjs", export: "fails" },
        { use: "./plain.mjs", options: {} },
      ],
      storage: "./plain.mjs",
      DATABASE_URL: "sqlite:///x.db",
    });
    expect(await problemsOf({ CADASTRE_CONFIG: wrong })).toEqual([
      `the plugin ./made.mjs of ${wrong} has no export default: set the export of the plugin with "export", one of fails, made, notOne`,
      `the plugin ./made.mjs of ${wrong} is not a plugin: create one with definePlugin of @cadastre/inventory-core`,
      `the plugin ./made.mjs of ${wrong} rejected its options: no such switch`,
      `the plugin ./plain.mjs of ${wrong} takes no options: it exports the plugin itself`,
      `${wrong}: storage and DATABASE_URL are both set: remove one of them`,
      `the storage ./plain.mjs of ${wrong} is not a storage: create one with sqlite, postgresql or a custom factory`,
    ]);
  });

  describe("with the command", () => {
    it("is found by --config, and config tells what is from where", async () => {
      await write("plain.mjs", `export default { id: "plain", engine: "*" };`);
      const secret = await write("secret", "topsecret-community");
      const file = await write("cadastre.config.json", {
        LOG_LEVEL: "warn",
        DISCOVERY_SNMP_COMMUNITY_FILE: secret,
        plugins: ["./plain.mjs"],
        without: ["mcp", "oauth"],
      });
      const text = await run(["config", "--config", file], { LOG_FORMAT: "json" });
      expect(text.code).toBe(0);
      for (const line of [
        `LOG_LEVEL=warn  # ${file}`,
        "LOG_FORMAT=json  # environment",
        "SESSION_TTL=24h  # default",
        `DISCOVERY_SNMP_COMMUNITY=********  # DISCOVERY_SNMP_COMMUNITY_FILE=${secret} (${file})`,
      ]) {
        expect(text.out.split("\n")).toContain(line);
      }
      expect(text.out).toContain(
        `# config file: ${file}\n# plugins: auth, webhooks, lease-sources, discovery-scanner, discovery-agent, discovery-snmp, web-ui, ` +
          `plain (${file}), http\n# left out: oauth, mcp\n`,
      );
      const json = JSON.parse((await run(["--config", file, "config", "--json"])).out) as {
        file: string;
        settings: { name: string }[];
        plugins: { id: string; from: string }[];
      };
      expect(json.file).toBe(file);
      expect(json.settings).toContainEqual({ name: "LOG_LEVEL", value: "warn", from: file });
      expect(json.plugins).toContainEqual({ id: "plain", engine: "*", from: file });
      expect(JSON.stringify(json)).not.toContain("topsecret");
    });

    it("ends the start in a sentence when a plugin does not fit", async () => {
      const begin = async (config: object) =>
        await run(["serve", "--config", await write("c.json", config)], { LISTEN_ADDR: "127.0.0.1:0", DATA_DIR: folder });
      await write("old.mjs", `export default { id: "old", engine: "^0.0.1" };`);
      expect(await begin({ plugins: ["./old.mjs"] })).toMatchObject({
        code: 78,
        err: expect.stringMatching(
          /c\.json: plugin old works with engine \^0\.0\.1, and this is .*: upgrade the engine, npm install @cadastre\/cli@\^0\.0\.1, or/,
        ),
      });
      expect(await begin({ without: ["auth"] })).toMatchObject({
        code: 78,
        err: expect.stringContaining("without contains auth, which oauth requires: add oauth to without as well"),
      });
      expect(await begin({ DISCOVERY_SCANNER: "masscan" })).toMatchObject({
        code: 78,
        err: expect.stringContaining('DISCOVERY_SCANNER is "masscan", which no plugin provides: available: connect'),
      });
    });

    it("is told by doctor before a start, with what to install for a plugin from a package", async () => {
      await mkdir(join(folder, "node_modules/@acme/racks"), { recursive: true });
      await write("node_modules/@acme/racks/package.json", {
        name: "@acme/racks",
        exports: { "./plugin": "./plugin.mjs" },
        type: "module",
      });
      await write("node_modules/@acme/racks/plugin.mjs", `export default { id: "racks", engine: "<0.0.0-0" };`);
      const doctor = await run(["doctor", "--config", await write("c.json", { plugins: ["@acme/racks/plugin"] })], { DATA_DIR: folder });
      expect(doctor).toMatchObject({
        code: 65,
        out: expect.stringContaining(
          `: upgrade to a later version of the plugin, npm install @acme/racks@latest, or go back to the engine that it works with, ` +
            `npm install @cadastre/cli@"<0.0.0-0"`,
        ),
      });
    });

    it("leaves standard plugins out and takes them back, and verify knows the tables of its plugins", async () => {
      const table =
        `export default { id: "racks", engine: "*", model: { entities: [], migrations: { sqlite: [{ name: "racks/0001", statements: ` +
        `["create table rack (id text)"] }], postgresql: [] } } };`;
      await write("racks.mjs", table);
      const environment = {
        LISTEN_ADDR: "127.0.0.1:0",
        BCRYPT_COST: "4",
        DATA_DIR: folder,
        CADASTRE_CONFIG: await write("c.json", { plugins: ["./racks.mjs"], without: ["webhooks", "mcp", "oauth"] }),
      };
      const statuses = async (settings: Readonly<Record<string, string>>): Promise<readonly number[]> => {
        const server = start(["serve"], settings);
        try {
          await expect.poll(() => server.out() + server.err()).toMatch(/is running at \S+\n|cadastre: /);
          const url = /is running at (\S+)\n/.exec(server.out())?.[1];
          if (url === undefined) throw new Error(server.err());
          const answers = await Promise.all(["/api/webhooks", "/mcp"].map(async (path) => (await fetch(url + path)).status));
          server.child.kill("SIGTERM");
          expect((await server.ended).code).toBe(0);
          return answers;
        } finally {
          server.child.kill("SIGKILL");
        }
      };
      expect(await statuses(environment)).toEqual([404, 404]);
      expect(await statuses({ ...environment, CADASTRE_CONFIG: await write("d.json", { plugins: ["./racks.mjs"] }) })).not.toContain(404);
      expect(await statuses(environment)).toEqual([404, 404]);
      expect(await run(["verify"], environment)).toMatchObject({ code: 0 });
    });
  });
});
