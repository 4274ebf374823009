import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PostgresDatabases } from "@cadastre/testing";
import { chownToServer, postgresHome, reachableHome, serverUser } from "../../../../packages/testing/src/postgres/postgres-binaries.ts";

const START_MS = 60_000;

/**
 * As the starter of the tests does it, but each line of standard input ends the server at once (QUIT: it recovers from its
 * log afterwards) and starts it again. Commits are written to the log before they are acknowledged, so none is lost by that.
 */
const SUPERVISOR = `
home=$1 dir=$2
serve() {
  "$home/bin/postgres" -D "$dir/data" -c listen_addresses= -c unix_socket_directories="$dir" -c max_connections=200 \
    -c fsync=off -c synchronous_commit=on 2>>"$dir/log" &
}
"$home/bin/initdb" -D "$dir/data" -U postgres -A trust -E UTF8 --locale=C --no-sync --no-instructions >"$dir/log" 2>&1 || exit
serve
while read -r _; do kill -QUIT $!; wait; serve; done
kill -INT $!
wait
rm -rf "$dir"
`;

/** A PostgreSQL server that a trial restarts. */
export interface RestartablePostgres {
  readonly databases: PostgresDatabases;
  /** Ends it in the middle of whatever it does. @returns when it answers again */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A server of the trial's own; TEST_POSTGRES_URL is not for restarting. */
export async function startRestartablePostgres(): Promise<RestartablePostgres> {
  const directory = await mkdtemp(join(tmpdir(), "cadastre-webhooks-postgres-"));
  const home = await reachableHome(postgresHome(), directory);
  await chownToServer(directory);
  const child = spawn("sh", ["-c", SUPERVISOR, "sh", home, directory], {
    ...serverUser,
    cwd: "/",
    env: { PATH: process.env["PATH"], LC_ALL: "C" },
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const exited = once(child, "exit");
  const databases = new PostgresDatabases(`postgresql:///postgres?host=${encodeURIComponent(directory)}&port=5432&user=postgres`);
  await answers(databases);
  return {
    databases,
    async restart() {
      child.stdin.write("restart\n");
      // Long enough for the signal to arrive: the old one must not be who answers.
      await sleep(200);
      await answers(databases);
    },
    async stop() {
      child.stdin.end();
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function answers(databases: PostgresDatabases): Promise<void> {
  for (const deadline = Date.now() + START_MS; ;) {
    try {
      return await databases.ping();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(20);
    }
  }
}
