// Runs inside namespaces of its own, where 10.77.0.1 and fd12::1 are this machine's and names are in a file of the test.
// Sends deliveries over the machine's own network, and writes what came of them as one line of JSON.
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:http";
import { HttpSender } from "../../src/attempt/http-sender.ts";
import { realClock, shipmentTo } from "../attempt/receiver.ts";

const PORT = 8080;

/** Counts the requests that an address gets. */
async function listenOn(host: string): Promise<() => number> {
  let arrived = 0;
  const server = createServer((_, response) => response.end("ok")).on("connection", () => (arrived += 1));
  server.listen(PORT, host);
  await once(server, "listening");
  return () => arrived;
}

// A name server that never answers: names that are in no file hang until the resolver gives up.
const dead = createSocket("udp4").bind(53, "127.0.0.54");
await once(dead, "listening");
const canaries = [await listenOn("127.0.0.1"), await listenOn("::1")];
const receivers = [await listenOn("10.77.0.1"), await listenOn("fd12::1")];

const sender = new HttpSender({ clock: realClock, headerPrefix: "X-Service-" });
async function send(host: string, timeoutMs = 5000): Promise<string> {
  const { delivered, error } = await sender.send(shipmentTo(`http://${host}:${PORT}/`, { timeoutMs }), new AbortController().signal);
  return delivered ? "delivered" : error;
}

const outcomes: Record<string, string> = {};
for (const host of [
  "works.test",
  "six.test",
  "10.77.0.1",
  "[fd12::1]",
  "[::ffff:10.77.0.1]",
  "evil.test",
  "evil-six.test",
  "mixed.test",
  "nobody.test",
])
  outcomes[host] = await send(host);
const hanging = Promise.all(Array.from({ length: 20 }, async (_, index) => await send(`hangs-${index}.test`, 900)));
const startedAt = performance.now();
for (let round = 0; round < 20; round += 1)
  if ((await send("works.test")) !== "delivered") outcomes["works.test"] = "not beside names that hang";
const besideHangingMs = performance.now() - startedAt;
const hung = [...new Set(await hanging)];
process.stdout.write(
  `${JSON.stringify({ outcomes, hung, besideHangingMs, canaries: canaries.map((count) => count()), receivers: receivers.map((count) => count()) })}\n`,
);
process.exit();
