import { type AddressNumber, addressNumber, subnetNumbers } from "../reading/address-number.ts";

/** A network that rows refer to. */
export interface KnownNetwork {
  readonly ref: string;
  /** Id of its site in NetBox. */
  readonly site: number | undefined;
}

/** Networks by VRF and subnet, to find the one that an address or a range is in. Memory holds an entry for each. */
export class PrefixIndex {
  readonly #networks = new Map<string, KnownNetwork>();
  /** Lengths of the prefixes of a VRF and family, the longest first. */
  readonly #lengths = new Map<string, number[]>();

  /** Of several of one subnet the first counts: the others are conflicts, to which nothing could refer. */
  add(vrf: number | undefined, subnet: string, network: KnownNetwork): void {
    const numbers = subnetNumbers(subnet);
    if (numbers === undefined) return;
    const table = tableOf(vrf, numbers.first);
    const key = keyOf(table, numbers.first, numbers.length);
    if (this.#networks.has(key)) return;
    this.#networks.set(key, network);
    const lengths = this.#lengths.get(table) ?? [];
    if (!lengths.includes(numbers.length))
      this.#lengths.set(
        table,
        [...lengths, numbers.length].toSorted((one, other) => other - one),
      );
  }

  /** The smallest network of a VRF that has all addresses from `start` to `end`. */
  find(vrf: number | undefined, start: string, end: string = start): KnownNetwork | undefined {
    const [first, last] = [addressNumber(start), addressNumber(end)];
    if (first === undefined || last === undefined || first.family !== last.family) return undefined;
    const table = tableOf(vrf, first);
    for (const length of this.#lengths.get(table) ?? []) {
      const key = keyOf(table, first, length);
      const found = key === keyOf(table, last, length) ? this.#networks.get(key) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

const tableOf = (vrf: number | undefined, { family }: AddressNumber): string => `${vrf ?? ""}/${family}`;

const keyOf = (table: string, { bits, value }: AddressNumber, length: number): string =>
  `${table}/${length}/${(value >> BigInt(bits - length)).toString(36)}`;
