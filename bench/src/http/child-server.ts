import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { builtSurroundings } from "../../../testing/built-file.ts";
import { endWithRun } from "../run/end-with-run.ts";

/** A process that prints the URL it listens on. */
export class ChildServer {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #listening = Promise.withResolvers<string>();
  #said = "";

  constructor(file: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.#child = spawn(process.execPath, [file, ...args], {
      env: { PATH: process.env["PATH"], ...builtSurroundings(), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    endWithRun(this.#child);
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding("utf8").on("data", (part: string) => this.#hear(part));
    this.#listening.promise.catch(() => {});
    this.#closed = once(this.#child, "close").then(() => this.#listening.reject(new Error(`the server ended: ${this.#said}`)));
  }

  async listening(): Promise<string> {
    return await this.#listening.promise;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#closed;
  }

  #hear(part: string): void {
    // Only what is said before it listens is of interest.
    if (this.#said.length > 10_000) return;
    this.#said += part;
    const url = /(?:is running|listens) at (\S+)\n/.exec(this.#said)?.[1];
    if (url !== undefined) this.#listening.resolve(url);
  }
}
