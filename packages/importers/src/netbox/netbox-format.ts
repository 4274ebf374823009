import type { ImportFormat, ImportItem, ReaderInput } from "../import-format.ts";
import { badInput } from "../reading/bad-input.ts";
import { LeftOut } from "../reading/left-out.ts";
import { CUSTOM_FIELDS_OPTION, type CustomField, OwnFields } from "../reading/own-fields.ts";
import { serviceBase } from "../reading/service-client.ts";
import { VlanRows } from "../reading/vlan-rows.ts";
import { asName } from "../reading/unique-names.ts";
import { readLooseAddresses } from "./loose-addresses.ts";
import { customFieldsOf } from "./custom-fields.ts";
import { readCables } from "./netbox-cables.ts";
import { NetboxClient } from "./netbox-client.ts";
import { DEVICES, readMachines, VIRTUAL_MACHINES } from "./netbox-devices.ts";
import { readAggregates, readPrefixes } from "./netbox-networks.ts";
import { type PoolPrefix, readPools } from "./netbox-pools.ts";
import { NetboxReading } from "./netbox-reading.ts";
import { readLocations, readSites, readSpaces } from "./netbox-spaces.ts";
import { readVlans } from "./netbox-vlans.ts";
import { PopulatedRanges } from "./populated-ranges.ts";

/**
 * NetBox by its REST API: VRFs, sites, VLANs, prefixes, IP ranges, devices and virtual machines with the addresses of their interfaces,
 * addresses that no interface has, and cables between devices. It only reads.
 */
export const netboxFormat: ImportFormat = {
  name: "netbox",
  label: "NetBox",
  description:
    "the REST API of NetBox 3.5 and newer: VRFs, sites, VLANs, prefixes, IP ranges, devices, virtual machines, IP addresses and cables",
  source: "service",
  takesDeclared: true,
  options: [
    { name: "token", description: "API token with read permission", required: true, secret: true },
    { name: "page-size", description: "records per request, up to MAX_PAGE_SIZE of NetBox", default: "250" },
    { name: "global-space", description: "name of the address space for what is in no VRF", default: "Global" },
    CUSTOM_FIELDS_OPTION,
  ],
  read: readNetbox,
};

async function* readNetbox({ url, options, types, retryDelayMs, signal }: ReaderInput): AsyncGenerator<ImportItem> {
  const pageSize = Number(options["page-size"]);
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > 1000) throw badInput("page-size must be a number from 1 to 1000");
  const globalName = asName(options["global-space"] ?? "");
  if (globalName === "") throw badInput("global-space must be the name of an address space");
  const client = new NetboxClient(
    {
      label: "NetBox",
      base: serviceBase(url, "api/"),
      headers: { authorization: authorizationOf(options["token"] ?? "") },
      retryDelayMs,
      signal,
    },
    pageSize,
  );
  const leftOut = new LeftOut();
  const fields = options["custom-fields"] === "skip" ? new Map<string, CustomField>() : await customFieldsOf(client);
  const ownFields = new OwnFields(leftOut, options, fields);
  const reading = new NetboxReading(client, leftOut, ownFields, new VlanRows(types, leftOut));
  for await (const item of rowsOf(reading, globalName)) yield ownFields.settled(item);
  yield* leftOut.warnings();
}

async function* rowsOf(reading: NetboxReading, globalName: string): AsyncGenerator<ImportItem> {
  const populated = new PopulatedRanges();
  const pools: PoolPrefix[] = [];
  yield* readSpaces(reading, globalName);
  yield* readSites(reading);
  yield* readLocations(reading);
  yield* readVlans(reading);
  yield* readPrefixes(reading, pools);
  yield* readAggregates(reading);
  yield* readPools(reading, pools, populated);
  yield* readMachines(reading, DEVICES, populated);
  yield* readMachines(reading, VIRTUAL_MACHINES, populated);
  yield* readLooseAddresses(reading, populated);
  yield* populated.rows(reading);
  yield* readCables(reading.client, reading.leftOut);
}

/** Tokens of version 2 (NetBox 4.5) begin with nbt_ and go with Bearer, those of version 1 with Token. */
const authorizationOf = (token: string): string => (token.startsWith("nbt_") ? `Bearer ${token}` : `Token ${token}`);
