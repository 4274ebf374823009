import type { Clock } from "@cadastre/inventory-core";
import { isTurnOver, nextTurn } from "@cadastre/inventory-core/protocol";
import { Client, type Dispatcher } from "undici";
import { destinationRule, parseDestination } from "../destination/destination-url.ts";
import { guardedConnect } from "../destination/guarded-connect.ts";
import { type AddressRule, type ConnectStage, type OutboundNetwork, systemNetwork } from "@cadastre/inventory-core/outbound";
import type { Outcome, Sender, Shipment } from "./attempt.ts";
import { failureSentence } from "./failure-sentence.ts";
import { readAnswer } from "./read-answer.ts";
import { maskValues } from "./mask-values.ts";
import { requestHeaders } from "./request-headers.ts";

const MAX_HEADER_BYTES = 16 * 1024;
/** Answers 1xx before the real one. */
const MAX_INTERIM = 100;

type Stage = ConnectStage | "reading the response";

/** What is known of an attempt while it runs. */
interface Attempt {
  stage: Stage;
  status: number | null;
  /** Aborts everything: the caller's signal, the deadline, or the end. */
  readonly cut: AbortController;
}

export interface HttpSenderOptions {
  readonly clock: Clock;
  /** Of the headers of a delivery, such as `X-Service-`. */
  readonly headerPrefix: string;
  /** The system's, unless set. */
  readonly network?: OutboundNetwork;
  /** Which addresses are refused; those of the rule without an allow-list, unless set. */
  readonly rule?: AddressRule;
}

/**
 * Sends deliveries by HTTP/1.1: one fresh connection for each attempt, to an address that was checked for it. Redirects
 * are not followed, and proxies of the environment are not used.
 */
export class HttpSender implements Sender {
  readonly #clock: Clock;
  readonly #headerPrefix: string;
  readonly #network: OutboundNetwork;
  readonly #rule: AddressRule;

  constructor({ clock, headerPrefix, network = systemNetwork, rule = destinationRule("") }: HttpSenderOptions) {
    this.#clock = clock;
    this.#headerPrefix = headerPrefix;
    this.#network = network;
    this.#rule = rule;
  }

  async send(shipment: Shipment, signal: AbortSignal): Promise<Outcome> {
    signal.throwIfAborted();
    const startedAt = this.#clock.now();
    const ended = async (result: Pick<Outcome, "status" | "body" | "error">): Promise<Outcome> => {
      const durationMs = Math.max(0, this.#clock.now() - startedAt);
      // Attempts may end together.
      if (isTurnOver()) await nextTurn();
      // Stored and shown to readers who do not see these values.
      const mask = (text: string): string => maskValues(text, [...Object.values(shipment.headers), ...shipment.secrets]);
      return {
        delivered: result.error === "",
        ...result,
        body: mask(result.body),
        error: mask(result.error),
        durationMs,
      };
    };
    // By the rules of today: the row may be older than they are.
    const destination = parseDestination(shipment.url, this.#rule);
    if ("problem" in destination) return await ended({ status: null, body: "", error: `The URL of the webhook ${destination.problem}.` });

    const attempt: Attempt = { stage: "resolving its name", status: null, cut: new AbortController() };
    const stop = (): void => attempt.cut.abort(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    const over = new AbortController();
    let late = false;
    void this.#clock.sleep(shipment.timeoutMs, over.signal).then(
      () => {
        late = true;
        attempt.cut.abort(new Error("The attempt took too long"));
      },
      () => undefined,
    );
    try {
      const body = await this.#exchange(shipment, destination.url, attempt);
      signal.throwIfAborted();
      return await ended({ status: attempt.status, body, error: refusal(attempt.status) });
    } catch (error) {
      signal.throwIfAborted();
      const sentence = late ? `The attempt timed out after ${shipment.timeoutMs} ms (${attempt.stage}).` : failureSentence(error);
      return await ended({ status: attempt.status, body: "", error: sentence });
    } finally {
      signal.removeEventListener("abort", stop);
      over.abort();
    }
  }

  /** @returns the beginning of the answer's body */
  async #exchange(shipment: Shipment, url: URL, attempt: Attempt): Promise<string> {
    const { signal } = attempt.cut;
    const client = new Client(url.origin, {
      connect: guardedConnect({
        network: this.#network,
        rule: this.#rule,
        clock: this.#clock,
        signal,
        timeoutMs: shipment.timeoutMs,
        onStage: (stage) => (attempt.stage = stage),
      }),
      // One request a connection; it says so to the receiver.
      pipelining: 0,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The attempt has one deadline, by the host's clock.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    try {
      const answer = await client.request(this.#request(shipment, url, attempt));
      attempt.status = answer.statusCode;
      attempt.stage = "reading the response";
      const body = await readAnswer(answer.body, contentCoding(answer));
      // The deadline is for the body too.
      signal.throwIfAborted();
      return body;
    } finally {
      // Ends the socket at once, with whatever the receiver still has to say.
      attempt.cut.abort(new Error("The attempt is over"));
      // Nobody waits for it: how the attempt ended is to be written down at once.
      void client.destroy().catch(() => undefined);
    }
  }

  #request(shipment: Shipment, url: URL, attempt: Attempt): Dispatcher.RequestOptions {
    const timestamp = Math.floor(this.#clock.now() / 1000);
    let interim = 0;
    return {
      method: "POST",
      path: url.pathname + url.search,
      headers: requestHeaders(shipment, { prefix: this.#headerPrefix, timestamp }),
      body: shipment.body,
      signal: attempt.cut.signal,
      onInfo: () => {
        interim += 1;
        if (interim > MAX_INTERIM)
          attempt.cut.abort(Object.assign(new Error("Too many interim answers"), { code: "TOO_MANY_INTERIM_ANSWERS" }));
      },
    };
  }
}

function contentCoding({ headers }: Dispatcher.ResponseData): string | undefined {
  const value = headers["content-encoding"];
  return Array.isArray(value) ? value.join(",") : value;
}

/** Empty for a success. */
function refusal(status: number | null): string {
  if (status === null) return "The receiver did not respond.";
  if (status >= 200 && status < 300) return "";
  return status >= 300 && status < 400
    ? `The receiver responded with ${status}; redirects are not followed.`
    : `The receiver responded with ${status}.`;
}
