import { type CallContext, type Scan, silentLogger } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { expect, it } from "vitest";
import { JsonText, type Watch } from "../../src/contract/operations/result.ts";
import type { StoredEventPage } from "../../src/contract/storage/event.ts";
import { ScanWatch } from "../../src/discovery/scans/scan-watch.ts";
import { EventFeed } from "../../src/events/feed/event-feed.ts";

const PAGE = {
  events: [{ id: "e1", event: "device.created", record_id: "d1", occurred_at: "2026-01-02T03:04:05.678Z", cursor: "c1", data: "{}" }],
  next: "c1",
} as unknown as StoredEventPage;

/** A read whose first call fails when its caller leaves, like a wait for a connection. */
function readsOf<T>(answer: T, first: AbortController): { readonly read: () => Promise<T>; readonly count: () => number } {
  let count = 0;
  const read = async (): Promise<T> => {
    count += 1;
    if (count > 1) return answer;
    return await new Promise((_resolve, reject) => first.signal.addEventListener("abort", () => reject(first.signal.reason as Error)));
  };
  return { read, count: () => count };
}

const context = (signal: AbortSignal): CallContext => ({ principal: { permissions: "all" }, signal }) as unknown as CallContext;

const statesOf = (watch: Watch<unknown>): AsyncIterator<{ readonly text: string | null }> => watch.states[Symbol.asyncIterator]();

it("reads a page of events again when the stream that read it for all has ended", async () => {
  const clients = { first: new AbortController(), second: new AbortController() };
  const { read, count } = readsOf(PAGE, clients.first);
  const log = { check: async () => {}, end: async () => "c0", after: read };
  const feed = new EventFeed(log, { on: () => () => {}, end: async () => "c0" } as never, new FakeClock(), silentLogger);
  feed.start([{ name: "device.created", access: "device:read", guarded: [] } as never]);
  const first = statesOf(await feed.stream({ after: undefined, event: undefined }, context(clients.first.signal)));
  const second = statesOf(await feed.stream({ after: undefined, event: undefined }, context(clients.second.signal)));
  await Promise.all([first.next(), second.next()]);
  const [failed, shown] = [first.next(), second.next()];
  failed.catch(() => {});
  clients.first.abort(new Error("left"));
  await expect(failed).rejects.toThrow("left");
  expect((await shown).value.text).toContain("device.created");
  expect(count()).toBe(2);
});

it("reads a scan again when the watcher that read it for all has left", async () => {
  const leaves = new AbortController();
  const scan = JSON.stringify({ updated_at: "2026-01-02T03:04:05.678Z", status: "running" });
  const { read, count } = readsOf(new JsonText<Scan>(scan), leaves);
  const watch = new ScanWatch(new FakeClock(), read);
  const [first, second] = [statesOf(watch.of("s1", leaves.signal)), statesOf(watch.of("s1"))];
  const [failed, shown] = [first.next(), second.next()];
  failed.catch(() => {});
  leaves.abort(new Error("left"));
  await expect(failed).rejects.toThrow("left");
  expect((await shown).value.text).toBe(scan);
  expect(count()).toBe(2);
});
