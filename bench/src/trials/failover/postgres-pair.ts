import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { chownToServer, postgresHome, reachableHome, serverUser } from "../../../../packages/testing/src/postgres/postgres-binaries.ts";
import { freePort } from "../../free-port.ts";

const START_MS = 60_000;
const POLL_MS = 20;
const HOST = "127.0.0.1";

const settingsOf = (port: number): string =>
  `listen_addresses = '${HOST}'\nport = ${port}\nunix_socket_directories = ''\nmax_connections = 100\nwal_level = ` +
  `replica\nwal_keep_size = 256MB\n`;

/** What makes a commit wait until the standby has written it to its disk. */
const SYNCHRONOUS = "synchronous_commit = on\nsynchronous_standby_names = 'standby'\n";

/** A PostgreSQL server of a trial, listening on loopback. */
export class PairServer {
  readonly port: number;
  readonly #home: string;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  constructor(home: string, folder: string, port: number) {
    this.#home = home;
    this.#folder = folder;
    this.port = port;
  }

  url(database: string): string {
    return `postgresql://postgres@${HOST}:${this.port}/${database}`;
  }

  async start(): Promise<void> {
    const child = spawn(join(this.#home, "bin", "postgres"), ["-D", this.#folder], {
      ...serverUser,
      cwd: "/",
      env: { PATH: process.env["PATH"], LC_ALL: "C" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#child = child;
    let log = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (log = `${log}${text}`.slice(-10_000)));
    for (const deadline = Date.now() + START_MS; ; await sleep(POLL_MS)) {
      if (await this.answers()) return;
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`PostgreSQL did not start: ${log}`);
    }
  }

  async query<Row extends object>(text: string, database = "postgres"): Promise<Row[]> {
    const client = new Client({ connectionString: this.url(database), connectionTimeoutMillis: 2_000 });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  async answers(): Promise<boolean> {
    return await this.query("select 1").then(
      () => true,
      () => false,
    );
  }

  /** As when its machine loses power: the server and every process of its sessions, at once. */
  async kill(): Promise<void> {
    const pid = this.#child?.pid;
    if (this.#child === undefined || pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, "exit");
    process.kill(pid, "SIGSTOP");
    const sessions = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "")).trim();
    for (const one of [String(pid), ...(sessions === "" ? [] : sessions.split(" "))]) {
      try {
        process.kill(Number(one), "SIGKILL");
      } catch {
        // It has ended by itself meanwhile.
      }
    }
    await exited;
  }
}

/** A primary and its synchronous standby. */
export interface PostgresPair {
  readonly primary: PairServer;
  readonly standby: PairServer;
  stop(): Promise<void>;
}

/** @param folder an empty one, for both */
export async function startPostgresPair(folder: string): Promise<PostgresPair> {
  const home = await reachableHome(postgresHome(), folder);
  const [one, two] = [join(folder, "one"), join(folder, "two")];
  await mkdir(one);
  await chownToServer(folder);
  await promisify(execFile)(
    join(home, "bin", "initdb"),
    ["-D", one, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"],
    { ...serverUser, cwd: "/", env: { PATH: process.env["PATH"], LC_ALL: "C" } },
  );
  const primary = new PairServer(home, one, await freePort());
  const standby = new PairServer(home, two, await freePort());
  // Nothing has run on it yet, so a copy of the files is a standby that has all.
  await cp(one, two, { recursive: true });
  await appendFile(join(one, "postgresql.conf"), settingsOf(primary.port) + SYNCHRONOUS);
  await appendFile(
    join(two, "postgresql.conf"),
    `${settingsOf(standby.port)}synchronous_commit = on\nprimary_conninfo = 'host=${HOST} port=${primary.port} user=postgres ` +
      `application_name=standby'\n`,
  );
  await writeFile(join(two, "standby.signal"), "");
  await chownToServer(folder);
  const stop = async (): Promise<void> => {
    await Promise.all([primary.kill(), standby.kill()]);
  };
  try {
    await Promise.all([primary.start(), standby.start()]);
    for (const deadline = Date.now() + START_MS; ; await sleep(POLL_MS)) {
      const [state] = await primary.query<{ state: string }>("select sync_state as state from pg_stat_replication");
      if (state?.state === "sync") return { primary, standby, stop };
      if (Date.now() > deadline) throw new Error("the standby did not follow the primary");
    }
  } catch (error) {
    await stop();
    throw error;
  }
}
