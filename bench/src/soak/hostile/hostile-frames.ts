import { connect } from "node:net";

/** Bytes on a connection that are no request as they should be. */
export interface HostileFrame {
  readonly name: string;
  readonly bytes: string;
}

const HEAD = "Host: x\r\n";

/** @param authorization value of a valid Authorization header, so that some get past the door */
export function hostileFrames(authorization: string): readonly HostileFrame[] {
  const auth = `Authorization: ${authorization}\r\n`;
  const post = `POST /api/devices HTTP/1.1\r\n${HEAD}${auth}Content-Type: application/json\r\n`;
  return [
    { name: "no HTTP at all", bytes: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" },
    { name: "a line of nothing", bytes: "\r\n\r\n\r\n\r\n" },
    { name: "an unknown method", bytes: `FROB /api/devices HTTP/1.1\r\n${HEAD}\r\n` },
    { name: "an unknown version", bytes: `GET /api/devices HTTP/9.9\r\n${HEAD}\r\n` },
    { name: "HTTP/0.9", bytes: "GET /healthz\r\n" },
    { name: "no host", bytes: `GET /healthz HTTP/1.1\r\n${auth}\r\n` },
    { name: "two hosts", bytes: `GET /healthz HTTP/1.1\r\n${HEAD}Host: y\r\n\r\n` },
    { name: "the URL of another host", bytes: `GET http://evil.example/api/devices HTTP/1.1\r\n${HEAD}${auth}\r\n` },
    { name: "a URL that cannot be read", bytes: `GET http://[ HTTP/1.1\r\n${HEAD}${auth}\r\n` },
    { name: "a path of two slashes", bytes: `GET //api/devices HTTP/1.1\r\n${HEAD}${auth}\r\n` },
    { name: "a path with a backslash", bytes: `GET /api\\devices HTTP/1.1\r\n${HEAD}${auth}\r\n` },
    { name: "a path of controls", bytes: `GET /api/\x01\x7f HTTP/1.1\r\n${HEAD}${auth}\r\n` },
    { name: "a path of bytes above ASCII", bytes: `GET /api/devices/\xff\xfe HTTP/1.1\r\n${HEAD}${auth}\r\n` },
    { name: "a path that is not UTF-8", bytes: `GET /api/devices/%c0%80 HTTP/1.1\r\n${HEAD}${auth}\r\n` },
    { name: "an asterisk", bytes: `OPTIONS * HTTP/1.1\r\n${HEAD}\r\n` },
    { name: "CONNECT", bytes: `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${HEAD}\r\n` },
    { name: "an upgrade", bytes: `GET /api/events/stream HTTP/1.1\r\n${HEAD}${auth}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n` },
    { name: "an upgrade to HTTP/2", bytes: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" },
    { name: "headers of 100 kB", bytes: `GET /healthz HTTP/1.1\r\n${HEAD}X: ${"x".repeat(100_000)}\r\n\r\n` },
    {
      name: "3,000 headers",
      bytes: `GET /healthz HTTP/1.1\r\n${HEAD}${Array.from({ length: 3000 }, (_, at) => `X${at}: y\r\n`).join("")}\r\n`,
    },
    { name: "a folded header", bytes: `GET /healthz HTTP/1.1\r\n${HEAD}X: a\r\n b\r\n\r\n` },
    { name: "a header without a colon", bytes: `GET /healthz HTTP/1.1\r\n${HEAD}nonsense\r\n\r\n` },
    { name: "a header with NUL", bytes: `GET /healthz HTTP/1.1\r\n${HEAD}X: a\0b\r\n\r\n` },
    { name: "bare line feeds", bytes: `GET /healthz HTTP/1.1\n${HEAD.replace("\r", "")}\n` },
    { name: "two lengths", bytes: `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}` },
    { name: "a length that is negative", bytes: `${post}Content-Length: -2\r\n\r\n{}` },
    { name: "a length that is no number", bytes: `${post}Content-Length: 2x\r\n\r\n{}` },
    { name: "a length and chunks", bytes: `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n` },
    { name: "an unknown transfer encoding", bytes: `${post}Transfer-Encoding: gzip, nonsense\r\n\r\n{}` },
    { name: "chunks of a wrong size", bytes: `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n` },
    { name: "a chunk of a huge size", bytes: `${post}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}` },
    {
      name: "chunks over the limit",
      bytes: `${post}Transfer-Encoding: chunked\r\n\r\n${`10000\r\n${" ".repeat(65_536)}\r\n`.repeat(20)}0\r\n\r\n`,
    },
    { name: "a body that ends too soon", bytes: `${post}Content-Length: 100\r\n\r\n{"name":` },
    { name: "a body without a length", bytes: `${post}\r\n{"name":"x"}` },
    {
      name: "trailers",
      bytes: `${post}Transfer-Encoding: chunked\r\nTrailer: authorization\r\n\r\n2\r\n{}\r\n0\r\nAuthorization: x\r\n\r\n`,
    },
    { name: "ten requests at once", bytes: `GET /api/auth/me HTTP/1.1\r\n${HEAD}${auth}\r\n`.repeat(10) },
    { name: "a request within a body", bytes: `${post}Content-Length: 60\r\n\r\nGET /api/users HTTP/1.1\r\n${HEAD}\r\n` },
  ];
}

/** How a frame ended. */
export type FrameEnd =
  | { readonly kind: "answered"; readonly statuses: readonly number[] }
  | { readonly kind: "closed" }
  | { readonly kind: "unanswered" };

/** Sends a frame and the end of the stream after it. Answered, or closed: both will do, silence will not. */
export async function sendFrame(port: number, frame: HostileFrame, timeoutMs: number): Promise<FrameEnd> {
  return await new Promise((resolve) => {
    let heard = "";
    const socket = connect({ host: "127.0.0.1", port });
    const timer = setTimeout(() => end(true), timeoutMs);
    const end = (silent = false): void => {
      clearTimeout(timer);
      socket.destroy();
      const statuses = [...heard.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status));
      if (statuses.length > 0) resolve({ kind: "answered", statuses });
      else resolve({ kind: silent ? "unanswered" : "closed" });
    };
    socket.setEncoding("latin1").on("data", (part: string) => (heard += part));
    socket.on("error", () => end()).on("close", () => end());
    socket.on("connect", () => socket.end(frame.bytes, "latin1"));
  });
}
