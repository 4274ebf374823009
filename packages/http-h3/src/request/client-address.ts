import { BlockList, isIP } from "node:net";

/** An IPv4 address that came in as IPv6 (`::ffff:10.0.0.1`, what a dual-stack socket reports). */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An address without its zone, IPv4-mapped addresses as IPv4; undefined when it is none. */
export function plainAddress(text: string | undefined | null): string | undefined {
  if (text === undefined || text === null) return undefined;
  // What a socket reports is plain already, nearly always.
  if (isIP(text) === 4) return text;
  const address = text.trim().replace(/%.*$/, "");
  const plain = MAPPED.exec(address)?.[1] ?? address;
  return isIP(plain) === 0 ? undefined : plain;
}

/** Finds the client behind proxies. Only hops on the list are believed, from the right (docs/spec/limits.md#client-address). */
export class ClientAddresses {
  readonly #trusted = new BlockList();
  readonly #any: boolean;

  /**
   * @param trusted addresses and CIDRs of our own proxies
   * @throws TypeError when one of them is neither
   */
  constructor(trusted: readonly string[]) {
    this.#any = trusted.length > 0;
    for (const entry of trusted) {
      const [text, prefix] = entry.split("/", 2);
      const address = plainAddress(text);
      if (address === undefined || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) {
        throw new TypeError(`trusted proxy ${JSON.stringify(entry)} is neither an address nor a CIDR`);
      }
      const family = isIP(address) === 6 ? "ipv6" : "ipv4";
      if (prefix === undefined) this.#trusted.addAddress(address, family);
      else this.#trusted.addSubnet(address, Number(prefix), family);
    }
  }

  /** True when the peer of the connection is one of our proxies. */
  trusts(peer: string | undefined): boolean {
    if (!this.#any) return false;
    const address = plainAddress(peer);
    return address !== undefined && this.#trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  }

  /** The right-most address that is not one of our proxies. */
  clientOf(peer: string | undefined, forwardedFor: string | undefined): string | undefined {
    let client = plainAddress(peer);
    if (forwardedFor === undefined || !this.trusts(client)) return client;
    for (const hop of forwardedFor.split(",").toReversed()) {
      const address = plainAddress(withoutPort(hop.trim()));
      // What stands left of a hop that cannot be read may be invented.
      if (address === undefined) return client;
      client = address;
      if (!this.trusts(address)) return client;
    }
    return client;
  }
}

function withoutPort(hop: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
}
