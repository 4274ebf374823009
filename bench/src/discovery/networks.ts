import { hostileHosts, labHosts, PROFILES, type Profile, ROUTED, SEGMENT } from "../../../packages/discovery-scanner/test/lab/lab-hosts.ts";
import { addressAt, rangeOf } from "./address-range.ts";

export interface LiveHost {
  readonly ip: string;
  readonly profile: string;
  readonly closed: "refuse" | "drop" | "open";
  readonly tcp: readonly number[];
}

/** The lab of the scanner's tests, and networks that are too large for tests. */
export const NETS = {
  /** Attached to the scanner: a hundred hosts with a hardware address each. */
  segment: SEGMENT,
  /** Attached, and nearly as large as a kernel's usual table of neighbours. */
  wide: "10.76.0.0/22",
  /** Behind a router, as all that follow. */
  routed: ROUTED,
  hostile: "10.81.0.0/27",
  slash20: "10.88.0.0/20",
  slash16: "10.89.0.0/16",
  /** A hundred milliseconds away. */
  far: "10.92.0.0/24",
} as const;
export type NetName = keyof typeof NETS;

/** Addresses of the scanner: they are in the ranges, and they are there. */
export const OWN = { segment: "10.77.0.254", wide: "10.76.3.254" } as const;

/** Hosts in equal distances with profiles in turn. */
function spread(net: string, count: number): LiveHost[] {
  const step = (rangeOf(net).size - 4) / count;
  return Array.from({ length: count }, (_, index) => {
    const { name, closed, tcp } = PROFILES[index % PROFILES.length] as Profile;
    return { ip: addressAt(net, 2 + Math.floor(index * step)), profile: name, closed, tcp };
  });
}

const LIVE: Readonly<Record<NetName, () => readonly LiveHost[]>> = {
  segment: () => labHosts(NETS.segment),
  wide: () => spread(NETS.wide, 100),
  routed: () => labHosts(NETS.routed),
  hostile: hostileHosts,
  slash20: () => spread(NETS.slash20, 1000),
  slash16: () => spread(NETS.slash16, 1000),
  far: () => spread(NETS.far, 100),
};

/** Who is there: the truth that findings are compared with. */
export const liveHosts = (net: NetName): readonly LiveHost[] => LIVE[net]();

/** Those that TCP or ICMP can tell of; the lab's packet filter lets pings through to no host that has no TCP either. */
export const visibleHosts = (net: NetName): readonly LiveHost[] => liveHosts(net).filter(({ profile }) => profile !== "arp-only");

export const makerOf = (profile: string): string => PROFILES.find(({ name }) => name === profile)?.maker ?? "52:54:00";
