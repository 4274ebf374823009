import { Device, newId } from "@cadastre/inventory-core";
import { foldText } from "@cadastre/inventory-core/scanning";
import { documentOf, searchTextOf } from "@cadastre/inventory-core/storage-kit";
import type { RowSet, Value } from "../raw/raw-database.ts";
import { type Base, ipAt, keyAt } from "./address-text.ts";
import { deviceFields } from "./device-fields.ts";

/** Where the addresses of devices lie. */
export interface Place {
  readonly base: Base;
  readonly networkId: string;
  readonly poolId: string;
}

/** A device as the product would make it, with the addresses at some offsets of a place. */
export function deviceOf(
  { base, networkId, poolId }: Place,
  index: number,
  offsets: readonly number[] = [index * 2 + 1, index * 2 + 2],
): Device {
  const now = new Date().toISOString();
  const addresses = offsets.map((offset) => ({
    id: newId(),
    ip: ipAt(base, offset),
    port: null,
    type: base.family === 4 ? "ipv4" : "ipv6",
    label: "",
    network_id: networkId,
    switch_port: "",
    pool_id: poolId,
    mac: "",
  }));
  return {
    id: newId(),
    ...deviceFields(base, index),
    datacenter_id: null,
    username: "",
    status: "active",
    addresses,
    fields: {},
    created_at: now,
    updated_at: now,
  };
}

/** Version of the documents of devices: of another one, the product would bring each up when it is read. */
export const DOCUMENT_VERSION = 3;

/** What documents of that version end with. */
export const DOCUMENT_END = `,"$version":${DOCUMENT_VERSION}}`;

/** The rows of devices and of their lists, as the product writes them. */
export function deviceRows(base: Base, devices: readonly { readonly device: Device; readonly offsets: readonly number[] }[]): RowSet {
  const sets = { device: [] as Value[][], address: [] as Value[][], device_tag: [] as Value[][], device_domain: [] as Value[][] };
  for (const { device, offsets } of devices) {
    const {
      id,
      name,
      hostname,
      description,
      make_model: model,
      os,
      username,
      location,
      status,
      created_at: created,
      updated_at: updated,
    } = device;
    const search = searchTextOf(name, [
      hostname,
      description,
      location,
      model,
      os,
      ...device.addresses.map(({ ip }) => ip),
      ...device.tags,
      ...device.domains,
    ]);
    sets.device.push([
      id,
      name,
      foldText(name),
      hostname,
      description,
      model,
      os,
      device.datacenter_id,
      username,
      location,
      status,
      search,
      created,
      updated,
      documentOf(Device, device).slice(0, -1) + DOCUMENT_END,
    ]);
    for (const [position, address] of device.addresses.entries()) {
      const key = keyAt(base, offsets[position] as number);
      sets.address.push([
        address.id,
        id,
        position,
        0,
        address.ip,
        key,
        null,
        address.type,
        address.label,
        address.network_id,
        "",
        address.pool_id,
        address.mac,
      ]);
    }
    for (const [position, tag] of device.tags.entries()) sets.device_tag.push([id, tag, device.name, position]);
    for (const [position, domain] of device.domains.entries()) sets.device_domain.push([id, position, domain]);
  }
  return new Map(Object.entries(sets));
}

/** The audit row and the event of a device that was created. */
export function creationRows(device: Device): RowSet {
  const now = device.created_at;
  const changes = JSON.stringify({ before: null, after: device });
  const data = JSON.stringify({ ...device, ip_address: device.addresses[0]?.ip ?? "" });
  return new Map<string, Value[][]>([
    ["audit", [[newId(), now, "create", "device", device.id, null, "system", null, "library", "success", "", changes, null]]],
    ["event", [[newId(), "device.created", device.id, now, data]]],
  ]);
}

/** Both, for many devices of a place that follow each other from the first offset. */
export function createdRows(place: Place, first: number, count: number, audited: boolean): RowSet {
  const devices = Array.from({ length: count }, (_, at) => {
    const index = first + at;
    return { device: deviceOf(place, index), offsets: [index * 2 + 1, index * 2 + 2] };
  });
  const set = new Map(deviceRows(place.base, devices));
  if (!audited) return set;
  const sets = devices.map(({ device }) => creationRows(device));
  for (const table of ["audit", "event"])
    set.set(
      table,
      sets.flatMap((rows) => rows.get(table) ?? []),
    );
  return set;
}
