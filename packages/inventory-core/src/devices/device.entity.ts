import { defineTable, type RowOf } from "../storage/table.ts";
import { addedFields, type DocumentFields, type DocumentStep } from "../storage/document-type.ts";

/** A row of `device`. `seq` numbers devices for the text index; the database gives it. */
export const deviceTable = defineTable("Device", "device", {
  id: { type: "text", primary: true },
  seq: { type: "bigint", persist: false },
  name: { type: "text" },
  name_key: { type: "text" },
  hostname: { type: "text" },
  description: { type: "text" },
  make_model: { type: "text" },
  os: { type: "text" },
  datacenter_id: { type: "text", nullable: true },
  username: { type: "text" },
  location: { type: "text" },
  status: { type: "text" },
  search_text: { type: "text" },
  created_at: { type: "text" },
  updated_at: { type: "text" },
  doc: { type: "text" },
});

export type DeviceRow = RowOf<typeof deviceTable>;

export const DeviceEntity = deviceTable.entity;

/** A row of `address`. `space` is its network's address space, or its device's datacenter's while it is unlinked. */
export const addressTable = defineTable("Address", "address", {
  id: { type: "text", primary: true },
  device_id: { type: "text" },
  position: { type: "integer" },
  space: { type: "integer" },
  ip: { type: "text" },
  ip_key: { type: "text" },
  port: { type: "integer", nullable: true },
  type: { type: "text" },
  label: { type: "text" },
  network_id: { type: "text", nullable: true },
  switch_port: { type: "text" },
  pool_id: { type: "text", nullable: true },
  mac: { type: "text" },
});

export type AddressRow = RowOf<typeof addressTable>;

export const AddressEntity = addressTable.entity;

/** A row of `device_tag`. `name` is that of the device, so that the key gives devices of one tag in the order of lists. */
export const deviceTagTable = defineTable("DeviceTag", "device_tag", {
  tag: { type: "text", primary: true },
  name: { type: "text", primary: true },
  device_id: { type: "text", primary: true },
  position: { type: "integer" },
});

export type DeviceTagRow = RowOf<typeof deviceTagTable>;

export const DeviceTagEntity = deviceTagTable.entity;

export const deviceDomainTable = defineTable("DeviceDomain", "device_domain", {
  device_id: { type: "text", primary: true },
  position: { type: "integer", primary: true },
  domain: { type: "text" },
});

export type DeviceDomainRow = RowOf<typeof deviceDomainTable>;

export const DeviceDomainEntity = deviceDomainTable.entity;

/** Devices of a status. They are counted in several rows, so that changes beside each other seldom wait for one; one alone says nothing. */
const deviceCountTable = defineTable("DeviceCount", "device_count", {
  status: { type: "text", primary: true },
  slot: { type: "integer", primary: true },
  devices: { type: "integer" },
});

export const DeviceCountEntity = deviceCountTable.entity;

/** Addresses got a hardware address. A device without addresses has nothing to add. */
function withMacs(fields: DocumentFields): DocumentFields {
  const addresses = fields["addresses"];
  if (!Array.isArray(addresses) || addresses.length === 0) return fields;
  return { ...fields, addresses: addresses.map((address: object) => ("mac" in address ? address : { ...address, mac: "" })) };
}

/** What each version of the document of a device after the first changed. 2: MAC addresses; 3: own fields. */
export const DEVICE_DOCUMENT_STEPS: readonly DocumentStep[] = [withMacs, addedFields({ fields: {} })];
