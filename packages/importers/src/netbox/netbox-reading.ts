import type { ImportRow } from "@cadastre/inventory-core";
import type { ImportPlace } from "@cadastre/inventory-core/exchange";
import { subnetText } from "../reading/address-number.ts";
import type { LeftOut } from "../reading/left-out.ts";
import { NetworkIndex } from "../reading/network-index.ts";
import type { OwnFields } from "../reading/own-fields.ts";
import { UniqueNames } from "../reading/unique-names.ts";
import type { VlanRows } from "../reading/vlan-rows.ts";
import type { NetboxClient } from "./netbox-client.ts";

/** How rows refer to the address space of a VRF; of none, to that of NetBox's global table. */
export const spaceRef = (vrf: number | undefined): string => (vrf === undefined ? "global table" : `vrf ${vrf}`);

/** How rows refer to a site. */
export const siteRef = (id: number): string => `site ${id}`;

/** A network that rows refer to. */
export interface KnownNetwork {
  readonly ref: string;
  /** Id of its site in NetBox. */
  readonly site: number | undefined;
}

/** What the lists of NetBox have in common while they are read, one after the other. */
export class NetboxReading {
  readonly client: NetboxClient;
  readonly leftOut: LeftOut;
  readonly ownFields: OwnFields;
  readonly vlans: VlanRows;
  /** Prefixes that were read, and subnets that were added for addresses. */
  readonly networks = new NetworkIndex<KnownNetwork>();
  /** Names that are taken: NetBox lets more records have the same one than the inventory does. */
  readonly names = new UniqueNames();
  /** Sites of locations. */
  readonly siteOfLocation = new Map<number, number>();

  /** @param vlans makes rows of VLANs */
  constructor(client: NetboxClient, leftOut: LeftOut, ownFields: OwnFields, vlans: VlanRows) {
    this.client = client;
    this.vlans = vlans;
    this.leftOut = leftOut;
    this.ownFields = ownFields;
  }

  /**
   * The subnet that the mask of an address says, as a network of its own: what no prefix of its VRF holds would have no address
   * space without it, or another one's. The network is known from then on.
   */
  subnetOf(
    vrf: number | undefined,
    cidr: string,
    at: ImportPlace,
  ): { readonly network: KnownNetwork; readonly row: ImportRow } | undefined {
    const subnet = subnetText(cidr);
    if (subnet === undefined) return undefined;
    const network = { ref: `${subnet} of ${spaceRef(vrf)}`, site: undefined };
    this.networks.add(spaceRef(vrf), subnet, network);
    this.leftOut.add(
      "subnet",
      (count) =>
        `${count === 1 ? "1 network was" : `${count} networks were`} added for addresses and ranges that no prefix of their VRF contains`,
      at,
    );
    return {
      network,
      row: { at, type: "network", ref: network.ref, set: { name: subnet, subnet, space: { ref: spaceRef(vrf) } } },
    };
  }
}
