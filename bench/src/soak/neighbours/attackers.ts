import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { builtFile } from "../../../../testing/built-file.ts";
import type { Account } from "./accounts.ts";
import type { AttackPlace, AttackReport } from "./attacks.ts";

const CHILD = builtFile(new URL("attackers-child.ts", import.meta.url));

/** What the process of the attackers is told. */
export interface AttackersTask {
  /** One of `attacksOn`. */
  readonly attack: number;
  readonly victim: Account;
  readonly attacker: Account;
  readonly place: AttackPlace;
}

/**
 * Attackers in a process of their own that gives way to others: what they cost themselves is the time of other machines, and
 * no matter of the server.
 */
export class Attackers {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #ended: Promise<void>;
  #said = "";

  constructor(task: AttackersTask) {
    this.#child = spawn(process.execPath, [CHILD, JSON.stringify(task)], { stdio: ["pipe", "pipe", "inherit"] });
    this.#ended = once(this.#child, "close").then(([code]) => {
      if (code !== 0) throw new Error(`the attackers ended with ${code}`);
    });
    this.#ended.catch(() => {});
    this.#child.stdout.setEncoding("utf8").on("data", (part: string) => (this.#said += part));
  }

  /** Waits until they are at work. */
  async begun(): Promise<void> {
    await Promise.race([once(this.#child.stdout, "data"), this.#ended]);
  }

  async stop(): Promise<AttackReport> {
    this.#child.stdin.end();
    await this.#ended;
    const lines = this.#said.trim().split("\n");
    return JSON.parse(lines.at(-1) ?? "") as AttackReport;
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }
}
