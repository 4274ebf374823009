import type { OutboundNetwork } from "@cadastre/inventory-core/outbound";
import { connect, type Socket } from "node:net";

/** What a {@link FakeNetwork} has. */
export interface FakeNetworkOptions {
  /** Addresses by host name. Other names fail with ENOTFOUND. */
  readonly names?: Readonly<Record<string, readonly string[]>>;
  /** Ports of servers on 127.0.0.1, by the address and port that they stand for: `203.0.113.7:443`. Others fail with ECONNREFUSED. */
  readonly servers?: Readonly<Record<string, number>>;
}

/**
 * Names and servers for tests: nothing leaves the machine. Plugins take it as their option `network`; their rule about addresses
 * still applies.
 *
 * @example
 * const network = new FakeNetwork({ names: { "hooks.example.com": ["203.0.113.7"] }, servers: { "203.0.113.7:80": receiver.port } });
 * webhooksPlugin({ network });
 */
export class FakeNetwork implements OutboundNetwork {
  readonly #names: Map<string, readonly string[]>;
  readonly #servers: Map<string, number>;
  readonly #resolved: string[] = [];

  constructor({ names = {}, servers = {} }: FakeNetworkOptions = {}) {
    this.#names = new Map(Object.entries(names));
    this.#servers = new Map(Object.entries(servers));
  }

  /** Host names that were looked up, in order. */
  get resolved(): readonly string[] {
    return this.#resolved;
  }

  /** Changes the addresses of a name; none makes it unknown. */
  setName(hostname: string, addresses: readonly string[]): void {
    this.#names.set(hostname, addresses);
  }

  async resolve(hostname: string): Promise<readonly string[]> {
    this.#resolved.push(hostname);
    const addresses = this.#names.get(hostname) ?? [];
    if (addresses.length === 0) throw systemError("ENOTFOUND", `getaddrinfo ENOTFOUND ${hostname}`);
    return addresses;
  }

  async dial({ address, port }: { readonly address: string; readonly port: number }): Promise<Socket> {
    const local = this.#servers.get(`${address}:${port}`);
    if (local === undefined) throw systemError("ECONNREFUSED", `connect ECONNREFUSED ${address}:${port}`);
    return connect({ host: "127.0.0.1", port: local });
  }
}

const systemError = (code: string, message: string): Error => Object.assign(new Error(message), { code });
