import type { Target } from "../crash/library-performer.ts";
import { HttpProcess } from "./http-process.ts";
import { LibraryProcess } from "./library-process.ts";
import type { EngineProcess } from "./operations.ts";

export type Via = "library" | "http";

/** Two processes on one database. Each client has one of them, and the other while its own is dead. */
export class EnginePair implements AsyncDisposable {
  readonly #target: Target;
  readonly #via: Via;
  readonly #engines: (EngineProcess | undefined)[] = [];
  #key: string | undefined;

  private constructor(target: Target, via: Via) {
    this.#target = target;
    this.#via = via;
  }

  static async start(target: Target, via: Via): Promise<EnginePair> {
    const pair = new EnginePair(target, via);
    try {
      // The first makes the schema, and the administrator's key that both take.
      for (let index = 0; index < 2; index += 1) pair.#engines.push(await pair.#start());
      return pair;
    } catch (error) {
      await pair[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The process that a client talks to now. */
  engineOf(client: number): EngineProcess {
    const engine = this.#engines[client % 2] ?? this.#engines[(client + 1) % 2];
    if (engine === undefined) throw new Error("both processes are dead");
    return engine;
  }

  /** SIGKILL in the middle of whatever it does; its clients go on at the other. */
  async kill(index: number): Promise<void> {
    const engine = this.#engines[index];
    this.#engines[index] = undefined;
    await engine?.kill();
  }

  /** Starts the one that was killed again; its clients come back to it. */
  async restart(index: number): Promise<void> {
    this.#engines[index] = await this.#start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#engines.splice(0).map(async (engine) => await engine?.kill()));
  }

  async #start(): Promise<EngineProcess> {
    if (this.#via === "library") return await LibraryProcess.start(this.#target);
    const started = await HttpProcess.start(this.#target, this.#key);
    this.#key = started.key;
    return started;
  }
}
