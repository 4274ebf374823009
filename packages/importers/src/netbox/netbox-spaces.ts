import type { ImportItem } from "../import-format.ts";
import { asName } from "../reading/unique-names.ts";
import { type NetboxReading, siteRef, spaceRef } from "./netbox-reading.ts";
import { Location, Site, Vrf } from "./netbox-records.ts";
import { descriptionOf, readRecord, shortened } from "./read-record.ts";

const LOCATION = 255;
const DISTINGUISHER = 64;

/**
 * VRFs as address spaces, and one for NetBox's global table, whose prefixes no VRF has: there an address is unique whatever its site is.
 * @param globalName name of that one
 */
export async function* readSpaces(reading: NetboxReading, globalName: string): AsyncGenerator<ImportItem> {
  // Asked for first: what speaks against all of it, such as a wrong token, must come before the first row.
  const vrfs = await reading.client.all("ipam/vrfs");
  yield { at: { path: "ipam/vrfs" }, type: "space", ref: spaceRef(undefined), set: { name: reading.names.of("space", globalName) } };
  for (const found of vrfs) {
    const read = readRecord(Vrf, found, "space");
    if ("problem" in read) {
      yield read.problem;
      continue;
    }
    const { id, name, rd } = read.data;
    yield {
      at: found.at,
      type: "space",
      ref: spaceRef(id),
      set: {
        name: reading.names.of("space", asName(name), rd, `VRF ${id}`),
        rd: shortened(rd, DISTINGUISHER),
        description: descriptionOf(read.data),
      },
    };
  }
}

/** Sites as datacenters, all in the address space of the global table. */
export async function* readSites({ client, ownFields }: NetboxReading): AsyncGenerator<ImportItem> {
  for await (const found of client.records("dcim/sites")) {
    const read = readRecord(Site, found, "datacenter");
    if ("problem" in read) {
      yield read.problem;
      continue;
    }
    const { id, name, physical_address: address, region } = read.data;
    const location = shortened(address.trim() === "" ? (region?.name ?? "") : address.trim().replaceAll(/\s*\n\s*/g, ", "), LOCATION);
    yield {
      at: found.at,
      type: "datacenter",
      ref: siteRef(id),
      set: {
        name: asName(name),
        location,
        space: { ref: spaceRef(undefined) },
        description: descriptionOf(read.data),
        ...ownFields.of("datacenter", read.data.custom_fields, found.at),
      },
    };
  }
}

/** The sites of locations, which prefixes may belong to. */
export async function* readLocations({ client, siteOfLocation }: NetboxReading): AsyncGenerator<ImportItem> {
  for await (const found of client.records("dcim/locations")) {
    const read = readRecord(Location, found, "datacenter");
    if ("problem" in read) yield read.problem;
    else if (read.data.site !== undefined) siteOfLocation.set(read.data.id, read.data.site.id);
  }
}
