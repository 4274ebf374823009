import { markSeen } from "../../address-space/passed-over/seen-addresses.ts";
import type { ChangedHardware } from "../../conflicts/hardware-conflicts.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { parseAddress } from "../../address/ip-address.ts";
import type { AddressKey } from "../../address/address-key.ts";
import type { DiscoveredDevice } from "../found/discovered-device.ts";
import { discoveredDeviceDocuments, type DiscoveredDeviceRow, discoveredDeviceTable } from "../found/discovered-device.entity.ts";
import { discoveryDeviceFound } from "../discovery.events.ts";
import type { Sighting } from "./evidence.ts";

/**
 * Held by whoever writes discovered devices of a network: with the lock of its address space, since addresses where hosts were seen are
 * passed over.
 */
export async function lockDiscovered(change: Change, networkId: string): Promise<void> {
  await change.lock({ on: "topology", mode: "shared" });
  const network = await change.get<{ space: number }>("select space from network where id = ?", [networkId]);
  if (network !== undefined) await change.lock({ on: "space", space: network.space });
  await change.lock({ on: "record", table: "discovered_device", id: networkId });
}

/**
 * Writes what was seen: one row for each address of the network, in as many statements for many as for one. What was not
 * observed stays as it was. The caller holds {@link lockDiscovered}.
 */
export async function recordSightings(
  change: Change,
  networkId: string,
  sightings: readonly Sighting[],
): Promise<readonly ChangedHardware[]> {
  const seen = new Map(sightings.map((sighting) => [keyOfIp(sighting.ip), sighting]));
  if (seen.size === 0) return [];
  const rows = await change.all<{ ip_key: AddressKey; doc: string }>(
    "select ip_key, doc from discovered_device where network_id = ? and ip_key = any(?)",
    [networkId, [...seen.keys()]],
  );
  const known = new Map(rows.map((row) => [row.ip_key, discoveredDeviceDocuments.read(row.doc)]));
  const changedHardware: ChangedHardware[] = [];
  const inserts: DiscoveredDeviceRow[] = [];
  const updates: (string | null)[][] = [];
  for (const [key, sighting] of seen) {
    const before = known.get(key);
    const after = merged(before?.id ?? change.newId(), networkId, before, sighting, change.now);
    const doc = discoveredDeviceDocuments.write(after);
    if (before === undefined) {
      const { id, status, last_seen } = after;
      inserts.push({ id, network_id: networkId, ip_key: key, status, last_seen, promoted_to_device_id: null, doc });
      change.emit(discoveryDeviceFound, after.id, after);
    } else {
      updates.push([after.id, after.status, after.last_seen, doc]);
      if (before.mac_address !== "" && before.mac_address !== after.mac_address) {
        changedHardware.push({ key, ip: after.ip, before: before.mac_address, after: after.mac_address });
      }
    }
  }
  const { columns } = discoveredDeviceTable;
  if (inserts.length > 0)
    await change.insert(
      "discovered_device",
      columns,
      inserts.map((row) => columns.map((column) => row[column])),
    );
  if (updates.length > 0) await change.update("discovered_device", "id", ["status", "last_seen", "doc"], updates);
  await markSeen(change, networkId, [...seen.keys()]);
  return changedHardware;
}

function keyOfIp(ip: string): AddressKey {
  const parsed = parseAddress(ip);
  if (parsed === null) throw new TypeError(`${ip} is not an address: sightings are of targets, which are canonical`);
  return parsed.key;
}

function merged(id: string, networkId: string, before: DiscoveredDevice | undefined, sighting: Sighting, now: string): DiscoveredDevice {
  const { ip, macAddress, hostname, osGuess, vendor, openPorts, services, confidence } = sighting;
  return {
    id,
    ip,
    mac_address: macAddress ?? before?.mac_address ?? "",
    hostname: hostname ?? before?.hostname ?? "",
    network_id: networkId,
    status: "up",
    confidence,
    os_guess: osGuess ?? before?.os_guess ?? "",
    vendor: vendor ?? before?.vendor ?? "",
    open_ports: [...(openPorts ?? before?.open_ports ?? [])],
    services: [...(services ?? before?.services ?? [])],
    first_seen: before?.first_seen ?? now,
    last_seen: now,
    promoted_to_device_id: before?.promoted_to_device_id ?? null,
    promoted_at: before?.promoted_at ?? null,
    created_at: before?.created_at ?? now,
    updated_at: now,
  };
}

/** Marks as down what a completed scan probed and did not see. @param wasProbed whether an address really was */
export async function markUnseen(change: Change, networkId: string, since: string, wasProbed: (ip: string) => boolean): Promise<number> {
  const rows = await change.all<{ doc: string }>(
    "select doc from discovered_device where network_id = ? and status = 'up' and last_seen < ?",
    [networkId, since],
  );
  const gone = rows.map(({ doc }) => discoveredDeviceDocuments.read(doc)).filter(({ ip }) => wasProbed(ip));
  if (gone.length === 0) return 0;
  const updates = gone.map((device) => [
    device.id,
    "down",
    discoveredDeviceDocuments.write({ ...device, status: "down", updated_at: change.now }),
  ]);
  await change.update("discovered_device", "id", ["status", "doc"], updates);
  return gone.length;
}
