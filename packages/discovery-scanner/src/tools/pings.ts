import { printable, realTimers } from "@cadastre/inventory-core/scanning";
import { lineReader } from "../programs/line-reader.ts";
import { runProgram } from "../programs/run-program.ts";
import type { LossEstimate } from "../probing/loss-estimate.ts";
import type { TokenBucket } from "../probing/token-bucket.ts";
import { allowance } from "./allowance.ts";
import type { ToolState } from "./tools-here.ts";

const BATCH = 512;
/** Addresses that come so close together are asked by one process. */
const GATHER_MS = 50;
const PROCESSES = 8;
const ANSWER_MS = 400;
/** Exit codes of fping: all, some or no addresses answered. */
const SOME_ANSWERED = 1;

export interface PingsOptions {
  readonly fping: ToolState;
  readonly family: 4 | 6;
  readonly probesPerSecond: number;
  readonly bucket: TokenBucket;
  readonly loss: Pick<LossEstimate, "high" | "negligible">;
  /** Whether an address is asked a second time until it is known that nothing is lost. */
  readonly twice: boolean;
  readonly warn: (message: string) => Promise<void>;
  readonly signal: AbortSignal;
}

interface Question {
  readonly ip: string;
  readonly settle: (answered: boolean) => void;
}

/** Asks addresses by ICMP, which Node cannot: fping does, for many at a time. */
export class Pings {
  readonly #options: PingsOptions;
  #waiting: Question[] = [];
  #gathering: NodeJS.Timeout | undefined;
  #running = 0;
  #usable: boolean;
  #told = false;

  constructor(options: PingsOptions) {
    this.#options = options;
    this.#usable = options.fping === "usable";
  }

  /** False where there is no fping, or it may not send: nothing waits for it then. */
  get usable(): boolean {
    return this.#usable && !this.#options.signal.aborted;
  }

  /** Whether an address answers. Never throws. */
  async ask(ip: string): Promise<boolean> {
    const { fping } = this.#options;
    if (typeof fping === "object") await this.#unusable(fping.forbidden);
    if (!this.usable) return false;
    return await new Promise((settle) => {
      this.#waiting.push({ ip, settle });
      if (this.#waiting.length >= BATCH) this.#start();
      else this.#gathering ??= realTimers.setTimeout(() => this.#start(), GATHER_MS);
    });
  }

  #start(): void {
    realTimers.clearTimeout(this.#gathering);
    this.#gathering = undefined;
    if (this.#running >= PROCESSES || this.#waiting.length === 0) return;
    const batch = this.#waiting.slice(0, BATCH);
    this.#waiting = this.#waiting.slice(BATCH);
    this.#running += 1;
    // Whatever goes wrong, each address has its answer, and nobody waits for ever.
    void this.#run(batch)
      .catch(() => batch.forEach(({ settle }) => settle(false)))
      .finally(() => {
        this.#running -= 1;
        this.#start();
      });
    if (this.#waiting.length > 0) this.#gathering = realTimers.setTimeout(() => this.#start(), GATHER_MS);
  }

  async #run(batch: readonly Question[]): Promise<void> {
    const { bucket, family, loss, probesPerSecond, signal, twice } = this.#options;
    const alive = new Set<string>();
    const retries = (twice && !loss.negligible) || loss.high ? 1 : 0;
    const everyMs = Math.max(1, Math.ceil(1000 / probesPerSecond));
    await allowance(bucket, batch.length, signal);
    if (this.usable) {
      const args = [`-${family}`, "-a", "-i", `${everyMs}`, "-t", `${ANSWER_MS}`, "-B", "1", "-r", `${retries}`];
      const run = runProgram("fping", args, { signal, input: batch.map(({ ip }) => ip), onOutput: lineReader((line) => alive.add(line)) });
      // What it asks twice holds the others back while it does.
      const [{ code, complaint }] = await Promise.all([run, allowance(bucket, batch.length * retries, signal)]);
      if (!signal.aborted && (code === null || code > SOME_ANSWERED)) await this.#unusable(printable(complaint));
    }
    for (const { ip, settle } of batch) settle(alive.has(ip));
  }

  async #unusable(why: string): Promise<void> {
    this.#usable = false;
    if (this.#told) return;
    this.#told = true;
    await this.#options.warn(`fping cannot be used (${why}): hosts that answer only to ping are not found`);
  }
}
