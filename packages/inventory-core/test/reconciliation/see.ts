import { type Inventory, SYSTEM, WRITES } from "@cadastre/inventory-core";
import type { Sighting } from "../../src/discovery/running/evidence.ts";
import { recordSightings } from "../../src/discovery/running/sightings.ts";
import { lockSeen } from "../../src/reconciliation/seen-lock.ts";

/** Something is seen in a network, as a scan writes it. */
export async function see(inventory: Inventory, networkId: string, sightings: readonly Omit<Sighting, "confidence">[]): Promise<void> {
  await inventory.host.get(WRITES).run({ principal: SYSTEM, source: "test" }, async (change) => {
    const space = (await lockSeen(change, [networkId])).get(networkId);
    if (space === undefined) return;
    await recordSightings(
      change,
      { id: networkId, space },
      sightings.map((one) => ({ confidence: 70, ...one })),
    );
  });
}
