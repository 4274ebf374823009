import { expect, vi } from "vitest";
import { ScriptedScanner } from "../../support/scripted-scanner.ts";
import { type ApiServer, type Reply, startApi } from "../api-server.ts";
import type { StorageName } from "../../../../../testing/storages.ts";

/** A server with a scanner that does what the test says. */
export interface DiscoveryApi {
  readonly api: ApiServer;
  readonly scanner: ScriptedScanner;
  /** A new network. @returns its id */
  network(subnet: string, name?: string): Promise<string>;
  /** Asks for a scan of a network. */
  ask(networkId: string, body?: object): Promise<Reply>;
  /** The scan, once it is in a state. */
  reaches(id: string, status: string): Promise<Reply["body"]>;
  /** Has a network scanned. @returns the scan, once it is in the state that it should end in */
  scan(networkId: string, body?: object, status?: string): Promise<Reply["body"]>;
  /** What was seen in a network. */
  seen(networkId: string): Promise<Reply["body"]>;
  /** Events of discovery since the start: name and record. */
  told(): Promise<{ readonly event: string; readonly record_id: string; readonly data: Record<string, unknown> }[]>;
}

/** Longer than a transaction takes on a busy machine. */
const SOON_MS = 60_000;

export async function startDiscovery(storage: StorageName): Promise<DiscoveryApi> {
  const scanner = new ScriptedScanner();
  const api = await startApi(storage, { plugins: [scanner.plugin] });
  const ask: DiscoveryApi["ask"] = async (networkId, body = {}) =>
    await api.operator("POST", `/api/discovery/networks/${networkId}/scan`, body);
  const reaches: DiscoveryApi["reaches"] = async (id, status) =>
    await vi.waitFor(
      async () => {
        const { body } = await api.viewer("GET", `/api/discovery/scans/${id}`);
        if (body.status !== status) {
          // A wish that came while the runner looked for others waits for its next look.
          await api.clock.advance(500);
          throw new Error(`the scan is ${body.status}: ${body.error_message}`);
        }
        return body;
      },
      { timeout: SOON_MS, interval: 20 },
    );
  return {
    api,
    scanner,
    ask,
    reaches,
    network: async (subnet, name = "lab") => (await api.operator("POST", "/api/networks", { name, subnet })).body.id,
    scan: async (networkId, body = {}, status = "completed") => {
      const asked = await ask(networkId, body);
      expect(asked.status).toBe(202);
      return await reaches(asked.body.id, status);
    },
    seen: async (networkId) => (await api.viewer("GET", `/api/discovery/devices?network_id=${networkId}`)).body,
    told: async () => {
      const { events } = (await api.operator("GET", "/api/events?limit=500")).body as { events: Awaited<ReturnType<DiscoveryApi["told"]>> };
      return events.filter(({ event }) => event.startsWith("discovery.") || event === "device.promoted");
    },
  };
}
