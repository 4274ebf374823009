import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PostgresDatabases } from "@cadastre/testing";
import { inject } from "vitest";
import { type Ended, ENCRYPTION_KEY, run, runAlone, type Running, type Served, serve, start } from "./command.ts";

export const PASSWORD = "correct horse battery";

/** A server, and somebody at a command line who is signed in to it as its administrator. */
export interface Bench extends AsyncDisposable {
  readonly server: Served;
  /** Home of whoever runs the commands. */
  readonly home: string;
  /** What every command of the bench has in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** URL of the database. */
  readonly database: string;
  /** Runs a command; arguments are separated by spaces where they come as one text. */
  cadastre(
    args: string | readonly string[],
    more?: { readonly input?: string; readonly environment?: Readonly<Record<string, string>> },
  ): Promise<Ended>;
  /** The same, and what it printed; an error when it does not end with 0. */
  out(args: string | readonly string[], input?: string): Promise<string>;
  start(args: string | readonly string[], more?: { readonly environment?: Readonly<Record<string, string>> }): Running;
}

const wordsOf = (args: string | readonly string[]): readonly string[] => (typeof args === "string" ? args.split(" ") : args);

/**
 * Runs `cadastre serve` on a database of its own, with a home folder for commands. @param eachAlone whether each command has a process
 * of its own, for tests of what one remembers while it runs
 */
export async function openBench(
  storage: "postgresql" | "sqlite",
  settings: Readonly<Record<string, string>> = {},
  { eachAlone = false }: { readonly eachAlone?: boolean } = {},
): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-client-"));
  const temporary = storage === "postgresql" ? await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase() : undefined;
  const database = temporary?.url ?? `sqlite://${join(folder, "inventory.db")}`;
  const server = await serve({
    DATABASE_URL: database,
    ENCRYPTION_KEY,
    INITIAL_ADMIN_USERNAME: "root",
    INITIAL_ADMIN_PASSWORD: PASSWORD,
    RATE_LIMIT_ENABLED: "false",
    DISCOVERY_TOOLS: "none",
    DISCOVERY_ALLOW: "127.0.0.0/8",
    LEASE_ALLOW: "127.0.0.0/8",
    ...settings,
  });
  const environment = { HOME: folder, SERVICE_API_URL: server.url };
  const cadastre: Bench["cadastre"] = async (args, { input = "", environment: more } = {}) =>
    await (eachAlone ? runAlone : run)(wordsOf(args), { ...environment, ...more }, input);
  const bench: Bench = {
    server,
    home: folder,
    environment,
    database,
    cadastre,
    out: async (args, input) => {
      const ended = await cadastre(args, input === undefined ? {} : { input });
      if (ended.code !== 0) throw new Error(`${wordsOf(args).join(" ")} ended with ${ended.code}: ${ended.out}${ended.err}`);
      return ended.out;
    },
    start: (args, { environment: more } = {}) => start(wordsOf(args), { ...environment, ...more }),
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await temporary?.[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await bench.out(["login", "--username", "root", "--password-stdin", "--quiet"], `${PASSWORD}\n`);
  return bench;
}

/** Waits until a command that runs has said something. @throws when it ends before */
export async function said(running: Running, text: string | RegExp): Promise<void> {
  const has = (): boolean =>
    typeof text === "string" ? (running.out() + running.err()).includes(text) : text.test(running.out() + running.err());
  await new Promise<void>((resolve, reject) => {
    const look = (): void => {
      if (has()) resolve();
    };
    running.child.stdout?.on("data", look);
    running.child.stderr?.on("data", look);
    void running.ended.then(({ code }) => (has() ? resolve() : reject(new Error(`ended with ${code}: ${running.out()}${running.err()}`))));
    look();
  });
}
