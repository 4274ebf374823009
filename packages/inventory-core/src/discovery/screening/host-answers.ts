import type { Evidence, NameSource, Observation } from "../../contract/scanning/scan-report.ts";

/** Evidence of a MAC address for an IP address, which another machine may give. */
export const ARP_EVIDENCE: ReadonlySet<Evidence> = new Set<Evidence>(["arp", "arp-cached", "router-table"]);
/** Evidence of another source than an answer to a probe. */
const OTHER_SOURCES: ReadonlySet<Evidence> = new Set<Evidence>(["lease", "switch-table"]);
/** Names that a host sends itself. A DNS server may have a name for every address of a range. */
const OWN_NAMES: ReadonlySet<NameSource> = new Set<NameSource>(["snmp", "netbios", "mdns", "certificate"]);

/** How one address answered, as far as it can be compared with others. */
export class HostAnswers {
  readonly ip: string;
  /** Open ports, services and names: different ones are proof of different machines. */
  readonly traits = new Set<string>();
  #macAddress: string | undefined;
  #hasAnswered = false;
  #isRefusing = false;

  constructor(ip: string) {
    this.ip = ip;
  }

  add({ evidence, macAddress, openPorts = [], acceptedPorts = [], services = [], name }: Observation): void {
    this.#macAddress ??= macAddress;
    if (evidence !== undefined && !(ARP_EVIDENCE.has(evidence) && macAddress !== undefined)) this.#hasAnswered = true;
    if (evidence === "tcp-refused") this.#isRefusing = true;
    if (evidence !== undefined && OTHER_SOURCES.has(evidence)) this.traits.add(`${evidence} ${this.ip}`);
    for (const port of openPorts) this.traits.add(`${port}/tcp`);
    for (const port of acceptedPorts) this.traits.add(`${port}/tcp`);
    for (const { port, protocol, service, version, guessed } of services)
      if (guessed !== true) this.traits.add(`${port}/${protocol} ${service} ${version}`);
    if (name !== undefined && OWN_NAMES.has(name.source)) this.traits.add(`name ${name.text}`);
  }

  get macAddress(): string | undefined {
    return this.#macAddress;
  }

  /** Whether anything but ARP was answered. */
  get hasAnswered(): boolean {
    return this.#hasAnswered || this.traits.size > 0;
  }

  /** Whether a connection was refused. */
  get isRefusing(): boolean {
    return this.#isRefusing;
  }

  get isSilent(): boolean {
    return !this.hasAnswered && this.#macAddress === undefined;
  }
}
