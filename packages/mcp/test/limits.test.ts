import {
  type AnyOperation,
  type CallContext,
  defineOperation,
  defineOperations,
  definePermissions,
  definePlugin,
  empty,
  provide,
  serviceToken,
} from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Keys } from "./support/keys-plugin.ts";
import { type McpLab, startMcp } from "./support/mcp-lab.ts";
import { RawCaller } from "./support/raw-session.ts";
import { STORAGES } from "../../../testing/storages.ts";

const PROBE = serviceToken<Probe>("test-probe");

/** Calls that wait until they are told to go on, or nobody waits for the answer. */
class Probe {
  readonly running = new Set<CallContext>();
  begun = 0;
  #goOn: (() => void)[] = [];

  async wait(call: CallContext): Promise<void> {
    this.begun += 1;
    this.running.add(call);
    await new Promise<void>((resolve) => {
      this.#goOn.push(resolve);
      if (call.signal?.aborted === true) resolve();
      call.signal?.addEventListener("abort", () => resolve(), { once: true });
    });
    this.running.delete(call);
  }

  goOn(): void {
    for (const resolve of this.#goOn.splice(0)) resolve();
  }
}

const operations = defineOperations("probes", {
  wait: defineOperation({
    summary: "Wait",
    service: PROBE,
    access: "probe:read",
    http: { method: "GET", path: "/api/probes/wait", status: 204 },
    output: empty,
    run: async (probe, _, call) => await probe.wait(call),
  }),
});

const probePlugin = definePlugin({
  id: "test-probe",
  engine: "*",
  services: [provide(PROBE, [], () => new Probe())],
  permissions: definePermissions({ probe: { resource: "probes", actions: ["read"], viewer: ["read"] } }),
  operations: Object.values(operations) as unknown as readonly AnyOperation[],
});

const tool = (id: number, name = "probe_wait"): object => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: {} } });
const batchOf = (count: number, name?: string): object[] => Array.from({ length: count }, (_, id) => tool(id, name));

describe.each(STORAGES)("limits of MCP on %s", (storage) => {
  let lab: McpLab;
  let probe: Probe;
  const keys = new Keys();
  const start = async (http: object, options = {}): Promise<void> => {
    lab = await startMcp(storage, options, { http, plugins: [probePlugin, keys.plugin], clock: new FakeClock() });
    probe = lab.inventory.host.get(PROBE);
  };
  afterEach(async () => {
    probe.goOn();
    await lab.close();
  });
  const post = async (body: unknown, key = "ann.laptop", signal?: AbortSignal): Promise<Response> =>
    await fetch(lab.url, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
  const remaining = (response: Response): number => Number(response.headers.get("x-ratelimit-remaining"));

  test("a batch counts one request a message, and is refused whole when it is more than is left", async () => {
    await start({ rateLimit: { enabled: true, requests: 10, keyRequests: 10 } });
    const first = await post(batchOf(4, "device_list"));
    expect([first.status, remaining(first)]).toEqual([200, 6]);
    expect((await first.text()).match(/"id":\d/g)).toHaveLength(4);
    const refused = await post(batchOf(20));
    expect([
      refused.status,
      ((await refused.json()) as { code: string }).code,
      Number(refused.headers.get("retry-after")) > 0,
      probe.begun,
    ]).toEqual([429, "RATE_LIMIT_EXCEEDED", true, 0]);
    // The refused request counted as one.
    const next = await post(tool(1, "device_list"));
    expect([next.status, remaining(next)]).toEqual([200, 4]);
    expect([(await post(batchOf(5, "device_list"))).status, (await post(batchOf(4, "device_list"))).status]).toEqual([429, 429]);
    expect((await post(batchOf(3, "device_list"), "bob.laptop")).status).toBe(200);
    expect((await post(batchOf(21), "bob.laptop")).status).toBe(400);
  });

  test("a message with more members than any that means something is refused before the SDK checks it", async () => {
    await start({});
    const many = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, {}]));
    const reasonOf = async (body: unknown): Promise<unknown> => {
      const response = await post(body);
      return [response.status, ((await response.json()) as { error: { message: string } }).error.message];
    };
    const call = (args: object, meta: object = {}): object => ({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "device_list", arguments: args, _meta: meta },
    });
    const refused = [400, "a message must have at most 1000 members beside the values of its arguments"];
    expect(await reasonOf(call(many(1000)))).toEqual(refused);
    expect(await reasonOf(call({}, { deep: { deeper: many(1000) } }))).toEqual(refused);
    expect(await reasonOf([call({}), call(many(1000))])).toEqual(refused);
    expect(await reasonOf(call({ tags: Array.from({ length: 20_001 }, () => 1) }))).toEqual([
      400,
      "the body has a list or object of more than 20000 entries",
    ]);
    expect((await post(call({ tags: Array.from({ length: 5000 }, () => "t") }))).status).toBe(200);
  });

  test("messages of a batch are computed like requests: so many at once, in turn with other callers", async () => {
    await start({ work: { concurrency: 2 } });
    const batch = post(batchOf(6)).then(async (response) => await response.text());
    await vi.waitFor(() => expect(probe.running.size).toBe(2));
    expect((await post(tool(1, "device_list"), "bob.laptop")).status).toBe(200);
    expect(probe.begun).toBe(2);
    for (const begun of [4, 6]) {
      probe.goOn();
      await vi.waitFor(() => expect(probe.begun).toBe(begun));
    }
    probe.goOn();
    expect((await batch).match(/"done":true/g)?.length).toBeGreaterThanOrEqual(6);
  });

  test("what a client left is stopped, one message or a batch", async () => {
    await start({ work: { concurrency: 2 } });
    for (const body of [tool(1), batchOf(6)]) {
      const begun = probe.begun;
      const client = new AbortController();
      const left = post(body, "ann.laptop", client.signal).then(async (response) => await response.text());
      left.catch(() => {});
      await vi.waitFor(() => expect(probe.running.size).toBe(Array.isArray(body) ? 2 : 1));
      const calls = [...probe.running];
      client.abort();
      await expect(left).rejects.toThrow("aborted");
      await vi.waitFor(() => expect(probe.running.size).toBe(0));
      expect(calls.every(({ signal }) => signal?.aborted === true)).toBe(true);
      // Those that waited never began.
      expect(probe.begun - begun).toBe(calls.length);
    }
  });

  test("streams of notifications are event streams of the caller: so many, over all sessions", async () => {
    await start({ work: { streams: 2 } }, { sessions: {} });
    const caller = new RawCaller(lab.url, "ann.laptop");
    const sessions = [await caller.begin(), await caller.begin(), await caller.begin()] as const;
    const streams = [await caller.listen(sessions[0]), await caller.listen(sessions[1])];
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    const refused = await caller.listen(sessions[2]);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, "TOO_MANY_STREAMS"]);
    const bob = new RawCaller(lab.url, "bob.laptop");
    expect((await bob.listen(await bob.begin())).status).toBe(200);
    // A session that ends closes its stream.
    await caller.end(sessions[0]);
    await vi.waitFor(async () => expect((await caller.listen(sessions[2])).status).toBe(200));
  });
});
