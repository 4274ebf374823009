import { expect, test, vi } from "vitest";
import { NameLookups } from "../../src/outbound/name-lookups.ts";
import { systemNetwork } from "../../src/outbound/network.ts";

const NEVER = new AbortController().signal;

/** A resolver whose answers come when the test says, and a time that the test moves. */
function lab() {
  const asked: string[] = [];
  const waiting = new Map<string, PromiseWithResolvers<readonly string[]>>();
  let now = 0;
  const lookups = new NameLookups(
    (hostname) => {
      asked.push(hostname);
      const answer = Promise.withResolvers<readonly string[]>();
      waiting.set(hostname, answer);
      return answer.promise;
    },
    () => now,
  );
  /** Answers a name after so many milliseconds, and lets all that depends on it happen. */
  const answer = async (hostname: string, afterMs = 1): Promise<void> => {
    now += afterMs;
    waiting.get(hostname)?.resolve([`of ${hostname}`]);
    await turn();
  };
  /** Makes a name one whose last look-up was quick. */
  const prove = async (hostname: string): Promise<void> => {
    const resolved = lookups.resolve(hostname, NEVER);
    await answer(hostname);
    await resolved;
  };
  return { lookups, asked, waiting, answer, prove, pass: (ms: number) => (now += ms) };
}

const turn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

test("names that work do not wait for names that hang", async () => {
  const { lookups, asked, answer, prove } = lab();
  await prove("works.test");
  const hanging = ["hangs-1.test", "hangs-2.test", "hangs-3.test"].map((name) => lookups.resolve(name, NEVER));
  const works = lookups.resolve("works.test", NEVER);
  expect(asked).toEqual(["works.test", "hangs-1.test", "works.test"]);
  await answer("works.test");
  expect(await works).toEqual(["of works.test"]);
  // One at a time, in order.
  for (const [index, name] of ["hangs-1.test", "hangs-2.test", "hangs-3.test"].entries()) {
    expect(asked.slice(3)).toEqual(["hangs-2.test", "hangs-3.test"].slice(0, index));
    await answer(name, 30_000);
    expect(await hanging[index]).toEqual([`of ${name}`]);
  }
});

test("a name that was slow, or failed, has to prove itself again", async () => {
  const { lookups, asked, answer, waiting, prove } = lab();
  await prove("a.test");
  const slow = lookups.resolve("a.test", NEVER);
  await answer("a.test", 1001);
  await slow;
  void lookups.resolve("hangs.test", NEVER);
  const failing = lookups.resolve("a.test", NEVER);
  expect(asked).toEqual(["a.test", "a.test", "hangs.test"]);
  await answer("hangs.test");
  expect(asked).toHaveLength(4);
  waiting.get("a.test")?.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" }));
  await expect(failing).rejects.toMatchObject({ code: "ENOTFOUND" });
});

test("while a proven name hangs, no unproven one takes the last thread", async () => {
  const { lookups, asked, prove, pass } = lab();
  await prove("a.test");
  await prove("b.test");
  void lookups.resolve("a.test", NEVER);
  pass(2000);
  void lookups.resolve("new.test", NEVER);
  void lookups.resolve("b.test", NEVER);
  expect(asked).toEqual(["a.test", "b.test", "a.test", "b.test"]);
});

test("a name that is asked for twice at once is looked up once", async () => {
  const { lookups, asked, answer } = lab();
  const both = [lookups.resolve("a.test", NEVER), lookups.resolve("a.test", NEVER)];
  await answer("a.test");
  expect(await Promise.all(both)).toEqual([["of a.test"], ["of a.test"]]);
  void lookups.resolve("a.test", NEVER);
  expect(asked).toEqual(["a.test", "a.test"]);
});

test("who aborts is let go, and a look-up that nobody waits for is never begun", async () => {
  const { lookups, asked, answer } = lab();
  const stop = new AbortController();
  const first = lookups.resolve("hangs.test", stop.signal);
  const second = lookups.resolve("queued.test", stop.signal);
  const third = lookups.resolve("wanted.test", NEVER);
  stop.abort(new Error("enough"));
  await expect(first).rejects.toThrow("enough");
  await expect(second).rejects.toThrow("enough");
  await answer("hangs.test", 30_000);
  await answer("wanted.test");
  expect(await third).toEqual(["of wanted.test"]);
  expect(asked).toEqual(["hangs.test", "wanted.test"]);
  await expect(lookups.resolve("late.test", stop.signal)).rejects.toThrow("enough");
});

test("no more than a thousand names are remembered", async () => {
  const { lookups, asked, prove } = lab();
  for (let index = 0; index <= 1000; index += 1) await prove(`n${index}.test`);
  void lookups.resolve("hangs.test", NEVER);
  void lookups.resolve("n0.test", NEVER);
  void lookups.resolve("n1.test", NEVER);
  expect(asked.slice(1001)).toEqual(["hangs.test", "n1.test"]);
});

test("the machine's own network asks the system, and says where a connection arrived", async () => {
  expect(await systemNetwork.resolve("localhost", NEVER)).toEqual(expect.arrayContaining([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]));
  const server = (await import("node:net")).createServer((socket) => void socket.on("error", () => undefined));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  for (const address of ["127.0.0.1", "::ffff:127.0.0.1"]) (await systemNetwork.dial({ address, port })).destroy();
  const stop = new AbortController();
  stop.abort(new Error("enough"));
  await expect(systemNetwork.dial({ address: "127.0.0.1", port, signal: stop.signal })).rejects.toThrow("enough");
  await vi.waitFor(async () => expect(await new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(0));
  server.close();
  await expect(systemNetwork.dial({ address: "127.0.0.1", port })).rejects.toMatchObject({ code: "ECONNREFUSED" });
});
