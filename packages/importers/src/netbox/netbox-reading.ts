import type { ImportPlace, ImportRow } from "@cadastre/inventory-core";
import { addressText, subnetNumbers } from "../reading/address-number.ts";
import type { LeftOut } from "../reading/left-out.ts";
import { UniqueNames } from "../reading/unique-names.ts";
import type { NetboxClient } from "./netbox-client.ts";
import { type KnownNetwork, PrefixIndex } from "./prefix-index.ts";

/** How rows refer to the address space of a VRF; of none, to that of NetBox's global table. */
export const spaceRef = (vrf: number | undefined): string => (vrf === undefined ? "global table" : `vrf ${vrf}`);

/** How rows refer to a site. */
export const siteRef = (id: number): string => `site ${id}`;

/** What the lists of NetBox have in common while they are read, one after the other. */
export class NetboxReading {
  readonly client: NetboxClient;
  readonly leftOut: LeftOut;
  /** Prefixes that were read, and subnets that were added for addresses. */
  readonly networks = new PrefixIndex();
  /** Names that are taken: NetBox lets more records have the same one than the inventory does. */
  readonly names = new UniqueNames();
  /** Sites of locations. */
  readonly siteOfLocation = new Map<number, number>();

  constructor(client: NetboxClient, leftOut: LeftOut) {
    this.client = client;
    this.leftOut = leftOut;
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
    const numbers = subnetNumbers(cidr);
    if (numbers === undefined) return undefined;
    const subnet = `${addressText(numbers.first)}/${numbers.length}`;
    const network = { ref: `${subnet} of ${spaceRef(vrf)}`, site: undefined };
    this.networks.add(vrf, subnet, network);
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
