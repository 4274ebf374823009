import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A port of loopback that leads to the PostgreSQL of a URL, and can be broken like the way to a server. */
export interface Relay extends AsyncDisposable {
  readonly port: number;
  /** The server is gone: connections break, and new ones are refused. */
  break(): Promise<void>;
  /** The machine is gone: nothing arrives any more on what is open, and new connections are refused. */
  silence(): Promise<void>;
  /** Once somebody sends `text`, the server gets it, and the connection of whoever sent it is closed before the answer. */
  breakAfter(text: string): void;
}

export async function startRelay(serverUrl: string): Promise<Relay> {
  const url = new URL(serverUrl);
  const folder = url.searchParams.get("host");
  const port = url.searchParams.get("port") ?? (url.port || "5432");
  const pairs = new Set<readonly [Socket, Socket]>();
  let fatal: string | undefined;
  const server = createServer((near) => {
    const far = folder === null ? connect(Number(port), url.hostname) : connect(`${folder}/.s.PGSQL.${port}`);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [one, other] of [pair, [far, near] as const]) {
      one
        .on("error", () => {})
        .on("close", () => {
          pairs.delete(pair);
          other.destroy();
        });
    }
    far.pipe(near);
    near.on("data", (chunk: Buffer) => {
      if (fatal === undefined || !chunk.includes(fatal)) return void far.write(chunk);
      fatal = undefined;
      // The server goes on with what it has.
      far.unpipe(near).resume().write(chunk);
      near.removeAllListeners("close").destroy();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    await Promise.resolve();
  };
  const breakAll = async (): Promise<void> => {
    await close();
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    break: breakAll,
    async silence() {
      await close();
      for (const [near, far] of pairs) {
        far.unpipe(near);
        far.resume();
        near.removeAllListeners("data");
      }
    },
    breakAfter: (text) => (fatal = text),
    [Symbol.asyncDispose]: breakAll,
  };
}
