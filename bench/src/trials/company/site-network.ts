import { run } from "../../../../packages/discovery-scanner/test/lab/lab-network.ts";
import { LANS, lanOf, PROXY_MAC, type SiteName, SITES, type SiteToday } from "../../company/machines.ts";

/** The one port of the server that sites reach. */
export const SERVER_PORT = 8080;

/** Namespace of the agent of a site, and of all of its machines. */
export const agentSpace = (site: SiteName): string => `agent-${site}`;
export const hostsSpace = (site: SiteName): string => `hosts-${site}`;

/** Where the agent of a site finds the server. */
export const serverAddress = (site: SiteName): string => `100.64.${SITES.indexOf(site)}.1`;
const agentAddress = (site: SiteName): string => `100.64.${SITES.indexOf(site)}.2`;

const scannerOf = (ip: string): string => `${lanOf(ip).prefix}${lanOf(ip).scanner}`;
const proxiedAddresses = LANS.flatMap((lan) => lan.proxied.map((last) => `${lan.prefix}${last}`));

const inSpace = (space: string, command: string, args: readonly string[], input = ""): string =>
  run("ip", ["netns", "exec", space, command, ...args], input);
const ipIn = (space: string, lines: readonly string[]): string => run("ip", ["-n", space, "-batch", "-"], `${lines.join("\n")}\n`);

/** Namespaces of all sites around this one, in which the server runs. */
export function buildSites(): void {
  run("mount", ["-t", "tmpfs", "tmpfs", "/run"]);
  run("ip", ["link", "set", "lo", "up"]);
  for (const site of SITES) buildSite(site);
  const links = SITES.map((site) => `"${site}"`).join(", ");
  run(
    "nft",
    ["-f", "-"],
    `table inet company {
      counter requests {}
      counter other {}
      counter outward {}
      counter forwarded {}
      chain in { type filter hook input priority 0;
        iifname != { ${links} } accept
        tcp dport ${SERVER_PORT} counter name requests accept
        counter name other drop
      }
      chain out { type filter hook output priority 0;
        oifname != { ${links} } accept
        tcp sport ${SERVER_PORT} ct state established accept
        counter name outward drop
      }
      chain forward { type filter hook forward priority 0; counter name forwarded drop; }
    }`,
  );
}

function buildSite(site: SiteName): void {
  const [agent, hosts] = [agentSpace(site), hostsSpace(site)];
  for (const space of [agent, hosts]) {
    run("ip", ["netns", "add", space]);
    inSpace(space, "sysctl", ["-qw", "net.ipv6.conf.all.disable_ipv6=1", "net.ipv6.conf.default.disable_ipv6=1"]);
  }
  run("ip", ["link", "add", site, "type", "veth", "peer", "name", "wan", "netns", agent]);
  run("sysctl", ["-qw", `net.ipv6.conf.${site}.disable_ipv6=1`]);
  run("ip", ["-batch", "-"], `addr add ${serverAddress(site)}/30 dev ${site}\nlink set ${site} up\n`);
  ipIn(agent, [
    "link set lo up",
    `addr add ${agentAddress(site)}/30 dev wan`,
    "link set wan up",
    `link add lan type veth peer name lan netns ${hosts}`,
    ...LANS.map(({ prefix, scanner, subnet }) => `addr add ${prefix}${scanner}/${subnet.split("/")[1]} dev lan`),
    "link set lan up",
  ]);
  inSpace(hosts, "sysctl", [
    "-qw",
    "net.ipv4.conf.default.arp_ignore=1",
    "net.ipv4.conf.default.rp_filter=0",
    "net.ipv4.conf.all.rp_filter=0",
    "net.ipv4.conf.lan.arp_ignore=1",
    "net.ipv4.conf.lan.rp_filter=0",
    "net.ipv4.conf.all.arp_announce=2",
    "net.ipv4.icmp_ratelimit=0",
  ]);
  ipIn(hosts, ["link set lo up", "link set lan up", ...LANS.map(({ prefix, scanner }) => `route add ${prefix}${scanner}/32 dev lan`)]);
  // A router answers ARP for these, and nobody is there.
  inSpace(
    hosts,
    "nft",
    ["-f", "-"],
    `table inet site { chain in { type filter hook input priority 0; ip daddr { ${proxiedAddresses.join(", ")} } drop; }\n}`,
  );
  inSpace(
    agent,
    "nft",
    ["-f", "-"],
    `table inet site { counter strayed {}
      chain out { type filter hook output priority 0;
        oifname != "wan" accept
        tcp dport ${SERVER_PORT} accept
        counter name strayed drop
      }
    }`,
  );
}

/** Packets between sites and the server, by what they were. */
export function packetsCounted(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  const take = (text: string): void => {
    for (const [, name = "", packets] of text.matchAll(/counter (\w+) \{\s*packets (\d+)/g))
      counts[name] = (counts[name] ?? 0) + Number(packets);
  };
  take(run("nft", ["list", "counters"]));
  for (const site of SITES) take(inSpace(agentSpace(site), "nft", ["list", "counters"]));
  return counts;
}

/** Sends something to another port of the server, as no agent does. */
export function tryOtherPort(site: SiteName): void {
  const connect = `timeout 1 bash -c 'echo > /dev/tcp/${serverAddress(site)}/22' || true`;
  inSpace(agentSpace(site), "sh", ["-c", connect]);
}

/** The machines of a site: a link for each hardware address, with all addresses that have it. */
export class SiteMachines {
  readonly #site: SiteName;
  /** Addresses by hardware address, and the number of the link. */
  readonly #links = new Map<string, { readonly number: number; readonly ips: readonly string[] }>();
  #made = 0;

  constructor(site: SiteName) {
    this.#site = site;
  }

  /** What is there from now on. */
  show({ sights, proxied, isDark }: SiteToday): void {
    const there = [...sights].filter(([, { isCached }]) => !isCached);
    const wanted = new Map([...Map.groupBy(there, ([, { mac }]) => mac)].map(([mac, own]) => [mac, own.map(([ip]) => ip).toSorted()]));
    if (proxied.length > 0) wanted.set(PROXY_MAC, [...proxied].toSorted());
    const gone = [...this.#links].filter(([mac, { ips }]) => wanted.get(mac)?.join() !== ips.join());
    for (const [mac] of gone) this.#links.delete(mac);
    const come = [...wanted].filter(([mac]) => !this.#links.has(mac));
    ipIn(hostsSpace(this.#site), [
      ...gone.flatMap(([, { number, ips }]) => withoutLink(number, ips)),
      ...come.flatMap(([mac, ips]) => this.#link(mac, ips)),
    ]);
    this.#forget(
      [...sights].flatMap(([ip, { mac, isCached }]) => (isCached ? [`neigh replace ${ip} lladdr ${mac} dev lan nud stale`] : [])),
    );
    const filter = isDark ? `table netdev dark { chain in { type filter hook ingress device "lan" priority 0; drop; }\n}` : "";
    inSpace(agentSpace(this.#site), "nft", ["-f", "-"], `table netdev dark {}\ndelete table netdev dark\n${filter}\n`);
  }

  /** A day is long: the agent's machine knows nobody's hardware any more, but for those who left today. */
  #forget(still: readonly string[]): void {
    run("ip", ["-n", agentSpace(this.#site), "neigh", "flush", "all"]);
    ipIn(agentSpace(this.#site), still);
  }

  #link(mac: string, ips: readonly string[]): readonly string[] {
    this.#made += 1;
    const number = this.#made;
    this.#links.set(mac, { number, ips });
    return [
      `link add m${number} link lan address ${mac} type macvlan mode bridge`,
      `link set m${number} up`,
      ...ips.flatMap((ip, index) => [
        `addr add ${ip}/32 dev m${number}`,
        // Answers leave with the hardware address of their machine.
        `rule add from ${ip} lookup ${tableOf(number, index)}`,
        `route add ${scannerOf(ip)}/32 dev m${number} src ${ip} table ${tableOf(number, index)}`,
      ]),
    ];
  }
}

const MAX_ADDRESSES_OF_A_LINK = 50;
const tableOf = (number: number, index: number): number => 1000 + number * MAX_ADDRESSES_OF_A_LINK + index;

const withoutLink = (number: number, ips: readonly string[]): readonly string[] => [
  ...ips.map((ip, index) => `rule del from ${ip} lookup ${tableOf(number, index)}`),
  `link del m${number}`,
];
