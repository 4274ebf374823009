import { type Authenticator, coreErrors, definePlugin, provide, serviceToken, type ScanReport } from "@cadastre/inventory-core";
import { SESSION_CREDENTIAL } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EventReader } from "../../support/event-reader.ts";
import { type ApiServer, startApi, UNKNOWN_ID } from "../api-server.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

/** Reports what it is given, while a test watches. */
class Conductor {
  #wake: (() => void) | undefined;
  readonly #reports: (ScanReport | "over")[] = [];

  readonly plugin = definePlugin({
    id: "conducted-scanner",
    engine: "*",
    scanners: [
      {
        id: "conducted",
        priority: 1,
        capabilities: { families: [4], scanTypes: ["quick"], maxAddresses: 256 },
        unavailable: async () => null,
        scan: (_, { signal }) => this.#scan(signal),
      },
    ],
  });

  tell(...reports: readonly (ScanReport | "over")[]): void {
    this.#reports.push(...reports);
    this.#wake?.();
  }

  async *#scan(signal: AbortSignal): AsyncGenerator<ScanReport> {
    for (;;) {
      const report = this.#reports.shift();
      if (report === "over") return;
      if (report !== undefined) yield report;
      else
        await new Promise<void>(
          (resolve, reject) => (
            (this.#wake = resolve),
            signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true })
          ),
        );
    }
  }
}

const answered = (ip: string): readonly ScanReport[] => [
  { kind: "observation", ip, evidence: "icmp" },
  { kind: "host-done", ip, outcome: "answered" },
];

const LEAVER = serviceToken<Authenticator>("test-leaver");

/** Lets "Bearer leaver" read discovery until it has left. */
const leaver = { left: false };
const leaverPlugin = definePlugin({
  id: "test-leaver",
  engine: "*",
  services: [
    provide(LEAVER, [], () => ({
      id: "test-leaver",
      priority: 2,
      authenticate: async ({ headers }) => {
        if (headers.get("authorization") !== "Bearer leaver") return null;
        if (leaver.left) throw coreErrors.UNAUTHORIZED({});
        return {
          kind: "user",
          userId: "leaver",
          username: "leaver",
          permissions: new Set(["discovery:read"]),
          credential: SESSION_CREDENTIAL,
          credentialId: null,
        } as const;
      },
    })),
  ],
  authenticators: [LEAVER],
});

interface Progress {
  readonly status: string;
  readonly scanned_hosts: number;
  readonly progress_percent: number;
}

describe.each(STORAGES)("the events of a scan over HTTP on %s", (storage) => {
  let api: ApiServer;
  let conductor: Conductor;
  beforeEach(async () => {
    conductor = new Conductor();
    leaver.left = false;
    api = await startApi(storage, { plugins: [conductor.plugin, leaverPlugin] });
  });
  afterEach(async () => await api.stop());

  const startScan = async (): Promise<string> => {
    const network = await api.admin("POST", "/api/networks", { name: "lab", subnet: "10.0.0.0/29" });
    return (await api.operator("POST", `/api/discovery/networks/${network.body.id}/scan`, {})).body.id;
  };
  const listen = async (
    id: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ response: Response; reader: EventReader<Progress> }> => {
    const response = await fetch(`${api.url}/api/discovery/scans/${id}/events`, {
      headers: { authorization: "Bearer viewer", ...headers },
    });
    return { response, reader: new EventReader(response) };
  };
  /** Moves time until what is expected has come. */
  const until = async (check: () => void): Promise<void> =>
    await vi.waitFor(
      async () => {
        await api.clock.advance(600);
        check();
      },
      { timeout: 30_000, interval: 30 },
    );

  it("tell how it goes on, until it is over, and keep who has seen that from coming back", async () => {
    const id = await startScan();
    const { response, reader } = await listen(id);
    expect([response.status, response.headers.get("content-type"), response.headers.get("cache-control")]).toEqual([
      200,
      "text/event-stream",
      "no-store, no-transform",
    ]);
    conductor.tell({ kind: "host-done", ip: "10.0.0.1", outcome: "silent" });
    await until(() => expect(reader.events.at(-1)?.data).toMatchObject({ status: "running", scanned_hosts: 1 }));
    conductor.tell(...answered("10.0.0.2"), "over");
    await until(() => expect(reader.events.at(-1)?.event).toBe("end"));
    await reader.ended;
    const { events } = reader;
    expect(events.slice(0, -1).every(({ event }) => event === "progress")).toBe(true);
    expect(events.at(-1)?.data).toEqual((await api.viewer("GET", `/api/discovery/scans/${id}`)).body);
    const percents = events.map(({ data }) => data.progress_percent);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
    expect((await listen(id, { "last-event-id": events.at(-1)?.id as string })).response.status).toBe(204);
    const again = await listen(id, { "last-event-id": events[0]?.id as string });
    await again.reader.ended;
    expect(again.reader.events).toEqual([events.at(-1)]);
  });

  it("end when the server stops, when the caller has left, and when the scan is deleted", async () => {
    const id = await startScan();
    const deleted = await listen(id);
    const gone = await listen(id, { authorization: "Bearer leaver" });
    await until(() => expect(deleted.reader.events.length * gone.reader.events.length).toBeGreaterThan(0));
    leaver.left = true;
    await api.clock.advance(11_000);
    await gone.reader.ended;
    await api.clock.advance(20_000);
    await until(() => expect(deleted.reader.comments).toBeGreaterThan(0));
    const second = await api.admin("POST", "/api/networks", { name: "other", subnet: "10.1.0.0/29" });
    const other = (await api.operator("POST", `/api/discovery/networks/${second.body.id}/scan`, {})).body.id as string;
    await api.operator("DELETE", `/api/discovery/scans/${id}`);
    await until(() => expect(deleted.reader.events.at(-1)?.event).not.toBe("end"));
    let ended = false;
    void deleted.reader.ended.then(() => (ended = true));
    await until(() => expect(ended).toBe(true));
    const stopped = await listen(other);
    const begun = performance.now();
    await Promise.all([api.inventory.close(), stopped.reader.ended]);
    // Not at the deadline of the stop.
    expect(performance.now() - begun).toBeLessThan(7500);
  });

  it("are for those who may read discovery, and of scans that there are", async () => {
    const path = `/api/discovery/scans/${UNKNOWN_ID}/events`;
    expect((await api.viewer("GET", path)).status).toBe(404);
    expect((await api.nobody("GET", path)).status).toBe(403);
    expect((await api.anonymous("GET", path)).status).toBe(401);
    const id = await startScan();
    expect((await api.viewer("HEAD", `/api/discovery/scans/${id}/events`)).status).toBe(200);
  });
});
