import { describe, expect, it, vi } from "vitest";
import { CadastreError, type Client, createClient, type RetryOptions } from "../src/index.ts";
import { RetryPolicy } from "../src/retry-policy.ts";
import { type Act, failing, type FlakyServer, flakyServer, json, reset } from "./support/flaky-server.ts";

const ID = "01900000-0000-7000-8000-000000000000";
const DEVICE = { id: ID, name: "web-01" };

const impatient = ({ url }: FlakyServer, retry: RetryOptions = {}): Client =>
  createClient({ baseUrl: url, token: "t", retry: { baseDelayMs: 1, ...retry } });

const codeOf = async (call: PromiseLike<unknown>): Promise<string> =>
  await call.then(
    () => "",
    (error: unknown) => `${(error as CadastreError).code} ${(error as CadastreError).attempts}`,
  );

/** A list that breaks off in its middle. */
const torn: Act = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write(`[${JSON.stringify(DEVICE)},`, () => void response.socket?.resetAndDestroy());
};

describe("what is sent again", () => {
  it.each([
    ["a reset", reset],
    ["an answer that breaks off", torn],
    ["502", failing(502, "UNAVAILABLE")],
    ["503", failing(503, "UNAVAILABLE", { "retry-after": "0" })],
    ["504", failing(504, "UNAVAILABLE")],
    ["429", failing(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "0" })],
  ])("is a look, after %s", async (_, trouble) => {
    await using server = await flakyServer(trouble, trouble, json(200, [DEVICE]));
    expect(await impatient(server).devices.list()).toEqual([DEVICE]);
    expect(server.seen).toHaveLength(3);
  });

  it("is a change that does no more when it is made twice", async () => {
    await using server = await flakyServer(
      reset,
      json(200, DEVICE),
      reset,
      json(204, undefined),
      reset,
      json(201, { allocations: [] }),
      reset,
      json(201, { allocations: [] }),
    );
    const client = impatient(server);
    await client.devices.update(ID, { os: "debian" });
    await client.devices.delete(ID);
    await client.pools.allocate(ID, {}, { idempotencyKey: "job-7" });
    await client.pools.allocate(ID, { key: "job-8" });
    expect(server.seen.map(({ route }) => route.split(" ")[0])).toEqual(["PUT", "PUT", "DELETE", "DELETE", "POST", "POST", "POST", "POST"]);
    expect(server.seen.map(({ headers }) => headers["idempotency-key"])).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      "job-7",
      "job-7",
      undefined,
      undefined,
    ]);
    expect(server.seen[1]?.body).toBe(server.seen[0]?.body);
  });

  it("is a creation, under a key of its own, where that is asked for", async () => {
    const atWork = failing(409, "CONFLICT", { "retry-after": "0" });
    await using server = await flakyServer(reset, atWork, json(201, DEVICE), reset, json(201, DEVICE), json(201, DEVICE));
    const client = impatient(server, { creations: true });
    expect(await client.devices.create({ name: "web-01" })).toEqual(DEVICE);
    await client.devices.create({ name: "web-01" }, { idempotencyKey: "mine" });
    await client.devices.create({ name: "web-01" });
    const keys = server.seen.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual([keys[0], keys[0], keys[0], "mine", "mine", keys[5]]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[5]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[5]).not.toBe(keys[0]);
  });

  it("is not a request for addresses, whose key would be a part of the record", async () => {
    await using server = await flakyServer(reset);
    expect(await codeOf(impatient(server, { creations: true }).pools.allocate(ID))).toBe("NETWORK_FAILED 1");
    expect(server.seen.map(({ headers }) => headers["idempotency-key"])).toEqual([undefined]);
  });

  it("is any call that was turned away before it was looked at", async () => {
    await using server = await flakyServer(failing(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "0" }), json(201, DEVICE));
    expect(await impatient(server).devices.create({ name: "web-01" })).toEqual(DEVICE);
    expect(server.seen).toHaveLength(2);
  });
});

describe("what is sent once", () => {
  it.each([
    ["a reset", reset, "NETWORK_FAILED 1"],
    ["503", failing(503, "UNAVAILABLE", { "retry-after": "0" }), "UNAVAILABLE 1"],
    ["502", failing(502, "UNAVAILABLE"), "UNAVAILABLE 1"],
    ["an answer that breaks off", torn, "CUT_OFF 1"],
  ])("is a POST that may have happened, after %s", async (_, trouble, code) => {
    await using server = await flakyServer(trouble);
    expect(await codeOf(impatient(server).devices.create({ name: "x" }))).toBe(code);
    expect(await codeOf(impatient(server).pools.allocate(ID))).toBe(code);
    expect(server.seen).toHaveLength(2);
  });

  it("is a change under a condition, which it would not meet again", async () => {
    await using server = await flakyServer(reset);
    expect(await codeOf(impatient(server).devices.update(ID, { os: "x" }, { ifMatch: '"a"' }))).toBe("NETWORK_FAILED 1");
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    [400, "VALIDATION_ERROR"],
    [404, "DEVICE_NOT_FOUND"],
    [409, "CONFLICT"],
    [500, "INTERNAL_ERROR"],
  ])("is what fails with %i", async (status, code) => {
    await using server = await flakyServer(failing(status, code));
    expect(await codeOf(impatient(server).devices.list())).toBe(`${code} 1`);
    expect(server.seen).toHaveLength(1);
  });

  it("is what should wait for longer than we would", async () => {
    await using server = await flakyServer(failing(503, "UNAVAILABLE", { "retry-after": "11" }));
    const error = await impatient(server)
      .devices.list()
      .then(
        () => undefined,
        (failure: unknown) => failure,
      );
    expect(error).toMatchObject({ attempts: 1, retryAfterSeconds: 11 });
  });

  it("is everything, when told so", async () => {
    await using server = await flakyServer(reset);
    expect(await codeOf(createClient({ baseUrl: server.url, retry: false }).devices.list())).toBe("NETWORK_FAILED 1");
  });
});

describe("a rate limit", () => {
  const limited = failing(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "0" });

  it("is waited out as often as it takes, which uses up no retries, and is told", async () => {
    await using server = await flakyServer(limited, limited, limited, limited, reset, reset, json(200, [DEVICE]));
    const told: string[] = [];
    const client = createClient({
      baseUrl: server.url,
      retry: { baseDelayMs: 1 },
      onWait: ({ operation, attempt, error }) => void told.push(`${operation} ${attempt} ${error.code}`),
    });
    expect(await client.devices.list()).toEqual([DEVICE]);
    expect(told).toEqual(
      [1, 2, 3, 4]
        .map((attempt) => `devices.list ${attempt} RATE_LIMIT_EXCEEDED`)
        .concat(["devices.list 5 NETWORK_FAILED", "devices.list 6 NETWORK_FAILED"]),
    );
  });

  it("is waited for longer than a server that is away, up to a bound in all", () => {
    const asked = (retryAfterSeconds: number): CadastreError =>
      new CadastreError({ code: "RATE_LIMIT_EXCEEDED", kind: "rate-limited", message: "", status: 429, retryAfterSeconds });
    const policy = new RetryPolicy({ maxRateLimitWaitMs: 100_000 }, () => 0);
    expect(policy.delayAfter(asked(60), false)).toBe(60_000);
    expect(policy.delayAfter(asked(60), false, { times: 1, waitedMs: 60_000 })).toBeUndefined();
    expect(policy.delayAfter(asked(40), false, { times: 1, waitedMs: 60_000 })).toBe(40_000);
    expect(new RetryPolicy(false).delayAfter(asked(1), true)).toBeUndefined();
  });

  it("on sign-ins is not waited for: somebody sits before it", async () => {
    await using server = await flakyServer(failing(429, "LOGIN_RATE_LIMIT_EXCEEDED", { "retry-after": "60" }));
    expect(await codeOf(impatient(server).auth.login({ username: "a", password: "b" }))).toBe("LOGIN_RATE_LIMIT_EXCEEDED 1");
  });
});

it("gives up after so many times", async () => {
  await using broken = await flakyServer(reset);
  expect(await codeOf(impatient(broken, { retries: 4 }).devices.list())).toBe("NETWORK_FAILED 5");
  expect(broken.seen).toHaveLength(5);
});

it("stops waiting when its caller leaves", async () => {
  await using server = await flakyServer(failing(503, "UNAVAILABLE", { "retry-after": "9" }));
  const abort = new AbortController();
  const call = impatient(server).devices.statusCounts({ signal: abort.signal });
  call.catch(() => {});
  await vi.waitFor(() => expect(server.seen).toHaveLength(1));
  abort.abort(new Error("enough"));
  await expect(call).rejects.toThrow("enough");
});

describe("the wait", () => {
  const failed = (attempts: number, more: object = {}): CadastreError =>
    new CadastreError({ code: "NETWORK_FAILED", kind: "network", message: "", attempts, ...more });

  it("doubles, up to a bound, and differs from client to client", () => {
    const least = new RetryPolicy({ retries: 9, maxDelayMs: 1500 }, () => 0);
    const most = new RetryPolicy({ retries: 9, maxDelayMs: 1500 }, () => 1);
    expect([1, 2, 3, 4, 5].map((attempts) => [least.delayAfter(failed(attempts), true), most.delayAfter(failed(attempts), true)])).toEqual([
      [125, 250],
      [250, 500],
      [500, 1000],
      [750, 1500],
      [750, 1500],
    ]);
  });

  it("is what the server asks for, and a little more", () => {
    const asked = failed(1, { code: "UNAVAILABLE", kind: "unavailable", status: 503, retryAfterSeconds: 4 });
    expect(new RetryPolicy({}, () => 0).delayAfter(asked, true)).toBe(4000);
    expect(new RetryPolicy({}, () => 1).delayAfter(asked, true)).toBe(4800);
  });
});
