import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Front } from "../../src/peers/rackd/front.ts";

/** A server that keeps devices by the requests that ours and rackd have in common, and cuts its lists as rackd does. */
export interface FakePeer extends AsyncDisposable {
  readonly front: Front;
  /** What was created, as it was sent. */
  readonly created: { readonly path: string; readonly body: Readonly<Record<string, unknown>> }[];
}

const MAX_LIST = 1000;

function answerOf(peer: FakePeer, { pathname, searchParams }: URL): unknown {
  const devices = peer.created.filter(({ path }) => path === "/api/devices").map(({ body }, at) => ({ ...body, id: `d${at}` }));
  if (pathname.endsWith("/next-ip")) return { ip: "20.0.0.1" };
  if (pathname === "/api/devices/search") return devices.filter((device) => JSON.stringify(device).includes(searchParams.get("q") ?? ""));
  const offset = Number(searchParams.get("offset") ?? "0");
  if (pathname === "/api/devices") return devices.slice(offset, offset + Number(searchParams.get("limit") ?? "100"));
  return devices.find(({ id }) => pathname.endsWith(`/${id}`));
}

async function answer(peer: FakePeer, request: IncomingMessage): Promise<readonly [number, unknown]> {
  const url = new URL(request.url ?? "", "http://fake");
  if (request.headers.authorization !== peer.front.headers.authorization) return [401, {}];
  if (request.method === "GET") return [200, answerOf(peer, url)];
  const body = JSON.parse(await text(request)) as Readonly<Record<string, unknown>>;
  return [201, { ...body, id: `c${peer.created.push({ path: url.pathname, body })}` }];
}

/** @param used milliseconds of processor time that it is said to have used, a request more */
export async function startFakePeer(used: number): Promise<FakePeer> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    void answer(peer, request).then(([status, body]) => response.writeHead(status).end(JSON.stringify(body ?? null)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const peer: FakePeer = {
    created: [],
    front: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      headers: { authorization: "Bearer fake" },
      used: () => requests * used,
      lists: (devices) =>
        Array.from({ length: Math.ceil(devices / MAX_LIST) }, (_, page) => `/api/devices?limit=${MAX_LIST}&offset=${page * MAX_LIST}`),
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return peer;
}
