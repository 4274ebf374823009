import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Ended, ENCRYPTION_KEY, start } from "../support/command.ts";

/** What spins for ever hears nothing but SIGKILL. */
const LIMIT_MS = 30_000;

describe.skipIf(!existsSync("/proc/self"))("a data folder that cannot be made", () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "cadastre-data-"))));
  afterEach(async () => await rm(folder, { recursive: true, force: true }));

  const runShort = async (args: readonly string[], environment: Readonly<Record<string, string>>, cwd = folder): Promise<Ended> => {
    const running = start(args, { LISTEN_ADDR: "127.0.0.1:0", ...environment }, "", cwd);
    const limit = AbortSignal.timeout(LIMIT_MS);
    limit.addEventListener("abort", () => running.child.kill("SIGKILL"));
    return await running.ended;
  };

  it.each([
    ["serve, by DATA_DIR", ["serve"], { DATA_DIR: "/proc/a/b" }],
    ["serve, by DATABASE_URL", ["serve"], { DATABASE_URL: "sqlite:///proc/a/b/inventory.db" }],
    ["serve with a key of its own", ["serve"], { DATABASE_URL: "sqlite:///proc/a/b/inventory.db", ENCRYPTION_KEY }],
    ["migrate up", ["migrate", "up"], { DATA_DIR: "/proc/a/b" }],
  ])("is told at once: %s", async (_, args, environment) => {
    expect(await runShort(args, environment)).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/^cadastre: the folder \/proc\/a\S* cannot be made, because no folder can be created in \/proc: .*\n$/),
    });
  });

  it("is told at once by backup create", async () => {
    const settings = { DATA_DIR: join(folder, "data"), ENCRYPTION_KEY };
    expect(await runShort(["migrate", "up"], settings)).toMatchObject({ code: 0 });
    expect(await runShort(["backup", "create", "/proc/a/b/"], settings)).toMatchObject({
      code: 1,
      err: expect.stringContaining("no folder can be created in /proc"),
    });
  });

  it("is told at once where the working directory was deleted", async () => {
    // The process goes into a folder and takes it away before the command begins.
    const gone = join(folder, "gone");
    const preload = join(folder, "preload.cjs");
    await writeFile(
      preload,
      `const fs = require("node:fs");\nconst gone = ${JSON.stringify(gone)};\n` +
        "fs.mkdirSync(gone);\nprocess.chdir(gone);\nfs.rmdirSync(gone);\n",
    );
    expect(await runShort(["serve"], { NODE_OPTIONS: `--require=${preload}` })).toMatchObject({
      code: 1,
      out: "",
      err: "cadastre: the working directory was deleted: change to an existing one\n",
    });
  });
});
