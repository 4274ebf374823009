import { expect, test } from "vitest";
import { openApiDocument } from "../../src/index.ts";
import { checkedFetch, SchemaMismatch } from "../support/schema-check.ts";
import { startServer } from "../support/start.ts";

const HEADERS = {
  "content-type": "application/json",
  "x-request-id": "r",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
};

test("the checker refuses answers that the document does not allow", async () => {
  await using server = await startServer();
  const document = openApiDocument(server.inventory.host);
  const check = async (path: string, status: number, body: unknown, headers: Record<string, string> = HEADERS, method = "GET") => {
    const fake = async () => new Response(status === 204 ? null : JSON.stringify(body), { status, headers });
    return (await checkedFetch(document, { fetch: fake as typeof fetch })(`http://x${path}`, { method })).status;
  };
  const good = { id: "1", name: "a", note: null };
  expect(await check("/api/probes/1", 200, good)).toBe(200);
  const bad: [string, number, unknown, Record<string, string>?, string?][] = [
    ["/api/probes/1", 200, { id: "1", name: "a" }],
    ["/api/probes/1", 200, { ...good, secret: 1 }],
    ["/api/probes/1", 200, { ...good, name: 1 }],
    ["/api/probes/1", 201, good],
    ["/api/probes/1", 418, { code: "TEAPOT", error: "x" }],
    ["/api/probes/1", 404, { code: "DEVICE_NOT_FOUND", error: "x" }],
    ["/api/probes/1", 404, { code: "PROBE_NOT_FOUND", error: "x", details: {} }],
    ["/api/probes/1", 404, { error: "x" }],
    ["/api/probes?count=a", 400, { code: "VALIDATION_ERROR", error: "x" }],
    ["/api/probes/1", 200, good, { ...HEADERS, "content-type": "text/html" }],
    ["/api/probes/1", 200, good, { "content-type": "application/json" }],
    ["/api/probes/1", 200, good, { ...HEADERS, "x-powered-by": "h3" }],
    ["/api/unknown", 200, {}],
    ["/api/probes", 404, { code: "NOT_FOUND", error: "x" }, HEADERS, "PATCH"],
    ["/api/probes", 405, { code: "METHOD_NOT_ALLOWED", error: "x" }, HEADERS, "PATCH"],
    ["/api/probes", 200, [{ n: 1 }]],
  ];
  for (const [path, status, body, headers, method] of bad) {
    await expect(
      check(path, status, body, headers, method),
      `${method ?? "GET"} ${path} ${status} ${JSON.stringify(body)}`,
    ).rejects.toThrow(SchemaMismatch);
  }
});
