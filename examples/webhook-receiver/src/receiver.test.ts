import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { createInventory, type Inventory, KeyRing, servicesOf } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { deliveryOperations, webhookOperations, webhooksPlugin } from "@cadastre/webhooks";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Inbox, type WebhookEvent } from "./inbox.ts";
import { createReceiver } from "./receiver.ts";

const SECRET = `whsec_${Buffer.from("a secret of 32 bytes, for a test").toString("base64")}`;
const MINUTE = 60_000;
const WAIT = { timeout: 30_000, interval: 20 };

let inbox: Inbox;
let receiver: Server;
let port: number;
let now: number;
let handled: WebhookEvent[];
let handle: (event: WebhookEvent) => Promise<void>;

beforeEach(async () => {
  inbox = new Inbox(":memory:");
  handled = [];
  handle = async (event) => void handled.push(event);
  now = Date.now();
  receiver = createReceiver({ secrets: [SECRET], inbox, handle: async (event) => await handle(event), now: () => now });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  ({ port } = receiver.address() as AddressInfo);
});
afterEach(async () => {
  await new Promise((resolve) => receiver.close(resolve));
  inbox.close();
});

describe("with a real inventory", () => {
  let inventory: Inventory;
  beforeEach(async () => {
    // The destination policy refuses loopback, and sees a private address here; only who composes the server can do this.
    const network = { resolve: async () => ["10.77.0.1"], dial: () => connect(port, "127.0.0.1") };
    const keyRing = KeyRing.parse(randomBytes(32).toString("base64"));
    inventory = await createInventory({ storage: sqlite(":memory:"), keyRing, plugins: [webhooksPlugin({ network })] });
  });
  afterEach(async () => await inventory.close());

  it("takes what the inventory sends, once, in order", async () => {
    const webhooks = servicesOf(inventory.host, webhookOperations);
    const deliveries = servicesOf(inventory.host, deliveryOperations);
    const url = `http://receiver.example:${port}/`;
    const hook = await webhooks.create({
      name: "mirror",
      url,
      secret: SECRET,
      events: ["device.created", "device.updated", "device.deleted"],
      headers: {},
    });
    const device = await inventory.devices.create({ name: "sw1", addresses: [{ ip: "10.0.0.1" }] });
    await inventory.devices.update(device.id, { name: "sw2" });
    await inventory.devices.delete(device.id);
    await vi.waitFor(() => expect(handled).toHaveLength(3), WAIT);
    expect(handled.map(({ event, data }) => [event, data["id"], data["name"]])).toEqual([
      ["device.created", device.id, "sw1"],
      ["device.updated", device.id, "sw2"],
      ["device.deleted", device.id, "sw2"],
    ]);
    // The same delivery again: it is answered for, and nothing is done.
    const history = async () => await deliveries.list(hook.id);
    await vi.waitFor(async () => expect((await history()).map(({ status }) => status)).toEqual(["success", "success", "success"]), WAIT);
    const [last] = await history();
    await deliveries.redeliver(hook.id, last?.id ?? "");
    await vi.waitFor(
      async () => expect((await history())[0]).toMatchObject({ status: "success", attempt_count: 2, response_status: 204 }),
      WAIT,
    );
    expect(handled).toHaveLength(3);
  });

  it("takes both secrets while they are exchanged", async () => {
    const webhooks = servicesOf(inventory.host, webhookOperations);
    const hook = await webhooks.create({
      name: "mirror",
      url: `http://receiver.example:${port}/`,
      secret: SECRET,
      events: ["device.created"],
      headers: {},
    });
    // The receiver still knows only the one before.
    await webhooks.update(hook.id, { secret: "the next one" });
    await inventory.devices.create({ name: "meanwhile" });
    await vi.waitFor(() => expect(handled.map(({ data }) => data["name"])).toEqual(["meanwhile"]), WAIT);
  });
});

describe("by itself", () => {
  const eventOf = (id: string, timestamp = new Date(now).toISOString(), more: object = {}): string =>
    JSON.stringify({ event: "device.updated", delivery_id: id, timestamp, data: { id: "7", ...more } });
  // Signed by a library that knows nothing of this receiver.
  const headersOf = (id: string, body: string, signedAt = now, secret = SECRET): Record<string, string> => ({
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(signedAt / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, new Date(signedAt), body),
  });
  const post = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body, headers })).status;

  it("refuses a body that was changed, another secret, and no signature", async () => {
    const body = eventOf("a");
    const headers = headersOf("a", body);
    expect(await post(body.replace('"7"', '"8"'), headers)).toBe(401);
    expect(await post(` ${body}`, headers)).toBe(401);
    expect(await post(body, headersOf("a", body, now, `whsec_${Buffer.alloc(32).toString("base64")}`))).toBe(401);
    expect(await post(body, {})).toBe(401);
    expect(await post(body, { ...headers, "webhook-id": "b" })).toBe(401);
    expect(await post(body, { ...headers, "webhook-signature": "v1,x v1a,y" })).toBe(401);
    expect(handled).toEqual([]);
    expect(await post(body, { ...headers, "webhook-signature": `v1,x ${headers["webhook-signature"]}` })).toBe(204);
    await vi.waitFor(() => expect(handled).toHaveLength(1), WAIT);
  });

  it("refuses what was signed long ago, or will be", async () => {
    const body = eventOf("a");
    const headers = headersOf("a", body);
    now += 6 * MINUTE;
    expect(await post(body, headers)).toBe(401);
    // A new time does not fit the old signature.
    expect(await post(body, { ...headers, "webhook-timestamp": String(Math.floor(now / 1000)) })).toBe(401);
    expect(await post(body, { ...headers, "webhook-timestamp": "soon" })).toBe(401);
    expect(await post(body, headersOf("a", body, now + 6 * MINUTE))).toBe(401);
    expect(await post(body, headersOf("a", body))).toBe(204);
  });

  it("refuses bodies without end, and other methods", async () => {
    expect(await post(new Uint8Array(5 * 1024 * 1024), {})).toBe(413);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(405);
  });

  it("does once what comes twice, and leaves out what is older than what it had", async () => {
    const at = (seconds: number): string => new Date(now + seconds * 1000).toISOString();
    for (const [id, seconds, name] of [
      ["new", 2, "newer"],
      ["old", 1, "older"],
      ["new", 2, "newer"],
      ["last", 3, "newest"],
    ] as const) {
      const body = eventOf(id, at(seconds), { name });
      expect(await post(body, headersOf(id, body))).toBe(204);
      await vi.waitFor(() => expect(handled.at(-1)?.data["name"]).toBe(name === "older" ? "newer" : name), WAIT);
    }
    expect(handled.map(({ data }) => data["name"])).toEqual(["newer", "newest"]);
  });

  it("keeps an event whose work failed", async () => {
    const works = handle;
    handle = async () => await Promise.reject(new Error("the disk is full"));
    const complaint = vi.spyOn(console, "error").mockReturnValue();
    const [first, second] = [eventOf("first"), eventOf("second", new Date(now + 1000).toISOString())];
    expect(await post(first, headersOf("first", first))).toBe(204);
    await vi.waitFor(() => expect(complaint).toHaveBeenCalledOnce(), WAIT);
    handle = works;
    expect(await post(second, headersOf("second", second))).toBe(204);
    await vi.waitFor(() => expect(handled.map(({ delivery_id: id }) => id)).toEqual(["first", "second"]), WAIT);
    complaint.mockRestore();
  });
});
