/** Sites of the company: each is a datacenter with an address space of its own, and all have the same subnets. */
export const SITES = ["north", "south", "west"] as const;
export type SiteName = (typeof SITES)[number];

/** A network of each site. */
export interface Lan {
  readonly subnet: string;
  /** First three octets, with the dot. */
  readonly prefix: string;
  /** Last octet of machines: the first is 1. */
  readonly last: number;
  /** Last octets that no machine has: a router answers for them at times. */
  readonly proxied: readonly number[];
  /** Machines of a site that begin there. */
  readonly machines: number;
  /** Last octet of the machine that scans, where there is one. */
  readonly scanner: number;
}

const range = (first: number, count: number): readonly number[] => Array.from({ length: count }, (_, index) => first + index);

/** All three sites together fit into a kernel's usual table of neighbours, which the namespaces of a machine share. */
export const LANS: readonly Lan[] = [
  { subnet: "198.18.0.0/25", prefix: "198.18.0.", last: 99, proxied: range(101, 18), machines: 74, scanner: 126 },
  { subnet: "198.18.1.0/26", prefix: "198.18.1.", last: 41, proxied: range(43, 18), machines: 26, scanner: 62 },
];

/** The network that an address of a site is in. */
export function lanOf(ip: string): Lan {
  const lan = LANS.find(({ prefix }) => ip.startsWith(prefix));
  if (lan === undefined) throw new Error(`${ip} is in no network of the company`);
  return lan;
}

/** What really is at a site, and changes. */
export interface Machine {
  readonly site: SiteName;
  /** What people call it. */
  readonly name: string;
  mac: string;
  /** What DNS says of its addresses; empty for nothing. */
  hostname: string;
  /** Port of the switch; empty where no switch tells. */
  readonly port: string;
  ips: string[];
  isOn: boolean;
  /** It has another hardware address each day, as phones do. */
  isPrivate: boolean;
}

/** What a scan is shown at an address. */
export interface Sight {
  readonly mac: string;
  /** Empty where nothing tells of it. */
  readonly hostname: string;
  readonly port: string;
  /** The machine is gone: who asks first still has it in its table. */
  readonly isCached: boolean;
}

/** What is at a site on one day. */
export interface SiteToday {
  readonly site: SiteName;
  /** Machines that answer, and addresses that only seem to, by address. */
  readonly sights: ReadonlyMap<string, Sight>;
  /** Addresses for which a router answers ARP, and nobody is there. */
  readonly proxied: readonly string[];
  /** Nobody answers anything. */
  readonly isDark: boolean;
  /** Who scans there is not at work. */
  readonly isAway: boolean;
}

/** Hardware address of the router that answers for others. */
export const PROXY_MAC = "3c:52:82:ff:ff:01";
