import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { OutboundNetwork } from "@cadastre/inventory-core/outbound";

/** A delivery as a receiver saw it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body, parsed. */
  readonly json: {
    readonly event: string;
    readonly delivery_id: string;
    readonly timestamp: string;
    readonly data: Record<string, unknown>;
  };
}

/** An HTTP server on loopback that keeps what it gets. */
export interface Receiver {
  /** Reached through {@link Receiver.network}: the destination policy sees a private address. */
  readonly url: string;
  readonly network: OutboundNetwork;
  readonly received: Received[];
  /** How it answers; 204 unless set. */
  answer: (received: Received, response: ServerResponse) => void;
  close(): Promise<void>;
}

/** An address that the destination policy allows; nothing is ever sent to it. */
export const ALLOWED = "10.77.0.1";

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const body = Buffer.concat(pieces).toString("utf8");
      const one: Received = { path: request.url ?? "", headers: request.headers, body, json: JSON.parse(body) as Received["json"] };
      received.push(one);
      receiver.answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://receiver.test:${port}`,
    network: { resolve: async () => [ALLOWED], dial: ({ port: asked }) => connect(asked, "127.0.0.1") },
    received,
    answer: (_, response) => response.writeHead(204).end(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
