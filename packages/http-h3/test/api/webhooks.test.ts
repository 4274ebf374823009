import { KeyRing } from "@cadastre/inventory-core";
import { webhooksPlugin } from "@cadastre/webhooks";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, startApi, UNKNOWN_ID } from "./api-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

const EVENTS = [
  "conflict.detected",
  "conflict.resolved",
  "datacenter.created",
  "datacenter.deleted",
  "datacenter.updated",
  "device.created",
  "device.deleted",
  "device.missing",
  "device.promoted",
  "device.returned",
  "device.updated",
  "discovery.completed",
  "discovery.device_found",
  "discovery.started",
  "field.created",
  "field.deleted",
  "field.updated",
  "network.created",
  "network.deleted",
  "network.updated",
  "plan.applied",
  "plan.created",
  "plan.rejected",
  "pool.created",
  "pool.deleted",
  "pool.updated",
  "pool.utilization_high",
  "relationship.created",
  "relationship.deleted",
  "space.created",
  "space.deleted",
  "space.updated",
  "vlan.created",
  "vlan.deleted",
  "vlan.updated",
  "vlan_group.created",
  "vlan_group.deleted",
  "vlan_group.updated",
];

const HOOK = { name: "hook", url: "http://10.77.0.1:9/hooks", events: ["device.created"] };

describe.each(STORAGES)("webhooks over HTTP on %s", (storage) => {
  let api: ApiServer;
  let port: number;
  const paths: string[] = [];
  const receiver = createServer((request, response) => {
    paths.push(request.url ?? "");
    response.writeHead(request.url === "/gone" ? 410 : 200).end("ok");
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    port = (receiver.address() as AddressInfo).port;
    // Under the destination policy, which stays as it is: what it lets through to 10.77.0.1 ends at the receiver.
    const network = { resolve: async () => ["10.77.0.1"], dial: () => connect(port, "127.0.0.1") };
    api = await startApi(storage, { keyRing: KeyRing.parse(KeyRing.generate()), plugins: [webhooksPlugin({ network })] });
  });

  afterAll(async () => {
    await api.stop();
    await new Promise((resolve) => receiver.close(resolve));
  });

  const make = async (fields: object = {}) => (await api.admin("POST", "/api/webhooks", { ...HOOK, ...fields })).body;

  it("creates, reads, lists, changes and deletes", async () => {
    const created = await api.admin("POST", "/api/webhooks", {
      ...HOOK,
      name: " first ",
      description: "what for",
      secret: "s3cr3t",
      headers: { "X-Team": "net" },
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "first",
      description: "what for",
      url: HOOK.url,
      events: ["device.created"],
      enabled: true,
      active: true,
      headers: { "X-Team": "net" },
      has_secret: true,
      previous_secret_expires_at: null,
      timeout_seconds: 10,
      retry_count: 3,
      owner_id: expect.any(String),
      problem: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const path = `/api/webhooks/${created.body.id}`;
    const read = await api.admin("GET", path);
    expect(read.body).toEqual(created.body);
    const changed = await api.admin(
      "PUT",
      path,
      { active: false, timeout_seconds: 60, events: ["network.created", "network.created"] },
      { "if-match": read.headers.get("etag") as string },
    );
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      name: "first",
      enabled: false,
      active: false,
      timeout_seconds: 60,
      retry_count: 3,
      events: ["network.created"],
      has_secret: true,
      headers: { "X-Team": "net" },
    });
    expect((await api.admin("PUT", path, { name: "late" }, { "if-match": read.headers.get("etag") as string })).status).toBe(412);
    expect((await api.admin("GET", "/api/webhooks?enabled=false")).body.map(({ id }: { id: string }) => id)).toContain(created.body.id);
    expect((await api.admin("GET", "/api/webhooks?active=true")).body.map(({ id }: { id: string }) => id)).not.toContain(created.body.id);
    expect((await api.admin("DELETE", path)).status).toBe(204);
    for (const [method, at] of [
      ["GET", path],
      ["PUT", path],
      ["DELETE", path],
      ["POST", `${path}/ping`],
      ["GET", `${path}/deliveries`],
    ] as const) {
      expect(await api.admin(method, at, method === "PUT" ? {} : undefined)).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    }
  });

  it("never shows a secret, and the values of headers only to who may change them", async () => {
    const hook = await make({ secret: "never shown", headers: { Authorization: "Bearer never shown" } });
    const answers = await Promise.all(
      ["", "?enabled=true", `/${hook.id}`].map(async (tail) => await api.viewer("GET", `/api/webhooks${tail}`)),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain("never shown");
    }
    expect(answers[2]?.body).toMatchObject({ has_secret: true, headers: { Authorization: "********" } });
    expect(answers[2]?.body).not.toHaveProperty("secret");
    expect((await api.admin("GET", `/api/webhooks/${hook.id}`)).body.headers).toEqual({ Authorization: "Bearer never shown" });
    const audit = await api.admin("GET", `/api/audit?resource=webhook&resource_id=${hook.id}`);
    expect(audit.body).toHaveLength(1);
    expect(JSON.stringify(audit.body)).not.toContain("never shown");
    const cleared = await api.admin("PUT", `/api/webhooks/${hook.id}`, { secret: "", headers: {} });
    expect(cleared.body).toMatchObject({ has_secret: false, headers: {} });
  });

  it("rotates a secret with an overlap", async () => {
    const { id } = await make({ secret: "one" });
    const rotated = await api.admin("PUT", `/api/webhooks/${id}`, { secret: "two" });
    const day = 86_400_000;
    expect(Date.parse(rotated.body.previous_secret_expires_at) - api.clock.now()).toBe(day);
    expect((await api.admin("PUT", `/api/webhooks/${id}`, { secret: "two" })).body).toEqual(rotated.body);
    expect((await api.admin("PUT", `/api/webhooks/${id}`, { secret_overlap_seconds: 0 })).body).toMatchObject({
      has_secret: true,
      previous_secret_expires_at: null,
    });
    const brief = await api.admin("PUT", `/api/webhooks/${id}`, { secret: "three", secret_overlap_seconds: 60 });
    expect(Date.parse(brief.body.previous_secret_expires_at) - api.clock.now()).toBe(60_000);
    await api.clock.advance(60_000);
    expect((await api.admin("GET", `/api/webhooks/${id}`)).body.previous_secret_expires_at).toBeNull();
  });

  it("lists the events that there are", async () => {
    const { status, body } = await api.nobody("GET", "/api/webhooks/events");
    expect(status).toBe(200);
    expect(body.map(({ value }: { value: string }) => value).toSorted()).toEqual(EVENTS);
    expect(body).toContainEqual({ value: "pool.utilization_high", label: "Pool utilization high", description: expect.any(String) });
  });

  it("says all that is wrong with a body at once", async () => {
    const wrong = {
      name: "",
      url: "ftp://example.com",
      events: ["device.created", "no.such"],
      enabled: "yes",
      headers: { Host: "a", "X-Service-Event": "b", "webhook-id": "c", "Content-Length": "1", "bad name": "d", Good: "line\r\nX: y" },
      timeout_seconds: 61,
      retry_count: 6,
      secret: 7,
    };
    const problems = problemsOf(await api.admin("POST", "/api/webhooks", wrong));
    expect(Object.keys(problems).toSorted()).toEqual(
      [
        "enabled",
        "events[1]",
        "headers.Content-Length",
        "headers.Good",
        "headers.Host",
        "headers.X-Service-Event",
        "headers.bad name",
        "headers.webhook-id",
        "name",
        "retry_count",
        "secret",
        "timeout_seconds",
        "url",
      ].toSorted(),
    );
    expect(Object.keys(problemsOf(await api.admin("POST", "/api/webhooks", {}))).toSorted()).toEqual(["events", "name", "url"]);
    const long = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`X-${at}`, "a".repeat(4096)]));
    expect(problemsOf(await api.admin("POST", "/api/webhooks", { ...HOOK, headers: long }))).toEqual({
      headers: "must hold at most 32768 characters of names and values",
    });
    expect(problemsOf(await api.admin("POST", "/api/webhooks", { ...HOOK, headers: { "X-A": "1", "x-a": "2" } }))).toHaveProperty(
      "headers.x-a",
    );
    for (const events of [[], null, "device.created", [1]])
      expect(Object.keys(problemsOf(await api.admin("POST", "/api/webhooks", { ...HOOK, events })))[0]).toMatch(/^events/);
  });

  it.each([
    ["http://127.0.0.1/"],
    ["http://localhost:8080/"],
    ["http://[::1]/"],
    ["http://0x7f.1/"],
    ["http://169.254.169.254/"],
    ["http://0/"],
    ["http://[::ffff:127.0.0.1]/"],
    ["http://foo.localhost./"],
    ["http://user:pass@example.com/"],
    ["gopher://example.com/"],
    ["http://example.com:0/"],
    ["javascript:alert(1)"],
    ["example.com"],
    [""],
    [`http://example.com/${"x".repeat(2048)}`],
    ["http://example.com/#part"],
  ])("refuses %s as a url, on create and on update", async (url) => {
    expect(Object.keys(problemsOf(await api.admin("POST", "/api/webhooks", { ...HOOK, url })))).toEqual(["url"]);
    const { id } = await make();
    expect(Object.keys(problemsOf(await api.admin("PUT", `/api/webhooks/${id}`, { url })))).toEqual(["url"]);
    expect((await api.admin("GET", `/api/webhooks/${id}`)).body.url).toBe(HOOK.url);
  });

  it.each([
    ["https://does-not-resolve.example/"],
    ["http://10.1.2.3:9000"],
    ["http://192.168.1.1/x?y=z"],
    ["http://[fd12::1]/"],
    ["https://example.com"],
  ])("takes %s, as it was sent", async (url) => {
    const created = await api.admin("POST", "/api/webhooks", { ...HOOK, url });
    expect(created).toMatchObject({ status: 201, body: { url } });
  });

  it("pings, delivers, shows the history, and sends again", async () => {
    const hook = await make({ url: `http://receiver.test:${port}/in`, name: "live" });
    const ping = await api.admin("POST", `/api/webhooks/${hook.id}/ping`, undefined, { "content-type": "application/json" });
    expect(ping).toMatchObject({
      status: 200,
      body: { message: "the receiver responded with 200", delivery: { event: "webhook.ping", status: "success", response_body: "ok" } },
    });
    await api.admin("POST", "/api/devices", { name: "d1" });
    const deliveries = async (query = "") => (await api.viewer("GET", `/api/webhooks/${hook.id}/deliveries${query}`)).body;
    while ((await deliveries("?event=device.created&status=success")).length === 0) await new Promise((resolve) => setImmediate(resolve));
    const all = await deliveries();
    expect(all.map(({ event }: { event: string }) => event)).toEqual(["device.created", "webhook.ping"]);
    expect(await deliveries("?status=failed")).toEqual([]);
    expect(problemsOf(await api.viewer("GET", `/api/webhooks/${hook.id}/deliveries?status=lost`))).toHaveProperty("status");
    const one = `/api/webhooks/${hook.id}/deliveries/${all[0].id}`;
    expect((await api.viewer("GET", one)).body).toEqual(all[0]);
    const again = await api.admin("POST", `${one}/redeliver`);
    expect(again).toMatchObject({ status: 202, body: { id: all[0].id, request_body: all[0].request_body } });
    while ((await api.viewer("GET", one)).body.attempt_count < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(paths.filter((path) => path === "/in")).toHaveLength(3);
    expect(await api.admin("GET", `/api/webhooks/${hook.id}/deliveries/${UNKNOWN_ID}`)).toMatchObject({
      status: 404,
      body: { code: "NOT_FOUND" },
    });
    const other = await make();
    expect((await api.admin("GET", `/api/webhooks/${other.id}/deliveries/${all[0].id}`)).status).toBe(404);
    await api.admin("PUT", `/api/webhooks/${hook.id}`, { enabled: false });
    expect(await api.admin("POST", `${one}/redeliver`)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
  });

  it("answers a ping with 200 whatever the receiver says", async () => {
    const hook = await make({ url: `http://receiver.test:${port}/gone`, enabled: false });
    expect(await api.admin("POST", `/api/webhooks/${hook.id}/ping`)).toMatchObject({
      status: 200,
      body: {
        message: expect.stringContaining("410"),
        delivery: { status: "failed", response_status: 410, next_attempt_at: null, attempt_count: 1 },
      },
    });
  });

  it("are at most 100 of one user, however many calls arrive at once", async () => {
    const name = "limited";
    const made = await Promise.all(
      Array.from({ length: 110 }, async () => await api.admin("POST", "/api/webhooks", { ...HOOK, name, enabled: false })),
    );
    const mine = (await api.admin("GET", "/api/webhooks")).body as { owner_id: string }[];
    expect(mine).toHaveLength(100);
    const refused = made.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.code} ${body.error}`))).toEqual(
      new Set(["409 CONFLICT limit of 100 webhooks per user reached: delete one that is no longer needed"]),
    );
  });
});
