import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import type { OutboundNetwork } from "../../../packages/webhooks/src/index.ts";

/** Receivers on loopback are reached by this network: the destination policy would not let a delivery go there. */
export const toLoopback: OutboundNetwork = { resolve: async () => ["10.77.0.1"], dial: ({ port }) => connect(port, "127.0.0.1") };

/** Receivers that accept and never answer, and one that does. */
export interface Receivers extends AsyncDisposable {
  readonly hangingUrls: readonly string[];
  readonly healthyUrl: string;
  /** Milliseconds from the change to its receipt at the healthy one, of each delivery. */
  readonly receivedMs: number[];
  /** How many connections to those that hang have ended. */
  readonly hungUp: () => number;
}

export async function startReceivers(hanging: number): Promise<Receivers> {
  const receivedMs: number[] = [];
  let hungUp = 0;
  const sockets = new Set<Socket>();
  const healthy = createHttpServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const { timestamp } = JSON.parse(Buffer.concat(pieces).toString("utf8")) as { timestamp: string };
      receivedMs.push(Date.now() - Date.parse(timestamp));
      response.writeHead(204).end();
    });
  });
  const silent = Array.from({ length: hanging }, () =>
    createServer((socket) => {
      socket
        .on("error", () => {})
        .once("close", () => (hungUp += 1))
        .resume();
    }),
  );
  const servers: readonly Server[] = [healthy, ...silent];
  for (const server of servers) server.on("connection", (socket) => void sockets.add(socket.once("close", () => sockets.delete(socket))));
  const [healthyUrl = "", ...hangingUrls] = await Promise.all(servers.map(listening));
  return {
    hangingUrls,
    healthyUrl,
    receivedMs,
    hungUp: () => hungUp,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map(async (server) => await once(server.close(), "close")));
    },
  };
}

async function listening(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://receiver.test:${(server.address() as AddressInfo).port}/`;
}
