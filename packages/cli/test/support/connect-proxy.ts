import { once } from "node:events";
import { createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";

/** The proxy of a site. Tunnels lead to loopback, whatever name is asked for. */
export interface ConnectProxy extends AsyncDisposable {
  readonly url: string;
  /** What it was asked for: `host:port` of tunnels, URLs of other requests. */
  readonly asked: readonly string[];
}

/** @param refusal status with which it refuses all; undefined lets all through */
export async function startProxy(refusal?: number): Promise<ConnectProxy> {
  const asked: string[] = [];
  const tunnels = new Set<{ destroy(): unknown }>();
  const server = createServer((incoming, response) => {
    asked.push(incoming.url ?? "");
    if (refusal !== undefined) return void response.writeHead(refusal).end();
    const onward = request(incoming.url ?? "", { method: incoming.method, headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    incoming.pipe(onward);
  });
  server.on("connect", ({ url = "" }, client, head) => {
    asked.push(url);
    client.on("error", () => {});
    if (refusal !== undefined) return void client.end(`HTTP/1.1 ${refusal} Refused\r\n\r\n`);
    const onward = connect(Number(new URL(`http://${url}`).port), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.write(head);
      onward.pipe(client);
      client.pipe(onward);
    });
    onward.on("error", () => client.destroy());
    tunnels.add(client).add(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      for (const socket of tunnels) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
