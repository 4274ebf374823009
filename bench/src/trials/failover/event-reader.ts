import { setTimeout as sleep } from "node:timers/promises";
import type { Host } from "../../http/host.ts";

const PAUSE_MS = 50;
const PAGE = 500;

/** An event as a reader met it. */
export interface SeenEvent {
  readonly id: string;
  readonly event: string;
  readonly record_id: string;
}

interface Page {
  readonly events: readonly SeenEvent[];
  readonly next: string;
}

/** Reads the log from its beginning to wherever it goes, across servers that are away for a while. */
export class EventReader {
  readonly seen: SeenEvent[] = [];
  readonly #host: Host;
  #cursor = "0-0";

  constructor(host: Host) {
    this.#host = host;
  }

  /** Until it is stopped, and then once more to the end. @throws for an answer that is neither a page nor 503 */
  async follow(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      if ((await this.#read()) === 0) await sleep(PAUSE_MS);
    }
    for (let quiet = 0; quiet < 10;) {
      quiet = (await this.#read()) === 0 ? quiet + 1 : 0;
      await sleep(PAUSE_MS);
    }
  }

  async #read(): Promise<number> {
    const response = await fetch(`${this.#host.url}/api/events?after=${this.#cursor}&limit=${PAGE}`, { headers: this.#host.headers });
    if (response.status === 503) {
      await response.body?.cancel();
      return 0;
    }
    if (response.status !== 200) throw new Error(`the reader of events was answered ${response.status}: ${await response.text()}`);
    const page = (await response.json()) as Page;
    this.seen.push(...page.events);
    this.#cursor = page.next;
    return page.events.length;
  }
}
