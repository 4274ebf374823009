import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { lockFolder } from "../../../src/storage/sqlite/file/folder-lock.ts";

const LOCK = new URL("../../../src/storage/sqlite/file/folder-lock.ts", import.meta.url).href;

it("a folder of PGlite that another process has open is refused, until that process ends", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-pglite-"));
  const script = `globalThis.unlock = await (await import(${JSON.stringify(LOCK)})).lockFolder(process.argv[1]);
    console.log("locked");
    setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, folder], {
    cwd: fileURLToPath(new URL("../../..", import.meta.url)),
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  await expect(lockFolder(folder)).rejects.toMatchObject({
    code: "DATABASE_NOT_OPENED",
    message:
      `the PGlite folder ${folder} is open already, in another process or in this one: close it there, or use a PostgreSQL server, ` +
      `postgresql(…), for several processes`,
  });
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  const unlock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow("is open already");
  unlock();
  (await lockFolder(folder))();
  await rm(folder, { recursive: true, force: true });
});
