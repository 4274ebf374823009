import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { builtFile } from "../../../../testing/built-file.ts";
import { type Hosts, type RunningHost, START_DEADLINE_MS } from "./host.ts";
import type { Answer, Request } from "./intention.ts";
import type { ToChild } from "./library-child.ts";
import type { Target } from "./library-performer.ts";

const CHILD = builtFile(new URL("library-child.ts", import.meta.url));

type FromChild =
  | { readonly warm: true }
  | { readonly opened: true }
  | { readonly failed: string }
  | { readonly call: number; readonly answer: Answer };

/** A child with the engine: loaded first, opened later, killed at last. */
class LibraryHost implements RunningHost {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #closed: Promise<unknown>;
  readonly #calls = new Map<number, (answer: Answer) => void>();
  readonly #warm = Promise.withResolvers<void>();
  readonly #opened = Promise.withResolvers<void>();
  #serial = 0;
  #gone = false;

  constructor(warm: Target) {
    this.#child = spawn(process.execPath, [CHILD], {
      // Loading takes most of a start: the code of all children is compiled once.
      env: {
        PATH: process.env["PATH"],
        NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? join(tmpdir(), "cadastre-crash-compile-cache"),
      },
      stdio: ["pipe", "pipe", "inherit"],
    });
    // What is written to a killed child goes nowhere, and that is expected.
    this.#child.stdin.on("error", () => {});
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#hear(line));
    this.#closed = once(this.#child, "close").then(() => this.#end());
    for (const { promise } of [this.#warm, this.#opened]) promise.catch(() => {});
    this.#tell({ warm });
  }

  async warm(): Promise<void> {
    await inTime(this.#warm.promise, "load");
  }

  async open(target: Target): Promise<void> {
    await this.warm();
    this.#tell({ open: target });
    await inTime(this.#opened.promise, "open");
  }

  async perform(request: Request): Promise<Answer> {
    if (this.#gone) return { status: "gone" };
    this.#serial += 1;
    const call = this.#serial;
    const answer = new Promise<Answer>((resolve) => this.#calls.set(call, resolve));
    this.#tell({ call, request });
    return await answer;
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#closed;
  }

  #tell(line: ToChild): void {
    this.#child.stdin.write(`${JSON.stringify(line)}\n`);
  }

  #hear(text: string): void {
    let line: FromChild;
    try {
      line = JSON.parse(text) as FromChild;
    } catch {
      // Killed in the middle of a line: nothing was acknowledged by it.
      return;
    }
    if ("warm" in line) this.#warm.resolve();
    else if ("opened" in line) this.#opened.resolve();
    else if ("failed" in line) this.#opened.reject(new Error(line.failed));
    else {
      this.#calls.get(line.call)?.(line.answer);
      this.#calls.delete(line.call);
    }
  }

  #end(): void {
    this.#gone = true;
    this.#warm.reject(new Error("the host ended while it was loading"));
    this.#opened.reject(new Error("the host ended while it was opening the database"));
    for (const answer of this.#calls.values()) answer({ status: "gone" });
    this.#calls.clear();
  }
}

/** Children that load while others die and are checked. */
const STANDBYS = 2;

/** Children with the engine as a library. Loading takes longer than all the rest, so the next ones do it ahead. */
export class LibraryHosts implements Hosts {
  readonly #warm: Target;
  readonly #standby: LibraryHost[] = [];

  /** @param warm a target of the storage that will be opened; only its driver is loaded */
  constructor(warm: Target) {
    this.#warm = warm;
  }

  async start(target: Target): Promise<RunningHost> {
    const host = this.#take();
    try {
      await host.open(target);
      return host;
    } catch (error) {
      await host.kill();
      throw error;
    }
  }

  async interruptedStart(target: Target, afterMs: number): Promise<void> {
    const host = this.#take();
    await host.warm();
    const opened = host.open(target).catch(() => {});
    await sleep(afterMs);
    await host.kill();
    await opened;
  }

  async close(): Promise<void> {
    await Promise.all(this.#standby.splice(0).map(async (host) => await host.kill()));
  }

  #take(): LibraryHost {
    while (this.#standby.length <= STANDBYS) this.#standby.push(new LibraryHost(this.#warm));
    return this.#standby.shift() as LibraryHost;
  }
}

async function inTime(promise: Promise<void>, what: string): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`the host did not ${what} within ${START_DEADLINE_MS / 1000} s`)),
    START_DEADLINE_MS,
  );
  try {
    await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
