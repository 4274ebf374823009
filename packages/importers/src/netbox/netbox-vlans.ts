import type { ImportRow } from "@cadastre/inventory-core";
import type { z } from "zod";
import type { ImportItem } from "../import-format.ts";
import { counted } from "../reading/left-out.ts";
import { asName } from "../reading/unique-names.ts";
import { type NetboxReading, siteRef } from "./netbox-reading.ts";
import { Vlan, VlanGroup } from "./netbox-records.ts";
import { descriptionOf, readRecord, tagsOf } from "./read-record.ts";

const groupRef = (id: number): string => `VLAN group ${id}`;
const siteGroupRef = (site: number): string => `VLANs of site ${site}`;

/** How rows refer to a VLAN. */
export const vlanRef = (id: number): string => `VLAN ${id}`;

/** NetBox has the same. */
const STATUSES: ReadonlySet<string> = new Set(["active", "reserved", "deprecated"]);

/** VLAN groups, in the datacenter of their site or location, and VLANs; one with a site and no group is in a group of that site. */
export async function* readVlans(reading: NetboxReading): AsyncGenerator<ImportItem> {
  if (!reading.vlans.areWanted) return;
  const sites = new Map<string, number>();
  for await (const found of reading.client.records("ipam/vlan-groups")) {
    const read = readRecord(VlanGroup, found, "vlan_group");
    if ("problem" in read) {
      yield read.problem;
      continue;
    }
    const site = siteOf(reading, read.data, found.at);
    if (site !== undefined) sites.set(groupRef(read.data.id), site);
    yield groupOf(reading, read.data, site, found.at);
  }
  for await (const page of reading.client.pages("ipam/vlans")) {
    const [groups, vlans]: [ImportItem[], ImportItem[]] = [[], []];
    for (const found of page) {
      const read = readRecord(Vlan, found, "vlan");
      if ("problem" in read) {
        vlans.push(read.problem);
        continue;
      }
      const { group, site } = read.data;
      if (group === undefined && site !== undefined && !reading.vlans.has(siteGroupRef(site.id)))
        groups.push(groupOfSite(reading, site, found.at));
      vlans.push(vlanOf(reading, read.data, sites, found.at));
    }
    yield* groups;
    yield* vlans;
  }
}

/** The site of a group: its scope, or the site of the location that its scope is. */
function siteOf(
  { siteOfLocation, leftOut }: NetboxReading,
  { scope_type: type, scope, scope_id: scopeId }: z.output<typeof VlanGroup>,
  at: ImportRow["at"],
): number | undefined {
  const id = scope?.id ?? scopeId ?? undefined;
  if (id === undefined) return undefined;
  const site = type === "dcim.site" ? id : type === "dcim.location" ? siteOfLocation.get(id) : undefined;
  if (site === undefined)
    leftOut.add(
      "scope of a VLAN group",
      (count) =>
        count === 1
          ? "1 VLAN group belongs to something other than a site or a location: it is in no datacenter"
          : `${count} VLAN groups belong to something other than a site or a location: they are in no datacenter`,
      at,
    );
  return site;
}

function groupOf(reading: NetboxReading, record: z.output<typeof VlanGroup>, site: number | undefined, at: ImportRow["at"]): ImportRow {
  const { id, name, slug, tags, vid_ranges: ranges, min_vid: min, max_vid: max } = record;
  if (ranges.length > 1)
    reading.leftOut.add(
      "ranges of a VLAN group",
      (count) => `${count === 1 ? "1 VLAN group has" : `${count} VLAN groups have`} several ranges: the first to the last number is used`,
      at,
    );
  if (tags.length > 0)
    reading.leftOut.add(
      "tags of a VLAN group",
      (count) => `${counted(count, "VLAN group")} imported without ${count === 1 ? "its" : "their"} tags`,
      at,
    );
  const first = ranges.length > 0 ? Math.min(...ranges.map(([from]) => from)) : min;
  const last = ranges.length > 0 ? Math.max(...ranges.map(([, to]) => to)) : max;
  return reading.vlans.group({
    at,
    ref: groupRef(id),
    name: asName(name, groupRef(id)),
    datacenter: site === undefined ? undefined : siteRef(site),
    hints: [record.scope?.name ?? "", slug, groupRef(id)],
    more: {
      ...(first === undefined ? {} : { min_vid: first }),
      ...(last === undefined ? {} : { max_vid: last }),
      description: descriptionOf(record),
      ...reading.ownFields.of("vlan_group", record.custom_fields, at),
    },
  });
}

/** The group of the VLANs of a site that NetBox has in none: so their numbers are those of its datacenter. */
function groupOfSite({ vlans }: NetboxReading, site: { readonly id: number; readonly name: string }, at: ImportRow["at"]): ImportRow {
  const ref = siteGroupRef(site.id);
  return vlans.group({ at, ref, name: asName(site.name, ref), datacenter: siteRef(site.id), hints: [ref], more: {} });
}

function vlanOf(
  { vlans, ownFields, leftOut }: NetboxReading,
  record: z.output<typeof Vlan>,
  sites: ReadonlyMap<string, number>,
  at: ImportRow["at"],
): ImportRow {
  const { id, vid, name, group, site, status } = record;
  if (group !== undefined && site !== undefined && sites.get(groupRef(group.id)) !== site.id)
    leftOut.add(
      "site of a VLAN",
      (count) => `the site of ${count === 1 ? "1 VLAN is" : `${count} VLANs is`} ignored: a VLAN is where its group is`,
      at,
    );
  if (status !== "" && !STATUSES.has(status))
    leftOut.add(
      `VLAN status ${status}`,
      (count) =>
        `${count === 1 ? "1 VLAN" : `${count} VLANs`} with the status ${JSON.stringify(status)}, which the inventory does not have: ` +
        "active is used",
      at,
    );
  return vlans.vlan({
    at,
    ref: vlanRef(id),
    vid,
    name,
    group: group === undefined ? (site === undefined ? undefined : siteGroupRef(site.id)) : groupRef(group.id),
    more: {
      status: STATUSES.has(status) ? status : "active",
      description: descriptionOf(record),
      tags: tagsOf(record),
      ...ownFields.of("vlan", record.custom_fields, at),
    },
  });
}
