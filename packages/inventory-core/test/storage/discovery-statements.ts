import type { Inventory } from "@cadastre/inventory-core";
import type { CountedStorage, FakeClock } from "@cadastre/testing";
import { vi } from "vitest";
import { answering, type ScriptedScanner, stuckAfter } from "../discovery/scripted-scanner.ts";

/** Runs a call and notes how many statements it took. */
export type Measure = <T>(name: string, call: () => PromiseLike<T>) => Promise<T>;

/** The operations of discovery once each. Scans run beside the calls, so they are brought to rest before any is measured. */
export async function discoveryStatements(
  inventory: Inventory,
  scanner: ScriptedScanner,
  clock: FakeClock,
  counted: CountedStorage,
  measure: Measure,
): Promise<void> {
  const { networks, scans, discoveredDevices, discoveryRules } = inventory;
  const rest = async (ready: () => Promise<boolean>): Promise<void> => {
    let before = -1;
    await vi.waitFor(
      async () => {
        if (!(await ready())) {
          await clock.advance(500);
          throw new Error("the scans are not where they should be");
        }
        const now = counted.count();
        // Looking whether it is ready costs statements too: as many every time.
        counted.reset();
        const same = now === before;
        before = now;
        if (!same) throw new Error("statements still run");
      },
      { timeout: 30_000, interval: 100 },
    );
  };
  const start = async (subnet: string): Promise<{ readonly network: string; readonly scan: string }> => {
    const { id } = await networks.create({ name: subnet, subnet });
    return { network: id, scan: (await scans.start(id, {})).id };
  };
  const seen = await start("10.9.0.0/28");
  await rest(async () => (await scans.get(seen.scan)).status === "completed");
  scanner.script = stuckAfter(0);
  const stuck = [await start("10.9.1.0/28"), await start("10.9.2.0/28")];
  await rest(async () =>
    (await Promise.all(stuck.map(async ({ scan }) => (await scans.get(scan)).status))).every((status) => status === "running"),
  );
  // This host runs as many scans as it ever does, and looks for no further ones.
  const scan = await measure("scans.start", () => scans.start(seen.network, {}));
  await measure("scans.list", () => scans.list());
  await measure("scans.get", () => scans.get(scan.id));
  await measure("scans.cancel", () => scans.cancel(scan.id));
  await measure("scans.watch", () => Array.fromAsync(scans.watch(scan.id)));
  await measure("scans.delete", () => scans.delete(scan.id));
  await measure("discoveredDevices.list (page)", () => discoveredDevices.list({ network_id: seen.network, limit: 2, sort: "-last_seen" }));
  const [one, two] = await measure("discoveredDevices.list", () => discoveredDevices.list({ network_id: seen.network }));
  await measure("discoveredDevices.missing", () => discoveredDevices.missing());
  await measure("discoveredDevices.ignore", () => discoveredDevices.ignore(one?.id ?? "", { note: "a printer" }));
  await measure("discoveredDevices.unignore", () => discoveredDevices.unignore(one?.id ?? ""));
  const device = await measure("discoveredDevices.promote", () => discoveredDevices.promote(one?.id ?? "", { name: "promoted" }));
  await inventory.devices.update(device.id, { addresses: [] });
  await measure("discoveredDevices.link", () => discoveredDevices.link(one?.id ?? "", { device_id: device.id }));
  await inventory.devices.update(device.id, { addresses: [{ ip: "10.9.0.1", mac: "02:00:00:00:00:09" }] });
  await measure("discoveredDevices.accept", () => discoveredDevices.accept(one?.id ?? "", {}));
  await measure("discoveredDevices.promoteMany", () => discoveredDevices.promoteMany({ ids: [two?.id ?? ""] }));
  await measure("discoveredDevices.delete", () => discoveredDevices.delete(two?.id ?? ""));
  await measure("discoveredDevices.deleteOfNetwork", () => discoveredDevices.deleteOfNetwork({ network_id: seen.network }));
  const rule = await measure("discoveryRules.create", () => discoveryRules.create({ network_id: seen.network }));
  await measure("discoveryRules.list", () => discoveryRules.list());
  await measure("discoveryRules.get", () => discoveryRules.get(rule.id));
  await measure("discoveryRules.update", () => discoveryRules.update(rule.id, { interval_hours: 2 }));
  await measure("discoveryRules.history", () => discoveryRules.history(rule.id));
  await measure("discoveryRules.delete", () => discoveryRules.delete(rule.id));
}

/** Two hosts, for the scan that sees some. */
export const twoHosts = answering({ "10.9.0.1": "02:00:00:00:00:01", "10.9.0.2": "02:00:00:00:00:02" });
