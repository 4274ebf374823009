import type { ImportRow } from "@cadastre/inventory-core";
import type { z } from "zod";
import type { ImportItem } from "../import-format.ts";
import { isHostname } from "../reading/found-device.ts";
import type { LeftOut } from "../reading/left-out.ts";
import type { NetboxClient, NetboxRecord } from "./netbox-client.ts";
import { siteRef } from "./netbox-networks.ts";
import { IpAddress, Machine } from "./netbox-records.ts";
import { readRecord, shortened } from "./read-record.ts";

type MachineRecord = z.output<typeof Machine>;
type AddressRecord = z.output<typeof IpAddress>;

/** Where machines are, and how their addresses are asked for. */
export interface MachineList {
  readonly path: "dcim/devices" | "virtualization/virtual-machines";
  readonly filter: "device_id" | "virtual_machine_id";
  readonly owner: "device" | "virtual_machine";
  readonly ref: (id: number) => string;
}

export const DEVICES: MachineList = { path: "dcim/devices", filter: "device_id", owner: "device", ref: (id) => `device ${id}` };
export const VIRTUAL_MACHINES: MachineList = {
  path: "virtualization/virtual-machines",
  filter: "virtual_machine_id",
  owner: "virtual_machine",
  ref: (id) => `virtual machine ${id}`,
};

/** Machines whose addresses are asked for at once: their ids make the length of a URL. */
const TOGETHER = 100;

/** The life-cycle status of each of NetBox's. What is switched off or broken is taken for being worked on. */
const STATUSES: Readonly<Record<string, string>> = {
  planned: "planned",
  staged: "planned",
  inventory: "planned",
  active: "active",
  offline: "maintenance",
  failed: "maintenance",
  paused: "maintenance",
  decommissioning: "decommissioned",
};

/** Devices or virtual machines, each with the addresses of its interfaces. Memory holds a page. */
export async function* readMachines(client: NetboxClient, list: MachineList, leftOut: LeftOut): AsyncGenerator<ImportItem> {
  for await (const page of client.pages(list.path, { exclude: "config_context" })) {
    for (let from = 0; from < page.length; from += TOGETHER) yield* machinesOf(client, page.slice(from, from + TOGETHER), list, leftOut);
  }
}

async function* machinesOf(
  client: NetboxClient,
  found: readonly NetboxRecord[],
  list: MachineList,
  leftOut: LeftOut,
): AsyncGenerator<ImportItem> {
  const machines: { readonly at: ImportRow["at"]; readonly machine: MachineRecord }[] = [];
  for (const record of found) {
    const read = readRecord(Machine, record, "device");
    if ("problem" in read) yield read.problem;
    else machines.push({ at: record.at, machine: read.data });
  }
  const addresses = new Map<number, AddressRecord[]>(machines.map(({ machine }) => [machine.id, []]));
  if (machines.length === 0) return;
  for await (const record of client.records("ipam/ip-addresses", { [list.filter]: machines.map(({ machine }) => String(machine.id)) })) {
    const read = readRecord(IpAddress, record, "device");
    if ("problem" in read) yield read.problem;
    else addresses.get(read.data.assigned_object?.[list.owner]?.id ?? -1)?.push(read.data);
  }
  for (const { at, machine } of machines) yield deviceOf(machine, addresses.get(machine.id) ?? [], list, at, leftOut);
}

function deviceOf(
  machine: MachineRecord,
  addresses: readonly AddressRecord[],
  list: MachineList,
  at: ImportRow["at"],
  leftOut: LeftOut,
): ImportRow {
  const { device_type: model, platform, rack, position, status, site } = machine;
  tellLeftOut(machine, list, at, leftOut);
  const primaries = [machine.primary_ip4, machine.primary_ip6].map((primary) => primary?.id);
  const names = addresses.map(({ dns_name: name }) => name).filter((name) => name !== "" && isHostname(name));
  const primaryName = addresses.find(({ id, dns_name: name }) => primaries.includes(id) && names.includes(name))?.dns_name;
  const place = [rack?.name ?? "", typeof position === "number" ? `U${position}` : ""].filter((part) => part !== "");
  return {
    at,
    type: "device",
    ref: list.ref(machine.id),
    set: {
      name: machine.name === "" ? machine.display || list.ref(machine.id) : machine.name,
      hostname: primaryName ?? "",
      description: machine.description,
      make_model: shortened([model?.manufacturer?.name ?? "", model?.model ?? ""].filter((part) => part !== "").join(" "), 255),
      os: platform?.name ?? "",
      location: shortened(place.join(", "), 255),
      status: STATUSES[status] ?? "active",
      datacenter: site === undefined ? null : { ref: siteRef(site.id) },
      tags: machine.tags,
      domains: [...new Set(names)].filter((name) => name !== primaryName),
      addresses: addresses.map((address) => ({
        ip: address.address.replace(/\/\d+$/, ""),
        ...typeOf(address, primaries, machine.oob_ip?.id),
        label: shortened(address.assigned_object?.name ?? "", 128),
      })),
    },
  };
}

function typeOf(
  { id }: AddressRecord,
  primaries: readonly (number | undefined)[],
  management: number | undefined,
): { readonly type?: string } {
  if (primaries.includes(id)) return { type: "primary" };
  return id === management ? { type: "management" } : {};
}

function tellLeftOut({ serial, asset_tag, status }: MachineRecord, { path }: MachineList, at: ImportRow["at"], leftOut: LeftOut): void {
  if (serial !== "" || asset_tag !== "")
    leftOut.add(
      "serial",
      (count) =>
        `serial numbers and asset tags of ${count === 1 ? "1 device" : `${count} devices`} are ignored: the inventory has no fields ` +
        `for them`,
      at,
    );
  if (STATUSES[status] === undefined)
    leftOut.add(
      `status ${status}`,
      (count) =>
        `${count === 1 ? "1 record" : `${count} records`} of ${path} with the status ${JSON.stringify(status)}, which the inventory ` +
        `does not have: active is used`,
      at,
    );
}
