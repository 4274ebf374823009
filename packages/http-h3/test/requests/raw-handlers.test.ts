import { definePlugin, provide, type RawHandler, serviceToken } from "@cadastre/inventory-core";
import { expect, test } from "vitest";
import { startServer } from "../support/start.ts";

test("raw handlers answer below their path, with the same credentials and permissions as operations", async () => {
  await using server = await startServer({ http: { rateLimit: { requests: 100 } } });
  // Not part of the document, so not through checkedFetch.
  const status = async (path: string, as?: string) => {
    const response = await fetch(server.url + path, { headers: as === undefined ? {} : { authorization: `Bearer ${as}` } });
    for (const header of ["x-request-id", "x-ratelimit-remaining", "x-content-type-options"])
      expect(response.headers.has(header)).toBe(true);
    return [response.status, await response.text()];
  };
  expect(await status("/raw", "nobody")).toEqual([200, "GET /raw 0"]);
  expect(await status("/raw/a/b", "nobody")).toEqual([200, "GET /raw/a/b 0"]);
  expect((await status("/raw/a"))[0]).toBe(401);
  expect(await status("/open/x")).toEqual([200, "GET /open/x 0"]);
  expect((await status("/raw-admin/x", "viewer"))[0]).toBe(403);
  expect((await status("/raw-admin/x", "admin"))[0]).toBe(200);
  expect((await status("/rawness", "admin"))[0]).toBe(404);
});

test("their own headers stand, the rest is added; CSRF holds for them; a body over the limit is 413", async () => {
  await using server = await startServer();
  const send = async (headers: Record<string, string>, body = "x") => await fetch(`${server.url}/raw/x`, { method: "POST", headers, body });
  const fine = await send({ authorization: "Bearer admin" }, "x".repeat(1000));
  expect(await fine.text()).toBe("POST /raw/x 1000");
  expect(fine.headers.get("cache-control")).toBe("max-age=60");
  expect(fine.headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  expect((await send({ cookie: "service_session=s%201" })).status).toBe(403);
  expect((await send({ cookie: "service_session=s%201", "x-requested-with": "XMLHttpRequest" })).status).toBe(200);
  const large = await send({ authorization: "Bearer admin" }, "x".repeat(1_100_000));
  expect([large.status, await large.json()]).toEqual([413, { code: "INVALID_INPUT", error: "the body is too large" }]);
});

test("an event stream of a raw handler is neither compressed nor buffered", async () => {
  await using server = await startServer();
  const { headers, body } = await fetch(`${server.url}/raw/stream`, { headers: { authorization: "Bearer admin" } });
  await body?.cancel();
  expect([headers.get("cache-control"), headers.get("x-accel-buffering")]).toEqual(["no-store, no-transform", "no"]);
});

test("one that is uncounted answers whatever the limit, and tells where its caller stands", async () => {
  const FREE = serviceToken<RawHandler>("test-free");
  const handler: RawHandler = { path: "/free", access: "public", uncounted: true, handle: async () => new Response("free") };
  const plugin = definePlugin({ id: "test-free", engine: "*", services: [provide(FREE, [], () => handler)], rawHandlers: [FREE] });
  await using server = await startServer({ plugins: [plugin], http: { rateLimit: { requests: 2 } } });
  const answer = async (path: string): Promise<readonly [number, string | null]> => {
    const response = await fetch(server.url + path);
    await response.text();
    return [response.status, response.headers.get("x-ratelimit-remaining")];
  };
  for (let time = 0; time < 5; time += 1) expect(await answer("/free")).toEqual([200, "2"]);
  expect([await answer("/open/x"), await answer("/open/x"), (await answer("/open/x"))[0]]).toEqual([[200, "1"], [200, "0"], 429]);
  expect(await answer("/free")).toEqual([200, "0"]);
});
