import { EVENTS, KeyRing, STORAGE } from "@cadastre/inventory-core";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { verify } from "@octokit/webhooks-methods";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { webhooksPlugin } from "../src/index.ts";
import { KEY, openHost, type HostWithWebhooks } from "./hosts.ts";
import { startReceiver, type Receiver } from "./receiver.ts";
import type { TestDatabase } from "../../../testing/copied-database.ts";
import { DATABASES } from "../../../testing/storages.ts";

const DAY_MS = 86_400_000;
const OLD = `whsec_${Buffer.from("the first secret, 24 byte").toString("base64")}`;
const NEW = `whsec_${Buffer.from("the second secret, 24 byt").toString("base64")}`;

describe.each(DATABASES)("webhooks on %s", (_, open) => {
  let place: TestDatabase;
  let receiver: Receiver;
  let host: HostWithWebhooks;

  beforeEach(async () => {
    place = await open();
    receiver = await startReceiver();
    host = await openHost(place.storage(), { network: receiver.network, retentionDays: 7 });
  });

  afterEach(async () => {
    await host.close();
    await receiver.close();
    await place[Symbol.asyncDispose]();
  });

  const subscribe = async (more: object = {}) =>
    await host.webhooks.create({ name: "hook", url: receiver.url, events: ["device.created"], headers: {}, ...more });
  const next = async (): Promise<Receiver["received"][number]> => {
    const before = receiver.received.length;
    await host.inventory.devices.create({ name: `d${before}` });
    await host.until(() => receiver.received.length > before, "a delivery");
    return receiver.received[before] as Receiver["received"][number];
  };
  const accepts = (secret: string, { body, headers }: Receiver["received"][number]): boolean => {
    // It compares timestamps with the time, which here is the host's.
    vi.useFakeTimers({ toFake: ["Date"], now: host.clock.now() });
    try {
      new StandardWebhook(secret).verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    } finally {
      vi.useRealTimers();
    }
  };

  test("sign with the secret before as well, until the overlap ends", async () => {
    const { id } = await subscribe({ secret: OLD });
    expect(accepts(OLD, await next())).toBe(true);
    await host.webhooks.update(id, { secret: NEW, secret_overlap_seconds: 120 });
    const during = await next();
    expect([accepts(OLD, during), accepts(NEW, during)]).toEqual([true, true]);
    expect(await verify(NEW, during.body, String(during.headers["x-service-signature"]))).toBe(true);
    // Time that leaps while the answer is on its way would be a deadline that passed.
    await host.until(async () => (await host.deliveries.list(id)).every(({ status }) => status === "success"), "delivered");
    await host.clock.advance(120_000);
    const after = await next();
    expect([accepts(OLD, after), accepts(NEW, after)]).toEqual([false, true]);
    await host.webhooks.update(id, { secret: "" });
    const unsigned = await next();
    expect(unsigned.headers).not.toHaveProperty("x-service-signature");
    expect(unsigned.headers).not.toHaveProperty("webhook-signature");
  });

  test("keep secrets and headers encrypted, and survive a rotation of the key", async () => {
    await subscribe({ secret: OLD, headers: { Authorization: "Bearer very-secret" } });
    const stored = JSON.stringify(await host.inventory.host.get(STORAGE).read.all("select * from webhook"));
    for (const secret of [OLD, "very-secret", "Authorization"]) expect(stored).not.toContain(secret);
    await host.close();
    host = await openHost(
      place.storage(),
      { network: receiver.network },
      { clock: host.clock, keyRing: KeyRing.parse(`${KeyRing.generate()},${KEY}`) },
    );
    expect((await host.inventory.rotateSecrets()).rotated).toEqual({
      "webhook.headers": 1,
      "webhook.secret": 1,
      "webhook.previous_secret": 0,
    });
    expect(accepts(OLD, await next())).toBe(true);
    expect(receiver.received[0]?.headers["authorization"]).toBe("Bearer very-secret");
  });

  test("forget deliveries that ended longer ago than the retention, and no others", async () => {
    const { id } = await subscribe({ retry_count: 0 });
    await next();
    const history = async () => await host.deliveries.list(id);
    await host.until(async () => (await history())[0]?.status === "success", "delivered");
    await host.clock.advance(6 * DAY_MS);
    await next();
    await host.clock.advance(1.5 * DAY_MS);
    await host.until(async () => (await history()).length === 1, "the old one is gone");
    expect((await history())[0]?.request_body).toContain('"d1"');
  });

  test("hear of nothing that was committed before they were, however far the log is behind", async () => {
    await host.close();
    // A host that sends nothing lets the log run ahead.
    const silent = await openHost(place.storage(), { deliver: false }, { clock: host.clock });
    const early = await silent.webhooks.create({ name: "early", url: `${receiver.url}/early`, events: ["device.created"], headers: {} });
    for (let index = 0; index < 30; index += 1) await silent.inventory.devices.create({ name: `before${index}` });
    await silent.webhooks.create({ name: "late", url: `${receiver.url}/late`, events: ["device.created"], headers: {} });
    await silent.inventory.devices.create({ name: "after" });
    await silent.close();
    host = await openHost(place.storage(), { network: receiver.network }, { clock: host.clock });
    await host.until(() => receiver.received.length === 32, "32 deliveries");
    const names = (path: string) => receiver.received.filter((one) => one.path === path).map(({ json }) => json.data["name"]);
    expect(names("/late")).toEqual(["after"]);
    expect(names("/early")).toHaveLength(31);
    expect((await host.deliveries.list(early.id)).length).toBe(31);
  });

  test("begin with new events where the log is older than they are", async () => {
    await host.inventory.devices.create({ name: "long ago" });
    const end = await host.inventory.host.get(EVENTS).end();
    const { since } = (await host.webhooks
      .create({ name: "x", url: receiver.url, events: ["device.created"], headers: {} })
      .then(
        async ({ id }) =>
          await host.inventory.host.get(STORAGE).read.get<{ since: string }>("select since from webhook where id = ?", [id]),
      )) as { since: string };
    expect(since).toBe(end);
  });
});

test("options that are wrong are named", () => {
  expect(() => webhooksPlugin({ concurrency: 0, headerPrefix: "X Service", retentionDays: 0.5 })).toThrow(
    expect.objectContaining({
      code: "VALIDATION_ERROR",
      details: { concurrency: expect.anything(), headerPrefix: expect.anything(), retentionDays: expect.anything() },
    }),
  );
});

test("without a key a webhook may have neither secret nor headers", async () => {
  const [, open] = DATABASES[0] as (typeof DATABASES)[number];
  await using place = await open();
  const host = await openHost(place.storage(), { deliver: false }, { keyRing: undefined as never });
  const hook = { name: "h", url: "http://10.0.0.1/", events: ["device.created"], headers: {} };
  await expect(host.webhooks.create({ ...hook, secret: "s" })).rejects.toMatchObject({ code: "ENCRYPTION_KEY_MISSING" });
  await expect(host.webhooks.create({ ...hook, headers: { A: "b" } })).rejects.toMatchObject({ code: "ENCRYPTION_KEY_MISSING" });
  await expect(host.webhooks.create(hook)).resolves.toMatchObject({ has_secret: false });
  await host.close();
});
