import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, matchesGlob } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { infoOf, SETTING_NAMES, type SettingName } from "../../src/settings/settings.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const DEPLOY = join(ROOT, "packages/cli/deploy");
const read = (name: string): string => readFileSync(join(DEPLOY, name), "utf8");

/** Variables that are no settings of ours, by who reads them. */
const OTHERS = new Set(["NODE_ENV", "XDG_CACHE_HOME"]);

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
    expect(given.filter(([variable]) => SETTING_NAMES.includes(variable as SettingName) && infoOf(variable as SettingName).secret === true)).toEqual([]);
  });

  it("the Dockerfile sets settings that there are, runs as somebody else than root, and asks /healthz", () => {
    const text = read("Dockerfile");
    const set = [...text.matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs = ""]) => pairs.split(" ").map((pair) => pair.split("=")[0] as string));
    expect(set).toContain("DATA_DIR");
    expect(set.filter((variable) => !isRead(variable))).toEqual([]);
    expect(text).toMatch(/^USER node$/m);
    const check = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(text)?.[1];
    const [node, flag, script = ""] = JSON.parse(check ?? "[]") as string[];
    expect([node, flag]).toEqual(["node", "-e"]);
    expect(script).toContain("/healthz");
    // Nothing listens there in a test: unhealthy, and no failure of the script itself.
    expect(spawnSync(process.execPath, ["-e", script.replace(":8080", ":1")], { encoding: "utf8" })).toMatchObject({ status: 1, stderr: "" });
    const program = /ln -s \/app\/(\S+) \/usr\/local\/bin\/cadastre/.exec(text)?.[1] ?? "";
    expect(existsSync(join(ROOT, program))).toBe(true);
  });

  it("the Dockerfile copies and runs what there is, and what it needs is not kept from it", () => {
    const lines = read("Dockerfile").replaceAll(/\\\n/g, " ").split("\n");
    const stages = lines.flatMap((line) => /^FROM \S+ AS (\S+)$/.exec(line)?.[1] ?? []);
    const copies = lines.flatMap((line) => /^(?:COPY|ADD) (.+)$/.exec(line)?.[1] ?? []);
    expect(copies.length).toBeGreaterThan(0);
    /** What is copied from a stage is made by it; everything else lies in the build context, the top of the repository. */
    const isThere = (copy: string): boolean => {
      const words = copy.split(/\s+/);
      const from = words.find((word) => word.startsWith("--from="))?.slice("--from=".length);
      return from === undefined ? words.filter((word) => !word.startsWith("--")).slice(0, -1).every((source) => existsSync(join(ROOT, source))) : stages.includes(from);
    };
    expect(copies.filter((copy) => !isThere(copy))).toEqual([]);
    const ignored = read("Dockerfile.dockerignore").split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    // The lines that use files of the repository: scripts by path, packages by name.
    const text = lines.filter((line) => line.startsWith("RUN ")).join("\n");
    const scripts = [...text.matchAll(/packages\/[\w./-]+\.ts/g)].map(([path]) => path);
    const packages = [...text.matchAll(/--filter "?(@cadastre\/[\w-]+)/g)].map(([, name = ""]) => name);
    expect([scripts.length, packages.length]).toEqual([2, 2]);
    for (const path of [...scripts, "package.json", "pnpm-workspace.yaml", "pnpm-lock.yaml"]) {
      expect(existsSync(join(ROOT, path)), path).toBe(true);
      expect(ignored.filter((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`)), path).toEqual([]);
    }
    for (const name of packages) expect(JSON.parse(readFileSync(join(ROOT, "packages", name.slice("@cadastre/".length), "package.json"), "utf8"))).toMatchObject({ name });
  });

  it.each(["cadastre.service", "cadastre-backup.service"])("%s sets settings that there are", (name) => {
    const names = [...read(name).matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, variable = ""]) => variable);
    expect(names).toContain("DATA_DIR");
    expect(names.filter((variable) => !isRead(variable))).toEqual([]);
  });

  it("backups are made by the program, the user and the settings of the server, in a sandbox that allows less", () => {
    const linesOf = (name: string): readonly string[] => read(name).split("[Service]\n")[1]?.split("\n[")[0]?.split("\n").filter((line) => /^[A-Z]/.test(line)) ?? [];
    const [server, backup] = [linesOf("cadastre.service"), linesOf("cadastre-backup.service")];
    const program = (lines: readonly string[]): string | undefined => /^ExecStart=(.*?) (?:serve|backup) ?/m.exec(lines.join("\n"))?.[1];
    expect(program(backup)).toBe(program(server));
    // A user that systemd makes up has the name of the unit, unless that is said.
    expect(backup).toEqual(expect.arrayContaining(["User=cadastre", "PrivateNetwork=yes"]));
    const serverOnly = /^(?:ExecStart|Type|Environment=LISTEN_ADDR|Restart|RestartSec|KillSignal|TimeoutStopSec|RestrictAddressFamilies|User)\b/;
    expect(server.filter((line) => !serverOnly.test(line) && !backup.includes(line))).toEqual([]);
    expect(read("cadastre-backup.cron")).toContain(` backup create ${/backup create (.*)$/m.exec(read("cadastre-backup.service"))?.[1]} >/dev/null\n`);
  });

  const analyze = spawnSync("systemd-analyze", ["--version"]).status === 0;

  it.skipIf(!analyze)("systemd finds nothing wrong with the units", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-unit-"));
    try {
      const names = ["cadastre.service", "cadastre-backup.service", "cadastre-backup.timer"];
      // The program has to be there: that of this test stands for it.
      const write = async (name: string, text: string): Promise<void> => await writeFile(join(folder, name), text.replaceAll("/usr/bin/node", process.execPath).replaceAll("/opt/cadastre/", ROOT));
      const verify = () => spawnSync("systemd-analyze", ["verify", "--man=no", ...names.map((name) => join(folder, name))], { encoding: "utf8" });
      for (const name of names) await write(name, read(name));
      const { status, stderr } = verify();
      expect(stderr.split("\n").filter((line) => line.includes("cadastre"))).toEqual([]);
      expect(status).toBe(0);
      for (const [name, word] of [["cadastre.service", "StateDirectory="], ["cadastre-backup.service", "PrivateNetwork="], ["cadastre-backup.timer", "OnCalendar="]] as const) {
        await write(name, read(name).replace(word, word.replace("=", "x=")));
        expect(verify().stderr).toContain(word.replace("=", "x"));
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
