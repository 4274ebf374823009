import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type Ended, MAIN, noteRun, SOURCE } from "./command.ts";

const CHILD = fileURLToPath(new URL("one-process-child.ts", import.meta.url));

/** What the process is asked to run. */
export interface CommandRequest {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly input: string;
  readonly cwd: string;
}

/** What Node itself reads of an environment, at its start. */
const READ_AT_START = /^(?:NODE_|TZ$)/;

/**
 * One process for the client commands of a test, one after the other: a command takes a tenth of what its own process would, most of
 * which is loading. The code is the program's, from its words to its exit code; how processes start and end, and what signals do, is
 * asked of real ones (`run` and `start` in command.ts).
 */
export class OneProcess implements AsyncDisposable {
  #child: ChildProcess | undefined;
  #busy = false;

  /** Whether it can run a command now, as a process of its own would. */
  takes(environment: Readonly<Record<string, string>>): boolean {
    return MAIN !== SOURCE && !this.#busy && !Object.keys(environment).some((name) => READ_AT_START.test(name));
  }

  async run(request: CommandRequest): Promise<Ended> {
    this.#busy = true;
    const ended = noteRun(request.words);
    const answered = new AbortController();
    try {
      const child = (this.#child ??= fork(CHILD, [MAIN], {
        execArgv: ["--min-semi-space-size=8"],
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      }));
      child.send(request);
      const gone = once(child, "exit", answered).then(([code]): never => {
        throw new Error(`the process of the commands ended with ${code} at ${request.words.join(" ")}`);
      });
      gone.catch(() => {});
      const [answer] = (await Promise.race([once(child, "message"), gone])) as [Ended];
      return ended(answer);
    } finally {
      // The process hears of its end once, and not once for each of its commands.
      answered.abort();
      this.#busy = false;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await exited;
  }
}
