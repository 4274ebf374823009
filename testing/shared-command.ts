import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { builtSurroundings } from "./built-file.ts";

const CHILD = fileURLToPath(new URL("shared-command-child.ts", import.meta.url));

/** A command line, with all that the command knows of its surroundings. */
export interface CommandRequest {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** What standard input has. */
  readonly input: string;
  readonly cwd: string;
}

/** A command that ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** What Node itself reads of an environment, at its start. */
const READ_AT_START = /^(?:NODE_|TZ$)/;

/** They run until a signal ends them. */
const LONG: ReadonlySet<string> = new Set(["serve", "agent", "mcp"]);

/** What every command has in its environment. */
export const SURROUNDINGS: Readonly<Record<string, string>> = {
  PATH: process.env["PATH"] ?? "",
  ...builtSurroundings(),
};

/** The process, which the files of tests share that share this one, and whether it runs a command. */
let child: ChildProcess | undefined;
let isBusy = false;

function isShareable({ words, environment }: CommandRequest): boolean {
  return (
    process.env["TEST_COMMAND"] !== undefined &&
    !isBusy &&
    !words.some((word) => LONG.has(word)) &&
    !Object.keys(environment).some((name) => READ_AT_START.test(name))
  );
}

function begun(): ChildProcess {
  if (child !== undefined) return child;
  const started = fork(CHILD, [process.env["TEST_COMMAND"] ?? ""], {
    execArgv: ["--min-semi-space-size=8"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // It ends when its channel to this process does, and not with the test that was the first to use it.
    detached: true,
  });
  started.once("exit", () => (child = undefined));
  started.unref();
  started.channel?.unref();
  return (child = started);
}

/**
 * Runs a command in one process with those before it: it takes a tenth of what its own process would, most of which is loading. The
 * code is the program's, from its words to its exit code; how processes start and end, and what signals do, is asked of real ones.
 *
 * @returns undefined where it needs a process of its own: sources are tested, another command runs in the shared one, it would run until
 * a signal ends it, or its environment is for Node itself
 */
export async function runShared(request: CommandRequest): Promise<Ended | undefined> {
  if (!isShareable(request)) return undefined;
  isBusy = true;
  const answered = new AbortController();
  try {
    const shared = begun();
    const gone = once(shared, "exit", answered).then(([code]): never => {
      throw new Error(`the process of the commands ended with ${code} at ${request.words.join(" ")}`);
    });
    gone.catch(() => {});
    const message = once(shared, "message", answered);
    // Somebody waits for it meanwhile.
    shared.ref();
    shared.channel?.ref();
    shared.send(request);
    const [ended] = (await Promise.race([message, gone])) as [Ended];
    shared.unref();
    shared.channel?.unref();
    return ended;
  } finally {
    // The process hears of its end once, and not once for each of its commands.
    answered.abort();
    isBusy = false;
  }
}
