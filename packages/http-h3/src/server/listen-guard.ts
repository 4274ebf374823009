import diagnostics from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export type NodeHandler = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * Keeps `req.socket` in place until the answer has been sent. http-shutdown, inside listhen, reads it then, and it is
 * gone when the connection broke off meanwhile (a chunked body over the limit): that ended the process.
 */
export function guarded(handler: NodeHandler): NodeHandler {
  return (req, res) => {
    const { socket } = req;
    res.prependListener("finish", () => {
      req.socket ??= socket;
    });
    handler(req, res);
  };
}

/**
 * Runs `start`, which makes a server for `handler` and listens; a server that cannot listen rejects here.
 * listhen makes its server itself and does not hear its errors: without this, a port taken between its probe and its
 * listen ends the process.
 */
export async function withListenErrors<T>(handler: NodeHandler, start: () => Promise<T>): Promise<T> {
  const failed = Promise.withResolvers<never>();
  const onListen = (message: unknown): void => {
    const { server } = message as { server: Server };
    if (server.listeners("request").includes(handler)) server.once("error", failed.reject);
  };
  const channel = "tracing:net.server.listen:asyncStart";
  diagnostics.subscribe(channel, onListen);
  try {
    return await Promise.race([start(), failed.promise]);
  } finally {
    diagnostics.unsubscribe(channel, onListen);
  }
}

const HEAD = "HEAD ";

/** Headers of an answer to what never became a request, by the address that it came from. */
export type RefusalHeaders = (address: string | undefined) => readonly (readonly [string, string])[];

/** Answers what is not HTTP at all in the shape of every other error, and closes. */
export function answerClientErrors(server: Server, headersFor: RefusalHeaders): void {
  server.on("clientError", (error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }, socket) => {
    // A half-sent answer cannot be taken back (what Node itself checks).
    const sending = (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage?.headersSent === true;
    if (error.code === "ECONNRESET" || !socket.writable || sending) {
      socket.destroy();
      return;
    }
    const [status, reason] =
      error.code === "HPE_HEADER_OVERFLOW"
        ? ["431 Request Header Fields Too Large", "the headers are too large"]
        : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
          ? ["408 Request Timeout", "the request took too long to arrive"]
          : ["400 Bad Request", "the request is not valid HTTP"];
    const added = headersFor((socket as Socket).remoteAddress)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("");
    const code = status.startsWith("408") ? "REQUEST_TIMEOUT" : "INVALID_INPUT";
    const body = JSON.stringify({ code, error: reason });
    const head =
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Content-Type-Options: ` +
      `nosniff\r\n${added}Connection: close\r\n\r\n`;
    // Whoever asked for the head alone takes a body for the beginning of another answer.
    const isHead = error.rawPacket?.toString("latin1", 0, HEAD.length) === HEAD;
    socket.end(isHead ? head : head + body);
  });
}
