import type { ImportRow } from "@cadastre/inventory-core";
import type { ImportPlace } from "@cadastre/inventory-core/exchange";
import type { z } from "zod";
import type { ImportItem } from "../import-format.ts";
import { isHostname } from "../reading/found-device.ts";
import { addressName, asName } from "../reading/unique-names.ts";
import { addressRows, type LocatedAddress, locateAddress } from "./netbox-addresses.ts";
import { type NetboxReading, siteRef } from "./netbox-reading.ts";
import { type AddressRecord, FhrpGroup, IpAddress } from "./netbox-records.ts";
import type { PopulatedRanges } from "./populated-ranges.ts";
import { descriptionOf, readRecord, tagsOf } from "./read-record.ts";

/** The life-cycle status of a device that stands for an address, by NetBox's status of the address. */
const STATUSES: Readonly<Record<string, string>> = { reserved: "planned", deprecated: "decommissioned" };

/** An address of an FHRP group, kept until the groups are read. */
interface GroupAddress {
  readonly located: LocatedAddress;
  readonly at: ImportPlace;
}

/**
 * Addresses that no interface has, as devices: nobody else may have them, whether they are in a pool or not. Those of an FHRP
 * group are of one device, every other is of its own.
 */
export async function* readLooseAddresses(reading: NetboxReading, populated: PopulatedRanges): AsyncGenerator<ImportItem> {
  const groups = new Map<number, GroupAddress[]>();
  for await (const page of reading.client.pages("ipam/ip-addresses", { assigned_to_interface: "false" })) {
    const rows: ImportRow[] = [];
    const devices: ImportItem[] = [];
    for (const found of page) {
      const read = readRecord(IpAddress, found, "device");
      if ("problem" in read) {
        devices.push(read.problem);
        continue;
      }
      const located = locateAddress({ reading, populated, rows }, read.data, false, found.at);
      const group = read.data.assigned_object_type === "ipam.fhrpgroup" ? (read.data.assigned_object_id ?? undefined) : undefined;
      if (group === undefined) devices.push(deviceOf(reading, located, found.at));
      else groups.set(group, [...(groups.get(group) ?? []), { located, at: found.at }]);
    }
    yield* rows;
    yield* devices;
  }
  if (groups.size > 0) yield* readGroups(reading, groups);
}

async function* readGroups(reading: NetboxReading, groups: Map<number, GroupAddress[]>): AsyncGenerator<ImportItem> {
  for await (const found of reading.client.records("ipam/fhrp-groups")) {
    const read = readRecord(FhrpGroup, found, "device");
    if ("problem" in read) {
      yield read.problem;
      continue;
    }
    const addresses = groups.get(read.data.id);
    if (addresses === undefined) continue;
    groups.delete(read.data.id);
    yield groupDevice(
      reading,
      read.data,
      addresses.map(({ located }) => located),
      found.at,
    );
  }
  // Groups that could not be read: their addresses are taken all the same.
  for (const { located, at } of [...groups.values()].flat()) yield deviceOf(reading, located, at);
}

const siteOf = (addresses: readonly LocatedAddress[]): number | undefined =>
  addresses.map(({ network }) => network?.site).find((site) => site !== undefined);

function nameAndSite(reading: NetboxReading, addresses: readonly LocatedAddress[], name: string, ...hints: readonly string[]): object {
  const site = siteOf(addresses);
  return {
    name: reading.names.of(`devices ${site ?? ""}`, name, ...hints),
    datacenter: site === undefined ? null : { ref: siteRef(site) },
  };
}

function groupDevice(
  reading: NetboxReading,
  group: z.output<typeof FhrpGroup>,
  addresses: readonly LocatedAddress[],
  at: ImportPlace,
): ImportRow {
  const ref = `FHRP group ${group.id}`;
  const [first] = addresses.map(({ record }) => record.ip);
  return {
    at,
    type: "device",
    ref,
    set: {
      ...nameAndSite(reading, addresses, asName(group.name, group.display, ref), first ?? "", ref),
      ...hostNames(addresses.map(({ record }) => record)),
      description: descriptionOf(group),
      tags: tagsOf(group, ...(group.protocol === "" ? [] : [group.protocol])),
      ...reading.ownFields.of("device", group.custom_fields, at),
      addresses: addressRows(addresses),
    },
  };
}

function deviceOf(reading: NetboxReading, located: LocatedAddress, at: ImportPlace): ImportRow {
  const { record } = located;
  const { id, ip, dns_name: name, vrf, status } = record;
  const ref = `address ${id}`;
  return {
    at,
    type: "device",
    ref,
    set: {
      ...nameAndSite(reading, [located], asName(name, addressName(ip, vrf?.name)), ...(name === "" ? [] : [ip]), ref),
      ...hostNames([record]),
      description: descriptionOf(record),
      status: STATUSES[status] ?? "active",
      tags: tagsOf({ tags: record.tags }, ...(status === "" || status === "active" ? [] : [status])),
      ...reading.ownFields.of("device", record.custom_fields, at),
      addresses: addressRows([located]),
    },
  };
}

/** The first DNS name as host name, the others as domains. */
function hostNames(records: readonly AddressRecord[]): { readonly hostname: string; readonly domains: readonly string[] } {
  const [hostname = "", ...domains] = new Set(records.map(({ dns_name: name }) => name).filter((name) => name !== "" && isHostname(name)));
  return { hostname, domains };
}
