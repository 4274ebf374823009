import { once } from "node:events";
import { createServer } from "node:http";

/** A device as Prometheus sees it: something that answers a scrape. */
export interface Target {
  readonly port: number;
  close(): void;
}

export async function startTarget(): Promise<Target> {
  const server = createServer((_, response) =>
    response.writeHead(200, { "content-type": "text/plain; version=0.0.4" }).end("node_load1 0.5\n"),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as { port: number }).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
