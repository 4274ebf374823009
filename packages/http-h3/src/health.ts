import { coreErrors, type Host, STORAGE } from "@cadastre/inventory-core";
import { type Answer, jsonAnswer } from "./answer.ts";
import type { Lifecycle } from "./lifecycle.ts";

/** Longest time a check may take. */
const CHECK_MS = 2_000;

/** Answers `/healthz` and `/readyz`. */
export class Health {
  readonly #host: Host;
  readonly #lifecycle: Lifecycle;
  #running: Promise<readonly string[]> | undefined;

  constructor(host: Host, lifecycle: Lifecycle) {
    this.#host = host;
    this.#lifecycle = lifecycle;
  }

  /** The process is up. */
  alive(): Answer {
    return jsonAnswer(200, '{"status":"ok"}');
  }

  /** Requests can be served. @throws UNAVAILABLE naming what does not work */
  async ready(): Promise<Answer> {
    if (this.#lifecycle.stopping) throw coreErrors.UNAVAILABLE({ reason: "the service is stopping" });
    // Not rate-limited, so checks are shared: many callers ask storage no more often than one.
    this.#running ??= this.#failures().finally(() => (this.#running = undefined));
    const failures = await this.#running;
    if (failures.length > 0) throw coreErrors.UNAVAILABLE({ reason: `not ready: ${failures.join(", ")}` });
    return jsonAnswer(200, '{"status":"ready"}');
  }

  async #failures(): Promise<readonly string[]> {
    const checks = [
      { id: "storage", check: async () => await this.#host.get(STORAGE).ping() },
      ...this.#host.healthChecks.map((check) => ({ id: check.id, check: async () => await check.check() })),
    ];
    const results = await Promise.all(checks.map(async ({ id, check }) => ((await this.#works(id, check)) ? [] : [id])));
    return results.flat();
  }

  async #works(id: string, check: () => Promise<void>): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    try {
      await Promise.race([
        check(),
        new Promise((_, reject) => {
          timer = setTimeout(() => reject(new Error(`no answer within ${CHECK_MS} ms`)), CHECK_MS);
        }),
      ]);
      return true;
    } catch (error) {
      this.#host.logger.warn("a health check failed", { check: id, error: String(error) });
      return false;
    } finally {
      clearTimeout(timer);
    }
  }
}
