import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { get, type IncomingMessage } from "node:http";
import { STORAGE } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { PostgresDatabases } from "@cadastre/testing";
import { expect, inject, test } from "vitest";
import { codeOf, startServer, type TestServer } from "../support/start.ts";
import { exchange, open, readAll, until } from "../support/raw-http.ts";
import { STORAGES } from "../../../../testing/storages.ts";
import { atDepth } from "../../../../testing/depth.ts";

/** Of 10 KB each: together far more than the buffers of both sides of a connection hold. */
const PAGES = atDepth({ few: 1000, many: 4000 });

interface Item {
  readonly n: number;
}

test("an empty list is [], a list of one page has its length", async () => {
  await using server = await startServer();
  const none = await server.call("/api/probes?count=0");
  expect([await none.text(), none.headers.get("content-length")]).toEqual(["[]", "2"]);
  const page = await server.call("/api/probes?count=3");
  const text = await page.text();
  expect(JSON.parse(text)).toHaveLength(3);
  expect(page.headers.get("content-length")).toBe(String(text.length));
  expect(page.headers.get("vary")).toBe("accept-encoding");
});

test("a long list is streamed whole and in order", async () => {
  await using server = await startServer();
  const response = await server.call("/api/probes?count=5000&pad=200");
  expect(response.headers.has("content-length")).toBe(false);
  const items = (await response.json()) as Item[];
  expect(items.map(({ n }) => n)).toEqual(Array.from({ length: 5000 }, (_, n) => n));
  await until(() => server.probes.listsOpen === 0);
});

test.each(STORAGES)("5,000 records from storage arrive whole, by name (%s)", async (name) => {
  await using database = name === "postgresql" ? await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase() : undefined;
  await using server = await startServer(database === undefined ? {} : { storage: postgresql(database.url) });
  const nameOf = (n: number): string => `dc-${String(n).padStart(4, "0")}`;
  await server.inventory.datacenters.create({ name: nameOf(0) });
  // The rest as copies of the first, all at once: this is about reading them.
  await server.inventory.host.get(STORAGE).write(async (transaction) => {
    const row = (await transaction.get<Record<string, string | number>>("select * from datacenter")) as Record<string, string | number>;
    const copies = Array.from({ length: 4999 }, (_, index) => {
      const name = nameOf(index + 1);
      const record = { ...(JSON.parse(row["doc"] as string) as object), id: `id-${name}`, name };
      return { ...row, id: record.id, name, name_key: name, space: index + 2, doc: JSON.stringify(record) } as Record<
        string,
        string | number
      >;
    });
    const columns = Object.keys(row);
    await transaction.insert(
      "datacenter",
      columns,
      copies.map((copy) => columns.map((column) => copy[column] as string | number)),
    );
  });
  const items = (await (await server.call("/api/datacenters")).json()) as { name: string }[];
  expect(items.map(({ name }) => name)).toEqual(Array.from({ length: 5000 }, (_, n) => nameOf(n)));
});

/** A raw answer, without any decoding. */
async function rawGet(
  server: TestServer,
  path: string,
  acceptEncoding: string,
): Promise<{ headers: IncomingMessage["headers"]; body: Buffer }> {
  return await new Promise((resolve, reject) => {
    get(server.url + path, { headers: { authorization: "Bearer admin", "accept-encoding": acceptEncoding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
      response.on("end", () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
    }).on("error", reject);
  });
}

test.each([
  ["gzip", gunzipSync],
  ["br", brotliDecompressSync],
  ["zstd", zstdDecompressSync],
])("lists are coded with %s on request, streamed or of one page", async (coding, decode) => {
  await using server = await startServer();
  for (const count of [100, 5000]) {
    const { headers, body } = await rawGet(server, `/api/probes?count=${count}&pad=50`, coding);
    expect(headers["content-encoding"]).toBe(coding);
    expect(headers["content-length"]).toBeUndefined();
    expect(JSON.parse(decode(body).toString())).toHaveLength(count);
  }
  expect(server.probes.listsOpen).toBe(0);
});

test("the coding is the client's best, and none where nothing is gained or it is refused", async () => {
  await using server = await startServer();
  const codingOf = async (accept: string, count = 1000) =>
    (await rawGet(server, `/api/probes?count=${count}`, accept)).headers["content-encoding"];
  expect(await codingOf("gzip, br, zstd")).toBe("zstd");
  expect(await codingOf("gzip;q=1.0, br;q=0.5, zstd;q=0")).toBe("gzip");
  expect(await codingOf("*")).toBe("zstd");
  expect(await codingOf("*, zstd;q=0")).toBe("br");
  expect(await codingOf("identity")).toBeUndefined();
  expect(await codingOf("gzip;q=0, x-unknown, ;;;")).toBeUndefined();
  expect(await codingOf("gzip", 3)).toBeUndefined();
});

test("a failure before the first byte is an error answer", async () => {
  await using server = await startServer();
  const response = await server.call("/api/probes?count=1000&failAt=0");
  expect([response.status, await codeOf(response)]).toEqual([500, "INTERNAL_ERROR"]);
  expect((await server.call("/api/probes?count=1000&failAt=100")).status).toBe(500);
  expect(server.probes.listsOpen).toBe(0);
});

test.each(["identity", "gzip", "br", "zstd"])(
  "a failure in the middle breaks the connection and never closes the array (%s)",
  async (coding) => {
    await using server = await startServer();
    const { text } = await exchange(
      server.url,
      `GET /api/probes?count=5000&failAt=3000&pad=100 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer admin\r\nAccept-Encoding: ` +
        `${coding}\r\n\r\n`,
    );
    // Nothing at all, when the coder still held everything back.
    expect(text).toMatch(/^(HTTP\/1\.1 200 |$)/);
    // The last chunk of a whole answer is of length 0.
    expect(text.endsWith("0\r\n\r\n")).toBe(false);
    expect(text).not.toContain("secret");
    const whole = async () =>
      await (
        await fetch(`${server.url}/api/probes?count=5000&failAt=3000&pad=100`, {
          headers: { authorization: "Bearer admin", "accept-encoding": coding },
        })
      ).text();
    await expect(whole()).rejects.toThrow(/terminated|fetch failed/);
    await until(() => server.probes.listsOpen === 0);
    expect(server.log.map(({ message }) => message)).toEqual(["a response was interrupted", "a response was interrupted"]);
    expect((await server.call("/healthz")).status).toBe(200);
  },
);

const listRequest = (query: string, coding = "identity"): string =>
  `GET /api/probes?${query} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer admin\r\nAccept-Encoding: ${coding}\r\nConnection: close\r\n\r\n`;

test("a failure in the middle resets the connection of a client of HTTP/1.0, which has no other way to see it", async () => {
  await using server = await startServer();
  const { text, reset } = await exchange(
    server.url,
    "GET /api/probes?count=5000&failAt=3000&pad=100 HTTP/1.0\r\nAuthorization: Bearer admin\r\n\r\n",
  );
  expect([reset, text.endsWith("]")]).toEqual([true, false]);
});

test("a client that does not read holds the list back, and gets all of it later", async () => {
  await using server = await startServer();
  const socket = await open(server.url);
  socket.pause();
  socket.write(listRequest(`count=${10 * PAGES}&size=10&pad=1000`));
  await until(() => server.probes.pagesRead > 5);
  let before = -1;
  while (before !== server.probes.pagesRead) {
    before = server.probes.pagesRead;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  expect(server.probes.pagesRead).toBeLessThan((PAGES * 5) / 8);
  // Others are served meanwhile.
  expect((await server.call("/api/probes/p1")).status).toBe(200);
  const answer = readAll(socket);
  socket.resume();
  expect((await answer).text.endsWith("]\r\n0\r\n\r\n")).toBe(true);
  await until(() => server.probes.listsOpen === 0);
});

test.each(atDepth({ few: ["identity"], many: ["identity", "gzip"] }))(
  "a client that stalls is cut off and its list closed (%s)",
  async (coding) => {
    await using server = await startServer({ http: { stalledClientMs: 200 } });
    const socket = await open(server.url);
    socket.pause();
    socket.on("error", () => {});
    socket.write(listRequest(coding === "gzip" ? "count=4000000&size=1000&pad=0" : "count=40000&size=10&pad=1000", coding));
    await until(() => server.probes.listsOpen === 1);
    await until(() => server.probes.listsOpen === 0);
    expect((await server.call("/healthz")).status).toBe(200);
    socket.destroy();
  },
);

test("a client that goes away aborts its call and closes its list", async () => {
  await using server = await startServer();
  for (const coding of ["identity", "gzip"]) {
    const socket = await open(server.url);
    socket.on("error", () => {});
    socket.write(listRequest("count=4000000&size=10&pad=100", coding));
    await until(() => server.probes.pagesRead > 5);
    socket.destroy();
    await until(() => server.probes.listsOpen === 0);
  }
  // Also one that is gone before the first byte is written.
  for (let n = 0; n < 50; n += 1) {
    const socket = await open(server.url);
    socket.on("error", () => {});
    socket.write(listRequest("count=5000", n % 2 === 0 ? "gzip" : "identity"));
    setTimeout(() => socket.resetAndDestroy(), n / 5);
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  await until(() => server.probes.listsOpen === 0);
  for (const coding of ["identity", "gzip"]) {
    const socket = await open(server.url);
    socket.on("error", () => {});
    // Gone while the second page is read, by a source that does not notice.
    socket.write(listRequest("count=300&size=100&pad=100&stepMs=100", coding));
    await until(() => server.probes.listsOpen === 1 && server.probes.pagesRead === 1);
    socket.resetAndDestroy();
    await until(() => server.probes.listsOpen === 0);
  }
  const slow = await open(server.url);
  slow.write("GET /api/probes/slow?ms=60000 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer admin\r\n\r\n");
  await new Promise((resolve) => setTimeout(resolve, 100));
  slow.destroy();
  await until(() => server.probes.aborted === 1);
  // Nobody is to blame: nothing is logged as a failure.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server.log).toEqual([]);
});
