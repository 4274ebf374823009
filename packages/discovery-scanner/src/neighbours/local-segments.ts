import { BlockList, isIPv4 } from "node:net";
import { networkInterfaces } from "node:os";

type Interfaces = ReturnType<typeof networkInterfaces>;

/** IPv4 segments that this machine is attached to, where hosts are reached without a router. */
export class LocalSegments {
  readonly #segments = new BlockList();
  readonly #own = new Map<string, string>();

  constructor(interfaces: Interfaces = networkInterfaces()) {
    for (const address of Object.values(interfaces).flatMap((addresses) => addresses ?? [])) {
      if (address.family !== "IPv4") continue;
      this.#own.set(address.address, address.mac);
      const prefix = Number(address.cidr?.split("/")[1]);
      // A /31 or /32 is a point-to-point link: there is nobody to ask for a hardware address.
      if (!address.internal && prefix > 0 && prefix < 31) this.#segments.addSubnet(address.address, prefix, "ipv4");
    }
  }

  /** Whether hosts at this address answer to ARP; this machine itself does not. */
  isNeighbour(ip: string): boolean {
    return isIPv4(ip) && !this.#own.has(ip) && this.#segments.check(ip, "ipv4");
  }

  /** Hardware address of this machine at an address of its own. */
  ownHardware(ip: string): string | undefined {
    const mac = this.#own.get(ip);
    return mac === undefined || mac === "00:00:00:00:00:00" ? undefined : mac.toLowerCase();
  }
}
