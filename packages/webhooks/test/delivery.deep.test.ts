import { verify } from "@octokit/webhooks-methods";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openHost, type HostWithWebhooks } from "./hosts.ts";
import { startReceiver, type Receiver } from "./receiver.ts";
import type { TestDatabase } from "../../../testing/copied-database.ts";
import { DATABASES } from "../../../testing/storages.ts";

describe.each(DATABASES)("deliveries on %s", (_, open) => {
  let place: TestDatabase;
  let receiver: Receiver;
  let host: HostWithWebhooks;

  beforeEach(async () => {
    place = await open();
    receiver = await startReceiver();
    host = await openHost(place.storage(), { network: receiver.network });
  });

  afterEach(async () => {
    await host.close();
    await receiver.close();
    await place[Symbol.asyncDispose]();
  });

  const subscribe = async (events: string[], more: object = {}) =>
    await host.webhooks.create({ name: "hook", url: receiver.url, events, secret: "It's a secret", headers: {}, ...more });
  const arrived = async (count: number): Promise<void> => await host.until(() => receiver.received.length >= count, `${count} deliveries`);
  const history = async (id: string) => await host.deliveries.list(id);
  const settled = async (id: string): Promise<void> =>
    await host.until(async () => (await history(id)).every(({ status }) => status === "success"), "all delivered");

  const changeOf = async (name: string): Promise<string | null | undefined> =>
    (await host.inventory.events.read({ after: "0-0" })).events.find(({ event }) => event === name)?.change_id;

  test("name the change of their event in a header at every attempt, and pings none", async () => {
    const hook = await subscribe(["device.created"]);
    await host.inventory.devices.create({ name: "sw1" });
    await arrived(1);
    await settled(hook.id);
    const [delivery] = await history(hook.id);
    await host.deliveries.redeliver(hook.id, delivery?.id ?? "");
    await arrived(2);
    await host.webhooks.ping(hook.id);
    const change = await changeOf("device.created");
    expect(change).toEqual(expect.any(String));
    expect(receiver.received.map(({ headers }) => headers["x-service-change"])).toEqual([change, change, undefined]);
  });

  test("carry the event, byte for byte as it is kept", async () => {
    const hook = await subscribe(["device.created"], { headers: { Authorization: "Bearer t0ken" } });
    const device = await host.inventory.devices.create({ name: "sw1", addresses: [{ ip: "10.0.0.1" }], status: "planned" });
    await arrived(1);
    const [got] = receiver.received;
    expect(got?.json).toMatchObject({
      event: "device.created",
      timestamp: device.created_at,
      data: { id: device.id, hostname: "", ip_address: "10.0.0.1", status: "planned" },
    });
    await settled(hook.id);
    const [delivery] = await history(hook.id);
    expect(delivery).toMatchObject({
      id: got?.json.delivery_id,
      event: "device.created",
      status: "success",
      attempt_count: 1,
      next_attempt_at: null,
      request_body: got?.body,
      response_status: 204,
      error: "",
    });
    expect(got?.headers).toMatchObject({
      "content-type": "application/json",
      "x-service-event": "device.created",
      "x-service-delivery": delivery?.id,
      "x-service-change": await changeOf("device.created"),
      authorization: "Bearer t0ken",
    });
    const attemptedAt = Number(got?.headers["x-service-timestamp"]) * 1000;
    expect(attemptedAt).toBeGreaterThan(Date.parse(device.created_at) - 1000);
    expect(attemptedAt).toBeLessThanOrEqual(Date.parse(delivery?.updated_at ?? ""));
    expect(Object.keys(JSON.parse(got?.body ?? "{}") as object)).toEqual(["event", "delivery_id", "timestamp", "data"]);
    expect(await verify("It's a secret", got?.body ?? "", String(got?.headers["x-service-signature"]))).toBe(true);
  });

  test("are of the events that were asked for, from when they were asked for", async () => {
    await host.inventory.devices.create({ name: "before" });
    const hook = await subscribe(["device.created"]);
    await host.inventory.networks.create({ name: "lan", subnet: "10.0.0.0/24" });
    await host.inventory.devices.create({ name: "after" });
    await arrived(1);
    await settled(hook.id);
    expect(receiver.received.map(({ json }) => [json.event, json.data["name"]])).toEqual([["device.created", "after"]]);
  });

  test("of one record leave in order, and a retry holds nothing back", async () => {
    receiver.answer = ({ json }, response) =>
      response.writeHead(json.event === "device.created" && receiver.received.length === 1 ? 500 : 204).end("no");
    const hook = await subscribe(["device.created", "device.updated"]);
    const { id } = await host.inventory.devices.create({ name: "d0" });
    for (let index = 1; index <= 20; index += 1) await host.inventory.devices.update(id, { name: `d${index}` });
    await arrived(21);
    expect(receiver.received.map(({ json }) => json.data["name"])).toEqual(Array.from({ length: 21 }, (_, index) => `d${index}`));
    const failed = (await history(hook.id)).find(({ event }) => event === "device.created");
    expect(failed).toMatchObject({ status: "retrying", attempt_count: 1, response_status: 500, response_body: "no" });
    expect(Date.parse(failed?.next_attempt_at ?? "") - Date.parse(failed?.updated_at ?? "")).toBe(60_000);
    await host.until(() => receiver.received.length === 22, "the retry", 5_000);
    expect(receiver.received[21]?.body).toBe(receiver.received[0]?.body);
    await settled(hook.id);
  });

  test("are given up after their retries, and sent again on demand", async () => {
    receiver.answer = (_, response) => response.writeHead(503).end();
    const hook = await subscribe(["device.created"], { retry_count: 2 });
    await host.inventory.devices.create({ name: "d" });
    await host.until(async () => (await history(hook.id))[0]?.status === "failed", "given up", 10_000);
    const [failed] = await history(hook.id);
    expect(failed).toMatchObject({ attempt_count: 3, next_attempt_at: null, response_status: 503 });
    expect(receiver.received).toHaveLength(3);
    receiver.answer = (_, response) => response.writeHead(200).end("thanks");
    const again = await host.deliveries.redeliver(hook.id, failed?.id ?? "");
    expect(again).toMatchObject({ id: failed?.id, status: "pending" });
    await settled(hook.id);
    expect(receiver.received[3]?.body).toBe(receiver.received[0]?.body);
    expect((await history(hook.id))[0]).toMatchObject({ attempt_count: 4, response_body: "thanks" });
  });

  test("that wait are cancelled when the webhook is disabled, and stay so", async () => {
    receiver.answer = (_, response) => response.writeHead(500).end();
    const hook = await subscribe(["device.created"]);
    const { id } = await host.inventory.devices.create({ name: "d" });
    await host.until(async () => (await history(hook.id))[0]?.status === "retrying", "the first attempt");
    await host.webhooks.update(hook.id, { enabled: false });
    expect((await history(hook.id))[0]).toMatchObject({ status: "cancelled", next_attempt_at: null, error: "the webhook was disabled" });
    await expect(host.deliveries.redeliver(hook.id, (await history(hook.id))[0]?.id ?? "")).rejects.toMatchObject({ code: "CONFLICT" });
    await host.inventory.devices.update(id, { name: "unseen" });
    await host.inventory.devices.create({ name: "unseen" });
    receiver.answer = (_, response) => response.writeHead(204).end();
    await host.webhooks.update(hook.id, { active: true });
    await host.inventory.devices.create({ name: "seen" });
    await arrived(2);
    for (let step = 0; step < 50; step += 1) await host.clock.advance(10_000);
    expect(receiver.received.map(({ json }) => json.data["name"])).toEqual(["d", "seen"]);
  });

  test("stop with their webhook", async () => {
    receiver.answer = (_, response) => response.writeHead(500).end();
    const hook = await subscribe(["device.created"]);
    await host.inventory.devices.create({ name: "d" });
    await host.until(async () => (await history(hook.id))[0]?.status === "retrying", "the first attempt");
    await host.webhooks.delete(hook.id);
    for (let step = 0; step < 50; step += 1) await host.clock.advance(10_000);
    expect(receiver.received).toHaveLength(1);
    await expect(host.deliveries.list(hook.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("of a ping are answered for at once, and kept", async () => {
    const hook = await subscribe(["device.created"], { enabled: false });
    const { message, delivery } = await host.webhooks.ping(hook.id);
    expect(message).toContain("204");
    expect(delivery).toMatchObject({ event: "webhook.ping", status: "success" });
    expect(receiver.received[0]?.json.data).toMatchObject({ id: hook.id, has_secret: true });
    expect(await history(hook.id)).toEqual([delivery]);
    receiver.answer = (_, response) => response.writeHead(404).end("who?");
    const refused = await host.webhooks.ping(hook.id);
    expect(refused.delivery).toMatchObject({ status: "failed", response_status: 404, response_body: "who?", next_attempt_at: null });
  });

  test("of a ping that the stop of the host breaks off are an error to come back with", async () => {
    receiver.answer = () => {};
    const hook = await subscribe(["device.created"], { timeout_seconds: 60 });
    const ping = host.webhooks.ping(hook.id).then(
      () => "answered",
      (error: unknown) => error,
    );
    await host.until(() => receiver.received.length === 1, "the ping");
    // With the clock standing still: its own timeout would answer it, while the stop waits for what is running.
    await host.inventory.close();
    expect(await ping).toMatchObject({ code: "UNAVAILABLE" });
    host = await openHost(place.storage(), { network: receiver.network });
  });
});
