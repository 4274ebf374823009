import type { ImportRow } from "@cadastre/inventory-core";
import { IMPORT_ADDRESS_FIELDS, IMPORT_FIELDS, type ImportPlace } from "@cadastre/inventory-core/exchange";

/** A device that a scan or a lease tells of. */
export interface FoundDevice {
  readonly at: ImportPlace;
  /** Empty when it has none. */
  readonly hostname: string;
  /** At least one. */
  readonly ips: readonly string[];
  /** Hardware address of those addresses, as the source spells it. */
  readonly mac?: string | undefined;
}

/** Makes rows of devices that were seen. */
export class FoundDevices {
  readonly #datacenter: string | undefined;
  readonly #names = new Set<string>();

  /** @param datacenter name of the datacenter that all of them are in */
  constructor(datacenter: string | undefined) {
    this.#datacenter = datacenter;
  }

  /**
   * A device that was seen: found by its address, so that a known device is not made again, and what is known of it stays.
   * Its name is its host name; its first address where it has none, or where another one has the same: clients choose host names
   * for themselves.
   */
  row({ at, hostname, ips, mac = "" }: FoundDevice): ImportRow {
    const host = hostname.trim().replace(/\.$/, "");
    const isTaken = host === "" || this.#names.has(host.toLowerCase());
    this.#names.add(host.toLowerCase());
    return {
      at,
      type: "device",
      match: "address",
      lists: "add",
      set: {
        name: isTaken ? ips[0] : host,
        // A client may call itself what no host name may be.
        ...(host !== "" && isHostname(host) ? { hostname: host } : {}),
        ...(this.#datacenter === undefined ? {} : { datacenter: { name: this.#datacenter } }),
        // What is no hardware address is no reason to leave the device out.
        addresses: ips.map((ip) => (mac !== "" && isMac(mac) ? { ip, mac } : { ip })),
      },
    };
  }
}

/** Whether a device can have it as its host name. */
export const isHostname = (text: string): boolean => IMPORT_FIELDS.device["hostname"]?.safeParse(text).success === true;

/** Whether an address can have it as its hardware address. */
export const isMac = (text: string): boolean => IMPORT_ADDRESS_FIELDS["mac"]?.safeParse(text).success === true;

/** The option of formats that know addresses and no sites. */
export const DATACENTER_OPTION = {
  name: "datacenter",
  description: "datacenter of the devices (default: none)",
} as const;
