import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ScriptedScanner, seeing } from "../support/scripted-scanner.ts";
import { type Api, type Headings, type Reply, startApi } from "./auth-api.ts";
import { STORAGES } from "../../../../testing/storages.ts";

const MAC = "3c:00:00:00:00:01";
const RECORDED = "3c:00:00:00:00:02";
const WATCHES = ["webhook:list", "webhook:read", "webhook:create", "webhook:update", "discovery:read"];
const DIFFERENCES = [{ field: "mac", recorded: RECORDED, seen: MAC }];

describe.each(STORAGES)("webhooks leave out of events what their owner may not read, over HTTP on %s", (storage) => {
  let api: Api;
  let network: string;
  const scanner = new ScriptedScanner();
  /** Bodies as they came, by path. */
  const got = new Map<string, string[]>();
  let status = 204;
  const receiver = createServer((request, response) => {
    const path = request.url ?? "";
    void request.toArray().then((parts) => {
      got.set(path, [...(got.get(path) ?? []), Buffer.concat(parts as Buffer[]).toString()]);
      response.writeHead(status).end();
    });
  });
  beforeEach(async () => {
    got.clear();
    status = 204;
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const { port } = receiver.address() as AddressInfo;
    const to = { resolve: async () => await Promise.resolve(["10.77.0.1"]), dial: () => connect(port, "127.0.0.1") };
    api = await startApi(storage, 4, {}, { webhooks: { network: to }, plugins: [scanner.plugin] });
    ({ id: network } = (await api.admin("POST /api/networks", { name: "lab", subnet: "10.0.0.0/28" })).body);
    for (const last of [1, 2])
      await api.admin("POST /api/devices", { name: `db${last}`, addresses: [{ ip: `10.0.0.${last}`, mac: RECORDED }] });
  });
  afterEach(async () => {
    await api.stop();
    await new Promise((resolve) => receiver.close(resolve));
  });

  const hook = async (path: string, by: Headings): Promise<string> => {
    const fields = { name: path, url: `http://10.77.0.1:9/${path}`, events: ["discovery.device_found"], retry_count: 1 };
    const { status: answered, body } = await api.call("POST /api/webhooks", fields, by);
    expect(answered).toBe(201);
    return body.id as string;
  };
  /** Has one host found whose hardware address is not the recorded one. */
  const find = async (ip: string): Promise<void> => {
    scanner.script = seeing({ [ip]: { macAddress: MAC } });
    expect((await api.admin(`POST /api/discovery/networks/${network}/scan`, {})).status).toBe(202);
  };
  /** What a path got, once it got so many. */
  const received = async (path: string, count: number): Promise<string[]> =>
    await vi.waitFor(
      async () => {
        await api.clock.advance(500);
        const bodies = got.get(`/${path}`) ?? [];
        expect(bodies).toHaveLength(count);
        return bodies;
      },
      { timeout: 60_000, interval: 20 },
    );
  const dataOf = (body: string): Record<string, unknown> => (JSON.parse(body) as { data: Record<string, unknown> }).data;
  const history = async (id: string, by: Headings): Promise<Reply["body"][]> =>
    (await api.call(`GET /api/webhooks/${id}/deliveries`, undefined, by)).body;

  it("in what is sent, by the owner's rights at that moment, and in the history, by the reader's", async () => {
    const role = await api.role("watcher", WATCHES);
    const watcher = await api.user("ann", "watcher");
    const theirs = await hook("theirs", watcher.bearer);
    const ours = await hook("ours", api.root.bearer);
    await find("10.0.0.1");
    const [whole = ""] = await received("ours", 1);
    const [part = ""] = await received("theirs", 1);
    expect(dataOf(whole)).toMatchObject({ ip: "10.0.0.1", state: "differs", differences: DIFFERENCES });
    expect(dataOf(whole)["device_id"]).toMatch(/-/);
    expect(dataOf(part)).toEqual({ ...dataOf(whole), device_id: null, differences: [] });
    expect(part).not.toContain(RECORDED);

    // Each reader sees of each body what they may read; what was sent to the watcher is whole for everybody.
    const [wholeSent] = await history(ours, api.root.bearer);
    expect(wholeSent.request_body).toBe(whole);
    expect((await history(theirs, api.root.bearer))[0].request_body).toBe(part);
    const path = `/api/webhooks/${ours}/deliveries/${wholeSent.id}`;
    const shown = [
      (await history(ours, watcher.bearer))[0],
      (await api.call(`GET ${path}`, undefined, watcher.bearer)).body,
      (await api.call(`POST ${path}/redeliver`, {}, watcher.bearer)).body,
    ];
    for (const { request_body: text } of shown) {
      expect(dataOf(text)).toEqual(dataOf(part));
      expect(JSON.parse(text).delivery_id).toBe(wholeSent.id);
    }
    // Sent again to its owner, who may read it.
    expect(await received("ours", 2)).toEqual([whole, whole]);

    // With the right it is whole from then on, and what waits is kept back when the right is taken away.
    expect((await api.admin(`PUT /api/roles/${role}`, { permissions: [...WATCHES, "device:read"] })).status).toBe(200);
    status = 503;
    await find("10.0.0.2");
    const [, second = ""] = await received("theirs", 2);
    expect(dataOf(second)).toMatchObject({ ip: "10.0.0.2", differences: DIFFERENCES });
    status = 204;
    await vi.waitFor(async () => expect((await history(theirs, api.root.bearer))[0]).toMatchObject({ status: "retrying" }));
    await api.admin(`PUT /api/roles/${role}`, { permissions: WATCHES });
    await vi.waitFor(
      async () => {
        await api.clock.advance(20_000);
        expect((await history(theirs, api.root.bearer))[0]).toMatchObject({
          status: "failed",
          error: expect.stringMatching(/^its owner ann lacks device:read, and the body has what that permission shows/),
        });
      },
      { timeout: 60_000, interval: 20 },
    );
    expect(got.get("/theirs")).toHaveLength(2);
    const [kept] = await history(theirs, api.root.bearer);
    expect(await api.admin(`POST /api/webhooks/${theirs}/deliveries/${kept.id}/redeliver`, {})).toMatchObject({
      status: 409,
      body: { code: "CONFLICT", error: expect.stringContaining("ann lacks device:read") },
    });
  });
});
