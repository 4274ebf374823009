import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { FakeClock } from "@cadastre/testing";
import { createInterface } from "node:readline";
import { discoveryAgentPlugin } from "../../../../packages/discovery-agent/src/index.ts";
import { httpPlugin } from "../../../../packages/http-h3/src/index.ts";
import { personPlugin } from "../../company/person.ts";

// The server of a company: `node company-server.ts <file> <port>`. A line on standard input is a number of milliseconds that pass at
// once, and is answered when they have; else its time passes as that of the machine does.

const TICK_MS = 100;

const [file = "", port = ""] = process.argv.slice(2);
const clock = new FakeClock();
// Nothing scans here: what no agent serves is not looked at.
const http = httpPlugin({ hostname: "0.0.0.0", port: Number(port), rateLimit: { enabled: false } });
const inventory = await createInventory({ storage: sqlite(file), clock, plugins: [personPlugin, discoveryAgentPlugin(), http] });

let moving = Promise.resolve();
const pass = async (ms: number): Promise<void> => await (moving = moving.then(async () => await clock.advance(ms)));
let last = performance.now();
const ticks = setInterval(() => {
  const now = performance.now();
  const passed = Math.floor(now - last);
  last += passed;
  void pass(passed);
}, TICK_MS);

console.info("listening");
for await (const line of createInterface({ input: process.stdin })) {
  if (line === "verify") {
    console.info(JSON.stringify((await inventory.verify()).differences));
    continue;
  }
  await pass(Number(line));
  console.info("passed");
}
// Who started it is gone.
clearInterval(ticks);
process.exit();
