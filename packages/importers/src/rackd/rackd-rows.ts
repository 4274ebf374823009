import type { ImportRow } from "@cadastre/inventory-core";
import { addressNumber, addressText, type SubnetNumbers, subnetNumbers } from "../reading/address-number.ts";
import { isObject } from "../reading/address-fields.ts";
import { counted, type LeftOut } from "../reading/left-out.ts";
import { asName, UniqueNames } from "../reading/unique-names.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A network of rackd, by the row that other rows refer to. */
export interface RackdNetwork {
  readonly ref: string;
  readonly subnet: SubnetNumbers | undefined;
  readonly datacenter: unknown;
}

const refOf = (reference: unknown): string | undefined =>
  isObject(reference) && typeof reference["ref"] === "string" ? reference["ref"] : undefined;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * Sets right what rackd lets through and the inventory refuses, as far as nothing is lost by it: names that several records have,
 * host bits in a subnet, the same subnet twice, commas in tags, an address in a network that does not have it. A device that is
 * refused would leave its addresses free.
 */
export class RackdRows {
  readonly names = new UniqueNames();
  readonly #networks = new Map<string, RackdNetwork>();
  readonly #bySubnet = new Map<string, RackdNetwork>();
  readonly #networkOfPool = new Map<string, RackdNetwork>();

  /** The row as the inventory takes it; undefined for one that goes with another. @param onAddress is told of what devices hold */
  settled(row: ImportRow, leftOut: LeftOut, onAddress: (network: RackdNetwork | undefined, ip: string) => void): ImportRow | undefined {
    switch (row.type) {
      case "datacenter":
        return withSet(row, this.#named("datacenters", row, textOf(row.set["location"])));
      case "network":
        return this.#network(row, leftOut);
      case "pool":
        return this.#pool(row);
      case "device":
        return this.#device(row, leftOut, onAddress);
      default:
        return row;
    }
  }

  /** The network of a pool, by rackd's id. */
  networkOfPool(id: string): RackdNetwork | undefined {
    return this.#networkOfPool.get(id);
  }

  #named(within: string, { set, ref = "" }: ImportRow, ...hints: readonly string[]): Fields {
    const { name } = set;
    return typeof name === "string" && name.trim() !== "" ? { name: this.names.of(within, asName(name), ...hints, ref) } : {};
  }

  #network(row: ImportRow, leftOut: LeftOut): ImportRow | undefined {
    const numbers = subnetNumbers(textOf(row.set["subnet"]));
    const subnet = numbers === undefined ? row.set["subnet"] : `${addressText(numbers.first)}/${numbers.length}`;
    const { datacenter } = row.set;
    const key = `${refOf(datacenter) ?? ""} ${String(subnet)}`;
    const same = numbers === undefined ? undefined : this.#bySubnet.get(key);
    const network = same ?? { ref: row.ref ?? "", subnet: numbers, datacenter };
    if (row.ref !== undefined) this.#networks.set(row.ref, network);
    if (same === undefined) {
      this.#bySubnet.set(key, network);
      return withSet(row, { subnet });
    }
    leftOut.add(
      "same subnet",
      (count) => `${counted(count, "network")} skipped: the subnet is in its datacenter already, which gets the pools and addresses`,
      row.at,
    );
    return undefined;
  }

  #pool(row: ImportRow): ImportRow {
    const network = this.#networks.get(refOf(row.set["network"]) ?? "");
    if (network === undefined) return row;
    if (row.ref !== undefined) this.#networkOfPool.set(row.ref, network);
    const range = `${textOf(row.set["start_ip"])} - ${textOf(row.set["end_ip"])}`;
    return withSet(row, { network: { ref: network.ref }, ...this.#named(`pools ${network.ref}`, row, range) });
  }

  #device(row: ImportRow, leftOut: LeftOut, onAddress: (network: RackdNetwork | undefined, ip: string) => void): ImportRow {
    const { tags, addresses, datacenter } = row.set;
    const seen = new Set<string>();
    return withSet(row, {
      ...this.#named(`devices ${refOf(datacenter) ?? ""}`, row),
      ...(Array.isArray(tags) ? { tags: tags.map((tag: unknown) => (typeof tag === "string" ? tag.replaceAll(",", ";") : tag)) } : {}),
      ...(Array.isArray(addresses)
        ? {
            addresses: addresses.flatMap((address: unknown) => {
              if (!isObject(address)) return [address];
              const { pool: _, ...own } = address;
              const network = this.#networkOf(address, row.at, leftOut);
              const ip = textOf(address["ip"]);
              onAddress(network, ip);
              const key = JSON.stringify([ip, address["port"] ?? null, network?.ref]);
              if (seen.has(key)) return [];
              seen.add(key);
              return [{ ...own, network: network === undefined ? null : { ref: network.ref } }];
            }),
          }
        : {}),
    });
  }

  /** The network that an address says, itself or by its pool, if it lies in it. */
  #networkOf(address: Fields, at: ImportRow["at"], leftOut: LeftOut): RackdNetwork | undefined {
    const said = this.#networks.get(refOf(address["network"]) ?? "") ?? this.#networkOfPool.get(refOf(address["pool"]) ?? "");
    const number = addressNumber(textOf(address["ip"]));
    if (said?.subnet === undefined || number === undefined) return said;
    const { first, last } = said.subnet;
    if (first.family === number.family && first.value <= number.value && number.value <= last.value) return said;
    leftOut.add(
      "outside",
      (count) => `the network of ${count === 1 ? "1 address" : `${count} addresses`} is ignored: the address lies outside of its subnet`,
      at,
    );
    return undefined;
  }
}

const withSet = (row: ImportRow, set: Fields): ImportRow => ({ ...row, set: { ...row.set, ...set } });
