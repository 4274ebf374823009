import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { builtFile } from "../../../../testing/built-file.ts";
import type { Target } from "../crash/library-performer.ts";
import type { FromChild, ToChild } from "./library-child.ts";
import type { Answer, EngineProcess, Request } from "./operations.ts";

const CHILD = builtFile(new URL("library-child.ts", import.meta.url));

/** The engine as a library in a child; commands and answers go over its channel. */
export class LibraryProcess implements EngineProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #calls = new Map<number, (answer: Answer) => void>();
  readonly #opened = Promise.withResolvers<void>();
  #serial = 0;
  #gone = false;

  private constructor(target: Target) {
    // Options of this process, a test runner's perhaps, are none of the child's business.
    // What a run of tests has compiled is.
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    this.#child = fork(CHILD, { execArgv: [], env: { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) } });
    this.#child.on("message", (message) => this.#hear(message as FromChild));
    // The channel ends after all that the child had said; the process may end before that.
    this.#ended = Promise.all([once(this.#child, "exit"), once(this.#child, "disconnect").then(() => this.#end())]);
    this.#tell({ open: target });
  }

  /** @throws when the child cannot open the database */
  static async start(target: Target): Promise<LibraryProcess> {
    const started = new LibraryProcess(target);
    await started.#opened.promise;
    return started;
  }

  async call(request: Request): Promise<Answer> {
    if (this.#gone) return { status: "gone" };
    this.#serial += 1;
    const call = this.#serial;
    const answer = new Promise<Answer>((resolve) => this.#calls.set(call, resolve));
    this.#tell({ call, request });
    return await answer;
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }

  #tell(message: ToChild): void {
    // What is told to a killed child goes nowhere; its end answers the call.
    this.#child.send(message, () => {});
  }

  #hear(message: FromChild): void {
    if ("opened" in message) this.#opened.resolve();
    else if ("failed" in message) this.#opened.reject(new Error(message.failed));
    else {
      this.#calls.get(message.call)?.(message.answer);
      this.#calls.delete(message.call);
    }
  }

  #end(): void {
    this.#gone = true;
    this.#opened.reject(new Error("the child ended while it was opening the database"));
    for (const answer of this.#calls.values()) answer({ status: "gone" });
    this.#calls.clear();
  }
}
