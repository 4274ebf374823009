import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "@cadastre/inventory-core";
import type { Outcome, Shipment } from "../../src/attempt/attempt.ts";
import { HttpSender } from "../../src/attempt/http-sender.ts";
import type { OutboundNetwork } from "@cadastre/inventory-core/outbound";

/** An address that may be dialled, for the tests' receivers, which listen on loopback. */
export const ALLOWED_ADDRESS = "10.77.0.1";

/** The machine's time, where sockets are what is tested. */
export const realClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => await sleep(ms, undefined, signal === undefined ? {} : { signal }),
  every: () => () => undefined,
};

/** A listener on 127.0.0.1 and a network on which it is `ALLOWED_ADDRESS`, whatever the name. */
export interface Receiver extends AsyncDisposable {
  readonly port: number;
  readonly network: OutboundNetwork;
  /** Connections that arrived so far. */
  readonly arrived: () => number;
  /** Connections that are open on the receiver's side. */
  readonly open: () => Promise<number>;
  /** All bytes that arrived, as Latin-1. */
  readonly received: () => string;
}

/** Starts a receiver which treats each connection as it likes. */
export async function startReceiver(
  treat: (socket: Socket) => void,
  { answer = [ALLOWED_ADDRESS] }: { answer?: readonly string[] } = {},
): Promise<Receiver> {
  let arrived = 0;
  let received = "";
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    arrived += 1;
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    socket.on("data", (chunk) => (received += chunk.toString("latin1")));
    treat(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    network: { resolve: async () => answer, dial: () => connect({ host: "127.0.0.1", port }) },
    arrived: () => arrived,
    open: async () =>
      await new Promise((resolve, reject) => server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))),
    received: () => received,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** A receiver that answers once the request's headers and body have come. */
export function answering(answer: string | Buffer, { end = true } = {}): (socket: Socket) => void {
  return (socket) => void socket.once("data", () => (end ? socket.end(answer) : socket.write(answer)));
}

/** A shipment with what a test does not care about. */
export function shipmentTo(url: string, changes: Partial<Shipment> = {}): Shipment {
  return {
    url,
    event: "device.created",
    deliveryId: "d-1",
    changeId: null,
    body: '{"event":"device.created"}',
    headers: {},
    secrets: [],
    timeoutMs: 5000,
    ...changes,
  };
}

/** Sends one delivery to a receiver, by the machine's time. */
export async function sendTo(receiver: Pick<Receiver, "network">, changes: Partial<Shipment> = {}): Promise<Outcome> {
  const sender = new HttpSender({ clock: realClock, headerPrefix: "X-Service-", network: receiver.network });
  return await sender.send(shipmentTo("http://receiver.test/hook?a=1", changes), new AbortController().signal);
}
