import type { Evidence, Observation, ObservedService, ScanType } from "@cadastre/inventory-core";
import { guessSystem } from "../hosts/operating-system.ts";
import { vendorOf } from "../hosts/vendors.ts";
import { usualService } from "../services/guessed-services.ts";
import type { NmapHost, NmapPort } from "./nmap-xml.ts";

/** What nmap says a host is there for. */
const EVIDENCE_OF: ReadonlyMap<string, Evidence> = new Map([
  ["arp-response", "arp"],
  ["nd-response", "arp"],
  ["syn-ack", "tcp-open"],
  ["reset", "tcp-refused"],
  ["conn-refused", "tcp-refused"],
  ["udp-response", "udp-reply"],
  ["port-unreach", "udp-unreachable"],
]);

/** Replies and errors of ICMP have many names; and this machine itself, which nmap does not ask, would answer a ping. */
const OTHER_EVIDENCE: Evidence = "icmp";

/** Services that go by another name here, whoever found them. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["ms-wbt-server", "rdp"],
  ["microsoft-ds", "smb"],
  ["domain", "dns"],
]);

/** Nothing was recognised there, only that somebody accepts. */
const NO_SERVICE = new Set(["", "unknown", "tcpwrapped"]);

export interface SeenHost {
  readonly host: NmapHost;
  /** What the second run told of it. */
  readonly closer?: NmapHost;
  readonly scanType: ScanType;
  /** It accepts connections at nearly every port. */
  readonly acceptsAll: boolean;
}

/** Its open TCP ports, in order. */
export const openPortsOf = ({ ports }: NmapHost): number[] =>
  ports.flatMap(({ port, state }) => (state === "open" ? [port] : [])).toSorted((a, b) => a - b);

/** Everything nmap told of a host. */
export async function observationsOf({ host, closer, scanType, acceptsAll }: SeenHost): Promise<Observation[]> {
  const { ip, macAddress } = host;
  const vendor = macAddress === undefined ? undefined : ((await vendorOf(macAddress)) ?? host.vendor);
  const hardware = macAddress === undefined ? {} : { macAddress, ...(vendor === undefined ? {} : { vendor }) };
  const doubt = acceptsAll ? ({ doubt: "middlebox" } as const) : {};
  const open = openPortsOf(host);
  const evidence = new Set(
    [
      EVIDENCE_OF.get(host.reason) ?? OTHER_EVIDENCE,
      open.length > 0 ? ("tcp-open" as const) : undefined,
      host.refused ? ("tcp-refused" as const) : undefined,
    ].filter((kind) => kind !== undefined),
  );
  const seen = [...evidence].map((kind): Observation => ({ kind: "observation", ip, evidence: kind, ...doubt, ...hardware }));
  if (scanType === "quick" || acceptsAll) return seen;
  const services = scanType === "deep" ? servicesOf(host, closer) : [];
  const osGuess = systemOf(open, services, closer, vendor);
  seen.push({
    kind: "observation",
    ip,
    // A list that was cut short would take open ports away.
    ...(host.timedOut ? {} : { openPorts: open }),
    ...(services.length === 0 ? {} : { services }),
    ...(osGuess === undefined ? {} : { osGuess }),
  });
  return seen;
}

function servicesOf(host: NmapHost, closer: NmapHost | undefined): ObservedService[] {
  const recognised = new Map((closer?.ports ?? []).map((port) => [port.port, port]));
  return openPortsOf(host).flatMap((port) => serviceOf(port, recognised.get(port)));
}

function serviceOf(port: number, { service }: Pick<NmapPort, "service"> = {}): ObservedService[] {
  if (service === undefined || service.guessed || NO_SERVICE.has(service.name)) {
    // Guesses are the same for each scanner.
    const usual = usualService(port) || (service?.name ?? "");
    return NO_SERVICE.has(usual) ? [] : [{ port, protocol: "tcp", service: usual, version: "", guessed: true }];
  }
  const name = NAMES.get(service.name) ?? service.name;
  const secure = service.tls && !name.endsWith("s") ? (name === "ssl" ? "tls" : `${name}s`) : name;
  return [{ port, protocol: "tcp", service: secure, version: service.version }];
}

/** What services say comes before how packets look, and that before what ports are open. */
function systemOf(
  openPorts: readonly number[],
  services: readonly ObservedService[],
  closer: NmapHost | undefined,
  vendor: string | undefined,
): string | undefined {
  const texts = services.map(({ version }) => version);
  const said = guessSystem({ openPorts: [], texts });
  const looks = closer?.system === undefined || closer.system === "" ? undefined : closer.system;
  return said ?? looks ?? guessSystem({ openPorts, texts, vendor });
}
