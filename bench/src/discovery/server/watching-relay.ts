import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A relay of connections to a server, which sees when an agent is told of a cancel. */
export interface WatchingRelay extends AsyncDisposable {
  readonly url: string;
  /** When the answer that tells of the cancel of a scan is passed on, by `performance.now`: to work that it asked for, or to a report. */
  next(scanId: string): Promise<number>;
}

/** Answers are short: what tells of a scan is never in more than two pieces. */
const KEPT_CHARACTERS = 4096;

export async function startWatchingRelay(to: string): Promise<WatchingRelay> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let watched: { readonly scanId: string; readonly seen: (at: number) => void } | undefined;
  const relay = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy()).on("close", () => (sockets.delete(one), other.destroy()));
    }
    near.pipe(far);
    let said = "";
    far.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString("latin1")).slice(-KEPT_CHARACTERS);
      if (watched !== undefined && (said.includes(`"stop":["${watched.scanId}"`) || said.includes(`"status":"cancelled"`))) {
        watched.seen(performance.now());
        watched = undefined;
        said = "";
      }
      near.write(chunk);
    });
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    next: async (scanId) => await new Promise((seen) => (watched = { scanId, seen })),
    [Symbol.asyncDispose]: async () => {
      relay.close();
      for (const socket of sockets) socket.destroy();
      await once(relay, "close");
    },
  };
}
