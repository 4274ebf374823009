import { gzipSync } from "node:zlib";
import type { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import type { Outcome } from "../../src/attempt/attempt.ts";
import { answering, sendTo, startReceiver } from "./receiver.ts";

interface Case {
  readonly name: string;
  readonly treat: (socket: Socket) => void;
  readonly expected: Partial<Record<keyof Outcome, unknown>>;
}

const CLOSED = expect.stringMatching(/closed the connection|was closed/);
const NOT_HTTP = "The response is not HTTP/1.1.";
const LATE = expect.stringMatching(/^The attempt timed out after \d+ ms/);
const HEAD = "HTTP/1.1 200 OK\r\n";

/** Writes as long as the other side takes it. */
function endlessly(socket: Socket, beginning: string, more: string | Buffer): void {
  const pour = (): void => {
    while (!socket.destroyed && socket.write(more)) if (socket.writableLength > 1_000_000) return;
  };
  socket.on("drain", pour);
  socket.once("data", () => {
    socket.write(beginning);
    pour();
  });
}

function dripping(socket: Socket, beginning: string, drop: string): void {
  socket.once("data", () => socket.write(beginning));
  const timer = setInterval(() => socket.write(drop), 20);
  socket.on("close", () => clearInterval(timer));
}

const cases: readonly Case[] = [
  { name: "no answer at all", treat: () => undefined, expected: { status: null, error: LATE } },
  { name: "closes at once", treat: (socket) => socket.end(), expected: { status: null, error: CLOSED } },
  { name: "resets at once", treat: (socket) => socket.resetAndDestroy(), expected: { status: null, error: CLOSED } },
  {
    name: "resets after the request",
    treat: (socket) => void socket.once("data", () => socket.resetAndDestroy()),
    expected: { status: null, error: CLOSED },
  },
  { name: "closes within the headers", treat: answering("HTTP/1.1 200 OK\r\nContent-Le"), expected: { status: null, error: CLOSED } },
  {
    name: "resets within the headers",
    treat: (socket) => void socket.once("data", () => socket.write(HEAD, () => socket.resetAndDestroy())),
    expected: { status: null, error: CLOSED },
  },
  {
    name: "closes within the body",
    treat: answering(`${HEAD}Content-Length: 10\r\n\r\nabc`),
    expected: { delivered: true, status: 200, body: "abc" },
  },
  {
    name: "closes within a chunk",
    treat: answering(`${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nab`),
    expected: { delivered: true, status: 200, body: "ab" },
  },
  {
    name: "resets within the body",
    treat: (socket) =>
      void socket.once("data", () =>
        socket.write(`${HEAD}Content-Length: 10\r\n\r\nabc`, () => setTimeout(() => socket.resetAndDestroy(), 100)),
      ),
    // By then the status has been read.
    expected: { delivered: true, status: 200 },
  },
  { name: "garbage", treat: answering(Buffer.from("\u0001\u0002 SSH-2.0-OpenSSH\r\n\r\n")), expected: { status: null, error: NOT_HTTP } },
  {
    name: "garbage before it is asked",
    treat: (socket) => void socket.end("220 smtp.example.com ESMTP\r\n"),
    expected: { status: null, error: NOT_HTTP },
  },
  { name: "HTTP/0.9", treat: answering("<html>hello</html>"), expected: { status: null, error: NOT_HTTP } },
  {
    name: "two lengths",
    treat: answering(`${HEAD}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`),
    expected: { error: expect.stringMatching(/^The (length of the response body differs|response is not)/) },
  },
  {
    name: "a length and chunks",
    treat: answering(`${HEAD}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    expected: { error: expect.stringMatching(/^The (length of the response body differs|response is not)/) },
  },
  {
    name: "an upgrade nobody asked for",
    treat: answering("HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
    expected: { status: null, error: CLOSED },
  },
  {
    name: "a storm of 103s",
    treat: (socket) => endlessly(socket, "", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(50)),
    expected: { status: null, error: expect.stringMatching(/too many interim/) },
  },
  {
    name: "an endless header line",
    treat: (socket) => endlessly(socket, `${HEAD}X-A: `, "a".repeat(1000)),
    expected: { status: null, error: expect.stringMatching(/longer than 16 KiB/) },
  },
  {
    name: "endless headers",
    treat: (socket) => endlessly(socket, HEAD, "X-A: b\r\n".repeat(100)),
    expected: { status: null, error: expect.stringMatching(/longer than 16 KiB/) },
  },
  {
    name: "an endless status line",
    treat: (socket) => endlessly(socket, "HTTP/1.1 200 ", "a".repeat(1000)),
    expected: { status: null, error: LATE },
  },
  { name: "a drip of headers", treat: (socket) => dripping(socket, HEAD, "X-A: b\r\n"), expected: { status: null, error: LATE } },
  {
    name: "a drip of the body",
    treat: (socket) => dripping(socket, `${HEAD}Content-Length: 1000000\r\n\r\n`, "a"),
    expected: { status: 200, error: LATE },
  },
  {
    name: "a drip of chunk extensions",
    treat: (socket) => dripping(socket, `${HEAD}Transfer-Encoding: chunked\r\n\r\n5`, ";a=b"),
    expected: { status: 200, error: LATE },
  },
  {
    name: "endless trailers",
    treat: (socket) => endlessly(socket, `${HEAD}Transfer-Encoding: chunked\r\n\r\n0\r\n`, "X-A: b\r\n".repeat(100)),
    expected: { delivered: expect.any(Boolean) as boolean, status: 200 },
  },
  {
    name: "an endless body",
    treat: (socket) => endlessly(socket, `${HEAD}\r\n`, "a".repeat(10_000)),
    expected: { delivered: true, status: 200, body: "a".repeat(4096), error: "" },
  },
  {
    name: "an endless body of an error",
    treat: (socket) => endlessly(socket, "HTTP/1.1 500 No\r\n\r\n", "a".repeat(10_000)),
    expected: { status: 500, error: "The receiver responded with 500." },
  },
  {
    name: "a body of 100 KiB",
    treat: answering(`${HEAD}Content-Length: 102400\r\n\r\n${"é".repeat(51_200)}`),
    expected: { delivered: true, body: "é".repeat(2048) },
  },
  {
    name: "an answer without an end but the connection's",
    treat: answering(`${HEAD}\r\nhello`),
    expected: { delivered: true, body: "hello" },
  },
  { name: "more than it announced", treat: answering(`${HEAD}Content-Length: 2\r\n\r\nabcdef`), expected: { delivered: true, body: "ab" } },
  { name: "204", treat: answering("HTTP/1.1 204 No Content\r\n\r\n"), expected: { delivered: true, status: 204, body: "" } },
  {
    name: "204 that leaves the connection open",
    treat: answering("HTTP/1.1 204 No Content\r\n\r\n", { end: false }),
    expected: { delivered: true, status: 204 },
  },
  {
    name: "400 with a body",
    treat: answering("HTTP/1.1 400 Bad\r\nContent-Length: 6\r\n\r\nno\0pe\n"),
    expected: { status: 400, body: "no\ufffdpe\n", error: "The receiver responded with 400." },
  },
  {
    name: "410",
    treat: answering("HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n"),
    expected: { status: 410, error: "The receiver responded with 410." },
  },
  {
    name: "a redirect",
    treat: answering("HTTP/1.1 302 Found\r\nLocation: http://10.77.0.2/\r\nContent-Length: 0\r\n\r\n"),
    expected: { status: 302, error: "The receiver responded with 302; redirects are not followed." },
  },
  {
    name: "a gzip bomb without an end",
    treat: answering(Buffer.concat([Buffer.from(`${HEAD}Content-Encoding: gzip\r\n\r\n`), gzipSync(Buffer.alloc(1 << 24))])),
    expected: { delivered: true, status: 200 },
  },
  {
    name: "an endless gzip header",
    treat: (socket) => endlessly(socket, `${HEAD}Content-Encoding: gzip\r\n\r\n\u001f`, Buffer.alloc(0x4000, 0x41)),
    expected: { delivered: true, status: 200, body: "" },
  },
  {
    name: "what is not gzip",
    treat: answering(`${HEAD}Content-Encoding: gzip\r\n\r\nplain`),
    expected: { delivered: true, status: 200, body: "" },
  },
  {
    name: "an empty body that claims to be gzip",
    treat: answering(`${HEAD}Content-Encoding: gzip\r\nContent-Length: 0\r\n\r\n`),
    expected: { delivered: true, body: "" },
  },
  { name: "an unknown coding", treat: answering(`${HEAD}Content-Encoding: x-new\r\n\r\nabc`), expected: { delivered: true, body: "abc" } },
];

/** Milliseconds until an attempt times out: few where a timeout is expected, but enough to read the expected status. */
const timeoutOf = ({ error, status }: Case["expected"]): number => (error !== LATE ? 60_000 : status === null ? 400 : 1500);

const openSockets = (): number => process.getActiveResourcesInfo().filter((kind) => kind === "TCPSocketWrap" || kind === "TLSWrap").length;

test.each(cases)("$name", async ({ treat, expected }) => {
  const before = openSockets();
  {
    await using receiver = await startReceiver(treat);
    const outcome = await sendTo(receiver, { timeoutMs: timeoutOf(expected), secrets: ["s3cret"] });
    expect(outcome).toMatchObject({ delivered: false, ...expected });
    expect(outcome.error).not.toMatch(/s3cret|at .*:\d+/);
    expect(receiver.arrived()).toBe(1);
    await vi.waitFor(async () => expect(await receiver.open()).toBe(0));
  }
  await vi.waitFor(() => expect(openSockets()).toBeLessThanOrEqual(before));
});
