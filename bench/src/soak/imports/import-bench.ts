import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PostgresqlTrialDatabases, SqliteTrialDatabases, type TrialDatabases } from "../crash/trial-database.ts";
import { type Ended, ProbedProgram, type ProbeReading } from "./probed-program.ts";

const ADMIN = { username: "root", password: "correct horse battery" };

/** Heaps of V8, in MiB, above which the processes end: what must be known of each row, and the rest bounded. */
const SERVER_HEAP_MIB = 512;
const COMMAND_HEAP_MIB = 160;

/** What a command took, and the server meanwhile. */
export interface Step {
  readonly ms: number;
  readonly server: ProbeReading;
  readonly command: ProbeReading;
  readonly ended: Ended;
}

/** The server and whoever is at its command line. */
export class ImportBench {
  readonly #server: ProbedProgram;
  readonly #folder: string;
  #environment: Readonly<Record<string, string>> = {};

  private constructor(server: ProbedProgram, folder: string) {
    this.#server = server;
    this.#folder = folder;
  }

  static async open(databaseUrl: string, folder: string): Promise<ImportBench> {
    const server = new ProbedProgram(
      ["serve"],
      {
        DATABASE_URL: databaseUrl,
        ENCRYPTION_KEY: "YSBrZXkgb2YgMzIgYnl0ZXMgZm9yIHRlc3RzIG9ubHk=",
        LISTEN_ADDR: "127.0.0.1:0",
        BCRYPT_COST: "4",
        RATE_LIMIT_ENABLED: "false",
        DISCOVERY_TOOLS: "none",
        INITIAL_ADMIN_USERNAME: ADMIN.username,
        INITIAL_ADMIN_PASSWORD: ADMIN.password,
      },
      SERVER_HEAP_MIB,
    );
    const bench = new ImportBench(server, folder);
    const url = await server.printed(/is running at (\S+)\n/);
    bench.#environment = { HOME: folder, SERVICE_API_URL: url, SERVICE_API_TOKEN: await keyOf(url) };
    return bench;
  }

  /** Runs a command to its end. */
  async run(args: readonly string[]): Promise<Step> {
    const file = join(this.#folder, "probe.json");
    await rm(file, { force: true });
    this.#server.begin();
    const began = performance.now();
    const ended = await new ProbedProgram(args, { ...this.#environment, PROBE_FILE: file }, COMMAND_HEAP_MIB).ended();
    const ms = Math.round(performance.now() - began);
    const server = await this.#server.end();
    // What ran out of memory leaves none.
    const reading = await readFile(file, "utf8").catch(() => undefined);
    if (reading === undefined) throw new Error(`${args.join(" ")} ended with ${ended.code}: ${ended.err.slice(-1000)}`);
    return { ms, server, command: JSON.parse(reading) as ProbeReading, ended };
  }

  /** Everything that the inventory has of devices, times of changes included. */
  async content(): Promise<{ readonly devices: number; readonly digest: string }> {
    const { ended } = await this.run(["export", "devices", "--as", "csv"]);
    return { devices: ended.out.split("\n").length - 2, digest: createHash("sha256").update(ended.out).digest("hex") };
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }
}

/** A key of the administrator. */
async function keyOf(url: string): Promise<string> {
  const headers = { "content-type": "application/json", "x-requested-with": "XMLHttpRequest" };
  const login = await fetch(`${url}/api/auth/login`, { method: "POST", headers, body: JSON.stringify(ADMIN) });
  const cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const made = await fetch(`${url}/api/keys`, {
    method: "POST",
    headers: { ...headers, cookie },
    body: JSON.stringify({ name: "import" }),
  });
  if (made.status !== 201) throw new Error(`no key was made: ${made.status} ${await made.text()}`);
  return ((await made.json()) as { readonly key: string }).key;
}

/** Where a trial of imports runs. */
export interface ImportPlace {
  readonly storage: "sqlite" | "postgresql";
  /** Longest turn of the server's event loop that is allowed, in milliseconds of processor time. */
  readonly maxBusyMs: number;
  /** A PostgreSQL server that runs already. */
  readonly adminUrl?: string;
}

/** A server on a database of its own, and a folder for files. */
export async function withImportBench<T>(
  { storage, adminUrl }: Omit<ImportPlace, "maxBusyMs">,
  work: (bench: ImportBench, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-import-"));
  await using databases: TrialDatabases =
    storage === "sqlite" ? new SqliteTrialDatabases() : await PostgresqlTrialDatabases.start(adminUrl);
  await using database = await databases.create();
  const { target } = database;
  try {
    const bench = await ImportBench.open(target.storage === "sqlite" ? `sqlite://${target.path}` : target.url, folder);
    try {
      return await work(bench, folder);
    } finally {
      await bench.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is wrong with the turns of the server's event loop, by what it did. @param maxMs of processor time for one turn */
export function longTurns(steps: Readonly<Record<string, Step>>, maxMs: number): string[] {
  return Object.entries(steps).flatMap(
    ([
      name,
      {
        server: { busyMs },
      },
    ]) => (busyMs > maxMs ? [`the server's event loop had a turn of ${busyMs} ms, ${name}`] : []),
  );
}
