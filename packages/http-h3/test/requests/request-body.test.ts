import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOf, startServer, type TestServer } from "../support/start.ts";
import { exchange, open, readAll } from "../support/raw-http.ts";

const post = async (body: string | Buffer | null, headers: Record<string, string> = {}, path = "/api/probes") =>
  await server.call(path, { method: "POST", body, headers });

const answerOf = async (response: Response): Promise<[number, string]> => [response.status, await codeOf(response)];

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => await server.close());

const JSON_HEADER = { "content-type": "application/json" };

test.each([
  "application/json",
  "application/json; charset=utf-8",
  'Application/JSON; charset="UTF-8"',
  "application/merge-patch+json",
  "application/vnd.x.y+json;v=1",
])("content type %s is taken", async (type) => {
  expect((await post('{"name":"a"}', { "content-type": type })).status).toBe(201);
});

test.each([
  "text/plain",
  "application/x-www-form-urlencoded",
  "application/jsonx",
  "text/json+x",
  "application/json; charset=latin1",
  "multipart/form-data; boundary=x",
  "",
])("content type %j is 415", async (type) => {
  expect(await answerOf(await post('{"name":"a"}', { "content-type": type }))).toEqual([415, "INVALID_INPUT"]);
});

test("no content type at all, and a compressed body, are 415", async () => {
  expect(await answerOf(await post(Buffer.from('{"name":"a"}')))).toEqual([415, "INVALID_INPUT"]);
  expect(await answerOf(await post('{"name":"a"}', { ...JSON_HEADER, "content-encoding": "gzip" }))).toEqual([415, "INVALID_INPUT"]);
});

test.each([
  ["no JSON", "{bad"],
  ["half of it", '{"name":'],
  ["two values", "{} {}"],
  ["a list", "[]"],
  ["a text", '"x"'],
  ["null", "null"],
  ["a number", "1"],
  ["nothing", ""],
  ["spaces", "  "],
])("a body that is %s is 400 INVALID_INPUT", async (_, body) => {
  expect(await answerOf(await post(body, JSON_HEADER))).toEqual([400, "INVALID_INPUT"]);
});

test.each([
  ["a list of", (count: number): unknown => Array.from({ length: count }, () => [","])],
  ["an object of", (count: number): unknown => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, [","]]))],
])("a body with %s more than 20,000 entries is 400 INVALID_INPUT", async (_, valueOf) => {
  const bodyOf = (count: number): string => JSON.stringify({ name: "a", unknown: { inner: valueOf(count), after: [1, 2] } });
  expect((await post(bodyOf(20_000), JSON_HEADER)).status).toBe(201);
  const refused = await post(bodyOf(20_001), JSON_HEADER);
  expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
    400,
    "the body has a list or object of more than 20000 entries",
  ]);
});

test("an empty body is {} where no field is needed; a content type without a body is accepted", async () => {
  expect((await post(null, {}, "/api/probes/context")).status).toBe(200);
  expect((await post("", JSON_HEADER, "/api/probes/context")).status).toBe(200);
  expect((await server.call("/api/probes/p1", { headers: JSON_HEADER })).status).toBe(200);
  expect((await server.call("/api/probes/p2", { method: "DELETE", headers: JSON_HEADER })).status).toBe(204);
});

test("invalid UTF-8 is INVALID_INPUT; a byte order mark and text of any script are fine", async () => {
  for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0x80]]) {
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);
    expect(await answerOf(await post(body, JSON_HEADER))).toEqual([400, "INVALID_INPUT"]);
  }
  const marked = await post(Buffer.from('\uFEFF{"name":"größe 漢字 😀"}'), JSON_HEADER);
  expect(((await marked.json()) as { name: string }).name).toBe("größe 漢字 😀");
});

test("nesting: 64 levels pass, 65 and 200,000 do not, brackets in texts do not count", async () => {
  const nested = (levels: number) => `{"name":"a","tree":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
  expect((await post(nested(64))).status).toBe(201);
  expect(await answerOf(await post(nested(65)))).toEqual([400, "INVALID_INPUT"]);
  expect(await answerOf(await post(nested(200_000)))).toEqual([400, "INVALID_INPUT"]);
  expect(await answerOf(await post("[".repeat(500_000)))).toEqual([400, "INVALID_INPUT"]);
  expect((await post(JSON.stringify({ name: `${"[{".repeat(200)}\\"${"[".repeat(200)}` }))).status).toBe(201);
});

test("__proto__ and constructor keys change nothing", async () => {
  const body =
    '{"name":"a","__proto__":{"note":"polluted","isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"labels":{"__proto__":"x"}}';
  const response = await post(body);
  expect(await response.json()).toMatchObject({ name: "a", note: null });
  expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
  expect(({} as Record<string, unknown>)["note"]).toBeUndefined();
});

test("1 MiB passes, a byte more is 413, by Content-Length and by what arrives", async () => {
  const sized = (bytes: number) => `{"name":"${"x".repeat(bytes - 11)}"}`;
  expect((await post(sized(1_048_576))).status).toBe(201);
  expect(await answerOf(await post(sized(1_048_577)))).toEqual([413, "INVALID_INPUT"]);
  // Also far over the limit the client sees the answer, not a reset.
  expect(await answerOf(await post(sized(6_000_000)))).toEqual([413, "INVALID_INPUT"]);
  const chunked = new ReadableStream({
    start(controller) {
      for (let index = 0; index < 40; index += 1) controller.enqueue(Buffer.alloc(65_536, 0x20));
      controller.close();
    },
  });
  const response = await server.call("/api/probes", { method: "POST", body: chunked, headers: JSON_HEADER, duplex: "half" } as RequestInit);
  expect(await answerOf(response)).toEqual([413, "INVALID_INPUT"]);
});

test("a client that sends on and on is cut off, also where no body is wanted", async () => {
  for (const head of [
    `POST /api/probes HTTP/1.1\r\nAuthorization: Bearer admin\r\nContent-Type: application/json`,
    "POST /api/nothing HTTP/1.1",
  ]) {
    const socket = await open(server.url);
    const answer = readAll(socket);
    socket.write(`${head}\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const chunk = Buffer.alloc(65_536, 0x20);
    const send = (): void => {
      while (socket.writable && socket.write("10000\r\n") && socket.write(chunk) && socket.write("\r\n"));
      if (socket.writable) socket.once("drain", send);
    };
    send();
    expect((await answer).text).toMatch(/^HTTP\/1\.1 4(13|04) /);
  }
  expect((await server.call("/healthz")).status).toBe(200);
});

// 65 MiB is what a proxy with our configuration buffers and then sends at once.
test.each([1000, 65 * 1024 * 1024])(
  "over the limit, the connection stays usable when the client sends its whole body (%d bytes)",
  async (bytes) => {
    await using small = await startServer({ http: { bodyLimitBytes: 100 } });
    const body = "x".repeat(bytes);
    const head = "Host: x\r\nAuthorization: Bearer admin\r\n";
    const answer = await exchange(
      small.url,
      `POST /api/probes HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      `GET /healthz HTTP/1.1\r\n${head}Connection: close\r\n\r\n`,
    );
    expect(answer.text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
  },
);
