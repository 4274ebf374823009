import type { ImportRow } from "@cadastre/inventory-core";
import type { z } from "zod";
import type { ImportItem } from "../import-format.ts";
import { counted } from "../reading/left-out.ts";
import { asName } from "../reading/unique-names.ts";
import type { PoolPrefix } from "./netbox-pools.ts";
import { type NetboxReading, siteRef, spaceRef } from "./netbox-reading.ts";
import { Aggregate, Prefix } from "./netbox-records.ts";
import { vlanRef } from "./netbox-vlans.ts";
import { descriptionOf, readRecord, tagsOf } from "./read-record.ts";

/** NetBox has the same. */
const STATUSES: ReadonlySet<string> = new Set(["container", "active", "reserved", "deprecated"]);

/**
 * Prefixes as networks; one without a description is called as its subnet.
 * @param pools gets the prefixes of which every address is for use
 */
export async function* readPrefixes(reading: NetboxReading, pools: PoolPrefix[]): AsyncGenerator<ImportItem> {
  for await (const found of reading.client.records("ipam/prefixes")) {
    const read = readRecord(Prefix, found, "network");
    if ("problem" in read) {
      yield read.problem;
      continue;
    }
    const { id, prefix, vrf, is_pool: isPool } = read.data;
    const ref = `prefix ${id}`;
    const site = siteOf(reading, read.data, found.at);
    if (reading.networks.add(spaceRef(vrf?.id), prefix, { ref, site }) !== undefined) {
      reading.leftOut.add(
        "same prefix",
        (count) => `${counted(count, "prefix", "prefixes")} skipped: the same is in the VRF already, and gets the addresses`,
        found.at,
      );
      continue;
    }
    const row = networkOf(reading, read.data, ref, site, found.at);
    if (isPool) pools.push({ at: found.at, ref, vrf: vrf?.id, prefix, name: row.set["name"] as string });
    yield row;
  }
}

/** The site of a prefix: its own, or that of its location. */
function siteOf(
  { siteOfLocation, leftOut }: NetboxReading,
  { site, scope_type: scopeType, scope }: z.output<typeof Prefix>,
  at: ImportRow["at"],
): number | undefined {
  const id =
    site?.id ?? (scopeType === "dcim.site" ? scope?.id : scopeType === "dcim.location" ? siteOfLocation.get(scope?.id ?? -1) : undefined);
  if (id === undefined && scope !== undefined) {
    leftOut.add(
      "scope",
      (count) =>
        `${count === 1 ? "1 prefix belongs" : `${count} prefixes belong`} to a region or a site group, not a site: their networks are in ` +
        `no datacenter`,
      at,
    );
  }
  return id;
}

function networkOf(
  reading: NetboxReading,
  record: z.output<typeof Prefix>,
  ref: string,
  site: number | undefined,
  at: ImportRow["at"],
): ImportRow {
  const { prefix, description, vlan, vrf } = record;
  return {
    at,
    type: "network",
    ref,
    set: {
      name: asName(description, prefix),
      subnet: prefix,
      vlan_id: vlan?.vid ?? null,
      ...(vlan ? reading.vlans.ofNetwork(vlanRef(vlan.id)) : {}),
      description: descriptionOf(record),
      datacenter: site === undefined ? null : { ref: siteRef(site) },
      space: { ref: spaceRef(vrf?.id) },
      status: STATUSES.has(record.status) ? record.status : "active",
      tags: tagsOf(record),
      ...reading.ownFields.of("network", record.custom_fields, at),
    },
  };
}

/** Aggregates, the blocks that an organisation has, as containers in the global table; one that is a prefix, too, is that. */
export async function* readAggregates(reading: NetboxReading): AsyncGenerator<ImportItem> {
  for await (const found of reading.client.records("ipam/aggregates")) {
    const read = readRecord(Aggregate, found, "network");
    if ("problem" in read) {
      yield read.problem;
      continue;
    }
    const { id, prefix, description } = read.data;
    const ref = `aggregate ${id}`;
    if (reading.networks.add(spaceRef(undefined), prefix, { ref, site: undefined }) !== undefined) continue;
    yield {
      at: found.at,
      type: "network",
      ref,
      set: {
        name: asName(description, prefix),
        subnet: prefix,
        description: descriptionOf(read.data),
        space: { ref: spaceRef(undefined) },
        status: "container",
        tags: tagsOf(read.data),
        ...reading.ownFields.of("network", read.data.custom_fields, found.at),
      },
    };
  }
}
