import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A program of ours that is told lines, and answers each with one. */
export class SpokenChild {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(process: ChildProcess, lines: AsyncIterator<string>) {
    this.#process = process;
    this.#lines = lines;
  }

  /** @param command leads into a namespace, before Node; may be empty. @returns once it has said its first line */
  static async start(command: readonly string[], file: URL, args: readonly string[]): Promise<SpokenChild> {
    const [program = "", ...words] = [...command, process.execPath, file.pathname, ...args];
    const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
    const started = new SpokenChild(child, createInterface({ input: child.stdout })[Symbol.asyncIterator]());
    await started.#answer();
    return started;
  }

  async ask(line: string): Promise<string> {
    this.#process.stdin?.write(`${line}\n`);
    return await this.#answer();
  }

  async #answer(): Promise<string> {
    const { done, value } = await this.#lines.next();
    if (done === true) throw new Error(`${this.#process.spawnargs.join(" ")} has ended`);
    return value;
  }
}
