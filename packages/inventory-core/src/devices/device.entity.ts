import { EntitySchema } from "@mikro-orm/core";

/** A row of `device`. `seq` numbers devices for the text index; the database gives it. */
export interface DeviceRow {
  id: string;
  seq?: number;
  name: string;
  name_key: string;
  hostname: string;
  description: string;
  make_model: string;
  os: string;
  datacenter_id: string | null;
  username: string;
  location: string;
  status: string;
  search_text: string;
  created_at: string;
  updated_at: string;
  doc: string;
}

export const DeviceEntity: EntitySchema<DeviceRow> = new EntitySchema<DeviceRow>({
  name: "Device",
  tableName: "device",
  properties: {
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
  },
});

/** A row of `address`. `space` is its network's address space, or its device's datacenter's while it is unlinked. */
export interface AddressRow {
  id: string;
  device_id: string;
  position: number;
  space: number;
  ip: string;
  ip_key: string;
  port: number | null;
  type: string;
  label: string;
  network_id: string | null;
  switch_port: string;
  pool_id: string | null;
}

export const AddressEntity: EntitySchema<AddressRow> = new EntitySchema<AddressRow>({
  name: "Address",
  tableName: "address",
  properties: {
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
  },
});

export interface DeviceTagRow {
  device_id: string;
  tag: string;
  position: number;
}

export const DeviceTagEntity: EntitySchema<DeviceTagRow> = new EntitySchema<DeviceTagRow>({
  name: "DeviceTag",
  tableName: "device_tag",
  properties: { tag: { type: "text", primary: true }, device_id: { type: "text", primary: true }, position: { type: "integer" } },
});

export interface DeviceDomainRow {
  device_id: string;
  position: number;
  domain: string;
}

export const DeviceDomainEntity: EntitySchema<DeviceDomainRow> = new EntitySchema<DeviceDomainRow>({
  name: "DeviceDomain",
  tableName: "device_domain",
  properties: { device_id: { type: "text", primary: true }, position: { type: "integer", primary: true }, domain: { type: "text" } },
});
