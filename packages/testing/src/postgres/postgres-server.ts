import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chownToServer, postgresHome, reachableHome, serverUser } from "./postgres-binaries.ts";
import { PostgresDatabases } from "./postgres-databases.ts";

const START_MS = 60_000;
const POLL_MS = 10;

/**
 * Starts the server ($1 its home, $2 its directory), then waits for the end of standard input. That comes when this
 * process stops the server and also when this process is killed. TERM ends a server that is still starting, INT one that
 * has clients. Only the server holds standard output open, so that its end tells of the server's.
 */
const SUPERVISOR = `
"$1/bin/initdb" -D "$2/data" -U postgres -A trust -E UTF8 --locale=C --no-sync --no-instructions >"$2/log" 2>&1 || exit
"$1/bin/postgres" -D "$2/data" -c listen_addresses= -c unix_socket_directories="$2" -c max_connections=200 \
  -c fsync=off -c synchronous_commit=off -c full_page_writes=off 2>>"$2/log" &
exec >&-
cat >/dev/null
kill -TERM $!
kill -INT $!
wait
rm -rf "$2"
`;

/** A PostgreSQL server for tests. */
export interface PostgresServer extends PostgresDatabases {
  /** Ends the server and removes its files. Without it, both happen when this process ends, even when it is killed. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL in a temporary directory, reachable through a Unix socket only. May be called several times. Where
 * `TEST_POSTGRES_URL` is set, that server is used and nothing is started.
 * @throws when no PostgreSQL is installed for this platform, or with the server's log when it does not start
 */
export async function startPostgres(): Promise<PostgresServer> {
  const external = process.env["TEST_POSTGRES_URL"];
  if (external) return Object.assign(new PostgresDatabases(external), { stop: async () => {} });
  const home = postgresHome();
  const directory = await mkdtemp(join(tmpdir(), "cadastre-postgres-"));
  const reachable = await reachableHome(home, directory);
  await chownToServer(directory);
  const child = spawn("sh", ["-c", SUPERVISOR, "sh", reachable, directory], {
    ...serverUser,
    cwd: "/",
    env: { PATH: process.env["PATH"], LC_ALL: "C" },
    // A process group of its own: Ctrl-C must not reach the server before the tests are done with it.
    detached: true,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const exited = once(child, "exit");
  const failed = new AbortController();
  child.stdout.resume().once("end", () => failed.abort());
  const stop = async (): Promise<void> => {
    child.ref();
    child.stdin.end();
    await exited;
  };
  const databases = new PostgresDatabases(`postgresql:///postgres?host=${encodeURIComponent(directory)}&port=5432&user=postgres`);
  try {
    await answers(databases, AbortSignal.any([failed.signal, AbortSignal.timeout(START_MS)]));
  } catch (cause) {
    const log = await readFile(join(directory, "log"), "utf8").catch(() => "");
    await stop();
    await rm(directory, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start: ${log}`, { cause });
  }
  child.unref();
  (child.stdin as Socket).unref();
  (child.stdout as Socket).unref();
  return Object.assign(databases, { stop });
}

async function answers(databases: PostgresDatabases, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await databases.ping();
    } catch (error) {
      if (signal.aborted) throw error;
      await sleep(POLL_MS);
    }
  }
}
