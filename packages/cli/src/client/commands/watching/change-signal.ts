import { CadastreError } from "@cadastre/client";
import type { ManifestOperation } from "@cadastre/client/manifest";
import type { Session } from "../run-operation.ts";

/** Events that come together are one change. */
const TOGETHER_MS = 200;

/** Once the event stream is open, records are read again after this: what happened before it was, no event tells. */
const OPENED_MS = 1000;

/** What changes without an event of its own (a counter, a record that an entry names) is seen after this, at the latest. */
const AT_LATEST_MS = 30_000;

/**
 * Tells when records should be read again: when an event tells of records of their kind, where the caller may follow events
 * and there are some; otherwise every so many seconds.
 */
export class ChangeSignal implements AsyncDisposable {
  readonly #stop = new AbortController();
  readonly #interrupt: AbortSignal;
  readonly #intervalMs: number;
  readonly #following: Promise<void>;
  /** Whether events tell. */
  #told = false;
  #waitMs: number;
  #changed = false;
  #wake = (): void => {};

  constructor(operation: ManifestOperation, session: Session, intervalSeconds: number, interrupt: AbortSignal) {
    this.#intervalMs = intervalSeconds * 1000;
    this.#waitMs = this.#intervalMs;
    this.#interrupt = interrupt;
    interrupt.addEventListener("abort", () => this.#stop.abort());
    this.#following = this.#follow(operation, session);
  }

  /** Waits until they should be read again. @returns false once it was interrupted */
  async next(): Promise<boolean> {
    if (this.#changed) await this.#pause(TOGETHER_MS);
    else {
      if (!this.#told) await this.#pause(this.#intervalMs);
      // The stream may have been opened meanwhile: the interval is over then.
      if (this.#told && !this.#changed) await this.#pause(this.#waitMs);
    }
    this.#changed = false;
    this.#waitMs = AT_LATEST_MS;
    return !this.#interrupt.aborted;
  }

  /** Until something wakes it, or the time is over. */
  async #pause(ms: number): Promise<void> {
    if (this.#interrupt.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#interrupt.addEventListener("abort", this.#wake, { once: true });
    });
    this.#interrupt.removeEventListener("abort", this.#wake);
  }

  async #follow(operation: ManifestOperation, { client }: Session): Promise<void> {
    try {
      const names = await eventsOf(operation, client);
      if (names.length === 0) return;
      const events = client.call("events.stream", { event: names }, { signal: this.#stop.signal }) as AsyncIterable<unknown>;
      this.#waitMs = OPENED_MS;
      this.#told = true;
      this.#wake();
      for await (const _ of events) {
        this.#changed = true;
        this.#wake();
      }
    } catch (error) {
      if (!(error instanceof CadastreError)) throw error;
    }
    // Whoever may not follow events looks again and again.
    this.#told = false;
    this.#wake();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#following;
  }
}

/** The events that tell of records which an operation answers: those called after them, `device.created` of `Device`. */
async function eventsOf({ output }: ManifestOperation, client: Session["client"]): Promise<readonly string[]> {
  if ((output.kind !== "list" && output.kind !== "record") || output.type.kind !== "reference") return [];
  // Scans and what they find are told of as `discovery`.
  const subject = output.type.name.toLowerCase().replace(/^discover.*$/, "discovery");
  return (await client.webhooks.events()).map(({ value }) => value).filter((name) => name.startsWith(`${subject}.`));
}
