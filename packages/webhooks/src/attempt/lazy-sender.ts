import type { Outcome, Sender, Shipment } from "./attempt.ts";
import type { HttpSender, HttpSenderOptions } from "./http-sender.ts";

/** An {@link HttpSender} that is loaded, with its HTTP client, when there is something to send: most servers never send anything. */
export class LazySender implements Sender {
  readonly #options: HttpSenderOptions;
  #sender: HttpSender | undefined;

  constructor(options: HttpSenderOptions) {
    this.#options = options;
  }

  async send(shipment: Shipment, signal: AbortSignal): Promise<Outcome> {
    const sender = (this.#sender ??= new (await import("./http-sender.ts")).HttpSender(this.#options));
    return await sender.send(shipment, signal);
  }
}
