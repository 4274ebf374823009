import type { ImportFormat, ImportItem, ReaderInput } from "../import-format.ts";
import { badInput } from "../reading/bad-input.ts";
import { counted, LeftOut } from "../reading/left-out.ts";
import { serviceBase } from "../reading/service-client.ts";
import { readCables } from "./netbox-cables.ts";
import { NetboxClient } from "./netbox-client.ts";
import { DEVICES, readMachines, VIRTUAL_MACHINES } from "./netbox-devices.ts";
import { PrefixIndex, readPrefixes, readRanges, readSites } from "./netbox-networks.ts";

/**
 * NetBox by its REST API: sites, prefixes, IP ranges, devices and virtual machines with the addresses of their interfaces, and
 * cables between devices. It only reads.
 */
export const netboxFormat: ImportFormat = {
  name: "netbox",
  label: "NetBox",
  description: "the REST API of NetBox 3.5 and newer: sites, prefixes, IP ranges, devices, virtual machines, their addresses and cables",
  source: "service",
  options: [
    { name: "token", description: "API token with read permission", required: true, secret: true },
    { name: "page-size", description: "records per request, up to MAX_PAGE_SIZE of NetBox", default: "250" },
  ],
  read: readNetbox,
};

async function* readNetbox({ url, options, retryDelayMs, signal }: ReaderInput): AsyncGenerator<ImportItem> {
  const pageSize = Number(options["page-size"]);
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > 1000) throw badInput("page-size must be a number from 1 to 1000");
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
  const prefixes = new PrefixIndex();
  yield* readSites(client);
  yield* readPrefixes(client, prefixes, leftOut);
  yield* readRanges(client, prefixes, leftOut);
  yield* readMachines(client, DEVICES, leftOut);
  yield* readMachines(client, VIRTUAL_MACHINES, leftOut);
  yield* readCables(client, leftOut);
  const free = await client.count("ipam/ip-addresses", { assigned_to_interface: "false" });
  if (free > 0)
    leftOut.add("free", (count) => `${counted(count, "IP address", "IP addresses")} skipped: not assigned to an interface`, {}, free);
  yield* leftOut.warnings();
}

/** Tokens of version 2 (NetBox 4.5) begin with nbt_ and go with Bearer, those of version 1 with Token. */
const authorizationOf = (token: string): string => (token.startsWith("nbt_") ? `Bearer ${token}` : `Token ${token}`);
