import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../measure.ts";

const EVERY_MS = 20;

/** Asks a server for something over and over, and times the answers. */
export class RequestLoop {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;
  readonly #took: number[] = [];
  readonly #stop = new AbortController();
  readonly #done: Promise<void>;

  constructor(port: number) {
    this.#port = port;
    this.#done = this.#run();
  }

  async stop(): Promise<{ readonly count: number; readonly p99Ms: number }> {
    this.#stop.abort();
    await this.#done;
    this.#agent.destroy();
    return { count: this.#took.length, p99Ms: percentile(this.#took, 99) };
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const begun = performance.now();
      // The server may end between two requests, when the scan is done.
      if (!(await this.#ask())) return;
      this.#took.push(performance.now() - begun);
      await sleep(EVERY_MS);
    }
  }

  async #ask(): Promise<boolean> {
    return await new Promise((resolve) => {
      const request = get({ host: "127.0.0.1", port: this.#port, agent: this.#agent }, (response) => {
        response.resume();
        response.on("end", () => resolve(true));
        response.on("error", () => resolve(false));
      });
      request.on("error", () => resolve(false));
    });
  }
}
