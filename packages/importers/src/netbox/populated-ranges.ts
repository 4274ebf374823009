import type { ImportRow } from "@cadastre/inventory-core";
import type { ImportPlace } from "@cadastre/inventory-core/exchange";
import { type AddressNumber, addressNumber, addressText } from "../reading/address-number.ts";
import { type KnownNetwork, type NetboxReading, siteRef } from "./netbox-reading.ts";

/** Largest range whose addresses are held, in addresses. */
export const MAX_HELD = 65_536n;

/** Most addresses of a device. */
const TOGETHER = 4096;

/** A range of which no address is free, and its pool. */
export interface PopulatedRange {
  readonly at: ImportPlace;
  /** Of the pool. */
  readonly ref: string;
  readonly name: string;
  readonly network: KnownNetwork;
  readonly vrf: number | undefined;
  readonly first: AddressNumber;
  readonly last: AddressNumber;
}

/** Ranges that NetBox has marked as populated: somebody has their addresses, such as a DHCP server, and NetBox hands none out. */
export class PopulatedRanges {
  readonly #ranges: { readonly range: PopulatedRange; readonly held: Set<bigint> }[] = [];

  add(range: PopulatedRange): void {
    this.#ranges.push({ range, held: new Set() });
  }

  /** An address that a device holds anyway. */
  note(vrf: number | undefined, ip: string): void {
    if (this.#ranges.length === 0) return;
    const address = addressNumber(ip);
    for (const { range, held } of this.#ranges) {
      const { first, last } = range;
      if (range.vrf === vrf && address?.family === first.family && address.value >= first.value && address.value <= last.value)
        held.add(address.value);
    }
  }

  /** Devices for each range, which hold what nobody else does. Devices with addresses of their own have come before. */
  *rows({ names }: NetboxReading): Generator<ImportRow> {
    for (const { range, held } of this.#ranges) {
      const { at, ref, name, network, first, last } = range;
      let ips: string[] = [];
      for (let { value } = first; value <= last.value; value += 1n) {
        if (!held.has(value)) ips.push(addressText({ ...first, value }));
        if (ips.length === 0 || (ips.length < TOGETHER && value < last.value)) continue;
        const [start = "", end = ""] = [ips[0], ips.at(-1)];
        yield {
          at,
          type: "device",
          set: {
            name: names.of(`devices ${network.site ?? ""}`, name, `${start} - ${end}`, `${ref}, ${start} - ${end}`),
            description: "Addresses of an IP range that NetBox has marked as populated",
            tags: ["populated"],
            datacenter: network.site === undefined ? null : { ref: siteRef(network.site) },
            addresses: ips.map((ip) => ({ ip, network: { ref: network.ref }, pool: { ref } })),
          },
        };
        ips = [];
      }
    }
  }
}
