import { fromNodeHandler, H3, type NodeHandler, toNodeHandler } from "h3";
import { expect, test } from "vitest";
import { embed, post } from "./embedded.ts";

const admin = { headers: { authorization: "Bearer admin" } };

test("a framework that takes the path it mounts at off the URL leaves it in originalUrl", async () => {
  await using app = await embed(
    (handler, req, res) => {
      const url = req.url ?? "";
      return handler.node(Object.assign(req, { originalUrl: url, url: url.replace(/^\/ipam/, "") || "/" }), res);
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

test("h3 mounts handler.node as a handler of Node: changes are made and answered", async () => {
  await using app = await embed(
    async (handler, req, res) => {
      await toNodeHandler(new H3().all("/ipam/**", fromNodeHandler(handler.node as NodeHandler)))(req, res);
    },
    { basePath: "/ipam" },
  );
  const made = await post(`${app.origin}/ipam/api/probes`, '{"name":"h3"}');
  expect([made.status, await made.json()]).toMatchObject([201, { name: "h3" }]);
  const listed = await fetch(`${app.origin}/ipam/api/probes?count=2`, admin);
  expect([listed.status, await listed.json()]).toMatchObject([200, { length: 2 }]);
});

test("the promise of handler.node is fulfilled when the answer was sent, and for a stream when its client has left", async () => {
  const done = new Map<string, Promise<boolean>>();
  await using app = await embed((handler, req, res) => {
    done.set(
      req.url ?? "",
      handler.node(req, res).then(() => res.writableFinished || res.closed),
    );
  });
  for (const path of ["/api/probes/p1", "/api/probes?count=5000", "/api/nothing", "/docs"]) {
    await (await fetch(app.origin + path, admin)).text();
    await expect(done.get(path)).resolves.toBe(true);
  }
  const stream = await fetch(`${app.origin}/raw/stream`, admin);
  await expect(Promise.race([done.get("/raw/stream"), new Promise(setImmediate).then(() => "open")])).resolves.toBe("open");
  await stream.body?.cancel();
  await expect(done.get("/raw/stream")).resolves.toBe(true);
});

/** A request whose signal aborts as soon as its body was read, as Nitro makes it. */
function abortedByItsEnd(url: string, body: string): Request {
  const read = new AbortController();
  const pieces = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(body));
        controller.close();
        read.abort();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { authorization: "Bearer admin", "content-type": "application/json" };
  return new Request(url, { method: "POST", headers, body: pieces, duplex: "half", signal: read.signal } as RequestInit);
}

test("a signal that aborts once the body was read does not fail the request, and does not silence a failure", async () => {
  await using app = await embed((handler, req, res) => handler.node(req, res));
  const made = await app.handler.fetch(abortedByItsEnd("http://x/api/probes", '{"name":"nitro"}'));
  expect([made.status, await made.json()]).toMatchObject([201, { name: "nitro" }]);
  const failed = await app.handler.fetch(abortedByItsEnd("http://x/raw/fail", "{}"));
  expect([failed.status, await failed.json()]).toMatchObject([500, { code: "INTERNAL_ERROR" }]);
  expect(app.log.map(({ message }) => message)).toContain("a request failed");
});

test("a client that leaves while it sends its body is no failure", async () => {
  await using app = await embed((handler, req, res) => handler.node(req, res));
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("the connection was reset")) });
  const headers = { authorization: "Bearer admin", "content-type": "application/json" };
  await app.handler.fetch(new Request("http://x/api/probes", { method: "POST", headers, body, duplex: "half" } as RequestInit));
  expect(app.log).toEqual([]);
});
