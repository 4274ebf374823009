import { setTimeout as sleep } from "node:timers/promises";
import { SYSTEM } from "@cadastre/inventory-core";
import { deviceFields } from "../device-fields.ts";
import { median } from "../measure.ts";
import type { Line } from "../report.ts";
import type { Scale } from "../scale.ts";
import type { Subject } from "../subject.ts";

/** Reads a list the way an edge sends it: pages of finished JSON. @returns its characters */
async function readList({ inventory }: Subject): Promise<number> {
  const operation = inventory.host.operations.find(({ id }) => id === "devices.list");
  if (operation === undefined) throw new Error("there is no operation devices.list");
  const result = await inventory.host.execute(operation, { params: {}, query: {}, body: async () => ({}) }, { principal: SYSTEM, source: "bench" });
  if (result.kind !== "list") throw new Error("devices.list is no list");
  let characters = 0;
  for await (const page of result.value.pages) for (const text of page) characters += text.length;
  return characters;
}

/** Microseconds of `work`, and the longest that it held up the event loop, in milliseconds. */
async function watch(work: () => Promise<number> | number): Promise<{ us: number; blockMs: number; characters: number }> {
  let blockMs = 0;
  let last = performance.now();
  let watching = true;
  // A turn of the loop after the other: the longest gap between two of them is what everybody else waited.
  const turn = (): void => {
    const now = performance.now();
    blockMs = Math.max(blockMs, now - last);
    last = now;
    if (watching) setImmediate(turn);
  };
  setImmediate(turn);
  const start = performance.now();
  const characters = await work();
  const us = (performance.now() - start) * 1000;
  await sleep(1);
  watching = false;
  return { us, blockMs, characters };
}

/** The whole list of devices, against reading the documents raw. */
export async function list(subject: Subject, scale: Scale): Promise<Line[]> {
  const { inventory, storage } = subject;
  await inventory.networks.create({ name: "list", subnet: "10.2.0.0/16" });
  for (let done = 0; done < scale.devices; done += 1) await inventory.devices.create(deviceFields("10.2", done));
  const ours: { us: number; blockMs: number; characters: number }[] = [];
  const theirs: typeof ours = [];
  for (let round = 0; round <= scale.rounds; round += 1) {
    const our = await watch(async () => await readList(subject));
    const their = await watch(async () => await subject.readDocuments());
    if (our.characters !== their.characters) throw new Error(`the list has ${our.characters} characters, the documents ${their.characters}`);
    if (round === 0) continue;
    ours.push(our);
    theirs.push(their);
  }
  const us = (runs: typeof ours): number => median(runs.map((run) => run.us));
  const block = (runs: typeof ours): string => median(runs.map((run) => run.blockMs)).toFixed(1);
  const note = `event loop held up ${block(ours)} ms, raw ${block(theirs)} ms`;
  return [{ storage, workload: `list of ${scale.devices} devices`, measured: us(ours), limit: us(theirs), note }];
}
