import { expect, test } from "vitest";
import { createHandler } from "../src/index.ts";
import { health } from "./support/probe-plugin.ts";
import { startServer } from "./support/start.ts";

test("/healthz and /readyz answer without credentials", async () => {
  await using server = await startServer();
  expect(await (await server.call("/healthz", { as: null })).json()).toEqual({ status: "ok" });
  expect(await (await server.call("/readyz", { as: null })).json()).toEqual({ status: "ready" });
});

test("a failing check makes the service unready, by name and without its reason", async () => {
  await using server = await startServer();
  health.fails = true;
  try {
    const response = await server.call("/readyz", { as: null });
    expect(response.status).toBe(503);
    expect(response.headers.has("retry-after")).toBe(true);
    expect(await response.json()).toEqual({ code: "UNAVAILABLE", error: "not ready: probe-check; try again shortly" });
    expect((await server.call("/healthz", { as: null })).status).toBe(200);
  } finally {
    health.fails = false;
  }
  expect((await server.call("/readyz", { as: null })).status).toBe(200);
});

test("a stopping service is alive and unready, and refuses all else with Retry-After", async () => {
  await using server = await startServer();
  const handler = createHandler(server.inventory.host);
  const get = async (path: string) => await handler.fetch(new Request(`http://x${path}`, { headers: { authorization: "Bearer admin" } }));
  expect((await get("/readyz")).status).toBe(200);
  handler.stop();
  expect((await get("/healthz")).status).toBe(200);
  expect((await get("/readyz")).status).toBe(503);
  for (const path of ["/api/probes/p1", "/api/openapi.json", "/raw/x"]) {
    const refused = await get(path);
    expect([path, refused.status, refused.headers.get("retry-after")]).toEqual([path, 503, "2"]);
  }
});
