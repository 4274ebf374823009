import { Resolver } from "node:dns/promises";
import { isIPv4 } from "node:net";
import type { Observation } from "@cadastre/inventory-core";
import { Fifo } from "../probing/fifo.ts";
import { hostName } from "./host-name.ts";
import { reverseName } from "./reverse-name.ts";

const TIMEOUT_MS = 400;
const AT_ONCE = 64;
/** So many questions without an answer, one after the other, and no more is asked in this scan. */
const MAX_TIMEOUTS = 20;

export type FoundName = NonNullable<Observation["name"]>;

export interface ReverseNamesOptions {
  readonly enabled: boolean;
  /** Those of the system when empty. */
  readonly servers: readonly string[];
  readonly signal: AbortSignal;
}

/** Asks DNS for names of addresses, and gives up on servers that do not answer. */
export class ReverseNames {
  readonly #resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  readonly #waiting = new Fifo<() => void>();
  #asking = 0;
  #timeouts = 0;
  #closed: boolean;

  constructor({ enabled, servers, signal }: ReverseNamesOptions) {
    this.#closed = !enabled;
    if (servers.length > 0) this.#resolver.setServers([...servers]);
    signal.addEventListener("abort", () => this.#close(), { once: true });
  }

  /** Undefined when there is none, or it was not to be had in time. */
  async nameOf(ip: string): Promise<FoundName | undefined> {
    const answers = await this.#ask(async () => await this.#resolver.resolvePtr(reverseName(ip)));
    const text = (answers ?? []).map(hostName).find((name) => name !== undefined);
    if (text === undefined) return undefined;
    // Whoever holds the reverse zone writes what they like: the name's own zone must agree.
    const addresses = await this.#ask(async () => (isIPv4(ip) ? await this.#resolver.resolve4(text) : await this.#resolver.resolve6(text)));
    return { text, source: addresses?.includes(ip) === true ? "ptr-confirmed" : "ptr" };
  }

  async #ask(question: () => Promise<string[]>): Promise<string[] | undefined> {
    if (this.#asking >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#closed) return undefined;
    this.#asking += 1;
    try {
      const answers = await question();
      this.#timeouts = 0;
      return answers;
    } catch (error) {
      this.#failed((error as NodeJS.ErrnoException).code);
      return undefined;
    } finally {
      this.#asking -= 1;
      this.#waiting.next()?.();
    }
  }

  #failed(code: string | undefined): void {
    if (code === "ENOTFOUND" || code === "ENODATA") this.#timeouts = 0;
    else this.#timeouts += 1;
    if (this.#timeouts >= MAX_TIMEOUTS) this.#close();
  }

  #close(): void {
    this.#closed = true;
    this.#resolver.cancel();
    for (const go of this.#waiting.takeAll()) go();
  }
}
