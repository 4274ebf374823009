import { expect, test } from "vitest";
import { codeOf, startServer } from "../support/start.ts";

test("a single record has a strong ETag that changes with it and is never content-coded", async () => {
  await using server = await startServer();
  const first = await server.call("/api/probes/p1", { headers: { "accept-encoding": "gzip, br, zstd" } });
  const tag = first.headers.get("etag") as string;
  expect(tag).toMatch(/^"[A-Za-z0-9_-]{27}"$/);
  expect(first.headers.has("content-encoding")).toBe(false);
  expect((await server.call("/api/probes/p1")).headers.get("etag")).toBe(tag);
  const changed = await server.call("/api/probes/p1", { method: "PUT", body: '{"name":"new"}' });
  const newTag = changed.headers.get("etag");
  expect(newTag).not.toBe(tag);
  expect((await server.call("/api/probes/p1")).headers.get("etag")).toBe(newTag);
  // A creation is not conditional, a list has no tag.
  expect((await server.call("/api/probes", { method: "POST", body: '{"name":"a"}' })).headers.has("etag")).toBe(false);
  expect((await server.call("/api/probes")).headers.has("etag")).toBe(false);
  // Any record that is read has one.
  expect((await server.call("/api/probes/slow?ms=0")).headers.has("etag")).toBe(true);
});

test("If-None-Match: 304 without a body, by weak comparison", async () => {
  await using server = await startServer();
  const tag = (await server.call("/api/probes/p1")).headers.get("etag") as string;
  const get = async (header: string, method = "GET") =>
    await server.call("/api/probes/p1", { method, headers: { "if-none-match": header } });
  for (const header of [tag, `W/${tag}`, "*", `"a", ${tag}`, `"a,b",W/"c" ,${tag}`]) {
    const response = await get(header);
    expect([header, response.status, await response.text(), response.headers.get("etag")]).toEqual([header, 304, "", tag]);
  }
  expect((await get(tag, "HEAD")).status).toBe(304);
  for (const header of ['"other"', tag.slice(1, -1), "nonsense", `"${tag.slice(1, -1)}x"`]) expect((await get(header)).status).toBe(200);
  // A record that is not there is 404 all the same.
  expect((await server.call("/api/probes/none", { headers: { "if-none-match": "*" } })).status).toBe(404);
});

test("If-Match: a change is made to that version only", async () => {
  await using server = await startServer();
  const tag = (await server.call("/api/probes/p1")).headers.get("etag") as string;
  const put = async (headers: Record<string, string>) =>
    await server.call("/api/probes/p1", { method: "PUT", body: '{"note":"x"}', headers });
  const stale = await put({ "if-match": '"other"' });
  expect([stale.status, await codeOf(stale)]).toEqual([412, "PRECONDITION_FAILED"]);
  // Strong comparison: a weak tag never matches. No tag at all matches nothing.
  expect((await put({ "if-match": `W/${tag}` })).status).toBe(412);
  expect((await put({ "if-match": "nonsense" })).status).toBe(412);
  // "Only if there is none": there is one.
  expect((await put({ "if-none-match": "*" })).status).toBe(412);
  expect(server.probes.probes.get("p1")?.note).toBeNull();
  const good = await put({ "if-match": `"a", ${tag}` });
  expect(good.status).toBe(200);
  expect((await put({ "if-match": tag })).status).toBe(412);
  expect((await put({ "if-match": "*" })).status).toBe(200);
  expect((await server.call("/api/probes/p1", { method: "DELETE", headers: { "if-match": tag } })).status).toBe(412);
  expect((await server.call("/api/probes/p1", { headers: { "if-match": tag } })).status).toBe(412);
  expect((await server.call("/api/probes/none", { method: "PUT", body: "{}", headers: { "if-match": tag } })).status).toBe(404);
});
