import { execFile, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import type { Place } from "./place.ts";

const ENCRYPTION_KEY = "YSBrZXkgb2YgMzIgYnl0ZXMgZm9yIHRlc3RzIG9ubHk=";
const DEBIAN = "/usr/lib/postgresql";

interface Cluster {
  readonly url: (database: string) => string;
  readonly end: () => void;
}

/** A PostgreSQL server of Debian's, which listens on a socket in its folder. */
async function startCluster(folder: string): Promise<Cluster> {
  const binaries = join(
    DEBIAN,
    readdirSync(DEBIAN)
      .toSorted((one, other) => Number(one) - Number(other))
      .at(-1) ?? "",
    "bin",
  );
  const [uid, gid] = ["-u", "-g"].map((option) => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }))) as [
    number,
    number,
  ];
  mkdirSync(folder, { mode: 0o755 });
  chownSync(folder, uid, gid);
  const data = join(folder, "data");
  execFileSync(join(binaries, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "--no-instructions"], {
    uid,
    gid,
    cwd: "/",
    stdio: "ignore",
  });
  const server = spawn(
    join(binaries, "postgres"),
    ["-D", data, "-c", "listen_addresses=", "-c", `unix_socket_directories=${folder}`, "-c", "fsync=off"],
    { uid, gid, cwd: "/", stdio: "ignore" },
  );
  // It may go by itself only when the trial has ended.
  const end = (): void => void server.kill("SIGQUIT");
  process.once("exit", end);
  for (let tries = 0; !existsSync(join(folder, ".s.PGSQL.5432")); tries += 1) {
    if (tries > 600) throw new Error("PostgreSQL does not start");
    await after(50);
  }
  const url = (database: string): string => `postgresql:///${database}?host=${encodeURIComponent(folder)}&user=postgres`;
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({ connectionString: url("postgres") });
    try {
      await client.connect();
      await client.query("create database cadastre");
      return { url, end };
    } catch (error) {
      if (tries > 100) throw error;
      await after(50);
    } finally {
      await client.end();
    }
  }
}

/** Two servers, and the tools of PostgreSQL between them. */
export async function postgresqlPlace(folder: string): Promise<Place> {
  const [here, there] = await Promise.all([startCluster(join(folder, "here")), startCluster(join(folder, "there"))]);
  const [lost, restored, dump] = [here.url("cadastre"), there.url("cadastre"), join(folder, "cadastre.dump")];
  return {
    name: "PostgreSQL",
    lost: { DATABASE_URL: lost, ENCRYPTION_KEY },
    restored: { DATABASE_URL: restored, ENCRYPTION_KEY },
    backUp: async () => void (await promisify(execFile)("pg_dump", ["--format=custom", `--file=${dump}`, lost])),
    restore: async () => {
      execFileSync("pg_restore", ["--exit-on-error", "--no-owner", `--dbname=${restored}`, dump]);
      execFileSync("psql", [restored, "-c", "delete from auth_session"], { stdio: "ignore" });
    },
    delivered: async () => {
      const client = new pg.Client({ connectionString: restored });
      await client.connect();
      const { rows } = await client.query<{ id: string }>("select id from webhook_delivery where status = 'success'");
      await client.end();
      return new Set(rows.map(({ id }) => id));
    },
    close: () => {
      here.end();
      there.end();
    },
  };
}
