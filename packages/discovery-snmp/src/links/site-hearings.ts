import { type Change, type NeighboursHeard, type OpenStorage, serviceToken } from "@cadastre/inventory-core";
import type { SiteHearing } from "@cadastre/inventory-core/discovery";
import { isReadAtSite } from "../devices/listed-targets.ts";
import type { SnmpDevice } from "../devices/snmp-device.ts";
import { snmpDeviceDocuments } from "../devices/snmp-device.entity.ts";
import { hearingTable } from "./hearing.entity.ts";

export const SITE_HEARINGS = serviceToken<SiteHearings>("snmp-site-hearings");

/** Readings that are in memory at a time: each has at most some hundred neighbours. */
const MAX_AT_ONCE = 25;

/** What was kept of a device. */
export interface KeptHearing {
  readonly device: SnmpDevice;
  readonly heard: NeighboursHeard;
  /** Number of the address space of the network for whose scan it was read. */
  readonly space: number;
}

/** The last that agents told of each SNMP device: whom it hears. */
export class SiteHearings {
  readonly #storage: OpenStorage;

  constructor(storage: OpenStorage) {
    this.#storage = storage;
  }

  /** @returns ids of devices that were never read for the network (SiteWitnesses) */
  async keep(change: Change, { networkId, askedAt, readings }: SiteHearing): Promise<ReadonlySet<string>> {
    const told = new Map(readings.map((reading) => [reading.device, reading]));
    const ids = [...told.keys()].toSorted();
    // Whoever deletes one, or tells of it in another scan, waits.
    await change.lock(...ids.map((id) => ({ on: "record", table: "snmp_device", id }) as const));
    const network = await change.get<{ datacenter_id: string | null; updated_at: string }>(
      "select datacenter_id, updated_at from network where id = ?",
      [networkId],
    );
    const rows = await change.all<{ doc: string }>("select doc from snmp_device where id = any(?)", [ids]);
    const devices = rows.map(({ doc }) => snmpDeviceDocuments.read(doc));
    if (network === undefined) return new Set();
    const isRead = (device: SnmpDevice): boolean => isReadAtSite(device, networkId, network.datacenter_id);
    const strangers = devices.filter((device) => !isRead(device) && device.updated_at <= askedAt && network.updated_at <= askedAt);
    if (strangers.length > 0) return new Set(strangers.map(({ id }) => id));
    const read = devices.filter(isRead).map(({ id }) => id);
    const later = await change.all<{ device_id: string }>("select device_id from snmp_hearing where device_id = any(?) and asked_at > ?", [
      read,
      askedAt,
    ]);
    const known = new Set(later.map(({ device_id: id }) => id));
    const fresh = read.filter((id) => !known.has(id));
    if (fresh.length === 0) return new Set();
    await change.run("delete from snmp_hearing where device_id = any(?)", [fresh]);
    await change.insert(
      "snmp_hearing",
      hearingTable.columns,
      fresh.map((id) => [id, networkId, askedAt, JSON.stringify(told.get(id))]),
    );
    return new Set();
  }

  /** What was told of devices, of scans that were asked for since then, some at a time. */
  async *of(devices: readonly SnmpDevice[], since: string): AsyncGenerator<readonly KeptHearing[], void> {
    for (let from = 0; from < devices.length; from += MAX_AT_ONCE) {
      const some = devices.slice(from, from + MAX_AT_ONCE);
      const rows = await this.#storage.read.all<{ device_id: string; heard: string; space: number }>(
        `select h.device_id, h.heard, n.space from snmp_hearing h join network n on n.id = h.network_id
         where h.device_id = any(?) and h.asked_at >= ?`,
        [some.map(({ id }) => id), since],
      );
      const byId = new Map(rows.map((row) => [row.device_id, row]));
      yield some.flatMap((device) => {
        const row = byId.get(device.id);
        return row === undefined ? [] : [{ device, heard: JSON.parse(row.heard) as NeighboursHeard, space: row.space }];
      });
    }
  }
}
