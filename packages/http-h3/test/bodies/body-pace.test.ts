import { FakeClock } from "@cadastre/testing";
import { expect, test } from "vitest";
import { BodyPace } from "../../src/bodies/body-pace.ts";
import { createHandler } from "../../src/index.ts";
import { startServer } from "../support/start.ts";
import { open, readAll } from "../support/raw-http.ts";

const KIBIBYTE = 1024;

/** A body that arrives at a rate, and how it was ended. */
function arriving(pace: BodyPace, isHeldUp = () => false) {
  const body = { bytes: 0, failures: [] as Error[], unwatch: () => {} };
  body.unwatch = pace.watch({ bytes: () => body.bytes, isHeldUp, fail: (error) => body.failures.push(error) });
  return body;
}

test("a body that arrives slower than 16 KiB/s over 20 s fails, and one that is quick enough does not", async () => {
  const clock = new FakeClock();
  const pace = new BodyPace(clock);
  const [slow, quick] = [arriving(pace), arriving(pace)];
  for (let check = 0; check < 20; check += 1) {
    slow.bytes += 5 * 16 * KIBIBYTE - 1;
    quick.bytes += 5 * 16 * KIBIBYTE;
    await clock.advance(5_000);
    expect(slow.failures).toHaveLength(check < 4 ? 0 : 1);
  }
  expect(slow.failures[0]).toMatchObject({
    code: "REQUEST_TIMEOUT",
    kind: "timeout",
    message: "the body arrived slower than 16 KiB/s over 20 s; send it again over a faster connection, or in parts",
  });
  expect(quick.failures).toEqual([]);
});

test("a body that stops after a quick start fails within 25 s", async () => {
  const clock = new FakeClock();
  const body = arriving(new BodyPace(clock));
  body.bytes = 63 * KIBIBYTE ** 2;
  for (let check = 0; check < 5; check += 1) await clock.advance(5_000);
  expect(body.failures).toHaveLength(1);
});

test("a body that the server delays does not fail, and neither does one that is complete or whose checks are late", async () => {
  const clock = new FakeClock();
  const pace = new BodyPace(clock);
  const delayed = arriving(pace, () => true);
  const complete = arriving(pace);
  complete.unwatch();
  for (let check = 0; check < 10; check += 1) await clock.advance(5_000);
  const late = arriving(pace);
  // A process that was busy for a minute makes one check.
  await clock.advance(60_000);
  expect([delayed, complete, late].map(({ failures }) => failures.length)).toEqual([0, 0, 0]);
});

test.each(["/api/import/plan", "/api/probes", "/raw/x"])(
  "a stalled body of %s is ended with 408, and its connection closed",
  async (path) => {
    const clock = new FakeClock();
    await using server = await startServer({ clock });
    const socket = await open(server.url);
    const answer = readAll(socket);
    const type = path.endsWith("plan") ? "application/x-ndjson" : "application/json";
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer admin\r\nContent-Type: ${type}\r\nContent-Length: 90000\r\n\r\n{`,
    );
    let ended = false;
    void answer.finally(() => (ended = true));
    while (!ended) await clock.advance(5_000);
    expect((await answer).text).toMatch(/^HTTP\/1\.1 408 .*connection: close.*"code":"REQUEST_TIMEOUT"/is);
  },
);

test("a stalled body of a Request is ended with 408", async () => {
  const clock = new FakeClock();
  await using server = await startServer({ clock });
  const handler = createHandler(server.inventory.host, { rateLimit: { enabled: false } });
  let cancelled = false;
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from("{")),
    cancel: () => void (cancelled = true),
  });
  const headers = { authorization: "Bearer admin", "content-type": "application/json" };
  const answer = handler.fetch(new Request("http://x/api/probes", { method: "POST", headers, body, duplex: "half" } as RequestInit));
  let ended = false;
  void answer.finally(() => (ended = true));
  while (!ended) await clock.advance(5_000);
  expect([(await answer).status, cancelled]).toEqual([408, true]);
});
