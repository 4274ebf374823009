import { createInventory, type ImportRow, type PlanLine } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { appendFileSync, createReadStream } from "node:fs";
import { createInterface } from "node:readline";

// Imports made-up devices into a database, and tells how it fares, a line of JSON for each thing:
// `node import-child.ts <database> <file for the plan> <rows> whole|per_row`. Every tenth row is faulty in `per_row`.

const [database = "", file = "", rows = "0", mode = "whole"] = process.argv.slice(2);

async function* madeUp(count: number, faulty: boolean): AsyncGenerator<ImportRow> {
  yield { at: { line: 1 }, type: "network", ref: "n", set: { name: "n", subnet: "10.0.0.0/8" } };
  for (let index = 0; index < count; index += 1) {
    const wrong = faulty && index % 10 === 3;
    // Not 10.0.0.0, which is reserved and counts as no used address.
    const host = index + 1;
    const ip = wrong ? "10.0.0.300" : `10.${(host >> 16) & 255}.${(host >> 8) & 255}.${host & 255}`;
    yield {
      at: { line: index + 2 },
      type: "device",
      set: { name: `host-${index}`, os: "Debian", tags: ["imported"], addresses: [{ ip, network: { ref: "n" } }] },
    };
  }
}

async function* linesOf(path: string): AsyncGenerator<PlanLine> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }))
    yield JSON.parse(line) as PlanLine;
}

const tell = (what: object): void => console.info(JSON.stringify(what));

/** Largest heap seen, in MiB, while something goes on. */
function watchHeap(): () => number {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed);
  }, 50);
  return () => {
    clearInterval(timer);
    return Math.round(most / 1_048_576);
  };
}

await using inventory = await createInventory({ storage: sqlite(database) });
const heap = watchHeap();
let began = performance.now();
let pending = "";
for await (const line of inventory.import.plan(madeUp(Number(rows), mode === "per_row"))) {
  pending += `${JSON.stringify(line)}\n`;
  if (pending.length > 1_000_000 || line.kind === "end") {
    appendFileSync(file, pending);
    pending = "";
  }
  if (line.kind === "end") tell({ planned: line.counts, ms: Math.round(performance.now() - began) });
}
tell({ applying: true });
began = performance.now();
const { errors, ...report } = await inventory.import.apply(linesOf(file), { mode: mode as "whole" | "per_row" });
tell({ report, errors: errors.length, ms: Math.round(performance.now() - began), heapMiB: heap() });
