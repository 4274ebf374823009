import { readFileSync, globSync } from "node:fs";
import { expect, test } from "vitest";
import { nextRoute, withCadastre } from "../../src/next.ts";
import { embed } from "./embedded.ts";

const ROOT = new URL("../../../../", import.meta.url);

test("withCadastre keeps every package that runs in a server outside of the bundle of Next.js, and what was outside before", () => {
  const names = globSync("packages/*/package.json", { cwd: ROOT }).map(
    (path) => (JSON.parse(readFileSync(new URL(path, ROOT), "utf8")) as { name: string }).name,
  );
  // A client runs in browsers; the others are commands, and a kit for tests.
  const others = ["@cadastre/client", "@cadastre/cli", "@cadastre/testing", "create-cadastre"];
  const config = { reactStrictMode: true, serverExternalPackages: ["sharp", "@cadastre/auth"] };
  const { serverExternalPackages, outputFileTracingIncludes: files, ...rest } = withCadastre(config);
  expect(serverExternalPackages?.toSorted()).toEqual([...names.filter((name) => !others.includes(name)), "sharp"].toSorted());
  expect(rest).toEqual({ reactStrictMode: true, skipTrailingSlashRedirect: true });
  expect(files?.["/**"]).toContain("./node_modules/@cadastre/web-ui/dist/**/*");
  const own = { "/**": ["./a"], "/b": ["./b"] };
  const { outputFileTracingIncludes: both } = withCadastre({ outputFileTracingIncludes: own });
  expect(both).toEqual({ "/**": ["./a", ...(files?.["/**"] ?? [])], "/b": ["./b"] });
  expect(config.serverExternalPackages).toEqual(["sharp", "@cadastre/auth"]);
});

test("the route of Next.js opens the inventory at the first request, once for the process, and again when that failed", async () => {
  await using app = await embed((handler, req, res) => handler.node(req, res), { basePath: "/ipam" });
  let opened = 0;
  const open = async () => {
    opened += 1;
    if (opened === 1) throw new Error("the disk is away");
    return app.handler;
  };
  const route = nextRoute(open);
  expect(opened).toBe(0);
  const request = (method: string, body?: string): Request =>
    new Request("http://x/ipam/api/probes", {
      method,
      headers: { authorization: "Bearer admin", "content-type": "application/json" },
      ...(body === undefined ? {} : { body }),
    });
  await expect(route.GET(request("GET"))).rejects.toThrow("the disk is away");
  expect((await route.POST(request("POST", '{"name":"next"}'))).status).toBe(201);
  // As after a change in `next dev`, which loads the file of the route again.
  expect((await nextRoute(open).GET(request("GET"))).status).toBe(200);
  expect(opened).toBe(2);
});
