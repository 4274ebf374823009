import { spawnSync } from "node:child_process";
import {
  ANY_PING_NET,
  EXCLUDED,
  hostileHosts,
  type LabHost,
  labHosts,
  MIDDLEBOX_NET,
  pingHosts,
  PROXY_NET,
  ROUTED,
  SEGMENT,
} from "./lab-hosts.ts";

/** Namespace of all hosts; the scanner stays in the one it was started in, which leads nowhere else. */
const HOSTS = "hosts";

export function run(command: string, args: readonly string[], input = ""): string {
  const { status, stdout, stderr, error } = spawnSync(command, [...args], { input, encoding: "utf8" });
  if (error !== undefined || status !== 0) throw new Error(`${command} ${args.join(" ")}: ${error?.message ?? stderr}`);
  return stdout;
}

export const inHosts = (command: string, args: readonly string[], input = ""): string =>
  run("ip", ["netns", "exec", HOSTS, command, ...args], input);

/** Two links: a segment with a host each hardware address, and one whose other end routes. */
export function buildNetwork(): void {
  run("mount", ["-t", "tmpfs", "tmpfs", "/run"]);
  run("ip", ["netns", "add", HOSTS]);
  run(
    "ip",
    ["-batch", "-"],
    [
      "link set lo up",
      `link add eth0 type veth peer name eth0 netns ${HOSTS}`,
      `link add eth1 type veth peer name eth1 netns ${HOSTS}`,
      "link set eth0 up",
      "link set eth1 up",
      "addr add 10.77.0.254/24 dev eth0",
      "addr add 10.78.0.1/24 dev eth1",
      ...["10.80.0.0/16", "10.81.0.0/16", "10.82.0.0/16", "10.83.0.0/16", "10.84.0.0/16"].map((net) => `route add ${net} via 10.78.0.2`),
    ].join("\n"),
  );
  inHosts("sysctl", [
    "-qw",
    "net.ipv4.conf.default.arp_ignore=1",
    "net.ipv4.conf.default.rp_filter=0",
    "net.ipv4.conf.all.rp_filter=0",
    "net.ipv4.conf.eth0.arp_ignore=1",
    "net.ipv4.conf.eth0.rp_filter=0",
    "net.ipv4.conf.eth1.arp_ignore=0",
    "net.ipv4.conf.eth1.rp_filter=0",
    "net.ipv4.conf.all.arp_announce=2",
    "net.core.somaxconn=4096",
    "net.ipv4.tcp_max_syn_backlog=8192",
    "net.ipv4.icmp_ratelimit=0",
    "net.ipv4.ip_forward=1",
  ]);
  const segment = labHosts(SEGMENT);
  run(
    "ip",
    ["-n", HOSTS, "-batch", "-"],
    [
      "link set lo up",
      "link set eth0 up",
      "link set eth1 up",
      "addr add 10.78.0.2/24 dev eth1",
      // Dead addresses are silent: the router has no word for them.
      "route add blackhole 10.80.0.0/12",
      `route add local ${MIDDLEBOX_NET} dev lo table local`,
      `route add local ${ANY_PING_NET} dev lo table local`,
      `route add local ${PROXY_NET} dev lo table local`,
      ...[...labHosts(ROUTED), ...hostileHosts(), ...pingHosts()].map(({ ip }) => `route add local ${ip}/32 dev lo table local`),
      ...segment.flatMap(({ ip, mac }, index) => [
        `link add m${index} link eth0 address ${mac} type macvlan mode bridge`,
        `link set m${index} up`,
        `addr add ${ip}/32 dev m${index}`,
        // Answers leave with the hardware address of their host.
        `rule add from ${ip} lookup ${1000 + index}`,
        `route add 10.77.0.254/32 dev m${index} src ${ip} table ${1000 + index}`,
      ]),
      "route add 10.77.0.254/32 dev m0",
    ].join("\n"),
  );
  inHosts("nft", ["-f", "-"], filter([...segment, ...labHosts(ROUTED), ...hostileHosts(), ...pingHosts()]));
}

/** The packet filter knows which host has which port: the truth that scans are compared with. */
function filter(hosts: readonly LabHost[]): string {
  const set = (name: string, type: string, elements: readonly string[]): string =>
    `set ${name} { type ${type}; elements = { ${elements.join(", ")} }; }\n`;
  const ips = (closed: LabHost["closed"]): string[] => hosts.filter((host) => host.closed === closed).map(({ ip }) => ip);
  const ports = (kind: "tcp" | "udp"): string[] => hosts.flatMap((host) => host[kind].map((port) => `${host.ip} . ${port}`));
  return `
    table arp lab {
      counter excluded_arp {}
      chain in { type filter hook input priority 0; ${EXCLUDED.map((ip) => `arp operation request arp daddr ip ` + `${ip} counter name excluded_arp;`).join(" ")} }
    }
    table inet lab {
      ${set("tcp_open", "ipv4_addr . inet_service", ports("tcp"))} ${set("udp_open", "ipv4_addr . inet_service", ports("udp"))}
      ${set("refusing", "ipv4_addr", ips("refuse"))} ${set("all_open", "ipv4_addr", ips("open"))} ${set("excluded", "ipv4_addr", EXCLUDED)}
      ${set(
        "pinged",
        "ipv4_addr",
        hosts.filter(({ closed, profile }) => closed === "refuse" || profile === "windows" || profile === "ping-only").map(({ ip }) => ip),
      )}
      counter excluded_ip {}
      chain nat { type nat hook prerouting priority -100; ip daddr @all_open tcp dport 1-65535 redirect to :65000; }
      chain in { type filter hook input priority 0; policy drop;
        ip daddr @excluded counter name excluded_ip
        iif lo accept
        ct state established accept
        ip daddr 10.78.0.2 accept
        ip daddr @all_open accept
        ip daddr ${MIDDLEBOX_NET} tcp dport 443 accept
        ip daddr ${ANY_PING_NET} icmp type echo-request accept
        ip daddr @pinged icmp type echo-request accept
        ip daddr . tcp dport @tcp_open accept
        ip daddr . udp dport @udp_open accept
        ip daddr @refusing meta l4proto tcp reject with tcp reset
        ip daddr @refusing meta l4proto udp reject with icmp port-unreachable
      }
    }`;
}

/** Packets that came for excluded addresses. */
export function excludedPackets(): number {
  return [...inHosts("nft", ["list", "counters"]).matchAll(/packets (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
}

/**
 * Loses so many of a hundred packets in each direction, of all or of IP without ARP: the filter does, as not every kernel can delay and
 * lose.
 */
export function setLoss(percent: number, of: "all" | "ip" = "all"): void {
  const share = percent === 100 ? "" : `numgen random mod 10000 < ${percent * 100} `;
  for (const nft of [(input: string) => run("nft", ["-f", "-"], input), (input: string) => inHosts("nft", ["-f", "-"], input)]) {
    nft("table netdev loss {}\ndelete table netdev loss\n");
    if (percent === 0) continue;
    const chains = ["eth0", "eth1"].map(
      (device) =>
        `chain ${device} { type filter hook ingress device "${device}" priority 0; ` +
        `${of === "ip" ? "meta protocol ip " : ""}${share}drop; }`,
    );
    nft(`table netdev loss {\n${chains.join("\n")}\n}\n`);
  }
}
