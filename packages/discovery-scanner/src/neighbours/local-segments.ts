import { BlockList, isIPv4 } from "node:net";
import { networkInterfaces } from "node:os";

type Interfaces = ReturnType<typeof networkInterfaces>;

interface Segment {
  readonly device: string;
  readonly prefix: number;
  readonly addresses: BlockList;
}

/** IPv4 segments that this machine is attached to, where hosts are reached without a router. */
export class LocalSegments {
  readonly #segments: readonly Segment[];
  readonly #own = new Map<string, string>();

  constructor(interfaces: Interfaces = networkInterfaces()) {
    const segments: Segment[] = [];
    for (const [device, address] of Object.entries(interfaces).flatMap(([name, addresses]) => (addresses ?? []).map((each) => [name, each] as const))) {
      if (address.family !== "IPv4") continue;
      this.#own.set(address.address, address.mac);
      const prefix = Number(address.cidr?.split("/")[1]);
      // A /31 or /32 is a point-to-point link: there is nobody to ask for a hardware address.
      if (address.internal || !(prefix > 0 && prefix < 31)) continue;
      const addresses = new BlockList();
      addresses.addSubnet(address.address, prefix, "ipv4");
      // A further address may have a name of its own, behind a colon.
      segments.push({ device: device.replace(/:.*$/, ""), prefix, addresses });
    }
    this.#segments = segments.toSorted((a, b) => b.prefix - a.prefix);
  }

  /** Whether hosts at this address answer to ARP; this machine itself does not. */
  isNeighbour(ip: string): boolean {
    return this.deviceOf(ip) !== undefined;
  }

  /** The interface that leads to a neighbour; undefined for addresses that are none. */
  deviceOf(ip: string): string | undefined {
    if (!isIPv4(ip) || this.#own.has(ip)) return undefined;
    return this.#segments.find(({ addresses }) => addresses.check(ip, "ipv4"))?.device;
  }

  /** Hardware address of this machine at an address of its own. */
  ownHardware(ip: string): string | undefined {
    const mac = this.#own.get(ip);
    return mac === undefined || mac === "00:00:00:00:00:00" ? undefined : mac.toLowerCase();
  }
}
