import { expect, test } from "vitest";
import { embed } from "./embedded.ts";

const admin = { headers: { authorization: "Bearer admin" } };

test("a framework that takes the path it mounts at off the URL leaves it in originalUrl", async () => {
  await using app = await embed(
    (handler, req, res) => {
      const url = req.url ?? "";
      handler.node(Object.assign(req, { originalUrl: url, url: url.replace(/^\/ipam/, "") || "/" }), res);
    },
    { basePath: "/ipam" },
  );
  expect((await fetch(`${app.origin}/ipam/api/probes?count=1`, admin)).status).toBe(200);
  expect((await fetch(`${app.origin}/ipam/docs`)).status).toBe(200);
  // A path below another that begins alike is not under the base path.
  expect((await fetch(`${app.origin}/ipamx/api/probes`, admin)).status).toBe(404);
});

test("fetch answers with a Response also for requests of a server that has its own ways to answer", async () => {
  await using app = await embed((handler, req, res) => handler.node(req, res));
  const request = Object.assign(new Request("http://x/api/probes/p1", admin), { runtime: { node: { res: {} } } });
  const answer = await app.handler.fetch(request);
  expect([answer.status, await answer.json()]).toMatchObject([200, { id: "p1" }]);
});
