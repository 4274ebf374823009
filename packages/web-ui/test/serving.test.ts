import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PageServer, startPage, whenBuilt } from "./support/page-server.ts";

let server: PageServer;
beforeAll(async () => {
  server = await startPage();
  await whenBuilt(server.url);
});
afterAll(async () => await server[Symbol.asyncDispose]());

const HTML = { accept: "text/html,*/*" };

/** As it is on the wire: fetch decodes by itself. */
const raw = async (
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<{ readonly status: number; readonly headers: Readonly<Record<string, string | string[] | undefined>>; readonly body: Buffer }> =>
  await new Promise((resolve, reject) => {
    const sent = request(server.url + path, { method, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer
        .on("data", (piece: Buffer) => pieces.push(piece))
        .on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces) }));
    });
    sent.on("error", reject).end();
  });

const assets = async (): Promise<readonly string[]> =>
  [...(await raw("/", HTML)).body.toString().matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path as string);

describe("the page's files", () => {
  it("are the page at every path of its own, asked for each time and kept while it holds", async () => {
    const first = await raw("/", HTML);
    expect([first.status, first.headers["content-type"], first.headers["cache-control"]]).toEqual([
      200,
      "text/html; charset=utf-8",
      "no-cache",
    ]);
    const etag = String(first.headers.etag);
    // Who asks whether the server is there says of no type that they want it.
    for (const accept of ["*/*", "application/json"]) expect((await raw("/", { accept })).headers.etag).toBe(etag);
    for (const path of ["/networks", "/devices/some-id", "/setup", "/no/such/page"])
      expect((await raw(path, HTML)).headers.etag).toBe(etag);
    const again = await raw("/networks", { ...HTML, "if-none-match": `"other", ${etag}` });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
    expect((await raw("/networks", { ...HTML, "if-none-match": '"other", W/"another"' })).status).toBe(200);
  });

  it("have a strict policy: own scripts and styles only, none of them inline", async () => {
    const { headers, body } = await raw("/", HTML);
    const policy = String(headers["content-security-policy"]);
    for (const part of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toContain("unsafe");
    const html = body.toString();
    expect(html.match(/<script(?![^>]*\ssrc=)/)).toBeNull();
    expect(html.match(/<style|\sstyle=|\son[a-z]+=|https?:/)).toBeNull();
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });

  it("are coded as the browser likes, and the same when decoded", async () => {
    const [script = ""] = (await assets()).filter((path) => path.endsWith(".js"));
    const [plain, br, gzip, refused] = [
      await raw(script),
      await raw(script, { "accept-encoding": "gzip, br" }),
      await raw(script, { "accept-encoding": "gzip" }),
      await raw(script, { "accept-encoding": "br;q=0, gzip;q=0" }),
    ];
    expect([plain, br, gzip, refused].map(({ headers }) => headers["content-encoding"])).toEqual([undefined, "br", "gzip", undefined]);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(br.headers["content-length"]).toBe(String(br.body.length));
    expect(br.body.length).toBeLessThan(plain.body.length / 2);
    for (const { headers } of [plain, br, gzip])
      expect([headers["cache-control"], headers["content-type"], headers.vary]).toEqual([
        "public, max-age=31536000, immutable",
        "text/javascript; charset=utf-8",
        "accept-encoding",
      ]);
    const head = await raw(script, {}, "HEAD");
    expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([200, 0, String(plain.body.length)]);
  });

  it("do not stand in for what is missing elsewhere: the interface answers for itself", async () => {
    for (const path of ["/api/none", "/mcp", "/mcp-oauth/none", "/.well-known/none", "/assets/none.js", "/metrics/none", "/docs/none"]) {
      const { status, headers, body } = await raw(path, HTML);
      expect([path, status, headers["content-type"]]).toEqual([path, 404, "application/json"]);
      expect(JSON.parse(body.toString())).toMatchObject({ code: "NOT_FOUND" });
    }
    expect((await raw("/networks", { accept: "application/json" })).status).toBe(404);
    expect((await raw("/networks", HTML, "POST")).status).toBe(404);
    expect((await raw("/healthz")).headers["content-type"]).toBe("application/json");
  });

  it("are nothing outside their folder", async () => {
    for (const path of ["/..%2f..%2fpackage.json", "/assets/..%2f..%2fmain.ts", "/%2e%2e/package.json", "/assets/%00"]) {
      const { status, body } = await raw(path, { accept: "*/*" });
      expect([path, status]).toEqual([path, 404]);
      expect(body.toString()).not.toContain("cadastre/web-ui");
    }
  });
});

describe("under a base path", () => {
  it("the page names its files there, at every path of its own", async () => {
    await using under = await startPage([], { basePath: "/ipam" });
    await whenBuilt(`${under.url}/`);
    for (const path of ["", "/", "/devices/some-id"]) {
      const text = await (await fetch(under.url + path, { headers: HTML })).text();
      expect(text).toContain('<meta name="base-path" content="/ipam/"');
      const named = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = ""]) => file);
      expect(named.length).toBeGreaterThan(3);
      for (const file of named) {
        expect(file).toMatch(/^\/ipam\//);
        const { status, headers } = await fetch(new URL(file, under.url));
        expect([file, status, headers.get("content-type")?.includes("html")]).toEqual([file, 200, false]);
      }
    }
  });
});
