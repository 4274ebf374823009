import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { builtSurroundings } from "../../../../testing/built-file.ts";
import { MAIN } from "../../program.ts";

const PROBE = new URL("process-probe.ts", import.meta.url).href;

/** What a program took between two moments, at most. */
export interface ProbeReading {
  /** For how long its event loop stood still, by the clock: with other programs on the machine, longer than by itself. */
  readonly longestMs: number;
  /** Processor time of one turn of its event loop. */
  readonly busyMs: number;
  /** Objects, and buffers outside the heap. */
  readonly heapMiB: number;
  readonly residentMiB: number;
}

/** What a command printed. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The real command `cadastre` in a process of its own, which tells what it takes. */
export class ProbedProgram {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  #out = "";
  #err = "";

  /** @param heapMiB more than that of objects ends it */
  constructor(args: readonly string[], environment: Readonly<Record<string, string>>, heapMiB: number) {
    this.#child = spawn(process.execPath, [`--max-old-space-size=${heapMiB}`, "--import", PROBE, MAIN, ...args], {
      env: { PATH: process.env["PATH"], ...builtSurroundings(), ...environment },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.#child.stdout?.setEncoding("utf8").on("data", (text: string) => (this.#out += text));
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => (this.#err += text));
    this.#closed = once(this.#child, "close");
  }

  /** Waits until it has printed something. @throws with what it said when it ends before */
  async printed(text: RegExp): Promise<string> {
    for (;;) {
      const found = text.exec(this.#out)?.[1];
      if (found !== undefined) return found;
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) throw new Error(`it ended: ${this.#out}${this.#err}`);
      await Promise.race([once(this.#child.stdout as NonNullable<ChildProcess["stdout"]>, "data"), this.#closed]);
    }
  }

  /** What it takes is counted from now on. */
  begin(): void {
    this.#child.send("begin");
  }

  async end(): Promise<ProbeReading> {
    const answer = once(this.#child, "message");
    this.#child.send("end");
    const [reading] = (await answer) as [ProbeReading];
    return reading;
  }

  async ended(): Promise<Ended> {
    await this.#closed;
    return { code: this.#child.exitCode, out: this.#out, err: this.#err };
  }

  async stop(): Promise<Ended> {
    this.#child.kill("SIGTERM");
    return await this.ended();
  }
}
