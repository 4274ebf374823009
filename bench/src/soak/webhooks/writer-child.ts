import { setTimeout as sleep } from "node:timers/promises";
import { type Inventory, servicesOf } from "@cadastre/inventory-core";
import { webhookOperations } from "../../../../packages/webhooks/src/index.ts";
import type { FromChild, ToChild, Writing } from "./messages.ts";
import { openHost } from "./open-host.ts";

/** The process that commits the events: it makes the webhook first, and delivers nothing itself. */

const LANES = 4;
const UPDATES = 3;

const say = (message: FromChild): void => void process.send?.(message);

let inventory: Inventory | undefined;

/** Devices that are created, changed and deleted, one change after the other in each lane. */
async function write({ devices }: Inventory, { events, rate }: Writing): Promise<FromChild> {
  const began = performance.now();
  let written = 0;
  let begun = 0;
  let refused = 0;
  const change = async <T>(call: () => PromiseLike<T>): Promise<T | undefined> => {
    begun += 1;
    await sleep(Math.max(0, (begun / rate) * 1000 - (performance.now() - began)));
    try {
      const result = await call();
      written += 1;
      return result;
    } catch {
      // The database is away. Whether it happened is for the event log to say.
      refused += 1;
      await sleep(100);
      return undefined;
    }
  };
  const lane = async (nth: number): Promise<void> => {
    for (let serial = 0; written < events; serial += 1) {
      const name = `device ${nth}-${serial}`;
      const device = await change(() => devices.create({ name, status: "active" }));
      if (device === undefined) continue;
      for (let update = 0; update < UPDATES; update += 1)
        await change(() => devices.update(device.id, { description: `change ${update} of ${name}` }));
      await change(() => devices.delete(device.id));
    }
  };
  await Promise.all(Array.from({ length: LANES }, async (_, nth) => await lane(nth)));
  return { written, refused };
}

async function hear(message: ToChild): Promise<FromChild | undefined> {
  if ("open" in message) {
    inventory = await openHost(message.open, false);
    await servicesOf(inventory.host, webhookOperations).create({
      name: "trial",
      url: `http://receiver.test:${message.open.port}/`,
      events: ["device.created", "device.updated", "device.deleted"],
      headers: {},
      secret: "kept",
      timeout_seconds: 1,
      retry_count: 5,
    });
    return { opened: true };
  }
  if ("write" in message && inventory !== undefined) return await write(inventory, message.write);
  return undefined;
}

process.on("message", (message: ToChild) => {
  hear(message).then(
    (answer) => answer !== undefined && say(answer),
    (error: unknown) => say({ failed: String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
