import { definePlugin, provide, type RawHandler, serviceToken } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { createHandler } from "../../src/index.ts";
import { BasePath } from "../../src/server/base-path.ts";
import { ClientAddresses } from "../../src/request/client-address.ts";
import { startServer } from "../support/start.ts";

const json = async (response: Response): Promise<Record<string, unknown>> => (await response.json()) as Record<string, unknown>;

const ECHO = serviceToken<RawHandler>("echo");

/** Says which path it is asked for, and under which path the world has the server. */
const echo = (path: string) =>
  definePlugin({
    id: "echo",
    engine: "*",
    services: [
      provide(ECHO, [], (): RawHandler => ({
        path,
        access: "public",
        handle: async (request, call) => Response.json([new URL(request.url).pathname + new URL(request.url).search, call.basePath]),
      })),
    ],
    rawHandlers: [ECHO],
  });

describe("a server under a base path", () => {
  it("has everything there, and says so where it names itself", async () => {
    await using server = await startServer({ http: { basePath: "/ipam" } });
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/ipam$/);
    const admin = { headers: { authorization: "Bearer admin" } };
    for (const path of ["/api/probes", "/api/probes?count=1", "/healthz", "/readyz", "/docs", "/docs/start.js"])
      expect([path, (await fetch(server.url + path, admin)).status]).toEqual([path, 200]);
    const document = await json(await fetch(`${server.url}/api/openapi.json`, admin));
    expect(document["servers"]).toEqual([{ url: "/ipam" }]);
    // Its files and its document lie beside the page, wherever that is.
    const page = await (await fetch(`${server.url}/docs`)).text();
    const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = ""]) => path).filter((path) => !path.startsWith("data:"));
    expect(loaded.map((path) => new URL(path, `${server.url}/docs`).pathname)).toContain("/ipam/docs/start.js");
    for (const path of loaded) expect([path, (await fetch(new URL(path, `${server.url}/docs`), admin)).status]).toEqual([path, 200]);
    expect(await (await fetch(`${server.url}/docs/start.js`)).text()).not.toMatch(/fetch\("\//);
    expect((await fetch(`${server.url}/none`, admin)).status).toBe(404);
  });

  it("has nothing elsewhere but what probes of the machine ask for, and sends who opens its bare address to its page", async () => {
    await using server = await startServer({ http: { basePath: "/ipam" } });
    const { origin } = new URL(server.url);
    for (const path of ["/healthz", "/readyz?x"]) expect([path, (await fetch(origin + path)).status]).toEqual([path, 200]);
    for (const path of ["/api/probes", "/ipamx/api/probes", "/metrics", "/docs", "/healthz/x", "/?x", "/ipa"]) {
      const answer = await fetch(origin + path, { headers: { authorization: "Bearer admin" } });
      expect([path, answer.status, await answer.json()]).toEqual([
        path,
        404,
        { code: "NOT_FOUND", error: "not found: this server is served under /ipam" },
      ]);
    }
    const root = await fetch(`${origin}/`, { redirect: "manual" });
    expect([root.status, root.headers.get("location")]).toEqual([307, "/ipam/"]);
    expect((await fetch(`${origin}/`, { method: "POST" })).status).toBe(404);
  });

  it("tells handlers of plugins, whose requests are without it", async () => {
    await using server = await startServer({ http: { basePath: "/tools/ipam" }, plugins: [echo("/echo")] });
    expect(await (await fetch(`${server.url}/echo/a%20b?c=/tools/ipam`)).json()).toEqual(["/echo/a%20b?c=/tools/ipam", "/tools/ipam"]);
  });

  it("has metadata where it is looked for: between the host and the base path (RFC 8414, RFC 9728)", async () => {
    await using server = await startServer({ http: { basePath: "/ipam" }, plugins: [echo("/.well-known/thing")] });
    const { origin } = new URL(server.url);
    for (const [path, seen] of [
      ["/.well-known/thing/ipam", "/.well-known/thing"],
      ["/.well-known/thing/ipam?q", "/.well-known/thing?q"],
      ["/.well-known/thing/ipam/mcp", "/.well-known/thing/mcp"],
      ["/ipam/.well-known/thing", "/.well-known/thing"],
    ] as const) {
      expect([path, await (await fetch(origin + path)).json()]).toEqual([path, [seen, "/ipam"]]);
    }
    for (const path of ["/.well-known/thing", "/.well-known/thing/other", "/.well-known/thing/ipam2"])
      expect([path, (await fetch(origin + path)).status]).toEqual([path, 404]);
  });

  it("believes a proxy of its own, and nobody else, that the base path is off already", async () => {
    const call = async (trustedProxies: string[], prefix: string): Promise<number> => {
      await using server = await startServer({ http: { basePath: "/ipam", trustedProxies } });
      return (
        await fetch(`${new URL(server.url).origin}/api/probes`, {
          headers: { authorization: "Bearer admin", "x-forwarded-prefix": prefix },
        })
      ).status;
    };
    expect(await call(["127.0.0.1"], "/ipam")).toBe(200);
    expect(await call(["127.0.0.1"], "/ipam/")).toBe(200);
    expect(await call(["127.0.0.1"], "/other")).toBe(404);
    expect(await call([], "/ipam")).toBe(404);
  });

  it("answers requests without a socket alike", async () => {
    await using server = await startServer();
    const handler = createHandler(server.inventory.host, { basePath: "/ipam", rateLimit: { enabled: false } });
    const ask = async (path: string): Promise<number> =>
      (await handler.fetch(new Request(`http://localhost${path}`, { headers: { authorization: "Bearer admin" } }))).status;
    expect([await ask("/ipam/api/probes?count=1"), await ask("/api/probes")]).toEqual([200, 404]);
  });

  it("is none that begins like a path of its own, or that is no path", async () => {
    await expect(startServer({ http: { basePath: "/api" } })).rejects.toMatchObject({ cause: { code: "HTTP_BASE_PATH_TAKEN" } });
    await expect(startServer({ http: { basePath: "/docs/x" } })).rejects.toMatchObject({ cause: { code: "HTTP_BASE_PATH_TAKEN" } });
    for (const basePath of ["ipam", "/ipam/", "/", "//ipam", "/..", "/a/./b", "/a b", "/%41", "/a?b"])
      await expect(startServer({ http: { basePath } })).rejects.toThrow("must be a path");
  });
});

it("a base path is taken off whole URLs too", () => {
  const base = new BasePath("/ipam", new ClientAddresses([]));
  expect(["http://h/ipam/api?x=1", "http://h:8080/ipam", "/ipam?x", "/ipam/"].map((target) => base.inside(target))).toEqual([
    "/api?x=1",
    "/",
    "/?x",
    "/",
  ]);
});
