import type { Clock } from "../../contract/clock.ts";
import { type JsonText, Watch, type WatchedState } from "../../contract/operations/result.ts";
import { isOver, type Scan } from "./scan.ts";

/** Between two looks at a scan: as often as progress is written. */
const POLL_INTERVAL_MS = 500;
/** Looks within so long are one look. */
const SHARED_MS = 250;

/** Tells how scans go on, whichever host runs them: it reads them, once for all who watch. */
export class ScanWatch {
  readonly #clock: Clock;
  readonly #read: (id: string) => Promise<JsonText<Scan>>;
  readonly #looks = new Map<string, Promise<JsonText<Scan>>>();

  /** @param read throws for a scan that is not there */
  constructor(clock: Clock, read: (id: string) => Promise<JsonText<Scan>>) {
    this.#clock = clock;
    this.#read = read;
  }

  /** Throws what `read` throws, and the reason of the signal when it aborts. */
  of(id: string, signal?: AbortSignal): Watch<Scan> {
    return new Watch(this.#states(id, signal));
  }

  async *#states(id: string, signal: AbortSignal | undefined): AsyncGenerator<WatchedState> {
    for (let before = ""; ;) {
      signal?.throwIfAborted();
      const { text } = await this.#look(id);
      if (text !== before) {
        const scan = JSON.parse(text) as Scan;
        const last = isOver(scan);
        yield { id: `${scan.updated_at}/${scan.status}`, text, last };
        if (last) return;
        before = text;
      }
      await this.#clock.sleep(POLL_INTERVAL_MS, signal);
    }
  }

  /** Whoever looks soon after another one gets what that one saw. */
  async #look(id: string): Promise<JsonText<Scan>> {
    const earlier = this.#looks.get(id);
    if (earlier !== undefined) {
      try {
        return await earlier;
      } catch {
        // It may have failed because its own caller left.
        return await this.#read(id);
      }
    }
    const look = this.#read(id);
    this.#looks.set(id, look);
    void this.#clock.sleep(SHARED_MS).then(() => this.#looks.delete(id));
    return await look;
  }
}
