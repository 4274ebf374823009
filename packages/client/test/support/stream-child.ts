// Reads the list of devices in a process of its own and tells what that took: how many came, and how far the heap grew.
import { createClient } from "../../src/index.ts";

const [baseUrl = "", token = ""] = process.argv.slice(2);
const heap = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};
const client = createClient({ baseUrl, token });
// The first call loads what there is to load.
await client.devices.statusCounts();
const before = heap();
let [count, peak, characters] = [0, 0, 0];
for await (const device of client.devices.list()) {
  characters += JSON.stringify(device).length;
  count += 1;
  if (count % 10_000 === 0) peak = Math.max(peak, heap() - before);
}
console.log(JSON.stringify({ count, characters, peakBytes: peak, hasGc: globalThis.gc !== undefined }));
