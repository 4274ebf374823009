import { afterEach, describe, expect, it, vi } from "vitest";
import { createHandler } from "../../src/index.ts";
import { type LimitsServer, startLimits } from "./limits-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

describe.each(STORAGES)("the work of a caller on %s", (storage) => {
  let server: LimitsServer;
  afterEach(async () => {
    vi.restoreAllMocks();
    await server.stop();
  });
  /** Time as the service measures it: a little with each look, and not what the machine takes for something else. */
  const measureLooks = (): void => {
    let now = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => (now += 0.01));
    // Looks of others are work and no idleness, however long the database takes.
    let idle = 0;
    vi.spyOn(performance, "eventLoopUtilization").mockImplementation(() => ({ idle: (idle += 0.01), active: 0, utilization: 0 }));
  };
  const start = async (work: Record<string, number>): Promise<readonly [string, string]> => {
    server = await startLimits(storage, { work });
    return [(await server.user("ann"))[0] as string, (await server.user("bob"))[0] as string];
  };
  const isRunning = async (count: number): Promise<void> => await vi.waitFor(() => expect(server.work.running.size).toBe(count));
  const retryOf = ({ status, headers }: Response): unknown[] => [status, headers.get("retry-after")];

  it("is computed for so many requests at once; further ones wait, and others go past them", async () => {
    const [ann, bob] = await start({ concurrency: 2, totalConcurrency: 3 });
    const waiting = server.burst(5, async () => await server.get("/api/work/wait", ann));
    await isRunning(2);
    expect((await server.get("/api/work/quick", bob)).status).toBe(204);
    expect(server.work.begun).toBe(2);
    // Health is asked past all of it.
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    for (const begun of [4, 5]) {
      server.work.goOn();
      await vi.waitFor(() => expect(server.work.begun).toBe(begun));
    }
    server.work.goOn();
    expect(await waiting).toEqual({ 204: 5 });
  });

  it("may wait in a bounded number: more are refused with Retry-After, of that caller alone", async () => {
    const [ann, bob] = await start({ concurrency: 1, queue: 2 });
    const answers = Array.from({ length: 4 }, async () => await server.get("/api/work/wait", ann));
    // The others wait for their turn.
    const refused = await Promise.race(answers);
    expect([retryOf(refused), await refused.json()]).toEqual([
      [429, "1"],
      { code: "RATE_LIMIT_EXCEEDED", error: "too many queued requests; retry in 1 s" },
    ]);
    expect((await server.get("/api/work/quick", bob)).status).toBe(204);
    for (const begun of [1, 2, 3]) {
      await vi.waitFor(() => expect(server.work.begun).toBe(begun));
      server.work.goOn();
    }
    expect((await Promise.all(answers)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 204, 204, 429]);
  });

  it("ends when the client leaves, while it waits and while it runs", async () => {
    const [ann, bob] = await start({ concurrency: 1 });
    const clients = [new AbortController(), new AbortController()];
    const answers = clients.map(async ({ signal }) => await server.get("/api/work/wait", ann, undefined, signal).catch(() => "left"));
    await isRunning(1);
    const [call] = server.work.running;
    clients[1]?.abort();
    clients[0]?.abort();
    expect(await Promise.all(answers)).toEqual(["left", "left"]);
    await isRunning(0);
    expect([call?.signal?.aborted, server.work.begun <= 2]).toEqual([true, true]);
    expect((await server.get("/api/work/quick", ann)).status).toBe(204);
    expect((await server.get("/api/work/quick", bob)).status).toBe(204);
  });

  it("has a budget of time: what used it up is refused until the window ends, all else goes on, and so do others", async () => {
    const [ann, bob] = await start({ budgetMs: 100, windowMs: 60_000 });
    measureLooks();
    const burn = async (key: string): Promise<Response> => await server.get("/api/work/burn?ms=90", key);
    expect([(await burn(ann)).status, (await burn(ann)).status]).toEqual([204, 204]);
    await server.clock.advance(10_000);
    const refused = await burn(ann);
    expect([retryOf(refused), await refused.json()]).toEqual([
      [429, "50"],
      {
        code: "RATE_LIMIT_EXCEEDED",
        error: "work budget of the caller exceeded; retry in 50 s",
      },
    ]);
    expect([
      (await server.get("/api/work/quick", ann)).status,
      (await burn(bob)).status,
      (await fetch(`${server.url}/readyz`)).status,
    ]).toEqual([204, 204, 200]);
    await server.clock.advance(50_000);
    expect((await burn(ann)).status).toBe(204);
  });

  it("is measured at the database, in the pages of a list and in the states of a stream, too", async () => {
    const [ann, bob] = await start({ budgetMs: 1 });
    const query = async (): Promise<number> => (await server.get(`/api/work/query?dialect=${storage}`, ann)).status;
    expect([await query(), await query()]).toEqual([204, 429]);
    const whole = async (path: string, key: string): Promise<number> => {
      const answer = await server.get(path, key);
      await answer.text();
      return answer.status;
    };
    const list = async (): Promise<number> => await whole("/api/work/pages?ms=20", bob);
    expect([await list(), await list()]).toEqual([200, 429]);
    const [eve = ""] = await server.user("eve");
    const stream = async (): Promise<number> => await whole("/api/work/states?ms=20", eve);
    expect([await stream(), await stream()]).toEqual([200, 429]);
  });

  it("is not counted for what takes little, however often", async () => {
    const [ann] = await start({ budgetMs: 1 });
    measureLooks();
    const statuses = await server.burst(300, async () => await server.get("/api/auth/me", ann));
    expect(statuses).toEqual({ 200: 300 });
  });

  it("does not count the wait for others: whose requests stand beside long ones is charged for theirs alone", async () => {
    const [ann, bob] = await start({ budgetMs: 1, concurrency: 64 });
    measureLooks();
    const burning = server.burst(4, async () => await server.get("/api/work/burn?ms=80", ann));
    expect(await server.burst(40, async () => await server.get("/api/auth/me", bob))).toEqual({ 200: 40 });
    expect(await server.burst(40, async () => await server.get("/api/auth/me", bob))).toEqual({ 200: 40 });
    await burning;
  });

  it("is begun in turns: a request does not wait for all that another caller sent before it", async () => {
    const [ann, bob] = await start({});
    const handler = createHandler(server.inventory.host, { rateLimit: { requests: 1000 } });
    const ask = async (path: string, key: string): Promise<void> => {
      const answer = await handler.fetch(new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${key}` } }));
      expect(answer.status).toBe(200);
    };
    // Both are known, and ann has asked for more.
    await Promise.all(Array.from({ length: 40 }, async () => await ask("/api/auth/me", ann)));
    await ask("/api/auth/me", bob);
    let answered = 0;
    const burst = Array.from({ length: 200 }, async () => await ask("/api/auth/me", ann).then(() => (answered += 1)));
    await ask("/api/auth/me", bob);
    expect(answered).toBeLessThan(100);
    await Promise.all(burst);
  });
});
