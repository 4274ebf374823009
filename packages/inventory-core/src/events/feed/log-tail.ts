import { RepeatedTask } from "../../background/repeated-task.ts";
import type { Clock } from "../../contract/clock.ts";
import type { CommittedEvents } from "../../contract/storage/event.ts";
import type { Logger } from "../../contract/logger.ts";

/** Between two looks at the end of the log, for what other hosts write. */
export const POLL_INTERVAL_MS = 500;

/** Tells all who follow the log that it went on, whichever host wrote: one look at its end for all of them, none when there are none. */
export class LogTail {
  readonly #log: Pick<CommittedEvents, "on" | "end">;
  readonly #task: RepeatedTask;
  readonly #waiting = new Set<() => void>();
  #followers = 0;
  #stopHearing: (() => void) | undefined;
  #end: string | undefined;
  #moves = 0;
  #stopped = false;

  constructor(log: Pick<CommittedEvents, "on" | "end">, clock: Clock, logger: Logger) {
    this.#log = log;
    this.#task = new RepeatedTask(clock, logger, POLL_INTERVAL_MS, "the event log could not be read", async () => await this.#look());
  }

  /** How often the log went on: what {@link LogTail.moved} is told. */
  get moves(): number {
    return this.#moves;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Begins to look, for one who follows. @returns ends it */
  follow(): () => void {
    this.#followers += 1;
    if (this.#followers === 1 && !this.#stopped) {
      // Nobody looked meanwhile: what was known of the log is old.
      this.#moves += 1;
      this.#task.start();
      // What this process commits is seen at once.
      this.#stopHearing = this.#log.on("*", () => this.#task.now());
    }
    return () => {
      this.#followers -= 1;
      if (this.#followers === 0) void this.#rest();
    };
  }

  /**
   * Waits until the log went on since it had done so `since` times, or everything stops.
   * @throws the reason of the signal
   */
  async moved(since: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#moves !== since || this.#stopped) return;
    await new Promise<void>((resolve, reject) => {
      const forget = (): void => {
        this.#waiting.delete(wake);
        signal?.removeEventListener("abort", abort);
      };
      const wake = (): void => (forget(), resolve());
      const abort = (): void => (forget(), reject(signal?.reason as Error));
      this.#waiting.add(wake);
      signal?.addEventListener("abort", abort);
    });
  }

  /** Ends the waiting of all who follow. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    await this.#rest();
  }

  async #rest(): Promise<void> {
    this.#stopHearing?.();
    this.#stopHearing = undefined;
    await this.#task.stop();
  }

  async #look(): Promise<void> {
    const end = await this.#log.end();
    if (end === this.#end) return;
    this.#end = end;
    this.#moves += 1;
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }
}
