import type { ScanContext } from "../scan-context.ts";
import type { Answer } from "./find-routed.ts";

/** So many addresses are looked at before any is believed for an open port alone. */
const SAMPLE = 64;
const SHARE = 0.9;

/** Finds ports that are open at nearly every address: a device in between accepts connections in their name. */
export class SharedPorts {
  readonly #context: ScanContext;
  readonly #wanted: number;
  readonly #open = new Map<number, number>();
  readonly #sampled = Promise.withResolvers<void>();
  #looked = 0;
  #shared: ReadonlySet<number> = new Set();

  /** @param addresses how many there are in all; fewer than a sample say nothing */
  constructor(context: ScanContext, addresses: number) {
    this.#context = context;
    this.#wanted = addresses < SAMPLE ? 0 : SAMPLE;
    if (this.#wanted === 0) this.#sampled.resolve();
    context.signal.addEventListener("abort", () => this.#sampled.resolve(), { once: true });
  }

  /** Counts an address; resolves when it can be said whether its open ports are its own. */
  async isOnlyShared({ evidence, openPorts }: Answer): Promise<boolean> {
    if (this.#looked < this.#wanted) await this.#count(openPorts);
    if (evidence.size !== 1 || !evidence.has("tcp-open")) return false;
    await this.#sampled.promise;
    return openPorts.every((port) => this.#shared.has(port));
  }

  async #count(openPorts: readonly number[]): Promise<void> {
    this.#looked += 1;
    for (const port of openPorts) this.#open.set(port, (this.#open.get(port) ?? 0) + 1);
    if (this.#looked < this.#wanted) return;
    this.#shared = new Set([...this.#open].filter(([, count]) => count > SHARE * this.#wanted).map(([port]) => port));
    this.#sampled.resolve();
    if (this.#shared.size === 0) return;
    const ports = [...this.#shared].toSorted((a, b) => a - b).join(", ");
    await this.#context.reports.send({
      kind: "warning",
      code: "MIDDLEBOX",
      message: `nearly every address accepts connections at port ${ports}: something in between answers for them, and addresses of which nothing else is known are not reported`,
    });
  }
}
