import { STORAGE } from "@cadastre/inventory-core";
import { expect, test } from "vitest";
import { createHandler } from "../../src/index.ts";
import { health } from "../support/probe-plugin.ts";
import { startServer } from "../support/start.ts";

test("/healthz and /readyz answer without credentials", async () => {
  await using server = await startServer();
  expect(await (await server.call("/healthz", { as: null })).json()).toEqual({ status: "ok" });
  expect(await (await server.call("/readyz", { as: null })).json()).toEqual({
    status: "ready",
    checks: { database: { ok: true }, migrations: { ok: true }, scheduler: { ok: true }, "probe-check": { ok: true } },
  });
});

test("a failing check makes the service unready, by name and without its reason", async () => {
  await using server = await startServer();
  health.fails = true;
  try {
    const response = await server.call("/readyz", { as: null });
    expect(response.status).toBe(503);
    expect(response.headers.has("retry-after")).toBe(true);
    expect(await response.json()).toEqual({
      status: "not ready",
      checks: { database: { ok: true }, migrations: { ok: true }, scheduler: { ok: true }, "probe-check": { ok: false, code: "FAILED" } },
      code: "UNAVAILABLE",
      error: "not ready: probe-check; try again shortly",
    });
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
  const unready = await get("/readyz");
  expect([unready.status, await unready.json()]).toEqual([503, expect.objectContaining({ status: "stopping", code: "UNAVAILABLE" })]);
  for (const path of ["/api/probes/p1", "/api/openapi.json", "/raw/x"]) {
    const refused = await get(path);
    expect([path, refused.status, refused.headers.get("retry-after")]).toEqual([path, 503, "2"]);
  }
});

test("a database that a newer program migrated makes the service unready", async () => {
  await using server = await startServer();
  await server.inventory.host
    .get(STORAGE)
    .write(async (transaction) => await transaction.exec("insert into cadastre_migration (name) values (?)", ["core/9999-future"]));
  const response = await server.call("/readyz", { as: null });
  expect([response.status, await response.json()]).toEqual([
    503,
    expect.objectContaining({ checks: expect.objectContaining({ migrations: { ok: false, code: "DATABASE_TOO_NEW" } }) }),
  ]);
});
