import type { ImportRow } from "@cadastre/inventory-core";
import type { ImportPlace } from "@cadastre/inventory-core/exchange";
import type { ImportItem } from "../import-format.ts";
import { isHostname } from "../reading/found-device.ts";
import type { LeftOut } from "../reading/left-out.ts";
import { asName } from "../reading/unique-names.ts";
import { addressRows, type LocatedAddress, locateAddress } from "./netbox-addresses.ts";
import type { NetboxRecord } from "./netbox-client.ts";
import { readMacs } from "./netbox-interfaces.ts";
import { type NetboxReading, siteRef } from "./netbox-reading.ts";
import { type AddressRecord, IpAddress, Machine, type MachineRecord } from "./netbox-records.ts";
import type { PopulatedRanges } from "./populated-ranges.ts";
import { descriptionOf, readRecord, shortened, tagsOf } from "./read-record.ts";

/** Where machines are, and how their addresses are asked for. */
export interface MachineList {
  readonly path: "dcim/devices" | "virtualization/virtual-machines";
  readonly filter: "device_id" | "virtual_machine_id";
  readonly owner: "device" | "virtual_machine";
  /** Where the interfaces are. */
  readonly interfaces: "dcim/interfaces" | "virtualization/interfaces";
  readonly ref: (id: number) => string;
}

export const DEVICES: MachineList = {
  path: "dcim/devices",
  filter: "device_id",
  owner: "device",
  interfaces: "dcim/interfaces",
  ref: (id) => `device ${id}`,
};
export const VIRTUAL_MACHINES: MachineList = {
  path: "virtualization/virtual-machines",
  filter: "virtual_machine_id",
  owner: "virtual_machine",
  interfaces: "virtualization/interfaces",
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
export async function* readMachines(reading: NetboxReading, list: MachineList, populated: PopulatedRanges): AsyncGenerator<ImportItem> {
  for await (const page of reading.client.pages(list.path, { exclude: "config_context" })) {
    for (let from = 0; from < page.length; from += TOGETHER) yield* machinesOf(reading, page.slice(from, from + TOGETHER), list, populated);
  }
}

async function* machinesOf(
  reading: NetboxReading,
  found: readonly NetboxRecord[],
  list: MachineList,
  populated: PopulatedRanges,
): AsyncGenerator<ImportItem> {
  const machines: { readonly at: ImportPlace; readonly machine: MachineRecord }[] = [];
  for (const record of found) {
    const read = readRecord(Machine, record, "device");
    if ("problem" in read) yield read.problem;
    else machines.push({ at: record.at, machine: read.data });
  }
  if (machines.length === 0) return;
  const owners = new Map(machines.map(({ machine }) => [machine.id, { machine, addresses: [] as LocatedAddress[] }]));
  const rows: ImportRow[] = [];
  const ids = machines.map(({ machine }) => String(machine.id));
  for await (const record of reading.client.records("ipam/ip-addresses", { [list.filter]: ids })) {
    const read = readRecord(IpAddress, record, "device");
    if ("problem" in read) {
      yield read.problem;
      continue;
    }
    const owner = owners.get(read.data.assigned_object?.[list.owner]?.id ?? -1);
    owner?.addresses.push(locateAddress({ reading, populated, rows }, read.data, owner.machine.site !== undefined, record.at));
    tellOfAddress(read.data, record.at, reading.leftOut);
  }
  const located = [...owners.values()].flatMap(({ addresses }) => addresses);
  const macs = yield* readMacs(
    reading.client,
    list.interfaces,
    located.flatMap(({ record }) => record.assigned_object?.id ?? []),
  );
  yield* rows;
  for (const { at, machine } of machines) yield deviceOf(reading, machine, owners.get(machine.id)?.addresses ?? [], macs, list, at);
}

function deviceOf(
  { names, leftOut, ownFields }: NetboxReading,
  machine: MachineRecord,
  addresses: readonly LocatedAddress[],
  macs: ReadonlyMap<number, string>,
  list: MachineList,
  at: ImportPlace,
): ImportRow {
  const { device_type: model, platform, status, site } = machine;
  tellOfMachine(machine, list, at, leftOut);
  const primary = [machine.primary_ip4, machine.primary_ip6].map((address) => address?.id);
  const records = addresses.map(({ record }) => record);
  const hostNames = records.map(({ dns_name: name }) => name).filter((name) => name !== "" && isHostname(name));
  const primaryName = records.find(({ id, dns_name: name }) => primary.includes(id) && hostNames.includes(name))?.dns_name;
  const ref = list.ref(machine.id);
  return {
    at,
    type: "device",
    ref,
    set: {
      name: names.of(
        `devices ${site?.id ?? ""}`,
        asName(machine.name, machine.display, ref),
        machine.tenant?.name ?? "",
        ...(list.owner === "virtual_machine" ? ["virtual machine"] : []),
        ref,
      ),
      hostname: primaryName ?? "",
      description: descriptionOf(machine),
      make_model: shortened([model?.manufacturer?.name ?? "", model?.model ?? ""].filter((part) => part !== "").join(" "), 255),
      os: shortened(platform?.name ?? "", 255),
      location: locationOf(machine),
      status: STATUSES[status] ?? "active",
      datacenter: site === undefined ? null : { ref: siteRef(site.id) },
      tags: tagsOf(machine),
      domains: [...new Set(hostNames)].filter((name) => name !== primaryName),
      ...ownFields.of("device", machine.custom_fields, at),
      addresses: addressRows(addresses, { primary, management: machine.oob_ip?.id, macs }),
    },
  };
}

/** Where a machine is: the location and rack of a device, the cluster of a virtual machine. */
function locationOf({ location, rack, position, cluster }: MachineRecord): string {
  const parts = [location?.name ?? "", rack?.name ?? "", typeof position === "number" ? `U${position}` : ""];
  const place = parts.filter((part) => part !== "");
  return shortened((place.length === 0 ? [cluster?.name ?? ""] : place).join(", "), 255);
}

function tellOfAddress(record: AddressRecord, at: ImportPlace, leftOut: LeftOut): void {
  const { dns_name: name, status, tags, description, comments, custom_fields: custom } = record;
  if (name !== "" && !isHostname(name)) leftOut.add("dns", (count) => `${counted(count)} ignored: not a host name`, at);
  if (
    (status !== "" && status !== "active") ||
    tags.length > 0 ||
    description + comments !== "" ||
    Object.values(custom).some((value) => value !== null)
  )
    leftOut.add(
      "address",
      (count) =>
        `status, tags, description and custom fields of ${count === 1 ? "1 address" : `${count} addresses`} of interfaces are ignored: ` +
        `an address of a device has no such fields`,
      at,
    );
}

const counted = (count: number): string => (count === 1 ? "1 DNS name of an address is" : `${count} DNS names of addresses are`);

function tellOfMachine({ serial, asset_tag, status }: MachineRecord, { path }: MachineList, at: ImportPlace, leftOut: LeftOut): void {
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
