import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";

const PORT = 6432;
const START_MS = 20_000;
const POLL_MS = 20;

/** It refuses to run as root. */
const NOBODY = 65_534;

/** Whether the machine has PgBouncer. */
export const hasPgbouncer = spawnSync("pgbouncer", ["--version"]).status === 0;

/** A PgBouncer before the server of the tests, reached through a Unix socket. */
export interface Pgbouncer extends AsyncDisposable {
  /** The same database, through the pooler. */
  url(direct: string): string;
}

/** @param poolSize server connections per database */
export async function startPgbouncer(mode: "session" | "transaction" | "statement", adminUrl: string, poolSize = 20): Promise<Pgbouncer> {
  const server = new URL(adminUrl);
  const host = server.searchParams.get("host") ?? server.hostname;
  const port = server.searchParams.get("port") ?? (server.port || "5432");
  const user = server.searchParams.get("user") ?? decodeURIComponent(server.username);
  const folder = await mkdtemp(join(tmpdir(), "cadastre-pgbouncer-"));
  const file = join(folder, "pgbouncer.ini");
  await writeFile(join(folder, "users"), `"${user}" "${decodeURIComponent(server.password)}"\n`);
  await writeFile(
    file,
    `[databases]\n* = host=${host} port=${port}\n[pgbouncer]\nlisten_addr =\nlisten_port = ${PORT}\nunix_socket_dir = ${folder}\n` +
      `auth_type = trust\nauth_file = ${join(folder, "users")}\npool_mode = ${mode}\ndefault_pool_size = ` +
      `${poolSize}\nmax_client_conn = 200\n`,
  );
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    await chmod(folder, 0o755);
    for (const path of [folder, file, join(folder, "users")]) await chown(path, NOBODY, NOBODY);
  }
  const child = spawn("pgbouncer", [file], { ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}), stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const exited = once(child, "exit");
  const url = (direct: string): string => {
    const through = new URL(direct);
    through.searchParams.set("host", folder);
    through.searchParams.set("port", String(PORT));
    return through.href;
  };
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const deadline = performance.now() + START_MS;
  for (;;) {
    const client = new Client({ connectionString: url(adminUrl) });
    try {
      await client.connect();
      await client.query("select 1");
      return { url, [Symbol.asyncDispose]: stop };
    } catch (cause) {
      if (performance.now() < deadline && child.exitCode === null) {
        await sleep(POLL_MS);
        continue;
      }
      await stop();
      throw new Error(`PgBouncer did not start: ${log} ${await readFile(file, "utf8").catch(() => "")}`, { cause });
    } finally {
      await client.end().catch(() => {});
    }
  }
}
