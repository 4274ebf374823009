import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildNetwork, inHosts, run } from "../../../packages/discovery-scanner/test/lab/lab-network.ts";
import { type LiveHost, liveHosts, makerOf, type NetName, NETS, OWN } from "./networks.ts";

const RELAY = fileURLToPath(new URL("late-relay.c", import.meta.url));
/** Each direction's half of a round trip of 100 ms. */
const LATE_MS = 50;

const onHosts = (lines: readonly string[]): string => run("ip", ["-n", "hosts", "-batch", "-"], lines.join("\n"));
const onScanner = (lines: readonly string[]): string => run("ip", ["-batch", "-"], lines.join("\n"));

/** Builds all networks inside the namespaces of this process. @returns whether there is a network far away */
export async function buildNetworks(): Promise<boolean> {
  buildNetwork();
  onScanner(["route add 10.88.0.0/15 via 10.78.0.2"]);
  for (const net of ["slash20", "slash16"] as const) addRouted(net);
  addWide();
  return await addFar();
}

function addRouted(net: NetName): void {
  const hosts = liveHosts(net);
  onHosts(hosts.map(({ ip }) => `route add local ${ip}/32 dev lo table local`));
  admit(hosts);
}

/** Tells the packet filter of the lab what more hosts do. */
function admit(hosts: readonly LiveHost[]): void {
  const add = (set: string, elements: readonly string[]): string =>
    elements.length === 0 ? "" : `add element inet lab ${set} { ${elements.join(", ")} }\n`;
  const refusing = hosts.filter(({ closed }) => closed === "refuse");
  const pinged = hosts.filter(({ closed, profile }) => closed === "refuse" || profile === "windows");
  inHosts(
    "nft",
    ["-f", "-"],
    add(
      "tcp_open",
      hosts.flatMap(({ ip, tcp }) => tcp.map((port) => `${ip} . ${port}`)),
    ) +
      add(
        "refusing",
        refusing.map(({ ip }) => ip),
      ) +
      add(
        "pinged",
        pinged.map(({ ip }) => ip),
      ),
  );
}

function addWide(): void {
  const hosts = liveHosts("wide");
  onScanner(["link add eth3 type veth peer name eth3 netns hosts", "link set eth3 up", `addr add ${OWN.wide}/22 dev eth3`]);
  onHosts([
    "link set eth3 up",
    ...hosts.flatMap(({ ip, profile }, index) => [
      `link add w${index} link eth3 address ${makerOf(profile)}:00:01:${index.toString(16).padStart(2, "0")} type macvlan mode bridge`,
      `link set w${index} up`,
      `addr add ${ip}/32 dev w${index}`,
      `rule add from ${ip} lookup ${2000 + index}`,
      `route add ${OWN.wide}/32 dev w${index} src ${ip} table ${2000 + index}`,
    ]),
    `route add ${OWN.wide}/32 dev w0`,
  ]);
  admit(hosts);
}

/** Hosts behind a relay that takes its time; it has to be compiled. */
async function addFar(): Promise<boolean> {
  const relay = join(mkdtempSync("/run/relay-"), "late-relay");
  if (spawnSync("gcc", ["-O2", "-o", relay, RELAY]).status !== 0) return false;
  run("ip", ["netns", "add", "between"]);
  onScanner(["link add eth2 type veth peer name near netns between", "link set eth2 up", "addr add 10.79.0.1/24 dev eth2"]);
  onHosts(["link add eth2 type veth peer name far netns between", "link set eth2 up", "addr add 10.79.0.2/24 dev eth2"]);
  run("ip", ["-n", "between", "-batch", "-"], "link set near up\nlink set far up\n");
  run(relay, ["checksums", "eth2"]);
  inHosts(relay, ["checksums", "eth2"]);
  spawn("ip", ["netns", "exec", "between", relay, String(LATE_MS), "near", "far"], { stdio: "ignore" }).unref();
  onScanner([`route add ${NETS.far} via 10.79.0.2`]);
  addRouted("far");
  return true;
}
