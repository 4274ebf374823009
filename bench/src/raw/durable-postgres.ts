import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PostgresDatabases, type PostgresServer } from "@cadastre/testing";
import { chownToServer, postgresHome, reachableHome, serverUser } from "../../../packages/testing/src/postgres/postgres-binaries.ts";

const START_MS = 60_000;

/**
 * As the starter of the tests does it, but with every sync on: that one says fsync=off on the command line, which neither
 * ALTER SYSTEM nor a session can change. Ends with the end of standard input.
 */
const SUPERVISOR = `
"$1/bin/initdb" -D "$2/data" -U postgres -A trust -E UTF8 --locale=C --no-sync --no-instructions >"$2/log" 2>&1 || exit
"$1/bin/postgres" -D "$2/data" -c listen_addresses= -c unix_socket_directories="$2" -c max_connections=200 \
  -c fsync=on -c synchronous_commit=on -c full_page_writes=on 2>>"$2/log" &
exec >&-
cat >/dev/null
kill -INT $!
wait
rm -rf "$2"
`;

/** A PostgreSQL as durable as it is by default, or the server of TEST_POSTGRES_URL. */
export async function startDurablePostgres(): Promise<PostgresServer> {
  const external = process.env["TEST_POSTGRES_URL"];
  if (external) return Object.assign(new PostgresDatabases(external), { stop: async () => {} });
  const directory = await mkdtemp(join(tmpdir(), "cadastre-bench-postgres-"));
  const reachable = await reachableHome(postgresHome(), directory);
  await chownToServer(directory);
  const child = spawn("sh", ["-c", SUPERVISOR, "sh", reachable, directory], {
    ...serverUser,
    cwd: "/",
    env: { PATH: process.env["PATH"], LC_ALL: "C" },
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const exited = once(child, "exit");
  const databases = new PostgresDatabases(`postgresql:///postgres?host=${encodeURIComponent(directory)}&port=5432&user=postgres`);
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await exited;
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await answers(databases, child);
  } catch (cause) {
    const log = await readFile(join(directory, "log"), "utf8").catch(() => "");
    await stop();
    throw new Error(`PostgreSQL did not start: ${log}`, { cause });
  }
  return Object.assign(databases, { stop });
}

async function answers(databases: PostgresDatabases, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    try {
      return await databases.ping();
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline) throw error;
      await sleep(20);
    }
  }
}
