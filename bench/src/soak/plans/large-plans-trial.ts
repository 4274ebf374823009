import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Host, startHost } from "../../http/host.ts";
import { postgresqlEngine } from "../../postgresql-engine.ts";
import { devicePlace, loadDevices } from "../../rows/place.ts";
import { sqliteEngine } from "../../sqlite-engine.ts";
import type { Subject } from "../../subject.ts";
import { type Account, makeAccount } from "../neighbours/accounts.ts";

export interface LargePlansTrialOptions {
  readonly storage: "sqlite" | "postgresql";
  /** All of them are in one plan. */
  readonly devices: number;
  /** Of each of two rounds in which one operator makes plans. */
  readonly roundMs: number;
  readonly maxStepMs: number;
  readonly maxGrowthMb: number;
  readonly report: (line: string) => void;
}

/** Share of the first round's limit that the second round may add, for half-full pages. */
const SECOND_ROUND_PART = 0.1;
const MEBIBYTE = 1024 ** 2;

/** Milliseconds between two steps, as a person takes them: the rows of the first are sealed meanwhile. */
const PAUSE_MS = 4_000;

/**
 * Times one plan of all devices, and its undo; then one operator makes plans as fast as the shipped limits let them, twice, and deletes
 * the oldest where there are too many. The database grows by a bound in the first round, and hardly in the second.
 */
export async function largePlansTrial(options: LargePlansTrialOptions): Promise<{ readonly violations: readonly string[] }> {
  const engine = options.storage === "sqlite" ? await sqliteEngine() : await postgresqlEngine();
  const subject = await engine.open();
  try {
    const place = await devicePlace(subject.inventory, 10);
    await loadDevices(subject, place, options.devices, false);
    await subject.settle();
    // Without a budget of time, so that no step waits for the next minute.
    const slow = await withOperator(subject, { RATE_LIMIT_ENABLED: "false" }, async (operator) => await timedSteps(operator, options));
    const grown = await withOperator(subject, {}, async (operator) => await rounds(subject, operator, options));
    return { violations: [...slow, ...grown] };
  } finally {
    await subject.close();
    await engine.close();
  }
}

/** Gives a new operator of a host on the database to `work`. @param settings of the host, which differ from the shipped ones */
async function withOperator<T>(subject: Subject, settings: Record<string, string>, work: (operator: Caller) => Promise<T>): Promise<T> {
  const shipped = { RATE_LIMIT_REQUESTS: "100", RATE_LIMIT_WINDOW: "60s", DISCOVERY_ENABLED: "false", LOG_LEVEL: "error" };
  const host = await startHost(subject.url, { ...shipped, ...settings });
  try {
    return await work(new Caller(host, await makeAccount(host, `operator-${Object.keys(settings).length}`, "operator")));
  } finally {
    await host.stop();
  }
}

/** Sends requests of one account. */
class Caller {
  readonly #url: string;
  readonly #authorization: string;

  constructor({ url }: Host, { authorization }: Account) {
    this.#url = url;
    this.#authorization = authorization;
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly wait: number; readonly text: string }> {
    const answer = await fetch(`${this.#url}${path}`, {
      method,
      headers: { authorization: this.#authorization, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, wait: Number(answer.headers.get("retry-after") ?? 0), text: await answer.text() };
  }
}

const planOf = (location: string): object => ({
  title: location,
  steps: [{ operation: "devices.bulkUpdate", body: { filter: { tags: ["bench"] }, set: { location } } }],
});

async function timedSteps(operator: Caller, { maxStepMs, report, devices }: LargePlansTrialOptions): Promise<string[]> {
  const violations: string[] = [];
  const step = async (name: string, method: string, path: string, body?: unknown): Promise<Record<string, string>> => {
    await sleep(PAUSE_MS);
    const begun = performance.now();
    const { status, text } = await operator.send(method, path, body);
    const ms = Math.round(performance.now() - begun);
    report(`${name} of ${devices}: ${ms} ms`);
    if (status >= 300) throw new Error(`${name} answered ${status}: ${text.slice(0, 500)}`);
    if (ms > maxStepMs) violations.push(`${name} took ${ms} ms, more than ${maxStepMs}`);
    return text === "" ? {} : (JSON.parse(text) as Record<string, string>);
  };
  const { id, digest } = await step("a plan", "POST", "/api/plans", planOf("A1"));
  await step("a read of the plan", "GET", `/api/plans/${id}`);
  await step("a refresh", "POST", `/api/plans/${id}/refresh`);
  const applied = await step("an apply", "POST", `/api/plans/${id}/apply`, { digest });
  const undo = await step("an undo", "POST", `/api/changes/${applied["change_id"]}/undo`);
  await step("an apply of the undo", "POST", `/api/plans/${undo["id"]}/apply`, { digest: undo["digest"] });
  return violations;
}

async function rounds(subject: Subject, operator: Caller, options: LargePlansTrialOptions): Promise<string[]> {
  const { maxGrowthMb, report } = options;
  const growths: number[] = [];
  const open: string[] = [];
  for (const round of [1, 2]) {
    const before = await megabytesOf(subject);
    const answers = await makePlans(operator, open, options.roundMs);
    await subject.settle();
    const growth = (await megabytesOf(subject)) - before;
    growths.push(growth);
    report(`round ${round}: ${growth.toFixed(1)} MB more, ${JSON.stringify(answers)}`);
  }
  const [first = 0, second = 0] = growths;
  return [
    ...(first > maxGrowthMb ? [`the first round added ${first.toFixed(1)} MB, more than ${maxGrowthMb}`] : []),
    ...(second > maxGrowthMb * SECOND_ROUND_PART ? [`the second round added ${second.toFixed(1)} MB`] : []),
  ];
}

/** Makes plans until the time is up. @param open ids of the operator's plans, the oldest first @returns answers by status */
async function makePlans(operator: Caller, open: string[], ms: number): Promise<Record<number, number>> {
  const answers: Record<number, number> = {};
  const end = performance.now() + ms;
  while (performance.now() < end) {
    const { status, wait, text } = await operator.send("POST", "/api/plans", planOf(`round ${performance.now()}`));
    answers[status] = (answers[status] ?? 0) + 1;
    if (status === 200 || status === 201) open.push((JSON.parse(text) as { id: string }).id);
    else if (status === 409) await operator.send("DELETE", `/api/plans/${open.shift()}`);
    else if (wait > 0) await sleep(wait * 1000);
    // A machine that is busy with other work may not finish a plan within its deadline.
    else if (status !== 422) throw new Error(`a plan was answered with ${status}: ${text.slice(0, 500)}`);
  }
  return answers;
}

async function megabytesOf({ storage, url, raw }: Subject): Promise<number> {
  if (storage === "postgresql") {
    const { bytes } = (await raw.get("select pg_database_size(current_database()) as bytes")) as { bytes: number | string };
    return Number(bytes) / MEBIBYTE;
  }
  const file = new URL(url).pathname;
  return [file, `${file}-wal`].reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0) / MEBIBYTE;
}
