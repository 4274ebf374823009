import { connect } from "node:net";
import { createInventory, type Inventory, KeyRing } from "@cadastre/inventory-core";
import { webhooksPlugin } from "../../../../packages/webhooks/src/index.ts";
import { storageOf } from "../crash/library-performer.ts";
import { clockAhead } from "./clock-ahead.ts";
import type { Opening } from "./messages.ts";

/** The shortest that there is: deliveries of a killed worker are taken over after it. */
const LEASE_MS = 1000;

const KEY_RING = KeyRing.parse("YSBrZXkgb2YgMzIgYnl0ZXMgZm9yIHRlc3RzIG9ubHk=");

/** An inventory with webhooks, whose receivers are all on loopback, where the destination policy would not let it go. */
export async function openHost({ target, port, aheadMs }: Opening, deliver: boolean): Promise<Inventory> {
  const network = { resolve: async () => ["10.77.0.1"], dial: () => connect(port, "127.0.0.1") };
  // What a worker warns of while the database is away is expected.
  const silent = { debug() {}, info() {}, warn() {}, error: (message: string, fields?: object) => console.error(message, fields) };
  return await createInventory({
    storage: await storageOf(target),
    clock: clockAhead(aheadMs),
    logger: silent,
    keyRing: KEY_RING,
    plugins: [webhooksPlugin({ deliver, leaseMs: LEASE_MS, network })],
  });
}
