import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { builtFile } from "../../../../testing/built-file.ts";
import type { FromChild, ToChild } from "./messages.ts";

const DEADLINE_MS = 60_000;

/** A process of the trial, which is told what to do by messages. */
export class Child {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #name: string;

  /** @param name of the file in this folder */
  constructor(name: string, args: readonly string[] = []) {
    this.#name = name;
    this.#child = fork(builtFile(new URL(`${name}.ts`, import.meta.url)), args, {
      // Options of this process, a test runner's perhaps, are none of the child's business. Loading takes most of a start:
      // the code of all children is compiled once.
      execArgv: [],
      env: {
        PATH: process.env["PATH"],
        NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? join(tmpdir(), "cadastre-webhooks-compile-cache"),
      },
    });
    this.#exited = once(this.#child, "exit");
  }

  /** Tells it something and waits for what it says to that. @throws when it fails, ends or says nothing for long */
  async ask(message: ToChild, deadlineMs = DEADLINE_MS): Promise<FromChild> {
    const answered = Promise.withResolvers<FromChild>();
    const hear = (said: unknown): void => answered.resolve(said as FromChild);
    const end = (): void => answered.reject(new Error(`${this.#name} ended`));
    const late = setTimeout(() => answered.reject(new Error(`${this.#name} said nothing for ${deadlineMs / 1000} s`)), deadlineMs);
    this.#child.once("message", hear).once("exit", end);
    try {
      this.#child.send(message, () => {});
      const said = await answered.promise;
      if ("failed" in said) throw new Error(said.failed);
      return said;
    } finally {
      clearTimeout(late);
      this.#child.off("message", hear).off("exit", end);
    }
  }

  /** @param niceness as of `nice`: 19 for what may wait for everybody else. Where the user may not, it stays as it is. */
  yieldTo(niceness: number): void {
    try {
      if (this.#child.pid !== undefined) setPriority(this.#child.pid, niceness);
    } catch {
      // It has ended, or this user may not give back what was taken.
    }
  }

  /** SIGKILL. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#exited;
  }
}
