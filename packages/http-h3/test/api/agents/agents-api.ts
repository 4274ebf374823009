import { discoveryAgentPlugin } from "@cadastre/discovery-agent";
import { discoverySnmpPlugin } from "@cadastre/discovery-snmp";
import { KeyRing } from "@cadastre/inventory-core";
import type { FakeClock } from "@cadastre/testing";
import { setTimeout } from "node:timers/promises";
import { vi } from "vitest";
import { ScriptedScanner } from "../../support/scripted-scanner.ts";
import { type ApiServer, type Caller, type Reply, startApi } from "../api-server.ts";
import type { StorageName } from "../../../../../testing/storages.ts";

/** An agent of a test, and what it calls with. */
export interface TestAgent {
  readonly id: string;
  readonly token: string;
  readonly call: Caller;
  /** Asks for work, as one process. */
  work(fields?: object): Promise<Reply>;
  report(scan: Reply["body"], number: number, reports: readonly object[], fields?: object): Promise<Reply>;
  end(scan: Reply["body"], fields: object): Promise<Reply>;
}

/** A server with agents, and a scanner of its own that finds nobody. */
export interface AgentsApi {
  readonly api: ApiServer;
  readonly scanner: ScriptedScanner;
  agent(fields?: object): Promise<TestAgent>;
  /** What calls with a token. */
  callerOf(token: string): Caller;
  network(subnet: string, fields?: object): Promise<string>;
  ask(networkId: string, body?: object): Promise<Reply>;
  scan(id: string): Promise<Reply["body"]>;
  /** The scan, once it is in a state. */
  reaches(id: string, status: string): Promise<Reply["body"]>;
  /** Lets time pass until a scan says something. */
  says(id: string, message: RegExp): Promise<void>;
  seen(networkId: string): Promise<Reply["body"]>;
  /** Rows of the audit trail of agents, newest first: action, status, error. */
  audited(): Promise<readonly Reply["body"][]>;
}

/** Longer than a transaction takes on a busy machine. */
const SOON_MS = 60_000;

/** {@link startAgents} with SNMP devices, and a key for what they are asked with. */
export const startSnmpAgents = async (storage: StorageName): Promise<AgentsApi> =>
  await startAgents(storage, {
    keyRing: KeyRing.parse(KeyRing.generate()),
    plugins: [discoveryAgentPlugin(), discoverySnmpPlugin()],
  });

export async function startAgents(storage: StorageName, options: object = {}): Promise<AgentsApi> {
  const scanner = new ScriptedScanner();
  const api = await startApi(storage, { plugins: [scanner.plugin, discoveryAgentPlugin({ waitMs: 600_000 })], ...options });
  const callerOf =
    (token: string): Caller =>
    async (method, path, body, headers = {}) =>
      await api.nobody(method, path, body, { ...headers, authorization: `Bearer ${token}` });
  const scan = async (id: string): Promise<Reply["body"]> => (await api.viewer("GET", `/api/discovery/scans/${id}`)).body;
  let made = 0;
  return {
    api,
    scanner,
    callerOf,
    scan,
    agent: async (fields = {}) => {
      made += 1;
      const { status, body } = await api.admin("POST", "/api/agents", { name: `agent ${made}`, ...fields });
      if (status !== 201) throw new Error(`no agent: ${status} ${JSON.stringify(body)}`);
      const call = callerOf(body.token);
      const process = { instance: `process-of-${body.id}`, version: "1.0.0", scanners: ["connect"], wait_seconds: 0 };
      return {
        id: body.id,
        token: body.token,
        call,
        work: async (more = {}) => await call("POST", "/api/agent/work", { ...process, ...more }),
        report: async ({ id, lease }, number, reports, more = {}) =>
          await call("POST", `/api/agent/scans/${id}/reports`, { lease, number, scanner: "connect", reports, ...more }),
        end: async ({ id, lease }, more) => await call("POST", `/api/agent/scans/${id}/end`, { lease, ...more }),
      };
    },
    network: async (subnet, fields = {}) => (await api.operator("POST", "/api/networks", { name: subnet, subnet, ...fields })).body.id,
    ask: async (networkId, body = {}) => await api.operator("POST", `/api/discovery/networks/${networkId}/scan`, body),
    reaches: async (id, status) =>
      await vi.waitFor(
        async () => {
          const now = await scan(id);
          if (now.status !== status) {
            await api.clock.advance(500);
            throw new Error(`the scan is ${now.status}: ${now.error_message}`);
          }
          return now;
        },
        { timeout: SOON_MS, interval: 20 },
      ),
    says: async (id, message) =>
      await vi.waitFor(
        async () => {
          const { error_message: said } = await scan(id);
          if (message.test(said)) return;
          await api.clock.advance(5000);
          throw new Error(`the scan says: ${said}`);
        },
        { timeout: SOON_MS, interval: 5 },
      ),
    seen: async (networkId) => (await api.viewer("GET", `/api/discovery/devices?network_id=${networkId}`)).body,
    audited: async () => {
      // Rows are shown once they are sealed.
      await api.clock.advance(2000);
      return (await api.admin("GET", "/api/audit?resource=agent")).body;
    },
  };
}

/** The answer of a request that waits for work while time passes. It fails when only the end of its 25 seconds would answer it. */
export async function heard<Answer>(clock: FakeClock, waiting: Promise<Answer>): Promise<Answer> {
  for (let waited = 0; waited < 20_000; waited += 500) {
    // The request may still be on its way, and what it reads takes real time: the clock stops after each step.
    await clock.advance(500);
    const answer = await Promise.race([waiting.then((value) => ({ value })), setTimeout(200)]);
    if (answer !== undefined) return answer.value;
  }
  throw new Error("The request heard nothing in 20 seconds.");
}

/** What a scanner says of hosts that answer, and of those that do not. */
export function hosts(answering: readonly string[], silent: readonly string[] = []): readonly object[] {
  return [
    ...answering.flatMap((ip) => [
      { kind: "observation", ip, evidence: "tcp-open", openPorts: [22] },
      { kind: "host-done", ip, outcome: "answered" },
    ]),
    ...silent.map((ip) => ({ kind: "host-done", ip, outcome: "silent" })),
  ];
}
