/** What hosts of the lab do; which share of them does what is a choice, close to usual networks. */
export interface Profile {
  readonly name: string;
  /** What closed ports do. */
  readonly closed: "refuse" | "drop";
  readonly tcp: readonly number[];
  readonly udp?: readonly number[];
  /** First three octets of the hardware address. */
  readonly maker: string;
}

export const PROFILES = [
  { name: "web", closed: "refuse", tcp: [22, 80, 443], maker: "bc:24:11" },
  { name: "database", closed: "refuse", tcp: [22, 3306, 5432, 6379], maker: "00:50:56" },
  { name: "windows", closed: "drop", tcp: [139, 445, 3389], udp: [137], maker: "00:15:5d" },
  { name: "windows-closed", closed: "drop", tcp: [445, 3389], maker: "f4:8e:38" },
  { name: "switch", closed: "refuse", tcp: [22, 23, 80], udp: [161], maker: "00:00:0c" },
  { name: "all-closed", closed: "refuse", tcp: [], maker: "b8:27:eb" },
  { name: "hidden", closed: "drop", tcp: [8443], maker: "dc:a6:32" },
  { name: "arp-only", closed: "drop", tcp: [], maker: "3c:d9:2b" },
  { name: "mail", closed: "refuse", tcp: [21, 22, 25, 53, 110, 143, 993], maker: "52:54:00" },
  { name: "printer", closed: "refuse", tcp: [80, 515, 631, 9100], udp: [5353], maker: "00:80:77" },
] as const satisfies readonly Profile[];

export const HOSTILE = ["tarpit", "endless", "flood", "garbage", "drip", "reset", "all-open", "markup"] as const;

export interface LabHost {
  readonly ip: string;
  readonly profile: string;
  readonly closed: "refuse" | "drop" | "open";
  readonly tcp: readonly number[];
  readonly udp: readonly number[];
  readonly mac: string;
}

/** Attached to the scanner's own segment. */
export const SEGMENT = "10.77.0.0/24";
/** Behind a router: the same hosts once more. */
export const ROUTED = "10.80.0.0/24";
/** Behind a router: one of each hostile kind. */
export const HOSTILE_NET = "10.81.0.0/24";
/** Behind a router: something accepts connections to port 443 of each address, and nobody is there. */
export const MIDDLEBOX_NET = "10.82.0.0/24";
/** Attached: a router answers for each address, and nobody is there. */
export const PROXY_NET = "10.78.0.128/25";
/** Behind a router: hosts that answer nothing but a ping. */
export const PING_NET = "10.83.0.0/24";
/** Behind a router: something answers a ping of each address, and nobody is there. */
export const ANY_PING_NET = "10.84.0.0/24";
/** Dead as the rest of the routed range, for sweeps of size. */
export const LARGE_NET = "10.80.0.0/20";
/** Addresses that a test excludes; three of them are live. */
export const EXCLUDED = [3, 4, 5, 6, 7, 8].map((last) => `10.77.0.${last}`);

/** A hundred hosts at every second address or so, with profiles in turn. */
export function labHosts(net: string): LabHost[] {
  const [a, b, c] = net.split(".");
  return Array.from({ length: 100 }, (_, index) => {
    const { name, closed, tcp, maker, ...rest } = PROFILES[index % PROFILES.length] as Profile;
    const last = 2 + index * 2 + (index % 3 === 0 ? 1 : 0);
    const mac = `${maker}:00:00:${last.toString(16).padStart(2, "0")}`;
    return { ip: `${a}.${b}.${c}.${last}`, profile: name, closed, tcp, udp: rest.udp ?? [], mac };
  });
}

export const hostileHosts = (): LabHost[] =>
  HOSTILE.map((profile, index) => ({
    ip: `10.81.0.${10 + index}`,
    profile,
    closed: profile === "all-open" ? "open" : "refuse",
    tcp: [22, 25, 80, 443],
    udp: [],
    mac: "",
  }));

export const pingHosts = (): LabHost[] =>
  [5, 50, 100, 150, 200].map((last) => ({ ip: `10.83.0.${last}`, profile: "ping-only", closed: "drop", tcp: [], udp: [], mac: "" }));
