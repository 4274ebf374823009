// The receiver: a process in its own network namespace. It judges each delivery with libraries that know nothing of the
// server, and says what it saw, a line of JSON each.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { readFileSync } from "node:fs";
import { verify } from "@octokit/webhooks-methods";
import { Webhook } from "standardwebhooks";
import { PORTS, RECEIVER } from "./addresses.ts";
import type { Arrival } from "./lab.ts";

const secret = process.env["LAB_SECRET"] ?? "";
const standard = new Webhook(secret);
const certificate = (file: string): Buffer => readFileSync(new URL(`certificates/${file}.pem`, import.meta.url));

const isSigned = async (body: string, headers: Arrival["headers"]): Promise<boolean> =>
  await verify(secret, body, headers["x-service-signature"] || "none");

function isStandard(body: string, headers: Arrival["headers"]): boolean {
  try {
    standard.verify(body, { ...headers });
    return true;
  } catch {
    return false;
  }
}

/** One character changed, so that it is still JSON. */
const changed = (body: string): string => body.replace('"event":"', '"event":"x');

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const body = Buffer.concat(pieces).toString("utf8");
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const arrival: Arrival = {
    port: request.socket.localPort ?? 0,
    method: request.method ?? "",
    path: request.url ?? "",
    headers,
    body,
    signed: await isSigned(body, headers),
    standard: isStandard(body, headers),
    forgeable: (await isSigned(changed(body), headers)) || isStandard(changed(body), headers),
  };
  process.stdout.write(`${JSON.stringify(arrival)}\n`);
  response.writeHead(204).end();
}

const listener = (request: IncomingMessage, response: ServerResponse): void => void receive(request, response);
const listening = async (server: ReturnType<typeof createServer>, port: number): Promise<void> =>
  await new Promise((resolve) => server.listen(port, RECEIVER, resolve));

await listening(createServer(listener), PORTS.plain);
for (const authority of ["known", "unknown"] as const) {
  await listening(
    createTlsServer({ cert: certificate(`${authority}.cert`), key: certificate(`${authority}.key`) }, listener),
    PORTS[authority],
  );
}
process.stdout.write("ready\n");
