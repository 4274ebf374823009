import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type Ended, runShared, SURROUNDINGS } from "../../../../testing/shared-command.ts";

export { type Ended } from "../../../../testing/shared-command.ts";

/** The command from its sources, as Node runs them. */
export const SOURCE = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** The command as it was built from them for this run (testing/build-command.ts), which starts sooner. */
export const MAIN = process.env["TEST_COMMAND"] ?? SOURCE;

/** A command lives for moments: what it makes meanwhile need not be collected. It takes an eighth less of a processor so. */
const FOR_MOMENTS = ["--min-semi-space-size=8"];

/** A key of nothing but tests. */
export const ENCRYPTION_KEY = "YSBrZXkgb2YgMzIgYnl0ZXMgZm9yIHRlc3RzIG9ubHk=";

/** A command that runs. */
export interface Running {
  readonly child: ChildProcess;
  /** What it has printed so far. */
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: Promise<Ended>;
}

/** A command line that a test has run. */
export interface Run {
  readonly words: readonly string[];
  /** Undefined while it runs; null when a signal ended it. */
  code: number | null | undefined;
}

const runs: Run[] = [];

/** Every command line of the files of tests that share this process. */
export const runsSoFar = (): readonly Run[] => runs;

/** Notes a command line. @returns what notes its end, and gives it back */
function noteRun(words: readonly string[]): (ended: Ended) => Ended {
  const begun: Run = { words, code: undefined };
  runs.push(begun);
  return (ended) => {
    begun.code = ended.code;
    return ended;
  };
}

/** Starts the real command, with nothing but these settings in its environment. @param input what standard input has @param cwd where */
export function start(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = "",
  cwd = process.cwd(),
): Running {
  const child = spawn(process.execPath, [...FOR_MOMENTS, MAIN, ...args], {
    cwd,
    env: { ...SURROUNDINGS, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // It may end without having read anything.
  child.stdin.on("error", () => {}).end(input);
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  const ending = noteRun(args);
  const ended = once(child, "close").then(([code]) => ending({ code: code as number | null, out, err }));
  return { child, out: () => out, err: () => err, ended };
}

/**
 * Runs a command to its end, in one process with others where it can be (testing/shared-command.ts).
 * @param input what standard input has @param cwd where
 */
export async function run(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = "",
  cwd = process.cwd(),
): Promise<Ended> {
  const shared = await runShared({ words: args, environment: { ...SURROUNDINGS, ...environment }, input, cwd });
  return shared === undefined ? await runAlone(args, environment, input, cwd) : noteRun(args)(shared);
}

/** Runs a command to its end in a process of its own: what it is about is how a process starts, or what it remembers. */
export async function runAlone(...[args, environment, input, cwd]: Parameters<typeof start>): Promise<Ended> {
  return await start(args, environment, input, cwd).ended;
}

/** A server that answers. */
export interface Served extends Running {
  readonly url: string;
  /** Milliseconds from the start of the process to the line that tells the URL. */
  readonly startMs: number;
  /** Ends it as a service manager does. */
  stop(): Promise<Ended>;
}

/**
 * Runs `cadastre serve` on a free port until it says where it is. @param begun is given the process at once @param options of `serve`
 * @throws with what it said when it ends before
 */
export async function serve(
  environment: Readonly<Record<string, string>>,
  begun: (child: ChildProcess) => void = () => {},
  options: readonly string[] = [],
): Promise<Served> {
  const begin = performance.now();
  const running = start(["serve", ...options], { LISTEN_ADDR: "127.0.0.1:0", BCRYPT_COST: "4", ...environment });
  begun(running.child);
  const url = await new Promise<string>((resolve, reject) => {
    running.child.stdout?.on("data", () => {
      const found = /is running at (\S+)\n/.exec(running.out())?.[1];
      if (found !== undefined) resolve(found);
    });
    void running.ended.then(({ code, out, err }) => reject(new Error(`the server ended with ${code}: ${out}${err}`)));
  });
  return {
    ...running,
    url,
    startMs: performance.now() - begin,
    stop: async () => {
      running.child.kill("SIGTERM");
      return await running.ended;
    },
  };
}
