import { createInventory } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { appendFileSync } from "node:fs";

// Subscribes to a database and writes the name of each event to a file, a line each:
// `node subscription-child.ts sqlite|postgresql <url> <file> [hold]`. With `hold` the first call lasts until its signal aborts; then the
// process prints the reason.

const [dialect = "", url = "", file = "", mode = ""] = process.argv.slice(2);

const inventory = await createInventory({ storage: dialect === "sqlite" ? sqlite(url) : postgresql(url) });
await inventory.events.subscribe(
  "copy",
  async ({ data }, { signal }) => {
    // One write of the system: a killed process leaves a whole line or none.
    appendFileSync(file, `${data.name}\n`);
    if (mode === "hold")
      await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))).catch(
        (error: unknown) => {
          console.info(JSON.stringify({ aborted: (error as Error).message }));
          throw error;
        },
      );
  },
  { from: "start", events: ["device.created"] },
);
console.info(JSON.stringify({ subscribed: true }));
