import type { ImportRow } from "@cadastre/inventory-core";
import type { ImportPlace } from "@cadastre/inventory-core/exchange";
import { type KnownNetwork, type NetboxReading, spaceRef } from "./netbox-reading.ts";
import type { AddressRecord } from "./netbox-records.ts";
import type { PopulatedRanges } from "./populated-ranges.ts";
import { shortened } from "./read-record.ts";

/** An address of NetBox with the network that it goes to. */
export interface LocatedAddress {
  readonly record: AddressRecord;
  /** Undefined where the address space of its device's site is its own. */
  readonly network: KnownNetwork | undefined;
}

const LABEL = 128;
const TYPE = 64;

/**
 * Finds the networks of addresses: each the smallest prefix of its VRF. What none holds gets the subnet of its mask, unless its
 * device is in a site, and thus in the address space of the global table, as the address is.
 *
 * @param rows gets the networks that are added
 */
export function locateAddress(
  { reading, populated, rows }: { readonly reading: NetboxReading; readonly populated: PopulatedRanges; readonly rows: ImportRow[] },
  record: AddressRecord,
  isInSite: boolean,
  at: ImportPlace,
): LocatedAddress {
  const { ip, address, vrf } = record;
  populated.note(vrf?.id, ip);
  const known = reading.networks.find(spaceRef(vrf?.id), ip);
  if (known !== undefined || (vrf === undefined && isInSite)) return { record, network: known };
  const added = reading.subnetOf(vrf?.id, address, at);
  if (added !== undefined) rows.push(added.row);
  return { record, network: added?.network };
}

/** What addresses of a device are to it: ids of those with a role of their own, and the hardware addresses of its interfaces. */
export interface AddressRoles {
  readonly primary: readonly (number | undefined)[];
  readonly management: number | undefined;
  readonly macs: ReadonlyMap<number, string>;
}

const NO_ROLES: AddressRoles = { primary: [], management: undefined, macs: new Map() };

/** Addresses of a device as rows have them: one that several of its interfaces share is there once, with all their names. */
export function addressRows(addresses: readonly LocatedAddress[], roles: AddressRoles = NO_ROLES): object[] {
  const together = Map.groupBy(addresses, ({ record, network }) => `${record.ip} ${network?.ref ?? ""}`);
  return [...together.values()].map((same) => {
    const [{ record, network }] = same as [LocatedAddress, ...LocatedAddress[]];
    const interfaces = new Set(same.map(({ record: { assigned_object: to } }) => to?.name ?? ""));
    const [type = ""] = same.map(({ record: own }) => typeOf(own, roles)).filter((name) => name !== "");
    const [mac] = same.flatMap(({ record: { assigned_object: to } }) => roles.macs.get(to?.id ?? -1) ?? []);
    return {
      ip: record.ip,
      ...(mac === undefined ? {} : { mac }),
      ...(type === "" ? {} : { type: shortened(type, TYPE) }),
      label: shortened([...interfaces].filter((name) => name !== "").join(", "), LABEL),
      ...(network === undefined ? {} : { network: { ref: network.ref } }),
    };
  });
}

/** What an address is to its device: its main one, the one for management, or what NetBox's role says. */
function typeOf({ id, role }: AddressRecord, { primary, management }: Pick<AddressRoles, "primary" | "management">): string {
  if (primary.includes(id)) return "primary";
  return id === management ? "management" : role;
}
