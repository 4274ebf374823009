import { createInventory, type DiscoveryOptions, type Inventory, type LoggedEvent, type Plugin, type Scan } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { vi } from "vitest";
import type { ScriptedScanner } from "./scripted-scanner.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";

/** A host with a scanner, on time that the test moves. */
export interface ScanHost extends AsyncDisposable {
  readonly inventory: Inventory;
  readonly clock: FakeClock;
  readonly events: LoggedEvent[];
  /** The scan, when it has come to a state. */
  reaches(id: string, status: Scan["status"]): Promise<Scan>;
}

export async function scanHost(
  place: TestDatabase,
  scanner: ScriptedScanner,
  clock = new FakeClock(),
  discovery: DiscoveryOptions = {},
  plugins: readonly Plugin[] = [],
): Promise<ScanHost> {
  const inventory = await createInventory({ storage: place.storage(), plugins: [scanner.plugin, ...plugins], clock, discovery });
  const events: LoggedEvent[] = [];
  inventory.events.on("*", (event) => events.push(event));
  return {
    inventory,
    clock,
    events,
    reaches: async (id, status) =>
      await vi.waitFor(async () => {
        const scan = await inventory.scans.get(id);
        if (scan.status !== status) throw new Error(`the scan is ${scan.status}: ${scan.error_message}`);
        return scan;
      }),
    [Symbol.asyncDispose]: async () => await inventory.close(),
  };
}
