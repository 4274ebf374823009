import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { serverUser } from "../../../../packages/testing/src/postgres/postgres-binaries.ts";
import { DATABASE, failOver } from "../failover/fail-over.ts";
import { freePort } from "../../free-port.ts";
import type { Trial, TrialContext } from "../trial.ts";

const START_MS = 20_000;
const POLL_MS = 20;

/** Servers of ours behind PgBouncer, one before each PostgreSQL server, through a failover: in both of its modes that have transactions. */
export const pgbouncerTrial: Trial = {
  name: "pgbouncer",
  about: "the same failover with a PgBouncer before each PostgreSQL server, by a URL with both: in session and in transaction mode",
  needs: [{ program: "pgbouncer", debian: "pgbouncer" }],
  async run(context) {
    for (const mode of ["session", "transaction"] as const) {
      await failOver(context, mode, async ({ primary, standby }) => {
        const ports = await Promise.all([primary, standby].map(async ({ port }) => await startPooler(context, mode, port)));
        return {
          name: `PgBouncer in ${mode} mode`,
          url: `postgresql://postgres@${ports.map((port) => `127.0.0.1:${port}`).join(",")}/${DATABASE}?target_session_attrs=read-write`,
          moved: () => {},
          settings: { DATABASE_POOLER: mode },
        };
      });
    }
  },
};

/** @param serverPort of PostgreSQL @returns the port of the pooler before it */
async function startPooler(
  { folder, program, afterwards }: TrialContext,
  mode: "session" | "transaction",
  serverPort: number,
): Promise<number> {
  const port = await freePort();
  const place = join(folder, `pgbouncer-${port}`);
  const [users, file] = [join(place, "users"), join(place, "pgbouncer.ini")];
  await mkdir(place);
  await writeFile(users, '"postgres" ""\n');
  await writeFile(
    file,
    `[databases]\n* = host=127.0.0.1 port=${serverPort}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ` +
      `${port}\nunix_socket_dir =\nauth_type = trust\nauth_file = ${users}\n` +
      `pool_mode = ${mode}\ndefault_pool_size = 40\nmax_client_conn = 200\nserver_login_retry = 1\n`,
  );
  const { uid, gid } = serverUser;
  // It refuses to run as root.
  if (uid !== undefined && gid !== undefined) for (const path of [place, users, file]) await chown(path, uid, gid);
  const child = spawn(program("pgbouncer"), [file], { ...serverUser, stdio: "ignore" });
  const exited = once(child, "exit");
  afterwards(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  for (const deadline = Date.now() + START_MS; ; await sleep(POLL_MS)) {
    const client = new Client({ host: "127.0.0.1", port, user: "postgres", database: "postgres" });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query("select 1");
      return port;
    } catch (cause) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error("PgBouncer did not start", { cause });
    } finally {
      await client.end().catch(() => {});
    }
  }
}
