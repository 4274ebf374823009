import { type AddressNumber, addressNumber, subnetNumbers } from "./address-number.ts";

/** Networks by their address space and subnet, to find the one that an address or a range is in. Memory holds an entry for each. */
export class NetworkIndex<Network> {
  readonly #networks = new Map<string, Network>();
  /** Lengths of the prefixes of a space and family, the longest first. */
  readonly #lengths = new Map<string, number[]>();

  /** @returns the network that has the subnet already, which stays the one that is found */
  add(space: string, subnet: string, network: Network): Network | undefined {
    const numbers = subnetNumbers(subnet);
    // What is none is refused by the inventory.
    if (numbers === undefined) return undefined;
    const table = tableOf(space, numbers.first);
    const key = keyOf(table, numbers.first, numbers.length);
    const same = this.#networks.get(key);
    if (same !== undefined) return same;
    this.#networks.set(key, network);
    const lengths = this.#lengths.get(table) ?? [];
    if (!lengths.includes(numbers.length))
      this.#lengths.set(
        table,
        [...lengths, numbers.length].toSorted((one, other) => other - one),
      );
    return undefined;
  }

  /** The smallest network of a space that has all addresses from `start` to `end`. */
  find(space: string, start: string, end: string = start): Network | undefined {
    const [first, last] = [addressNumber(start), addressNumber(end)];
    if (first === undefined || last === undefined || first.family !== last.family) return undefined;
    const table = tableOf(space, first);
    for (const length of this.#lengths.get(table) ?? []) {
      const key = keyOf(table, first, length);
      const found = key === keyOf(table, last, length) ? this.#networks.get(key) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

const tableOf = (space: string, { family }: AddressNumber): string => `${space}/${family}`;

const keyOf = (table: string, { bits, value }: AddressNumber, length: number): string =>
  `${table}/${length}/${(value >> BigInt(bits - length)).toString(36)}`;
