import { type EventType, type Inventory, SYSTEM, WRITES } from "@cadastre/inventory-core";
import type { Context } from "../../context.ts";
import { interleave, median, timePerStep } from "../../measure.ts";
import { rateRow, type Row } from "../../report.ts";

/** Events of the log that is read as a whole. */
const EVENTS = 20_000;
/** Events of the log that is read one by one. */
const FEW = 3_000;
const BATCH = 500;
/** Events that a subscription handles in a second, one by one, with its cursor stored after each. */
const LEAST = { sqlite: 3_000, postgresql: 500 } as const;

/** Writes creations of one device. */
async function writeEvents({ devices, host }: Inventory, count: number): Promise<void> {
  const type = host.events.find(({ name }) => name === "device.created") as EventType;
  const device = await devices.create({ name: "web-01", tags: ["web"], addresses: [{ ip: "10.0.0.1" }] });
  const data = { ...device, ip_address: "10.0.0.1" };
  await host.get(WRITES).run({ principal: SYSTEM, source: "bench" }, async (change) => {
    for (let number = 1; number < count; number += 1) change.emit(type, device.id, data);
  });
}

/** Reads the whole log by a subscription that begins anew. */
async function subscribe({ events }: Inventory, count: number, batch: number): Promise<void> {
  const isDone = Promise.withResolvers<void>();
  let done = 0;
  const handle = (handled: number): void => {
    if ((done += handled) === count) isDone.resolve();
  };
  await using _ = await events.subscribe("bench", (given) => handle(Array.isArray(given) ? given.length : 1), {
    from: "start",
    reset: true,
    batch,
  });
  await isDone.promise;
}

async function readPages({ events }: Inventory): Promise<void> {
  for (let [after, read] = ["0-0", 0]; read < EVENTS;) {
    const page = await events.read({ after, limit: BATCH });
    after = page.next;
    read += page.events.length;
  }
}

/** The log by a subscription with a handler that does nothing: in arrays against pages, and event by event. */
export async function subscriptions(context: Context): Promise<Row[]> {
  const { scale, storage } = context;
  const inBatches = await context.withEmpty(async (subject) => {
    const { inventory } = subject;
    await writeEvents(inventory, EVENTS);
    await subject.settle();
    const pair = await interleave(
      async () => await subscribe(inventory, EVENTS, BATCH),
      async () => await readPages(inventory),
      { rounds: scale.rounds, times: 1 },
    );
    return rateRow(`${EVENTS} events by a subscription, ${BATCH} at a time`, "the same events by page", pair, 0.5);
  });
  const oneByOne = await context.withEmpty(async (subject) => {
    const { inventory } = subject;
    await writeEvents(inventory, FEW);
    await subject.settle();
    const rounds: number[] = [];
    for (let round = 0; round < 3; round += 1) rounds.push(await timePerStep(async () => await subscribe(inventory, FEW, 1), 1));
    return {
      work: `${FEW} events by a subscription, one by one`,
      limit: "none",
      value: (FEW * 1_000_000) / median(rounds),
      unit: "events/s",
      reach: { least: LEAST[storage] },
      note: "the cursor is stored after each event",
    } as const;
  });
  return [inBatches, oneByOne];
}
