import { FakeClock } from "@cadastre/testing";
import { expect, test, vi } from "vitest";
import { HttpSender } from "../../src/attempt/http-sender.ts";
import type { OutboundNetwork } from "@cadastre/inventory-core/outbound";
import { ALLOWED_ADDRESS, answering, realClock, sendTo, shipmentTo, startReceiver } from "./receiver.ts";

const NEVER = new AbortController().signal;
const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

test("a delivery is one POST with the body as it is, over a connection of its own", async () => {
  await using receiver = await startReceiver(answering(OK, { end: false }));
  const body = '{"name":"Zürich \u{1f5c4}"}';
  const outcome = await sendTo(receiver, {
    body,
    secrets: ["s3cret"],
    headers: { "X-Own": "é", "x-service-event": "forged", Host: "elsewhere" },
  });
  expect(outcome).toMatchObject({ delivered: true, status: 200, body: "ok", error: "" });
  const [head = "", sent = ""] = receiver.received().split("\r\n\r\n");
  const lines = head.split("\r\n");
  expect(lines[0]).toBe("POST /hook?a=1 HTTP/1.1");
  expect(Buffer.from(sent, "latin1").toString("utf8")).toBe(body);
  expect(lines).toContain("host: receiver.test");
  expect(lines).toContain("connection: close");
  expect(lines).toContain("X-Own: é");
  expect(lines).toContain("X-Service-Event: device.created");
  expect(lines).toContain("User-Agent: Cadastre-Webhooks");
  expect(head).not.toMatch(/forged|elsewhere|s3cret/);
  await vi.waitFor(async () => expect(await receiver.open()).toBe(0));
  await sendTo(receiver);
  expect(receiver.arrived()).toBe(2);
});

test("the deadline is kept by the host's clock, and says what the receiver was doing", async () => {
  const clock = new FakeClock();
  const hanging: OutboundNetwork = {
    resolve: async () => await new Promise(() => undefined),
    dial: () => Promise.reject(new Error("dialled")),
  };
  const sender = new HttpSender({ clock, headerPrefix: "X-Service-", network: hanging });
  const looking = sender.send(shipmentTo("http://receiver.test/"), NEVER);
  await clock.advance(5000);
  expect(await looking).toEqual({
    delivered: false,
    status: null,
    body: "",
    durationMs: 5000,
    error: "The attempt timed out after 5000 ms (resolving its name).",
  });

  const dial = vi.fn<OutboundNetwork["dial"]>(async () => await new Promise(() => undefined));
  const silent: OutboundNetwork = { resolve: async () => [ALLOWED_ADDRESS], dial };
  const connecting = new HttpSender({ clock, headerPrefix: "X-Service-", network: silent }).send(
    shipmentTo("http://receiver.test/"),
    NEVER,
  );
  await vi.waitFor(() => expect(dial).toHaveBeenCalledOnce());
  await clock.advance(5000);
  expect((await connecting).error).toMatch(/\(connecting\)/);

  await using receiver = await startReceiver(() => undefined);
  const waiting = new HttpSender({ clock, headerPrefix: "X-Service-", network: receiver.network }).send(
    shipmentTo("http://receiver.test/"),
    NEVER,
  );
  await vi.waitFor(() => expect(receiver.received()).not.toBe(""));
  await clock.advance(5000);
  expect((await waiting).error).toMatch(/waiting for the response/);
  await vi.waitFor(async () => expect(await receiver.open()).toBe(0));
});

test("an abort is heard at each turn between the look-up and the connection", async () => {
  for (let turns = 0; turns < 20; turns += 1) {
    const stop = new AbortController();
    const network: OutboundNetwork = {
      resolve: async () => {
        void (async () => {
          for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
          stop.abort(new Error("shutting down"));
        })();
        return [ALLOWED_ADDRESS];
      },
      dial: async () => await new Promise(() => undefined),
    };
    const sending = new HttpSender({ clock: new FakeClock(), headerPrefix: "X-Service-", network }).send(
      shipmentTo("http://receiver.test/"),
      stop.signal,
    );
    await expect(sending).rejects.toThrow("shutting down");
  }
});

test("an abort of the caller rejects with its reason and leaves no socket", async () => {
  await using receiver = await startReceiver(() => undefined);
  const sender = new HttpSender({ clock: realClock, headerPrefix: "X-Service-", network: receiver.network });
  const stop = new AbortController();
  const sending = sender.send(shipmentTo("http://receiver.test/"), stop.signal);
  await vi.waitFor(() => expect(receiver.received()).not.toBe(""));
  stop.abort(new Error("shutting down"));
  await expect(sending).rejects.toThrow("shutting down");
  await vi.waitFor(async () => expect(await receiver.open()).toBe(0));
  await expect(sender.send(shipmentTo("http://receiver.test/"), stop.signal)).rejects.toThrow("shutting down");
  expect(receiver.arrived()).toBe(1);
});

test("the URL of a shipment is judged again", async () => {
  const network: OutboundNetwork = { resolve: () => Promise.reject(new Error("asked")), dial: () => Promise.reject(new Error("dialled")) };
  const outcome = await sendTo({ network }, { url: "http://localhost/" });
  expect(outcome).toMatchObject({
    delivered: false,
    status: null,
    error: "The URL of the webhook must not point to this machine (localhost).",
  });
});

test("the next address is tried when one refuses, and when one is silent for its share of the time", async () => {
  await using receiver = await startReceiver(answering(OK));
  const dialled: string[] = [];
  const clock = new FakeClock();
  const network: OutboundNetwork = {
    resolve: async () => ["10.77.0.9", "10.77.0.8", ALLOWED_ADDRESS],
    dial: async ({ address, port }) => {
      dialled.push(`${address}:${port}`);
      if (address === "10.77.0.9") throw Object.assign(new Error("no"), { code: "ECONNREFUSED" });
      return address === "10.77.0.8" ? await new Promise(() => undefined) : await receiver.network.dial({ address, port });
    },
  };
  const sending = new HttpSender({ clock, headerPrefix: "X-Service-", network }).send(
    shipmentTo("http://receiver.test/", { timeoutMs: 9000 }),
    NEVER,
  );
  await vi.waitFor(() => expect(dialled).toHaveLength(2));
  await clock.advance(3000);
  expect(await sending).toMatchObject({ delivered: true, status: 200, durationMs: 3000 });
  expect(dialled).toEqual(["10.77.0.9:80", "10.77.0.8:80", "10.77.0.1:80"]);
});

test("proxies of the environment are not used", async () => {
  await using proxy = await startReceiver(answering(OK));
  await using receiver = await startReceiver(answering(OK));
  for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY"])
    vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
  vi.stubEnv("NODE_USE_ENV_PROXY", "1");
  try {
    expect((await sendTo(receiver)).delivered).toBe(true);
  } finally {
    vi.unstubAllEnvs();
  }
  expect([receiver.arrived(), proxy.arrived()]).toEqual([1, 0]);
});

test("what a system's error says is not what an operator reads", async () => {
  const failing = (code: string): OutboundNetwork => ({
    resolve: () => Promise.reject(Object.assign(new Error("secret detail"), { code })),
    dial: () => Promise.reject(new Error("dialled")),
  });
  expect((await sendTo({ network: failing("ENOTFOUND") })).error).toBe("The host name of the receiver was not found (ENOTFOUND).");
  expect((await sendTo({ network: failing("EWEIRD") })).error).toBe("The attempt failed (EWEIRD).");
  const refusing: OutboundNetwork = {
    resolve: async () => [ALLOWED_ADDRESS],
    dial: () => Promise.reject(Object.assign(new Error("no"), { code: "ECONNREFUSED" })),
  };
  expect((await sendTo({ network: refusing })).error).toBe("The receiver refused the connection (ECONNREFUSED).");
});
