// Runs inside the namespaces: scans networks where one machine answers for others, and writes what an inventory has of them as JSON.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { discoveryScannerPlugin } from "../../src/index.ts";
import { nmapScannerPlugin } from "../../src/nmap/index.ts";
import { run } from "./lab-network.ts";

/** What came of the scan of one network. */
export interface ScannedNetwork {
  readonly subnet: string;
  readonly status: string;
  readonly probed: number;
  readonly found: readonly string[];
  readonly warnings: readonly string[];
  readonly nextIp: string;
}

/** The scans, and the packets of the scanning namespace: to the lab, and to anywhere else. */
export interface SharedAnswersLab {
  readonly networks: readonly ScannedNetwork[];
  readonly inside: number;
  readonly outside: number;
}

/** Attached: a router answers ARP for each of its addresses. */
const PROXY_NET = "10.91.0.0/28";
/** Behind a firewall that refuses connections to each of its addresses; one of them is a host. */
const FIREWALL_NET = "10.92.0.0/24";
const HOST = "10.92.0.7";
/** Behind a router: a box accepts connections to port 80 of each of its addresses. */
const BOX_NET = "10.93.0.0/26";

const FAR = "far";
const inFar = (command: string, args: readonly string[], input = ""): string => run("ip", ["netns", "exec", FAR, command, ...args], input);

function buildNetwork(): void {
  run("mount", ["-t", "tmpfs", "tmpfs", "/run"]);
  run("ip", ["netns", "add", FAR]);
  run(
    "ip",
    ["-batch", "-"],
    [
      "link set lo up",
      `link add eth0 type veth peer name eth0 netns ${FAR}`,
      "link set eth0 up",
      "addr add 10.91.0.30/27 dev eth0",
      `route add ${FIREWALL_NET} via 10.91.0.29`,
      `route add ${BOX_NET} via 10.91.0.29`,
    ].join("\n"),
  );
  run(
    "ip",
    ["-n", FAR, "-batch", "-"],
    [
      "link set lo up",
      "link set eth0 up",
      "addr add 10.91.0.29/27 dev eth0",
      "link add inner0 type veth peer name inner1",
      "link set inner0 up",
      "link set inner1 up",
      `route add ${PROXY_NET} dev inner0`,
      `route add ${FIREWALL_NET} dev inner0`,
      `route add local ${HOST}/32 dev lo table local`,
      `route add local ${BOX_NET} dev lo table local`,
    ].join("\n"),
  );
  inFar("sysctl", ["-qw", "net.ipv4.ip_forward=1", "net.ipv4.conf.eth0.proxy_arp=1", "net.ipv4.neigh.eth0.proxy_delay=0"]);
  inFar(
    "nft",
    ["-f", "-"],
    `table inet lab {
      chain forward { type filter hook forward priority 0;
        ip daddr ${FIREWALL_NET} meta l4proto tcp reject with tcp reset
        ip daddr { ${FIREWALL_NET}, ${PROXY_NET} } drop
      }
      chain in { type filter hook input priority 0;
        ip daddr ${HOST} tcp dport 80 reject with tcp reset
        ip daddr ${BOX_NET} tcp dport 80 accept
        ip daddr ${BOX_NET} drop
      }
    }`,
  );
  run(
    "nft",
    ["-f", "-"],
    `table ip lab {
      counter inside {}
      counter outside {}
      chain out { type filter hook output priority 0;
        oif lo accept
        oif eth0 ip daddr { 10.91.0.0/27, ${FIREWALL_NET}, ${BOX_NET} } counter name inside accept
        counter name outside
      }
    }`,
  );
}

const counted = (name: string): number => Number(/packets (\d+)/.exec(run("nft", ["list", "counter", "ip", "lab", name]))?.[1]);

buildNetwork();
const serving =
  "const {createServer} = require('net');" +
  "for (const port of [22, 80]) createServer((socket) => socket.on('error', () => {})).listen({port, host: '0.0.0.0', backlog: 1024});" +
  "console.log('ready')";
const servers = spawn("ip", ["netns", "exec", FAR, process.execPath, "-e", serving], { stdio: ["ignore", "pipe", "inherit"] });
await once(servers.stdout, "data");

const plugin = process.argv[2] === "nmap" ? nmapScannerPlugin() : discoveryScannerPlugin({ tools: "none", reverseNames: false });
const networks: ScannedNetwork[] = [];
{
  await using inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [plugin] });
  for (const subnet of [FIREWALL_NET, PROXY_NET, BOX_NET]) {
    const { id } = await inventory.networks.create({ name: subnet, subnet });
    let scan = await inventory.scans.start(id, { scan_type: "quick" });
    for await (scan of inventory.scans.watch(scan.id));
    networks.push({
      subnet,
      status: scan.status,
      probed: scan.coverage.probed,
      found: (await inventory.discoveredDevices.list({ network_id: id })).map(({ ip }) => ip),
      warnings: scan.coverage.warnings.map(({ code, message }) => `${code}: ${message}`),
      nextIp: (await inventory.networks.nextIp(id)).ip,
    });
  }
}
const answer: SharedAnswersLab = { networks, inside: counted("inside"), outside: counted("outside") };
process.stdout.write(JSON.stringify(answer));
servers.kill();
process.exit();
