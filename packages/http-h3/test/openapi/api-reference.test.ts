import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { startServer } from "../support/start.ts";

const FILES = ["/docs", "/docs/start.js", "/docs/style.css", "/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css"];
const plain = { headers: { "accept-encoding": "identity" } };

describe("the API reference", () => {
  it("is a page that needs no credentials and loads its own files alone", async () => {
    await using server = await startServer();
    const page = await fetch(`${server.url}/docs`);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self'; style-src 'self'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const html = await page.text();
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = ""]) => path).filter((path) => !path.startsWith("data:"));
    expect(loaded.map((path) => new URL(path, `${server.url}/docs`).pathname).toSorted()).toEqual(
      [...FILES.slice(1), "/api/openapi.json"].toSorted(),
    );
    // Nothing that the policy would forbid: no script and no style in the page itself.
    expect(html).not.toMatch(/<style|<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=/);
    for (const path of FILES) {
      const answer = await fetch(server.url + path, plain);
      expect([path, answer.status, answer.headers.get("x-content-type-options")]).toEqual([path, 200, "nosniff"]);
      expect((await answer.text()).length).toBeGreaterThan(100);
    }
  });

  it("is not sent again to who has it", async () => {
    await using server = await startServer();
    for (const path of FILES) {
      const first = await fetch(server.url + path, plain);
      const tag = first.headers.get("etag") ?? "";
      expect([tag.startsWith('W/"'), first.headers.get("cache-control")]).toEqual([true, "no-cache"]);
      await first.text();
      const again = await fetch(server.url + path, { headers: { "if-none-match": tag } });
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tag]);
      expect((await fetch(server.url + path, { headers: { "if-none-match": '"another"' } })).status).toBe(200);
    }
  });

  it("is coded for clients that can read it, and its headers come alone for HEAD", async () => {
    await using server = await startServer();
    const path = "/docs/swagger-ui-bundle.js";
    const whole = Buffer.from(await (await fetch(server.url + path, plain)).arrayBuffer());
    // Undecoded, as fetch does not give it.
    const [coded] = (await once(get(server.url + path, { headers: { "accept-encoding": "gzip" } }), "response")) as [IncomingMessage];
    expect([coded.headers["content-encoding"], coded.headers.vary]).toEqual(["gzip", "accept-encoding"]);
    const body = Buffer.concat(await Array.fromAsync(coded as AsyncIterable<Buffer>));
    expect(body.length).toBeLessThan(whole.length / 2);
    expect(gunzipSync(body).equals(whole)).toBe(true);
    const head = await fetch(server.url + path, { method: "HEAD" });
    expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", expect.stringMatching(/^W\//)]);
    expect((await fetch(server.url + path, { method: "POST" })).status).toBe(405);
  });

  it("gives no other file, and none at all where it is switched off", async () => {
    await using server = await startServer();
    for (const path of ["/docs/index.html", "/docs/..%2fpackage.json", "/docs/LICENSE"])
      expect([path, (await fetch(server.url + path)).status]).toEqual([path, 404]);
    await using without = await startServer({ http: { apiReference: false } });
    for (const path of FILES) expect([path, (await fetch(without.url + path)).status]).toEqual([path, 404]);
  });

  it("counts requests like any other that comes without credentials", async () => {
    await using server = await startServer({ http: { rateLimit: { requests: 2 } } });
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await fetch(`${server.url}/docs/start.js`)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});
