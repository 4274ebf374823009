import { coreErrors, type HealthCheck, HealthProblem, type Host, isInventoryError, STORAGE } from "@cadastre/inventory-core";
import { failureTextOf, WorkAccount, WorkMeter } from "@cadastre/inventory-core/protocol";
import { type Answer, jsonAnswer } from "../answer/answer.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { withinTime } from "../request/within-time.ts";

/** Longest time a check may take. */
const CHECK_MS = 2_000;

/** Seconds after which to ask again. */
const RETRY_AFTER_SECONDS = "2";

/** What callers see of a check: its code says what kind of trouble it is, the reason is in the log only. */
type CheckResult = { readonly ok: true } | { readonly ok: false; readonly code: string; readonly advisory?: true };

type Results = Readonly<Record<string, CheckResult>>;

/** Answers `/healthz` and `/readyz`. */
export class Health {
  readonly #host: Host;
  readonly #lifecycle: Lifecycle;
  readonly #account = new WorkAccount("health");
  #running: Promise<Results> | undefined;

  constructor(host: Host, lifecycle: Lifecycle) {
    this.#host = host;
    this.#lifecycle = lifecycle;
  }

  /** The process is up. */
  alive(): Answer {
    return jsonAnswer(200, '{"status":"ok"}');
  }

  /**
   * Whether requests can be served, check by check; 503 when they cannot, which is an error like any other beside its
   * checks. What must be told and keeps nobody from being served makes it `degraded`, with 200: such checks are shown only then.
   */
  async ready(): Promise<Answer> {
    if (this.#lifecycle.stopping) return unready("stopping", {}, "the service is stopping");
    // Not rate-limited, so checks are shared: many callers ask storage no more often than one.
    this.#running ??= this.#results().finally(() => (this.#running = undefined));
    const checks = await this.#running;
    const failures = Object.entries(checks).flatMap(([id, result]) => (result.ok ? [] : [{ id, advisory: result.advisory === true }]));
    const failed = failures.filter(({ advisory }) => !advisory).map(({ id }) => id);
    if (failed.length > 0) return unready("not ready", checks, `not ready: ${failed.join(", ")}`);
    return jsonAnswer(
      200,
      JSON.stringify({ status: failures.length === 0 ? "ready" : "degraded", ...(this.#host.readOnly ? { read_only: true } : {}), checks }),
    );
  }

  async #results(): Promise<Results> {
    const checks: readonly HealthCheck[] = [
      { id: "database", check: async () => await this.#host.get(STORAGE).ping() },
      ...this.#host.healthChecks,
    ];
    // A caller of its own, who never uses much: what keeps the server busy does not make it look unready.
    const results = await new WorkMeter(this.#account).measure(
      async () => await Promise.all(checks.map(async (check) => [check, await this.#resultOf(check)] as const)),
    );
    return Object.fromEntries(results.filter(([{ advisory }, { ok }]) => advisory !== true || !ok).map(([{ id }, result]) => [id, result]));
  }

  async #resultOf(check: HealthCheck): Promise<CheckResult> {
    try {
      await withinTime(CHECK_MS, async () => await check.check());
      return { ok: true };
    } catch (error) {
      this.#host.logger.warn("a health check failed", { check: check.id, error: failureTextOf(error).split("\n")[0] });
      const code = isInventoryError(error) || error instanceof HealthProblem ? error.code : "FAILED";
      return { ok: false, code, ...(check.advisory === true ? { advisory: true } : {}) };
    }
  }
}

function unready(status: string, checks: Results, reason: string): Answer {
  const { code, message } = coreErrors.UNAVAILABLE({ reason });
  return jsonAnswer(503, JSON.stringify({ status, checks, code, error: message }), [["retry-after", RETRY_AFTER_SECONDS]]);
}
