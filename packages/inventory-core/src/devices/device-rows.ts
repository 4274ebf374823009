import type { Queries, SqlValue, Transaction } from "../contract/storage/storage.ts";
import { DocumentType } from "../storage/document-type.ts";
import { foldText, searchTextOf } from "../storage/search-text.ts";
import { ownDocuments } from "../fields/own-documents.ts";
import { textsOf, loadOwnFields } from "../fields/stored-values.ts";
import { type Address, Device } from "./device.ts";
import {
  type AddressRow,
  addressTable,
  DEVICE_DOCUMENT_STEPS,
  type DeviceDomainRow,
  type DeviceRow,
  deviceTable,
  type DeviceTagRow,
} from "./device.entity.ts";
import { columnsOf } from "../storage/table.ts";

/** An address of a device with the number of its address space, which is no part of the record. */
export interface PlacedAddress extends Address {
  readonly key: string;
  readonly space: number;
}

const DEVICE_COLUMNS = deviceTable.columns;
const ADDRESS_COLUMNS = addressTable.columns;

/** Columns of a device that are fields of it. */
const DEVICE_FIELDS = columnsOf(deviceTable, Device);

/** Fields that search looks through: when one of them changes, the text of it is made anew. */
const SEARCHED = [
  "name",
  "hostname",
  "description",
  "location",
  "make_model",
  "os",
  "addresses",
  "tags",
  "domains",
  "fields",
] as const satisfies readonly (keyof Device)[];

/** What search looks through in a device. */
export function deviceSearchText({
  name,
  hostname,
  description,
  location,
  make_model,
  os,
  addresses,
  tags,
  domains,
  fields,
}: Pick<Device, (typeof SEARCHED)[number]>): string {
  const ips = addresses.map(({ ip }) => ip);
  return searchTextOf(name, [hostname, description, location, make_model, os, ...ips, ...tags, ...domains, ...textsOf(fields)]);
}

function rowOf(device: Device): DeviceRow {
  return { ...device, name_key: foldText(device.name), search_text: deviceSearchText(device), doc: deviceDocuments.write(device) };
}

const valuesOf = <Row extends object>(row: Row, columns: readonly (keyof Row & string)[]): SqlValue[] =>
  columns.map((column) => row[column] as SqlValue);

/** A device with the space of each of its addresses. */
export interface PlacedDevice {
  readonly device: Device;
  readonly placed: readonly PlacedAddress[];
}

/** Inserts devices with their lists: four statements for any number of them on PostgreSQL. */
export async function insertDevices(transaction: Transaction, devices: readonly PlacedDevice[]): Promise<void> {
  await transaction.insert(
    "device",
    DEVICE_COLUMNS,
    devices.map(({ device }) => valuesOf(rowOf(device), DEVICE_COLUMNS)),
  );
  await insertAddresses(
    transaction,
    devices.map(({ device, placed }) => [device.id, placed] as const),
  );
  await insertTags(
    transaction,
    devices.map(({ device }) => device),
  );
  await insertDomains(
    transaction,
    devices.map(({ device }) => [device.id, device.domains] as const),
  );
}

/** Columns that every change sets. */
const ALWAYS = ["updated_at", "doc"] as const;

/** Writes the rows of devices that are there, without their lists. */
export async function updateDevices(transaction: Transaction, devices: readonly Device[]): Promise<void> {
  await writeColumns(
    transaction,
    DEVICE_COLUMNS.filter((column) => column !== "id"),
    devices.map(rowOf),
  );
}

/**
 * {@link updateDevices} of those columns alone that follow from the fields that changed: SQLite writes an index anew when a column of it
 * is set, be it to what it was.
 */
export async function updateChangedDevices(
  transaction: Transaction,
  changed: readonly { readonly device: Device; readonly fields: readonly string[] }[],
): Promise<void> {
  for (const [columns, group] of Map.groupBy(changed, ({ fields }) => changedColumns(fields).join())) {
    const chosen = columns.split(",") as (keyof DeviceRow & string)[];
    const isSearched = chosen.includes("search_text");
    await writeColumns(
      transaction,
      chosen,
      group.map(({ device }) => (isSearched ? rowOf(device) : { ...device, doc: deviceDocuments.write(device) })),
    );
  }
}

function changedColumns(fields: readonly string[]): readonly (keyof DeviceRow & string)[] {
  const own = DEVICE_FIELDS.filter((column) => fields.includes(column));
  const followers = [
    ...(fields.includes("name") ? ["name_key"] : []),
    ...(SEARCHED.some((field) => fields.includes(field)) ? ["search_text"] : []),
  ];
  return [...new Set([...own, ...followers, ...ALWAYS])] as (keyof DeviceRow & string)[];
}

async function writeColumns(
  transaction: Transaction,
  columns: readonly (keyof DeviceRow & string)[],
  rows: readonly Partial<DeviceRow>[],
): Promise<void> {
  await transaction.update(
    "device",
    "id",
    columns,
    rows.map((row) => ["id" as const, ...columns].map((column) => row[column] as string | null)),
  );
}

type Lists<Item> = readonly (readonly [deviceId: string, items: readonly Item[]])[];

async function insertAddresses(transaction: Transaction, lists: Lists<PlacedAddress>): Promise<void> {
  await transaction.insert(
    "address",
    ADDRESS_COLUMNS,
    lists.flatMap(([id, placed]) =>
      placed.map((address, position) => valuesOf({ ...address, device_id: id, position, ip_key: address.key }, ADDRESS_COLUMNS)),
    ),
  );
}

type Tagged = Pick<Device, "id" | "name" | "tags">;

async function insertTags(transaction: Transaction, devices: readonly Tagged[]): Promise<void> {
  const rows = devices.flatMap(({ id, name, tags }) => tags.map((tag, position) => [tag, name, id, position] as const));
  await transaction.insert("device_tag", ["tag", "name", "device_id", "position"], rows);
}

async function insertDomains(transaction: Transaction, lists: Lists<string>): Promise<void> {
  const rows = lists.flatMap(([id, domains]) => domains.map((domain, position) => [id, position, domain] as const));
  await transaction.insert("device_domain", ["device_id", "position", "domain"], rows);
}

/** Replaces the addresses of devices. */
export async function replaceAddresses(transaction: Transaction, lists: Lists<PlacedAddress>): Promise<void> {
  await removeLists(transaction, "address", lists);
  await insertAddresses(transaction, lists);
}

/** Replaces the tags of devices, which have their names beside them. */
export async function replaceTags(transaction: Transaction, devices: readonly Tagged[]): Promise<void> {
  await removeLists(
    transaction,
    "device_tag",
    devices.map(({ id, tags }) => [id, tags] as const),
  );
  await insertTags(transaction, devices);
}

/** Replaces the domains of devices. */
export async function replaceDomains(transaction: Transaction, lists: Lists<string>): Promise<void> {
  await removeLists(transaction, "device_domain", lists);
  await insertDomains(transaction, lists);
}

async function removeLists(transaction: Transaction, table: string, lists: Lists<unknown>): Promise<void> {
  if (lists.length > 0) await transaction.exec(`delete from ${table} where device_id = any(?)`, [lists.map(([id]) => id)]);
}

/** Devices as their rows say, by id, with the space of each address. Six statements at most for any number of devices. */
export async function loadDevices(
  queries: Queries,
  ids: readonly string[],
): Promise<Map<string, { device: Device; placed: PlacedAddress[] }>> {
  const loaded = new Map<string, { device: Device; placed: PlacedAddress[] }>();
  const rows = await queries.all<Pick<DeviceRow, (typeof DEVICE_FIELDS)[number]>>(
    `select ${DEVICE_FIELDS.join(", ")} from device where id = any(?)`,
    [ids],
  );
  const ownOf = await loadOwnFields(queries, "device", ids);
  for (const row of rows) {
    const lists = { tags: [], addresses: [], domains: [] };
    loaded.set(row.id, { device: { ...row, status: row.status as Device["status"], ...lists, fields: ownOf(row.id) }, placed: [] });
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

/** Documents of devices. */
export const deviceDocuments = new DocumentType({
  table: "device",
  schema: Device,
  steps: DEVICE_DOCUMENT_STEPS,
  fromRows: async (queries, ids) => new Map([...(await loadDevices(queries, ids))].map(([id, { device }]) => [id, device])),
  completion: ownDocuments("device"),
});
