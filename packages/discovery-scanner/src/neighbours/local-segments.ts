import { isIPv4 } from "node:net";
import { networkInterfaces } from "node:os";

type Interfaces = ReturnType<typeof networkInterfaces>;

interface Segment {
  readonly device: string;
  readonly prefix: number;
  readonly mask: number;
  /** First address, as a number. */
  readonly base: number;
}

/** IPv4 segments that this machine is attached to, where hosts are reached without a router. */
export class LocalSegments {
  readonly #segments: readonly Segment[];
  readonly #own = new Map<string, string>();

  constructor(interfaces: Interfaces = networkInterfaces()) {
    const segments: Segment[] = [];
    for (const [device, address] of Object.entries(interfaces).flatMap(([name, addresses]) =>
      (addresses ?? []).map((each) => [name, each] as const),
    )) {
      if (address.family !== "IPv4") continue;
      this.#own.set(address.address, address.mac);
      const prefix = Number(address.cidr?.split("/")[1]);
      // A /31 or /32 is a point-to-point link: there is nobody to ask for a hardware address.
      if (address.internal || !(prefix > 0 && prefix < 31)) continue;
      const mask = (-1 << (32 - prefix)) >>> 0;
      // A further address may have a name of its own, behind a colon.
      segments.push({ device: device.replace(/:.*$/, ""), prefix, mask, base: (bitsOf(address.address) & mask) >>> 0 });
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
    // By hand: node's BlockList makes an object outside the heap for each question, and a scan asks 65,536 of them at once.
    const bits = bitsOf(ip);
    return this.#segments.find(({ mask, base }) => (bits & mask) >>> 0 === base)?.device;
  }

  /** Hardware address of this machine at an address of its own. */
  ownHardware(ip: string): string | undefined {
    const mac = this.#own.get(ip);
    return mac === undefined || mac === "00:00:00:00:00:00" ? undefined : mac.toLowerCase();
  }
}

/** An IPv4 address as a number. */
const bitsOf = (ip: string): number => ip.split(".").reduce((bits, octet) => ((bits << 8) | Number(octet)) >>> 0, 0);
