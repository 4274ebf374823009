import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { z } from "zod";
import { endWithRun } from "../../run/end-with-run.ts";
import { buildGo } from "../go-build.ts";
import type { Turn } from "../turns.ts";

const MODULE = "github.com/metal-stack/go-ipam";
const Answer = z.object({ steps: z.number(), wallUs: z.number(), processorUs: z.number() });

/** Work that the program knows. */
export type GoIpamWork = "fill" | "churn";

/**
 * Builds our program of go-ipam with the sources in a folder, and what they need in the versions that they name.
 * @param place an empty folder
 * @returns file of the program
 * @throws PeerError when it does not build
 */
export async function buildGoIpam(source: string, place: string): Promise<string> {
  const module = await readFile(join(source, "go.mod"), "utf8");
  const needed = `require ${MODULE} v0.0.0\n\nreplace ${MODULE} => ${JSON.stringify(source)}\n`;
  await mkdir(place, { recursive: true });
  await writeFile(join(place, "go.mod"), `${module.replace(/^module .*$/m, "module example.com/bench")}\n${needed}`);
  await copyFile(join(source, "go.sum"), join(place, "go.sum")).catch((error: NodeJS.ErrnoException) => {
    // A module that needs no other has none.
    if (error.code !== "ENOENT") throw error;
  });
  await copyFile(join(import.meta.dirname, "main.go"), join(place, "main.go"));
  const program = join(place, "go-ipam");
  // Of what is named there, our program needs less: go may leave it out.
  await buildGo(place, program, { GOFLAGS: "-mod=mod" });
  return program;
}

/** Surroundings of a program that connects to a database by a URL, as libpq reads them. */
function postgresSurroundings(url: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  return {
    PGHOST: searchParams.get("host") ?? (hostname || "localhost"),
    PGPORT: searchParams.get("port") ?? (port || "5432"),
    PGUSER: searchParams.get("user") ?? decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
  };
}

/** The program, which runs and waits for work. */
export class GoIpam {
  readonly #child: ChildProcess;
  readonly #answers: Interface;
  readonly #closed: Promise<unknown>;
  #complaint = "";

  /** @param database URL of a PostgreSQL database; without one, everything is in memory */
  constructor(program: string, database?: string) {
    const env = database === undefined ? {} : postgresSurroundings(database);
    const storage = database === undefined ? "memory" : "postgresql";
    this.#child = spawn(program, [storage], { env: { PATH: process.env["PATH"], ...env }, stdio: ["pipe", "pipe", "pipe"] });
    endWithRun(this.#child);
    this.#closed = once(this.#child, "close");
    this.#child.stderr?.setEncoding("utf8").on("data", (part: string) => (this.#complaint += part));
    this.#child.stdin?.on("error", () => {});
    this.#answers = createInterface({ input: this.#child.stdout as NodeJS.ReadableStream });
  }

  /** Does a work once. @throws with what the program says, when it fails */
  async run(work: GoIpamWork): Promise<Turn> {
    const answered = once(this.#answers, "line") as Promise<[string]>;
    this.#child.stdin?.write(`${work}\n`);
    const [line] = (await Promise.race([answered, this.#closed])) as [unknown];
    if (typeof line !== "string") throw new Error(`the program of go-ipam ended: ${this.#complaint}`);
    return Answer.parse(JSON.parse(line));
  }

  async stop(): Promise<void> {
    this.#child.stdin?.end();
    await this.#closed;
  }
}
