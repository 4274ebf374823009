import type { Logger } from "@cadastre/inventory-core";
import { setTimeout as sleep } from "node:timers/promises";
import { Backoff } from "./backoff.ts";
import type { Outbox, Parcel } from "./outbox.ts";
import { type LinkAnswer, LinkFailure, type ServerLink } from "./server-link.ts";

/** What becomes of a scan after the server has answered. */
export type Verdict = "goes-on" | "over" | "lost";

const OVER: ReadonlySet<unknown> = new Set(["completed", "failed", "cancelled"]);

/** Sends what waits in the outbox, in order, until it is taken or refused for good. */
export class Delivery {
  readonly #outbox: Outbox;
  readonly #link: ServerLink;
  readonly #logger: Logger;
  readonly #onVerdict: (scanId: string, verdict: Verdict) => void;
  readonly #backoff = new Backoff();

  constructor(outbox: Outbox, link: ServerLink, logger: Logger, onVerdict: (scanId: string, verdict: Verdict) => void) {
    this.#outbox = outbox;
    this.#link = link;
    this.#logger = logger;
    this.#onVerdict = onVerdict;
  }

  /** Sends until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const aborted = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => aborted.resolve(), { once: true });
    while (!signal.aborted) {
      const { changed } = this.#outbox;
      const first = this.#outbox.first();
      if (first === undefined) {
        await Promise.race([changed, aborted.promise]);
        continue;
      }
      await this.#send(first.number, first.parcel, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    }
  }

  /** A reading of leases is over when it is sent: nobody waits for what becomes of it. */
  #tell({ scan_id: scanId }: Parcel, verdict: Verdict): void {
    if (scanId !== undefined) this.#onVerdict(scanId, verdict);
  }

  async #send(number: number, parcel: Parcel, signal: AbortSignal): Promise<void> {
    let answer: LinkAnswer;
    try {
      answer = await this.#link.post(pathOf(parcel), parcel.body, 0, signal);
    } catch (error) {
      if (!(error instanceof LinkFailure)) throw error;
      const waitMs = this.#backoff.next();
      this.#logger.debug("the server is out of reach", { reason: error.message, wait_ms: waitMs, waiting: this.#outbox.size });
      await sleep(waitMs, undefined, { signal });
      return;
    }
    if (isFor(answer, [200])) {
      this.#backoff.reset();
      this.#outbox.remove(number);
      const { status } = answer.body as { readonly status?: unknown };
      this.#tell(parcel, OVER.has(status) || parcel.to === "end" ? "over" : "goes-on");
    } else if (isFor(answer, [400, 403, 404, 409, 413])) {
      // It will never be taken: the scan is another process's, or gone.
      this.#outbox.remove(number);
      this.#logger.warn("the server refused a report", {
        ...(parcel.scan_id === undefined ? { source: parcel.source_id } : { scan: parcel.scan_id }),
        status: answer.status,
        reason: sentenceOf(answer),
      });
      this.#tell(parcel, "lost");
    } else {
      // A proxy in between, a server that stops, or a token that was replaced: what was seen waits.
      const waitMs = this.#backoff.next(answer.retryAfterMs);
      this.#logger.warn("a report could not be delivered", { status: answer.status, reason: sentenceOf(answer), wait_ms: waitMs });
      await sleep(waitMs, undefined, { signal });
    }
  }
}

/** Where a parcel goes. */
const pathOf = ({ scan_id: scan, source_id: source = "", to }: Parcel): string =>
  scan === undefined
    ? `/api/agent/lease-sources/${encodeURIComponent(source)}/${to}`
    : `/api/agent/scans/${encodeURIComponent(scan)}/${to}`;

/** Whether it is an answer of the server, and not of something in between. */
const isFor = ({ status, body }: LinkAnswer, statuses: readonly number[]): boolean =>
  statuses.includes(status) && typeof body === "object" && body !== null;

/** What the server said of a refusal. */
export function sentenceOf({ body, status }: LinkAnswer): string {
  const error = typeof body === "object" && body !== null && "error" in body ? body.error : undefined;
  return typeof error === "string" ? error.slice(0, 500) : `status ${status}`;
}
