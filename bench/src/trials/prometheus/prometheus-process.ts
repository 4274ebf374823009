import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** A value of an expression at this moment. */
export interface Sample {
  /** Without the name. */
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A Prometheus that runs, and its API. */
export interface Observer {
  query(expression: string): Promise<readonly Sample[]>;
  /** Asks until an expression has so many values. @throws when that takes too long */
  eventually(expression: string, count: number): Promise<readonly Sample[]>;
  /** @throws when it does not come true in time */
  until(condition: () => Promise<boolean>): Promise<void>;
  targets(job: string): Promise<readonly { readonly labels: Readonly<Record<string, string>> }[]>;
  alerts(): Promise<readonly { readonly name: string; readonly state: string }[]>;
  rules(): Promise<readonly { readonly name: string; readonly health: string }[]>;
  stop(): Promise<void>;
}

const LIMIT_MS = 30_000;
const EVERY_MS = 200;

interface ApiResult {
  readonly result: readonly { readonly metric: Readonly<Record<string, string>>; readonly value: readonly [number, string] }[];
}

/** @param folder has prometheus.yml, and gets its data @throws with what it said when it ends before it is ready */
export async function startPrometheus(program: string, folder: string, port: number): Promise<Observer> {
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    program,
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "tsdb")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
  );
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => (said += part));
  const ended = once(child, "close");
  const api = async <T>(path: string): Promise<T> => {
    const answer = (await (await fetch(`${url}/api/v1/${path}`)).json()) as { status: string; error?: string; data: T };
    assert.equal(answer.status, "success", `${path}: ${answer.error}`);
    return answer.data;
  };
  const observer: Observer = {
    query: async (expression) => {
      const { result } = await api<ApiResult>(`query?query=${encodeURIComponent(expression)}`);
      return result.map(({ metric: { __name__: _, ...labels }, value: [, text] }) => ({ labels, value: Number(text) }));
    },
    eventually: async (expression, count) => {
      let samples: readonly Sample[] = [];
      await observer.until(async () => (samples = await observer.query(expression)).length === count);
      return samples;
    },
    until: async (condition) => {
      const deadline = performance.now() + LIMIT_MS;
      while (!(await condition())) {
        assert.ok(
          performance.now() < deadline && child.exitCode === null,
          `${condition.toString()} did not come true; Prometheus said:\n${said.slice(-2_000)}`,
        );
        await delay(EVERY_MS);
      }
    },
    targets: async (job) =>
      (await api<{ activeTargets: { labels: Record<string, string>; scrapePool: string }[] }>("targets?state=active")).activeTargets.filter(
        ({ scrapePool }) => scrapePool === job,
      ),
    alerts: async () =>
      (await api<{ alerts: { labels: { alertname: string }; state: string }[] }>("alerts")).alerts.map(({ labels, state }) => ({
        name: labels.alertname,
        state,
      })),
    rules: async () =>
      (await api<{ groups: { rules: { name: string; health: string }[] }[] }>("rules")).groups.flatMap(({ rules }) => rules),
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
  await observer.until(async () => (await fetch(`${url}/-/ready`).catch(() => undefined))?.ok === true);
  return observer;
}
