import { mayUseRawSockets, nmapUnavailable, type ToolState, toolsHere } from "@cadastre/discovery-scanner";
import { once } from "node:events";
import { createServer } from "node:net";
import type { Settings } from "../../settings/settings.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** As `engines` of the packages says; a test compares them. */
export const OLDEST_NODE = [22, 18] as const;

export function checkNode(version: string = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return ok("node", version);
  return problem("node", `Node ${version} is too old`, `install Node ${OLDEST_NODE.join(".")} or newer`);
}

/** Listens for a moment where the server would. */
export async function checkPort({ LISTEN_ADDR: { hostname, port } }: Settings): Promise<readonly Finding[]> {
  const place = `${hostname === "" ? "*" : hostname}:${port}`;
  const listener = createServer();
  try {
    listener.listen({ port, exclusive: true, ...(hostname === "" ? {} : { host: hostname }) });
    await once(listener, "listening");
    listener.close();
    await once(listener, "close");
    return [ok("port", `${place} is free`)];
  } catch (error) {
    switch ((error as NodeJS.ErrnoException).code) {
      // Most often it is the server that is looked at.
      case "EADDRINUSE":
        return [
          warning(
            "port",
            `${place} is in use`,
            "expected if the server is running; otherwise stop the program that uses it, or change LISTEN_ADDR",
          ),
        ];
      case "EACCES":
        return [
          problem(
            "port",
            `no permission to listen on ${place}`,
            "use a port above 1023 in LISTEN_ADDR, or give the service CAP_NET_BIND_SERVICE",
          ),
        ];
      case "EADDRNOTAVAIL":
      case "ENOTFOUND":
        return [
          problem(
            "port",
            `this machine has no interface with the address of ${place}`,
            "set LISTEN_ADDR to an address of this machine, or :port for all",
          ),
        ];
      default:
        throw error;
    }
  }
}

/** What scans may use here. Sends nothing. */
export async function checkTools({ DISCOVERY_ENABLED, DISCOVERY_TOOLS, DISCOVERY_SCANNER }: Settings): Promise<readonly Finding[]> {
  if (!DISCOVERY_ENABLED) return [ok("scanner", "this server runs no scans (DISCOVERY_ENABLED=false)")];
  const nmap = await nmapUnavailable("nmap");
  const nmapFinding =
    DISCOVERY_SCANNER !== "nmap" || nmap === null
      ? ok("nmap", nmap ?? "found")
      : problem("nmap", nmap, "install nmap, or set DISCOVERY_SCANNER=connect");
  if (DISCOVERY_TOOLS === "none") return [nmapFinding, ok("fping", "not used (DISCOVERY_TOOLS=none)")];
  const [{ fping, arpScan }, raw] = await Promise.all([toolsHere(), mayUseRawSockets()]);
  return [
    nmapFinding,
    toolFinding("fping", fping, "hosts that answer only to ping are not found"),
    toolFinding("arp-scan", arpScan, "silent hosts on local segments are found more slowly"),
    raw
      ? ok("raw-sockets", "available")
      : warning(
          "raw-sockets",
          "this process may not send raw packets, so scans do not use ARP",
          "grant the service CAP_NET_RAW as an ambient capability to use it (docs/guides/deploy.md)",
        ),
  ];
}

function toolFinding(name: string, state: ToolState, without: string): Finding {
  if (state === "usable") return ok(name, "found");
  if (state === "missing") return warning(name, `not installed: ${without}`, `install ${name}; scans work without it`);
  return warning(
    name,
    `installed, but not permitted to run (${state.forbidden})`,
    "grant the service CAP_NET_RAW, or ignore this: scans work without it",
  );
}
