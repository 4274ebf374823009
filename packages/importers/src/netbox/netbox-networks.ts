import type { ImportRow } from "@cadastre/inventory-core";
import ipaddr from "ipaddr.js";
import type { z } from "zod";
import type { ImportItem } from "../import-format.ts";
import { counted, type LeftOut } from "../reading/left-out.ts";
import type { NetboxClient } from "./netbox-client.ts";
import { IpRange, Prefix, Site } from "./netbox-records.ts";
import { readRecord, shortened } from "./read-record.ts";

const NAME = 255;
const LOCATION = 255;

/** Sites as datacenters. */
export async function* readSites(client: NetboxClient): AsyncGenerator<ImportItem> {
  for await (const found of client.records("dcim/sites")) {
    const read = readRecord(Site, found, "datacenter");
    if ("problem" in read) {
      yield read.problem;
      continue;
    }
    const { id, name, description, physical_address: address, region } = read.data;
    const location = shortened(address.trim() === "" ? (region?.name ?? "") : address.trim().replaceAll(/\s*\n\s*/g, ", "), LOCATION);
    yield { at: found.at, type: "datacenter", ref: siteRef(id), set: { name, location, description } };
  }
}

/** How rows refer to a site. */
export const siteRef = (id: number): string => `site ${id}`;

/** Prefixes that came, to find the one that a range is in. */
export class PrefixIndex {
  readonly #refs = new Map<string, string>();

  add(vrf: number | undefined, subnet: string, ref: string): void {
    const key = canonical(subnet);
    if (key !== undefined) this.#refs.set(`${vrf ?? ""} ${key}`, ref);
  }

  /** The smallest prefix that holds an address. */
  find(vrf: number | undefined, ip: string): string | undefined {
    const longest = ipaddr.isValid(ip) ? (ipaddr.parse(ip).kind() === "ipv4" ? 32 : 128) : -1;
    for (let length = longest; length >= 0; length -= 1) {
      const ref = this.#refs.get(`${vrf ?? ""} ${canonical(`${ip}/${length}`) ?? ""}`);
      if (ref !== undefined) return ref;
    }
    return undefined;
  }
}

function canonical(cidr: string): string | undefined {
  if (!ipaddr.isValidCIDR(cidr)) return undefined;
  const [address, length] = ipaddr.parseCIDR(cidr);
  const network = address.kind() === "ipv4" ? ipaddr.IPv4.networkAddressFromCIDR(cidr) : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${network.toString()}/${length}`;
}

/** Prefixes as networks; one without a description is called as its subnet. */
export async function* readPrefixes(client: NetboxClient, index: PrefixIndex, leftOut: LeftOut): AsyncGenerator<ImportItem> {
  for await (const found of client.records("ipam/prefixes")) {
    const read = readRecord(Prefix, found, "network");
    if ("problem" in read) {
      yield read.problem;
      continue;
    }
    const ref = `prefix ${read.data.id}`;
    index.add(read.data.vrf?.id, read.data.prefix, ref);
    yield networkOf(read.data, ref, found.at, leftOut);
  }
}

function networkOf(
  { prefix, description, vlan, vrf, site, scope_type: scopeType, scope }: z.output<typeof Prefix>,
  ref: string,
  at: ImportRow["at"],
  leftOut: LeftOut,
): ImportRow {
  const siteId = site?.id ?? (scopeType === "dcim.site" ? scope?.id : undefined);
  if (siteId === undefined && scope !== undefined) {
    leftOut.add(
      "scope",
      (count) =>
        `${count === 1 ? "1 prefix belongs" : `${count} prefixes belong`} to a region, a site group or a location, not a site: their ` +
        `networks are in no datacenter`,
      at,
    );
  }
  if (vrf !== undefined) {
    leftOut.add(
      "vrf",
      (count) =>
        `${count === 1 ? "1 prefix is" : `${count} prefixes are`} in a VRF: here a datacenter is an address space, so that the same ` +
        `subnet twice in one datacenter, or in none, is a conflict`,
      at,
    );
  }
  return {
    at,
    type: "network",
    ref,
    set: {
      name: description.trim() === "" ? prefix : shortened(description.trim(), NAME),
      subnet: prefix,
      vlan_id: vlan?.vid ?? null,
      description,
      datacenter: siteId === undefined ? null : { ref: siteRef(siteId) },
    },
  };
}

/** Ranges as pools of the smallest prefix that holds them. */
export async function* readRanges(client: NetboxClient, index: PrefixIndex, leftOut: LeftOut): AsyncGenerator<ImportItem> {
  for await (const found of client.records("ipam/ip-ranges")) {
    const read = readRecord(IpRange, found, "pool");
    if ("problem" in read) {
      yield read.problem;
      continue;
    }
    const { start_address, end_address, description, vrf, tags } = read.data;
    const [start = "", end = ""] = [start_address, end_address].map((address) => address.replace(/\/\d+$/, ""));
    const network = index.find(vrf?.id, start);
    if (network === undefined) {
      leftOut.add("range", (count) => `${counted(count, "IP range")} skipped: no prefix contains ${count === 1 ? "it" : "them"}`, found.at);
      continue;
    }
    const name = description.trim() === "" ? `${start} - ${end}` : shortened(description.trim(), NAME);
    yield {
      at: found.at,
      type: "pool",
      ref: `range ${read.data.id}`,
      set: { name, network: { ref: network }, start_ip: start, end_ip: end, description, tags },
    };
  }
}
