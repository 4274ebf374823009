import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** An address that leads to one server and then to another, as a virtual one does. */
export interface MovingAddress {
  readonly port: number;
  /** Leads to another port of loopback from now on; connections to the one before are closed. */
  moveTo(port: number): void;
  stop(): Promise<void>;
}

export async function startMovingAddress(first: number): Promise<MovingAddress> {
  let target = first;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.setNoDelay(true).pipe(other);
      one
        .on("error", () => {})
        .on("close", () => {
          sockets.delete(one);
          other.destroy();
        });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const closeAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    moveTo(port) {
      target = port;
      closeAll();
    },
    async stop() {
      const closed = once(server, "close");
      server.close();
      closeAll();
      await closed;
    },
  };
}
