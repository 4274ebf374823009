import { parseAddress } from "../address/ip-address.ts";
import type { Queries, SqlValue, Transaction } from "../contract/storage.ts";
import { documentOf } from "../storage/documents.ts";
import { type Address, Device } from "./device.ts";
import type { AddressRow, DeviceDomainRow, DeviceRow, DeviceTagRow } from "./device.entity.ts";

/** An address of a device with the number of its address space, which is no part of the record. */
export interface PlacedAddress extends Address {
  readonly key: string;
  readonly space: number;
}

const DEVICE_COLUMNS = [
  "id",
  "name",
  "name_key",
  "hostname",
  "description",
  "make_model",
  "os",
  "datacenter_id",
  "username",
  "location",
  "status",
  "search_text",
  "created_at",
  "updated_at",
  "doc",
] as const satisfies readonly (keyof DeviceRow)[];

const ADDRESS_COLUMNS = [
  "id",
  "device_id",
  "position",
  "space",
  "ip",
  "ip_key",
  "port",
  "type",
  "label",
  "network_id",
  "switch_port",
  "pool_id",
] as const satisfies readonly (keyof AddressRow)[];

/** What search looks through: name, host name, description, addresses, tags, domains, in lower case, a line each. */
export function searchTextOf(device: Device): string {
  return [device.name, device.hostname, device.description, ...device.addresses.map(({ ip }) => ip), ...device.tags, ...device.domains]
    .filter((part) => part !== "")
    .join("\n")
    .toLowerCase();
}

function rowOf(device: Device): DeviceRow {
  return { ...device, name_key: device.name.toLowerCase(), search_text: searchTextOf(device), doc: documentOf(Device, device) };
}

const valuesOf = <Row extends object>(row: Row, columns: readonly (keyof Row & string)[]): SqlValue[] => columns.map((column) => row[column] as SqlValue);

/** Inserts the row of a device, without its lists. */
export async function insertDevice(transaction: Transaction, device: Device): Promise<void> {
  await transaction.insert("device", DEVICE_COLUMNS, [valuesOf(rowOf(device), DEVICE_COLUMNS)]);
}

/** Writes the row of a device that is there, without its lists. */
export async function updateDevice(transaction: Transaction, device: Device): Promise<void> {
  await updateDevices(transaction, [device]);
}

/** Writes the rows of devices that are there, without their lists. */
export async function updateDevices(transaction: Transaction, devices: readonly Device[]): Promise<void> {
  const [id, ...columns] = DEVICE_COLUMNS;
  await transaction.update(
    "device",
    id,
    columns,
    devices.map((device) => valuesOf(rowOf(device), DEVICE_COLUMNS) as (string | null)[]),
  );
}

/** Replaces the addresses of a device. */
export async function replaceAddresses(transaction: Transaction, deviceId: string, addresses: readonly PlacedAddress[], had: boolean): Promise<void> {
  if (had) await transaction.run("delete from address where device_id = ?", [deviceId]);
  await transaction.insert(
    "address",
    ADDRESS_COLUMNS,
    addresses.map((address, position) => valuesOf({ ...address, device_id: deviceId, position, ip_key: address.key }, ADDRESS_COLUMNS)),
  );
}

/** Replaces the tags of a device. */
export async function replaceTags(transaction: Transaction, deviceId: string, tags: readonly string[], had: boolean): Promise<void> {
  if (had) await transaction.run("delete from device_tag where device_id = ?", [deviceId]);
  await transaction.insert("device_tag", ["device_id", "tag", "position"], tags.map((tag, position) => [deviceId, tag, position]));
}

/** Replaces the domains of a device. */
export async function replaceDomains(transaction: Transaction, deviceId: string, domains: readonly string[], had: boolean): Promise<void> {
  if (had) await transaction.run("delete from device_domain where device_id = ?", [deviceId]);
  await transaction.insert("device_domain", ["device_id", "position", "domain"], domains.map((domain, position) => [deviceId, position, domain]));
}

/** Devices as their rows say, by id, with the space of each address. Four statements for any number of devices. */
export async function loadDevices(queries: Queries, ids: readonly string[]): Promise<Map<string, { device: Device; placed: PlacedAddress[] }>> {
  const loaded = new Map<string, { device: Device; placed: PlacedAddress[] }>();
  const rows = await queries.all<Omit<DeviceRow, "search_text" | "doc" | "seq" | "name_key">>(
    `select id, name, hostname, description, make_model, os, datacenter_id, username, location, status, created_at, updated_at
     from device where id = any(?)`,
    [ids],
  );
  for (const row of rows) {
    loaded.set(row.id, { device: { ...row, status: row.status as Device["status"], tags: [], addresses: [], domains: [] }, placed: [] });
  }
  for (const { device_id: id, tag } of await queries.all<DeviceTagRow>(
    "select device_id, tag from device_tag where device_id = any(?) order by device_id, position",
    [ids],
  )) {
    loaded.get(id)?.device.tags.push(tag);
  }
  for (const { device_id: id, domain } of await queries.all<DeviceDomainRow>(
    "select device_id, domain from device_domain where device_id = any(?) order by device_id, position",
    [ids],
  )) {
    loaded.get(id)?.device.domains.push(domain);
  }
  for (const row of await queries.all<AddressRow>(
    `select ${ADDRESS_COLUMNS.join(", ")} from address where device_id = any(?) order by device_id, position`,
    [ids],
  )) {
    const { device_id: deviceId, position: _, ip_key: key, space, ...address } = row;
    const target = loaded.get(deviceId);
    target?.device.addresses.push(address);
    target?.placed.push({ ...address, key, space });
  }
  return loaded;
}

/** Key of an address text that is canonical already. */
export function keyOfText(ip: string): string {
  const parsed = parseAddress(ip);
  if (parsed === null) throw new TypeError(`${ip} is no address`);
  return parsed.key;
}
