import type { AddressKey } from "../address/address-key.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { mismatchFound } from "./conflict-ledger.ts";

/** An address that answers with another hardware address than before. */
export interface ChangedHardware {
  readonly key: AddressKey;
  readonly ip: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Opens a conflict for each address that answers with other hardware: a replaced machine, or two that answer for one
 * address. It stays until somebody resolves or ignores it, because only people know which it is.
 */
export async function recheckHardwareConflicts(change: Change, networkId: string, changed: readonly ChangedHardware[]): Promise<void> {
  if (changed.length === 0) return;
  const network = await change.get<{ space: number; name: string; subnet: string }>(
    "select space, name, subnet from network where id = ?",
    [networkId],
  );
  if (network === undefined) return;
  const space = network.space;
  await change.lock({ on: "space", space });
  for (const { key, ip, before, after } of changed) {
    await mismatchFound(change, space, key, {
      description: `${ip} answered with the MAC address ${after}, and before with ${before}`,
      ip_address: ip,
      device_ids: [],
      device_names: [],
      network_ids: [networkId],
      network_names: [network.name],
      subnets: [network.subnet],
      allocation_ids: [],
    });
  }
}
