import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { reverseNameOf, startNameServer } from "../../../../packages/discovery-scanner/test/lab/name-server.ts";

// A part of a site, in the namespace that it is started in: `node site-child.ts names` answers for the names that it is given, as lines of
// JSON (address to name); `node site-child.ts hosts` listens for every machine. Ends with whoever started it.

const PORTS = [22, 80];

let names: Readonly<Record<string, string>> = {};
if (process.argv[2] === "names") {
  await startNameServer(53, "127.0.0.53", { ptr: (name) => names[name], a: () => undefined });
} else {
  for (const port of PORTS) {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.end();
    });
    server.listen({ port, host: "0.0.0.0", backlog: 4096 });
    await once(server, "listening");
  }
}
console.info("ready");
for await (const line of createInterface({ input: process.stdin })) {
  const given = JSON.parse(line) as Readonly<Record<string, string>>;
  names = Object.fromEntries(Object.entries(given).map(([ip, name]) => [reverseNameOf(ip), name]));
  console.info("known");
}
process.exit();
