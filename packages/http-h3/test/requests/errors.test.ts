import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOf, startServer, type TestServer } from "../support/start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => await server.close());

test.each([
  ["conflict", 409, "CONFLICT"],
  ["exhausted", 409, "PROBE_EXHAUSTED"],
  ["gone", 410, "PROBE_GONE"],
])("an error of the kind %s is %i, without details", async (how, status, code) => {
  const response = await server.call(`/api/probes/fail?how=${how}`);
  expect(response.status).toBe(status);
  expect(Object.keys((await response.json()) as object)).toEqual(["code", "error"]);
  expect(response.headers.has("retry-after")).toBe(false);
  expect(await codeOf(await server.call(`/api/probes/fail?how=${how}`))).toBe(code);
});

test("unavailable is 503 with Retry-After", async () => {
  const response = await server.call("/api/probes/fail?how=unavailable");
  expect([response.status, response.headers.get("retry-after"), await codeOf(response)]).toEqual([503, "7", "UNAVAILABLE"]);
});

test.each(["unknown", "text"])(
  "an error that nobody declared (%s) is 500 with the request id and nothing else; the log has the rest",
  async (how) => {
    const response = await server.call(`/api/probes/fail?how=${how}`, { headers: { "x-request-id": "the-id" } });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ code: "INTERNAL_ERROR", error: "internal error; report it with the request id the-id" });
    const entry = server.log.splice(0).find(({ message }) => message === "a request failed");
    expect(entry?.fields).toMatchObject({ requestId: "the-id", method: "GET", path: "/api/probes/fail" });
    expect(String(entry?.fields?.["error"])).toContain(how === "unknown" ? "secret" : "just a text");
  },
);

test("a header that cannot be sent is 500, and nothing of it is sent", async () => {
  const response = await server.call("/api/probes/login", { method: "POST", as: null, body: JSON.stringify({ password: "header" }) });
  expect([response.status, response.headers.getSetCookie(), response.headers.has("x-bad")]).toEqual([500, [], false]);
  server.log.splice(0);
});

test("the order of the checks: credentials, permission, existence, body", async () => {
  const put = async (as: string | null, path: string, body: string) => {
    const response = await server.call(path, { method: "PUT", as, body });
    return [response.status, await codeOf(response)];
  };
  expect(await put(null, "/api/probes/none", "{bad")).toEqual([401, "UNAUTHORIZED"]);
  expect(await put("nobody", "/api/probes/none", "{bad")).toEqual([403, "FORBIDDEN"]);
  expect(await put("nobody", "/api/probes/p1", "{bad")).toEqual([403, "FORBIDDEN"]);
  expect(await put("admin", "/api/probes/none", "{bad")).toEqual([404, "PROBE_NOT_FOUND"]);
  expect(await put("admin", "/api/probes/p1", "{bad")).toEqual([400, "INVALID_INPUT"]);
  expect(await put("admin", "/api/probes/p1", '{"name":""}')).toEqual([400, "VALIDATION_ERROR"]);
});

test("all problems of a body are told at once, and only they have details", async () => {
  const response = await server.call("/api/probes", { method: "POST", body: JSON.stringify({ note: 1, labels: { a: 1 } }) });
  expect(response.status).toBe(400);
  const body = (await response.json()) as { code: string; error: string; details: Record<string, { field: string; message: string }> };
  expect(body.code).toBe("VALIDATION_ERROR");
  expect(Object.keys(body.details)).toEqual(["name", "note", "labels.a"]);
  expect(body.details["name"]).toEqual({ field: "name", message: "is required" });
  expect(body.error).toContain("name: is required; note: ");
});
