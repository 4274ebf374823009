import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PostgresDatabases, type TemporaryDatabase } from "@cadastre/testing";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { trialStorages } from "../../../../testing/storages.ts";
import { ENCRYPTION_KEY } from "../support/command.ts";
import { PORTS, RECEIVER, RECEIVER_NAME, TREACHEROUS_NAME, TWO_FACED_NAME } from "../webhook-lab/addresses.ts";
import { type Caused, Causes } from "../webhook-lab/causes.ts";
import { type DatabaseDoor, openDoor } from "../webhook-lab/database-door.ts";
import { type Arrival, labForbidden, WebhookLab } from "../webhook-lab/lab.ts";

const forbidden = labForbidden();
const TESTS = 8;
if (forbidden !== null) console.warn(`${TESTS} tests of the webhook lab are skipped: ${forbidden}`);

/** In the form of Standard Webhooks; the other signature is keyed with this very text. */
const SECRET = `whsec_${Buffer.from("a secret of 32 bytes, for a test").toString("base64")}`;
const WAIT = { timeout: 30_000, interval: 100 };

interface Hook {
  readonly id: string;
}
interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly status: string;
  readonly attempt_count: number;
  readonly request_body: string;
  readonly response_status: number | null;
  readonly error: string;
}

/** Each of the events here happens once to a record. */
const keyOf = ({ event, data }: Caused): string => `${event} ${"id" in data ? String(data.id) : ""}`;

/** Real processes: the server in one network namespace, the receiver in another. */
describe.skipIf(forbidden !== null).each(trialStorages("postgresql"))("a receiver on another machine, %s", (dialect) => {
  let folder: string;
  let database: TemporaryDatabase | undefined;
  let door: DatabaseDoor | undefined;
  let lab: WebhookLab;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-"));
    if (dialect === "postgresql") database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    if (database !== undefined) door = await openDoor(database.url, folder);
    lab = await WebhookLab.start(SECRET);
    await lab.serve({
      DATA_DIR: folder,
      DISCOVERY_TOOLS: "none",
      DISCOVERY_MISSING_AFTER: "1",
      DISCOVERY_LEASE_PATHS: folder,
      // Every event of the catalogue takes more calls than one caller has in a minute.
      RATE_LIMIT_ENABLED: "false",
      ...(door === undefined ? {} : { DATABASE_URL: door.url, ENCRYPTION_KEY }),
    });
  });
  afterAll(async () => {
    const ended = await lab.stop();
    lab.close();
    door?.close();
    await database?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
    if (ended.code !== 0) throw new Error(`the server ended with ${ended.code}: ${ended.err}`);
  });

  const get = async <T>(path: string): Promise<T> => (await lab.call("GET", path)).body as T;
  const subscribe = async (url: string, events: readonly string[], more: object = {}) =>
    await lab.call("POST", "/api/webhooks", { name: "hook", url, events, secret: SECRET, ...more });
  const history = async (hook: Hook): Promise<Delivery[]> => await get<Delivery[]>(`/api/webhooks/${hook.id}/deliveries`);
  const pingOf = async (url: string): Promise<{ message: string; delivery: Delivery }> => {
    const hook = (await subscribe(url, ["device.created"], { enabled: false })).body as Hook;
    return (await lab.call("POST", `/api/webhooks/${hook.id}/ping`)).body as { message: string; delivery: Delivery };
  };
  const jsonOf = ({ body }: Arrival) => JSON.parse(body) as { event: string; delivery_id: string; timestamp: string; data: object };

  it("verifies every event of the catalogue, each by its real cause", async () => {
    const catalogue = (await get<{ value: string }[]>("/api/webhooks/events")).map(({ value }) => value);
    expect(catalogue).toHaveLength(42);
    const hook = (
      await subscribe(`http://${RECEIVER}:${PORTS.plain}/hooks?of=lab`, catalogue, { headers: { Authorization: "Bearer t0ken" } })
    ).body as Hook;
    const begun = Date.now();
    const caused = await new Causes(lab, join(folder, "dnsmasq.leases")).all();
    const arrivals = await vi.waitFor(async () => {
      const all = await lab.arrivals();
      expect(all).toHaveLength(caused.length);
      return all;
    }, WAIT);

    const told = arrivals.map(jsonOf).map(({ event, data }) => ({ event, data }));
    expect(told).toHaveLength(caused.length);
    for (const one of caused) expect(told.find((other) => keyOf(other) === keyOf(one))).toEqual(one);
    // Both ways: nothing of the catalogue is missing, and nothing else came.
    expect([...new Set(told.map(({ event }) => event))].toSorted()).toEqual(catalogue.toSorted());
    expect(new Set(arrivals.map((arrival) => jsonOf(arrival).delivery_id)).size).toBe(arrivals.length);
    // Those of one record came in the order in which they were caused.
    const ofRecord = (all: readonly Caused[], id: string): string[] =>
      all.filter(({ data }) => "id" in data && data.id === id).map(({ event }) => event);
    const records = new Set(caused.map(({ data }) => ("id" in data ? String(data.id) : "")));
    for (const id of records) expect(ofRecord(told, id)).toEqual(ofRecord(caused, id));

    for (const arrival of arrivals) {
      const { event, delivery_id: id, timestamp } = jsonOf(arrival);
      expect([event, arrival.signed, arrival.standard, arrival.forgeable]).toEqual([event, true, true, false]);
      expect(Object.keys(JSON.parse(arrival.body) as object)).toEqual(["event", "delivery_id", "timestamp", "data"]);
      expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      const { "x-service-timestamp": seconds = "", ...headers } = arrival.headers;
      expect(Number(seconds)).toBeGreaterThanOrEqual(Math.floor(begun / 1000));
      expect(Number(seconds)).toBeLessThanOrEqual(Date.now() / 1000);
      expect([arrival.method, arrival.path, headers]).toEqual([
        "POST",
        "/hooks?of=lab",
        {
          host: `${RECEIVER}:${PORTS.plain}`,
          connection: "close",
          "user-agent": "Cadastre-Webhooks",
          authorization: "Bearer t0ken",
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(arrival.body)),
          "x-service-event": event,
          "x-service-delivery": id,
          "x-service-change": expect.stringMatching(/^[0-9a-f-]{36}$/),
          "x-service-signature": expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
          "webhook-id": id,
          "webhook-timestamp": seconds,
          "webhook-signature": expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
        },
      ]);
    }

    const deliveries = await vi.waitFor(async () => {
      const all = await history(hook);
      expect(all.map(({ status }) => status)).toEqual(all.map(() => "success"));
      return all;
    }, WAIT);
    const kept = deliveries.map(({ id, event, attempt_count, response_status, error, request_body }) => ({
      id,
      event,
      attempt_count,
      response_status,
      error,
      request_body,
    }));
    const wanted = arrivals.map((arrival) => ({
      id: jsonOf(arrival).delivery_id,
      event: jsonOf(arrival).event,
      attempt_count: 1,
      response_status: 204,
      error: "",
      request_body: arrival.body,
    }));
    const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
    expect(kept.toSorted(byId)).toEqual(wanted.toSorted(byId));
    await lab.call("DELETE", `/api/webhooks/${hook.id}`);
  });

  it("is reached over https when its authority is trusted, and only then", async () => {
    const known = await pingOf(`https://${RECEIVER_NAME}:${PORTS.known}/`);
    expect(known.delivery).toMatchObject({ status: "success", response_status: 204, error: "" });
    const arrival = (await lab.arrivals()).at(-1);
    expect(arrival).toMatchObject({
      port: PORTS.known,
      signed: true,
      standard: true,
      headers: { host: `${RECEIVER_NAME}:${PORTS.known}` },
    });
    const unknown = await pingOf(`https://${RECEIVER_NAME}:${PORTS.unknown}/`);
    expect(unknown.delivery).toMatchObject({ status: "failed", response_status: null });
    expect(unknown.delivery.error).toContain("is not signed by a trusted CA");
    // Its certificate is of a trusted authority, but for its name and not for its address.
    const unnamed = await pingOf(`https://${RECEIVER}:${PORTS.known}/`);
    expect(unnamed.delivery.error).toContain("The certificate of the receiver is for another name");
    expect((await lab.arrivals()).at(-1)).toEqual(arrival);
  });

  it("that is the server itself is refused when it is saved", async () => {
    const { port } = await lab.canary();
    for (const host of [
      "127.0.0.1",
      "127.9.9.9",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "localhost",
      "a.localhost",
      "0.0.0.0",
      "2130706433",
      "0x7f.1",
      "169.254.169.254",
    ]) {
      const { status, body } = await subscribe(`http://${host}:${port}/`, ["device.created"]);
      expect([host, status, body]).toEqual([
        host,
        400,
        expect.objectContaining({
          code: "VALIDATION_ERROR",
          details: { url: { field: "url", message: expect.stringContaining("must not point to") } },
        }),
      ]);
    }
    expect((await lab.canary()).connections).toBe(0);
  });

  it("whose name leads to the server itself is refused at each delivery, without a connection", async () => {
    const { port } = await lab.canary();
    for (const name of [TREACHEROUS_NAME, TWO_FACED_NAME]) {
      const reason = `The name ${name} resolves to 127.0.0.1, which is a loopback address.`;
      expect((await pingOf(`http://${name}:${port}/`)).delivery).toMatchObject({
        status: "failed",
        response_status: null,
        error: reason,
      });
      const hook = (await subscribe(`http://${name}:${port}/`, ["device.created"])).body as Hook;
      await lab.call("POST", "/api/devices", { name: "for nobody" });
      await vi.waitFor(
        async () => expect(await history(hook)).toMatchObject([{ status: "retrying", attempt_count: 1, error: reason }]),
        WAIT,
      );
      await lab.call("DELETE", `/api/webhooks/${hook.id}`);
    }
    expect((await lab.canary()).connections).toBe(0);
  });
});
