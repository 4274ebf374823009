import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { infoOf, SETTING_NAMES, type SettingName } from "../../src/settings/settings.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const DEPLOY = join(ROOT, "packages/cli/deploy");
const read = (name: string): string => readFileSync(join(DEPLOY, name), "utf8");

/** Variables that are no settings of ours, by who reads them. */
const OTHERS = new Set(["NODE_ENV", "XDG_CACHE_HOME", "HOME"]);

/** Whether the server reads a variable of this name. */
function isRead(name: string): boolean {
  if (OTHERS.has(name) || SETTING_NAMES.includes(name as SettingName)) return true;
  const secret = name.replace(/_FILE$/, "") as SettingName;
  return SETTING_NAMES.includes(secret) && infoOf(secret).secret === true;
}

interface Service {
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, unknown>>;
}

describe("the files for containers and services", () => {
  it.each(["compose.yaml", "compose.postgresql.yaml"])("%s names settings that there are, and what it has itself", (name) => {
    const { services, volumes, secrets = {} } = parse(read(name)) as Compose;
    const cadastre = services["cadastre"] as Service;
    expect(Object.keys(cadastre.environment ?? {}).filter((variable) => !isRead(variable))).toEqual([]);
    expect(existsSync(join(DEPLOY, cadastre.build?.context ?? "", cadastre.build?.dockerfile ?? ""))).toBe(true);
    for (const service of Object.values(services)) {
      expect((service.secrets ?? []).filter((secret) => !(secret in secrets))).toEqual([]);
      expect((service.volumes ?? []).map((volume) => volume.split(":")[0] as string).filter((volume) => !(volume in volumes))).toEqual([]);
    }
    const given = Object.entries(cadastre.environment ?? {});
    const files = given.filter(([, value]) => value.startsWith("/run/secrets/")).map(([, value]) => value.slice("/run/secrets/".length));
    expect(files.filter((secret) => cadastre.secrets?.includes(secret) !== true)).toEqual([]);
    // A secret is never written down in the file itself.
    expect(
      given.filter(([variable]) => SETTING_NAMES.includes(variable as SettingName) && infoOf(variable as SettingName).secret === true),
    ).toEqual([]);
  });

  it("the Dockerfile sets settings that there are, runs as somebody else than root, and asks the server how it is", () => {
    const text = read("Dockerfile");
    const set = [...text.matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs = ""]) =>
      pairs.split(" ").map((pair) => pair.split("=")[0] as string),
    );
    expect(set).toContain("DATA_DIR");
    expect(set.filter((variable) => !isRead(variable))).toEqual([]);
    expect(text).toMatch(/^USER 1000:1000$/m);
    expect(/^HEALTHCHECK .*CMD (\[.*\])$/m.exec(text)?.[1]).toBe('["cadastre", "health"]');
  });

  it("the Dockerfile copies what pack:packages writes, and nothing else is sent to its build", () => {
    const copies = [...read("Dockerfile").matchAll(/^(?:COPY|ADD) (.+)$/gm)]
      .map(([, words = ""]) => words)
      .filter((words) => !words.startsWith("--from="));
    expect(copies).toEqual(["packed/cadastre-*.tgz /packages/"]);
    const sent = read("Dockerfile.dockerignore")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    expect(sent).toEqual(["*", "!packed/cadastre-*.tgz"]);
    expect(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))).toMatchObject({
      scripts: { "pack:packages": expect.stringContaining("node .ci/packages/pack-packages.ts") },
    });
  });

  it("all units are of the user that sysusers makes, so that they share the data", () => {
    const [, user] = /^u (\S+) - /m.exec(read("cadastre.sysusers")) ?? [];
    const services = readdirSync(DEPLOY).filter((name) => name.endsWith(".service"));
    expect(services).toContain("cadastre.service");
    for (const name of services) {
      expect(read(name), name).toMatch(new RegExp(`^User=${user}$`, "m"));
      expect(read(name), name).not.toMatch(/^DynamicUser=(?!no)/m);
    }
  });

  it("the package for Debian goes by the unit: its command has the settings of the service, and purging takes its folders", () => {
    const unit = read("cadastre.service");
    const file = /^EnvironmentFile=-(\S+)$/m.exec(unit)?.[1] as string;
    expect(read("debian/cadastre")).toContain(`--env-file-if-exists=${file}`);
    for (const [, kind = "", name = ""] of unit.matchAll(/^(State|Cache)Directory=(\S+)$/gm))
      expect(read("debian/postrm")).toContain(`/var/${kind === "State" ? "lib" : "cache"}/${name}`);
    // Names that the file proposes are settings.
    const proposed = [...read("cadastre.env").matchAll(/^#([A-Z_]+)=/gm)].map(([, name = ""]) => name);
    expect(proposed.length).toBeGreaterThan(2);
    expect(proposed.filter((name) => !isRead(name))).toEqual([]);
    for (const script of ["cadastre", "postinst", "prerm", "postrm"]) {
      const text = read(`debian/${script}`).replaceAll("@UNITS@", "cadastre.service");
      expect(spawnSync("sh", ["-n"], { input: text, encoding: "utf8" }), script).toMatchObject({ status: 0, stderr: "" });
    }
  });

  it.each(["cadastre.service", "cadastre-backup.service"])("%s sets settings that there are", (name) => {
    const names = [...read(name).matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, variable = ""]) => variable);
    expect(names).toContain("DATA_DIR");
    expect(names.filter((variable) => !isRead(variable))).toEqual([]);
  });

  it("backups are made by the program, the user and the settings of the server, in a sandbox that allows less", () => {
    const linesOf = (name: string): readonly string[] =>
      read(name)
        .split("[Service]\n")[1]
        ?.split("\n[")[0]
        ?.split("\n")
        .filter((line) => /^[A-Z]/.test(line)) ?? [];
    const [server, backup] = [linesOf("cadastre.service"), linesOf("cadastre-backup.service")];
    const program = (lines: readonly string[]): string | undefined => /^ExecStart=(.*?) (?:serve|backup) ?/m.exec(lines.join("\n"))?.[1];
    expect(program(backup)).toBe(program(server));
    expect(backup).toEqual(expect.arrayContaining(["User=cadastre", "PrivateNetwork=yes"]));
    const serverOnly =
      /^(?:ExecStart|ExecStartPost|TimeoutStartSec|Type|Environment=LISTEN_ADDR|Restart|RestartSec|KillSignal|TimeoutStopSec|RestrictAddressFamilies|User)\b/;
    expect(server.filter((line) => !serverOnly.test(line) && !backup.includes(line))).toEqual([]);
    expect(read("cadastre-backup.cron")).toContain(
      ` backup create ${/backup create (.*)$/m.exec(read("cadastre-backup.service"))?.[1]} >/dev/null\n`,
    );
  });

  const analyze = spawnSync("systemd-analyze", ["--version"]).status === 0;

  it.skipIf(!analyze)("systemd finds nothing wrong with the units", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-unit-"));
    try {
      const names = ["cadastre.service", "cadastre-backup.service", "cadastre-backup.timer"];
      // The program has to be there: that of this test stands for it.
      const installed = "/opt/cadastre/node_modules/@cadastre/cli/dist/main.js";
      const write = async (name: string, text: string): Promise<void> =>
        await writeFile(
          join(folder, name),
          text.replaceAll("/usr/bin/node", process.execPath).replaceAll(installed, join(ROOT, "packages/cli/src/main.ts")),
        );
      const verify = () =>
        spawnSync("systemd-analyze", ["verify", "--man=no", ...names.map((name) => join(folder, name))], { encoding: "utf8" });
      for (const name of names) await write(name, read(name));
      const { status, stderr } = verify();
      expect(stderr.split("\n").filter((line) => line.includes("cadastre"))).toEqual([]);
      expect(status).toBe(0);
      for (const [name, word] of [
        ["cadastre.service", "StateDirectory="],
        ["cadastre-backup.service", "PrivateNetwork="],
        ["cadastre-backup.timer", "OnCalendar="],
      ] as const) {
        await write(name, read(name).replace(word, word.replace("=", "x=")));
        expect(verify().stderr).toContain(word.replace("=", "x"));
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
