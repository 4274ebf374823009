import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { MAIN, run, SOURCE, start } from "../support/command.ts";

/** What only the engine needs, and waits for: a client command must load none of it. */
const PACKAGES = ["inventory-core", "auth", "http-h3", "webhooks", "mcp", "discovery-scanner"].join("|");
const OF_THE_ENGINE = new RegExp(`@mikro-orm|better-sqlite3|kysely|/pg/|/zod/|inversify|/h3/|packages/(?:${PACKAGES})/`);

/** Writes the URL of each module that is loaded. */
const RECORDER = `
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";
registerHooks({ load: (url, context, next) => { appendFileSync(process.env.LOADED_MODULES, url + "\\n"); return next(url, context); } });
`;

/** What servers need once they run: a command on a database must load none of it. */
const OF_SERVERS = /\/(?:oidc-provider|koa|light-my-request|listhen|node-forge|piscina|undici)\//;

/** The URLs of the modules that a command of the sources loads. There is no server that would answer: how it ends does not matter. */
async function loadedBy(args: readonly string[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-start-"));
  const recorder = join(folder, "recorder.mjs");
  const file = join(folder, "modules");
  await writeFile(recorder, RECORDER);
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    DATA_DIR: join(folder, "data"),
    SERVICE_API_URL: "http://127.0.0.1:1",
    LOADED_MODULES: file,
  };
  await promisify(execFile)(process.execPath, ["--import", recorder, SOURCE, ...args], { env }).catch(() => {});
  const loaded = (await readFile(file, "utf8")).trim().split("\n");
  await rm(folder, { recursive: true, force: true });
  return loaded;
}

describe("a client command", () => {
  it.each([
    ["device", "list"],
    ["device", "create", "--name", "x", "--address", "10.0.0.1"],
    ["discovery", "scan", "here", "--watch"],
    ["whoami"],
    ["user", "list"],
    ["--help"],
    ["--version"],
    ["device", "list", "--help"],
    ["complete", "--", "device", ""],
  ])("loads nothing of the engine: %s %s", async (...args) => {
    const loaded = await loadedBy(args);
    expect(loaded.some((url) => url.endsWith("/src/program.ts"))).toBe(true);
    expect(loaded.filter((url) => OF_THE_ENGINE.test(url))).toEqual([]);
  });

  it("loads nothing that only servers need, where it works on a database", async () => {
    const loaded = await loadedBy(["migrate", "up"]);
    expect(loaded.some((url) => /better-sqlite3/.test(url))).toBe(true);
    expect(loaded.filter((url) => OF_SERVERS.test(url))).toEqual([]);
  });

  it("has the version of its package", async () => {
    const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8")) as { version: string };
    expect(await run(["--version"])).toMatchObject({ code: 0, out: `${version}\n` });
  });
});

describe("completion", () => {
  it("knows nouns, verbs, flags and their values", async () => {
    const ask = async (...words: readonly string[]): Promise<readonly string[]> =>
      (await run(["complete", "--", ...words])).out.split("\n").map((line) => line.split("\t")[0] ?? "");
    expect(await ask("dev")).toContain("device");
    expect(await ask("device", "l")).toContain("list");
    expect(await ask("device", "list", "--st")).toContain("--status");
    expect(await ask("device", "list", "--status", "")).toEqual(
      expect.arrayContaining(["planned", "active", "maintenance", "decommissioned"]),
    );
    expect(await ask("device", "list", "-o", "")).toEqual(expect.arrayContaining(["table", "ids"]));
  });

  it.each([
    ["bash", ["-n"]],
    ["zsh", ["-n"]],
    ["fish", ["--no-execute"]],
  ])("prints a script that %s can read", async (shell, check) => {
    const { code, out } = await run(["completion", shell]);
    expect(code).toBe(0);
    // Its earlier name.
    expect((await run(["complete", shell])).out).toBe(out);
    expect(out).toContain("cadastre");
    const checked = spawnSync(shell, check, { input: out, encoding: "utf8" });
    // Where the shell is not installed there is nothing to check with.
    expect(checked.error === undefined ? { status: checked.status, err: checked.stderr } : { status: 0, err: "" }).toEqual({
      status: 0,
      err: "",
    });
  });

  it.runIf(spawnSync("fish", ["--version"]).error === undefined)("completes in fish", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-fish-"));
    onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, "cadastre"), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`, { mode: 0o755 });
    await writeFile(join(folder, "cadastre.fish"), (await run(["completion", "fish"])).out);
    const completed = (line: string): readonly string[] => {
      const { stdout } = spawnSync("fish", ["--no-config", "-c", `source ${join(folder, "cadastre.fish")}; complete -C'${line}'`], {
        encoding: "utf8",
        env: { HOME: folder, PATH: `${folder}:${process.env["PATH"] ?? ""}` },
      });
      return stdout
        .trim()
        .split("\n")
        .map((text) => text.split("\t")[0] ?? "");
    };
    expect(completed("cadastre devic")).toEqual(["device"]);
    expect(completed("cadastre device list --stat")).toContain("--status");
    expect(completed("cadastre device list --status ")).toEqual(["active", "decommissioned", "maintenance", "planned"]);
  });

  it.runIf(spawnSync("script", ["--version"]).error === undefined)("completes in bash with nothing else installed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-bash-"));
    onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, "cadastre"), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`, { mode: 0o755 });
    const typed = ["devi\tl\t", "device list --status=act\t", "device list --status dec\t", "allocate --netw\t"];
    const lines = [
      `source <(cadastre completion bash)`,
      `show() { printf '<%s>' "$@"; echo; }`,
      ...typed.map((words) => `cadastre ${words}\u0001show \n`),
      "exit\n",
    ];
    const { stdout } = spawnSync("script", ["-qec", "bash --norc --noprofile -i", "/dev/null"], {
      input: lines.join("\n"),
      cwd: folder,
      encoding: "utf8",
      env: { HOME: folder, TERM: "dumb", PATH: `${folder}:${process.env["PATH"] ?? ""}` },
    });
    for (const completed of [
      "<cadastre><device><list>",
      "<cadastre><device><list><--status=active>",
      "<cadastre><device><list><--status><decommissioned>",
      "<cadastre><allocate><--network>",
    ])
      expect(stdout).toContain(completed);
  });

  it("evaluates nothing of what was typed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-bash-"));
    onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
    const script = (await run(["completion", "bash"])).out;
    const typed = "cadastre device list --tag $(touch evil)";
    const asked = spawnSync(
      "bash",
      [
        "--norc",
        "--noprofile",
        "-c",
        `${script}\nask() { printf '%s\n' "$@" >asked; }\nCOMP_LINE='${typed} ' COMP_POINT=${typed.length + 1} ` +
          `COMP_CWORD=5\nCOMP_WORDS=(cadastre device list --tag '$(touch evil)' '')\n__cadastre_complete ask`,
      ],
      { cwd: folder, encoding: "utf8" },
    );
    expect({ status: asked.status, err: asked.stderr }).toEqual({ status: 0, err: "" });
    expect(await readFile(join(folder, "asked"), "utf8")).toBe("complete\n--\ndevice\nlist\n--tag\n$(touch evil)\n\n");
    expect(await readdir(folder)).toEqual(["asked"]);
  });

  it("says which shells there are", async () => {
    expect(await run(["completion", "tcsh"])).toMatchObject({ code: 2, err: expect.stringMatching(/bash, zsh or fish/) });
    expect(await run(["completion"])).toMatchObject({ code: 2, err: expect.stringMatching(/bash, zsh or fish/) });
    expect((await run(["completion", "--help"])).out).toContain("source <(cadastre completion bash)");
    const { out: help } = await run(["--help"]);
    expect(help).toMatch(/^ {2}completion /m);
    expect(help).not.toMatch(/^ {2}complete /m);
  });
});

describe("what is written", () => {
  it("ends quietly when nobody reads the help", async () => {
    const running = start(["device", "--help"]);
    running.child.stdout?.destroy();
    expect(await running.ended).toMatchObject({ err: "" });
  });
});
