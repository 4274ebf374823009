import { coreErrors, failureTextOf, type Host, isInventoryError, STORAGE } from "@cadastre/inventory-core";
import { type Answer, jsonAnswer } from "./answer.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { withinTime } from "./within-time.ts";

/** Longest time a check may take. */
const CHECK_MS = 2_000;

/** Seconds after which to ask again. */
const RETRY_AFTER_SECONDS = "2";

/** What callers see of a check: its code says what kind of trouble it is, the reason is in the log only. */
type CheckResult = { readonly ok: true } | { readonly ok: false; readonly code: string };

type Results = Readonly<Record<string, CheckResult>>;

/** Answers `/healthz` and `/readyz`. */
export class Health {
  readonly #host: Host;
  readonly #lifecycle: Lifecycle;
  #running: Promise<Results> | undefined;

  constructor(host: Host, lifecycle: Lifecycle) {
    this.#host = host;
    this.#lifecycle = lifecycle;
  }

  /** The process is up. */
  alive(): Answer {
    return jsonAnswer(200, '{"status":"ok"}');
  }

  /** Whether requests can be served, check by check; 503 when they cannot, which is an error like any other beside its checks. */
  async ready(): Promise<Answer> {
    if (this.#lifecycle.stopping) return unready("stopping", {}, "the service is stopping");
    // Not rate-limited, so checks are shared: many callers ask storage no more often than one.
    this.#running ??= this.#results().finally(() => (this.#running = undefined));
    const checks = await this.#running;
    const failed = Object.keys(checks).filter((id) => checks[id]?.ok === false);
    if (failed.length > 0) return unready("not ready", checks, `not ready: ${failed.join(", ")}`);
    return jsonAnswer(200, JSON.stringify({ status: "ready", checks }));
  }

  async #results(): Promise<Results> {
    const checks = [
      { id: "database", check: async () => await this.#host.get(STORAGE).ping() },
      ...this.#host.healthChecks.map((check) => ({ id: check.id, check: async () => await check.check() })),
    ];
    return Object.fromEntries(await Promise.all(checks.map(async ({ id, check }) => [id, await this.#resultOf(id, check)] as const)));
  }

  async #resultOf(id: string, check: () => Promise<void>): Promise<CheckResult> {
    try {
      await withinTime(CHECK_MS, check);
      return { ok: true };
    } catch (error) {
      this.#host.logger.warn("a health check failed", { check: id, error: failureTextOf(error).split("\n")[0] });
      return { ok: false, code: isInventoryError(error) ? error.code : "FAILED" };
    }
  }
}

function unready(status: string, checks: Results, reason: string): Answer {
  const { code, message } = coreErrors.UNAVAILABLE({ reason });
  return jsonAnswer(503, JSON.stringify({ status, checks, code, error: message }), [["retry-after", RETRY_AFTER_SECONDS]]);
}
