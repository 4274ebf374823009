import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { builtFile } from "../../../../testing/built-file.ts";
import { PostgresqlTrialDatabases, SqliteTrialDatabases, type TrialDatabases } from "../crash/trial-database.ts";
import { serverPlugins, verifyDatabase } from "../crash/verify-database.ts";

export interface HostileTrialOptions {
  readonly storage: "sqlite" | "postgresql";
  readonly requests: number;
  readonly seed: number;
  readonly report: (line: string) => void;
  /** A PostgreSQL server that runs already. */
  readonly adminUrl?: string | undefined;
}

export interface HostileTrialResult {
  readonly sent: number;
  readonly frames: number;
  /** Requests whose client went away on purpose. */
  readonly left: number;
  readonly unanswered: number;
  /** Operations of the API, and those that were carried out at least once. */
  readonly operations: number;
  readonly succeeded: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** The most resident memory of the server in each tenth of the requests, in MB. */
  readonly memoryMb: readonly number[];
  readonly violations: readonly string[];
}

/** A network of its own, which ends with the process: what is scanned or called from within reaches nobody. */
const ISOLATED = [...(process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"]), "--net", "--kill-child", "--fork"];

/** Why this trial cannot run here, or null. */
export function hostileTrialForbidden(): string | null {
  const tried = spawnSync("unshare", [...ISOLATED, "sh", "-c", "ip link set lo up"], { encoding: "utf8" });
  if (tried.error !== undefined) return "unshare is not installed";
  return tried.status === 0 ? null : `no network namespace: ${tried.stderr.trim()}`;
}

/**
 * Sends hostile requests and frames over all operations to a server that runs by itself, from many connections at once: none
 * may be answered with 5xx or not at all, memory stays flat, and the database is sound afterwards.
 */
export async function hostileTrial({ storage, requests, seed, report, adminUrl }: HostileTrialOptions): Promise<HostileTrialResult> {
  await using databases: TrialDatabases =
    storage === "sqlite" ? new SqliteTrialDatabases() : await PostgresqlTrialDatabases.start(adminUrl);
  await using database = await databases.create();
  const { target } = database;
  const url = target.storage === "sqlite" ? `sqlite://${target.path}` : target.url;
  const child = builtFile(new URL("hostile-child.ts", import.meta.url));
  const run = spawn(
    "unshare",
    [...ISOLATED, "sh", "-c", 'ip link set lo up && exec "$0" "$@"', process.execPath, child, JSON.stringify({ url, requests, seed })],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let [out, err] = ["", ""];
  run.stdout.setEncoding("utf8").on("data", (part: string) => (out += part));
  run.stderr.setEncoding("utf8").on("data", (part: string) => (err = (err + part).slice(-5000)));
  const [code] = (await once(run, "close")) as [number | null];
  const line = out.trim().split("\n").at(-1);
  if (code !== 0 || line === undefined || line === "") throw new Error(`the trial ended with ${code}: ${err}`);
  const result = JSON.parse(line) as HostileTrialResult;
  report(`statuses ${JSON.stringify(result.statuses)}`);
  const found = await verifyDatabase(target, await serverPlugins());
  return { ...result, violations: [...result.violations, ...found] };
}
