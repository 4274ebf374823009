import { spawnSync } from "node:child_process";

/** In namespaces of its own, which end with the process: no way leads out of them. */
export const ISOLATED = ["--user", "--map-root-user", "--net", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child"];

/** Address of the server, which the site has a way out to. */
export const SERVER_IP = "10.90.0.1";
/** Port of the server. */
export const PORT = 8080;
/** The segment of the site. */
export const SUBNET = "10.91.0.0/28";
/** Address of the site on its segment. */
export const SITE_IP = "10.91.0.1";
/** The site's end of its segment. */
export const SEGMENT = "seg";

/** Why there can be no such namespaces here; null when there can. */
export function whyForbidden(): string | null {
  const tried = spawnSync("unshare", [...ISOLATED, "sh", "-c", "mount -t tmpfs tmpfs /run && ip netns add probe && nft list ruleset"], {
    encoding: "utf8",
  });
  return tried.status === 0 ? null : `no network namespaces: ${tried.error?.message ?? tried.stderr.trim()}`;
}

/** What a command prints. @throws when it fails */
export function run(command: string, args: readonly string[], input = ""): string {
  const { status, stdout, stderr } = spawnSync(command, [...args], { input, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** The same in a namespace: `site` or `hosts`. */
export const within = (name: string, command: string, args: readonly string[], input = ""): string =>
  run("ip", ["netns", "exec", name, command, ...args], input);

/**
 * A server, a site whose only way out leads to it, and the hosts behind the site, each in a namespace. Counts what the server hears at
 * its port (`http`) and elsewhere (`stray`), and what it sends that is no answer (`probes`).
 * @param hosts lines of `ip` for the namespace of the hosts
 */
export function buildSite(hosts: readonly string[]): void {
  run("mount", ["-t", "tmpfs", "tmpfs", "/run"]);
  for (const name of ["site", "hosts"]) run("ip", ["netns", "add", name]);
  run("ip", ["link", "set", "lo", "up"]);
  run("ip", ["link", "add", "out", "type", "veth", "peer", "name", "out", "netns", "site"]);
  run("ip", ["addr", "add", `${SERVER_IP}/24`, "dev", "out"]);
  run("ip", ["link", "set", "out", "up"]);
  // A way to the segment of the site is there: the server must not take it.
  run("ip", ["route", "add", SUBNET, "via", "10.90.0.2"]);
  const site = ["link set lo up", "addr add 10.90.0.2/24 dev out", "link set out up", "link add seg type veth peer name seg netns hosts"];
  run("ip", ["-n", "site", "-batch", "-"], [...site, `addr add ${SITE_IP}/28 dev seg`, "link set seg up"].join("\n"));
  run("ip", ["-n", "hosts", "-batch", "-"], ["link set lo up", ...hosts].join("\n"));
  run(
    "nft",
    ["-f", "-"],
    `table inet lab {
      counter http {}
      counter stray {}
      counter probes {}
      chain in {
        type filter hook input priority 0;
        iif lo accept
        meta l4proto ipv6-icmp accept
        tcp dport ${PORT} counter name http accept
        counter name stray
      }
      chain out {
        type filter hook output priority 0;
        oif lo accept
        meta l4proto ipv6-icmp accept
        tcp sport ${PORT} accept
        counter name probes
      }
    }`,
  );
}

/** Packets by name of their counter. @param text what `nft list counters` prints */
export const counted = (text: string): Readonly<Record<string, number>> =>
  Object.fromEntries([...text.matchAll(/counter (\w+) \{\s*packets (\d+)/g)].map(([, name = "", packets]) => [name, Number(packets)]));
