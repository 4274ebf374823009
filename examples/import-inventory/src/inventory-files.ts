import { readFile } from "node:fs/promises";

/** A record of a file. Its `id` and references are slugs of the file, not ids of the service. */
export type FileRecord = Readonly<Record<string, unknown>>;

export interface FileAddress extends FileRecord {
  readonly ip: string;
  readonly network_id?: string;
  readonly pool_id?: string;
}

export interface FileDevice extends FileRecord {
  readonly id: string;
  readonly name: string;
  readonly datacenter_id?: string;
  readonly addresses?: readonly FileAddress[];
}

interface Named extends FileRecord {
  readonly id: string;
  readonly name: string;
}

/** What the folder `data` holds. */
export interface InventoryFiles {
  readonly datacenters: readonly Named[];
  readonly networks: readonly (Named & { readonly subnet: string; readonly datacenter_id?: string })[];
  readonly pools: readonly (Named & { readonly network_id: string; readonly start_ip: string; readonly end_ip: string })[];
  readonly devices: readonly FileDevice[];
  readonly relationships: readonly (FileRecord & { readonly parent_id: string; readonly child_id: string; readonly type: string })[];
  readonly discovery_rules: readonly (FileRecord & { readonly network_id: string })[];
  readonly webhooks: readonly Named[];
}

async function read<Name extends keyof InventoryFiles>(name: Name): Promise<InventoryFiles[Name]> {
  return JSON.parse(await readFile(new URL(`../data/${name}.json`, import.meta.url), "utf8")) as InventoryFiles[Name];
}

export async function readInventoryFiles(): Promise<InventoryFiles> {
  return {
    datacenters: await read("datacenters"),
    networks: await read("networks"),
    pools: await read("pools"),
    devices: await read("devices"),
    relationships: await read("relationships"),
    discovery_rules: await read("discovery_rules"),
    webhooks: await read("webhooks"),
  };
}
