import type { Doubt, Evidence, NameSource, Observation } from "../../contract/scanning/scan-report.ts";
import { NAME_SOURCES } from "../../contract/scanning/scan-report.ts";
import type { DiscoveredService } from "../../reconciliation/discovered-device.ts";

/**
 * How likely a host is there, seen by one kind of evidence alone. What answers only for itself weighs most; an entry of
 * the neighbour table that was there before the scan may be a ghost, and a lease outlives the visit. A switch forgets who has been
 * quiet for minutes, a router only after hours.
 */
const WEIGHTS = {
  arp: 0.7,
  "tcp-open": 0.65,
  icmp: 0.6,
  "udp-reply": 0.6,
  "tcp-refused": 0.55,
  "udp-unreachable": 0.45,
  "switch-table": 0.4,
  "router-table": 0.3,
  lease: 0.4,
  "arp-cached": 0.25,
} as const satisfies Record<Evidence, number>;

/** What remains of it where something else may have answered in the host's name. */
const DOUBT_FACTORS = { middlebox: 0.4, "proxy-arp": 0.3 } as const satisfies Record<Doubt, number>;

const SERVICE_WEIGHT = 0.3;
const OWN_NAME_WEIGHT = 0.3;
const FOREIGN_NAME_WEIGHT = 0.05;
const VENDOR_WEIGHT = 0.05;
/** Hardware addresses from before the scan: they never replace one that was seen now. */
const REMEMBERED: ReadonlySet<Evidence | undefined> = new Set<Evidence>(["arp-cached", "router-table"]);
/** Names that a host says of itself. */
const OWN_NAMES: ReadonlySet<NameSource> = new Set(["snmp", "netbios", "mdns"]);

/**
 * Ports and services that are kept of one host at most. Hosts and agents may name any number of them, and each record of a host is read and
 * written as a whole.
 */
const MAX_PORTS = 4_096;
const MAX_SERVICES = 256;

/** Nothing that is seen over a network is certain. */
const MAX_CONFIDENCE = 99;

/** What was seen of one host, put together. Fields that were not observed are undefined. */
export interface Sighting {
  readonly ip: string;
  readonly macAddress?: string;
  readonly hostname?: string;
  readonly switchPort?: string;
  readonly osGuess?: string;
  readonly vendor?: string;
  readonly openPorts?: readonly number[];
  readonly services?: readonly DiscoveredService[];
  readonly confidence: number;
}

/** Collects the observations of one host. */
export class HostEvidence {
  readonly #ip: string;
  readonly #kinds = new Set<Evidence>();
  readonly #doubts = new Set<Doubt>();
  readonly #ports = new Set<number>();
  readonly #services = new Map<string, { readonly service: DiscoveredService; readonly guessed: boolean }>();
  #portsSeen = false;
  #mac: string | undefined;
  #name: Observation["name"];
  #switchPort: string | undefined;
  #os: string | undefined;
  #vendor: string | undefined;

  constructor(ip: string) {
    this.#ip = ip;
  }

  add(seen: Observation): void {
    if (seen.evidence !== undefined) this.#kinds.add(seen.evidence);
    if (seen.doubt !== undefined) this.#doubts.add(seen.doubt);
    if (seen.macAddress !== undefined && (this.#mac === undefined || !REMEMBERED.has(seen.evidence))) this.#mac = seen.macAddress;
    if (seen.name !== undefined && (this.#name === undefined || rank(seen.name.source) < rank(this.#name.source))) this.#name = seen.name;
    if (seen.switchPort !== undefined) this.#switchPort = seen.switchPort;
    if (seen.osGuess !== undefined) this.#os = seen.osGuess;
    if (seen.vendor !== undefined) this.#vendor = seen.vendor;
    if (seen.openPorts !== undefined) this.#portsSeen = true;
    for (const port of seen.openPorts ?? []) this.#ports.add(port);
    for (const { port, protocol, service, version, guessed = false } of seen.services ?? []) {
      const key = `${port}/${protocol}`;
      const known = this.#services.get(key);
      if (known === undefined || known.guessed || !guessed)
        this.#services.set(key, { service: { port, protocol, service, version }, guessed });
    }
  }

  /** Undefined when nothing says that a host is there. @param ports of switches that have heard of hardware addresses lately, "" for any */
  sighting(ports: ReadonlyMap<string, string>): Sighting | undefined {
    if (this.#kinds.size === 0) return undefined;
    const heardAt = this.#mac === undefined ? undefined : ports.get(this.#mac);
    if (heardAt !== undefined) this.#kinds.add("switch-table");
    const switchPort = this.#switchPort ?? (heardAt === "" ? undefined : heardAt);
    const services = [...this.#services.values()]
      .toSorted((a, b) => Number(a.guessed) - Number(b.guessed))
      .slice(0, MAX_SERVICES)
      .map(({ service }) => service)
      .toSorted((a, b) => a.port - b.port || (a.protocol < b.protocol ? -1 : 1));
    return {
      ip: this.#ip,
      ...(this.#mac === undefined ? {} : { macAddress: this.#mac }),
      ...(this.#name === undefined ? {} : { hostname: this.#name.text }),
      ...(switchPort === undefined ? {} : { switchPort }),
      ...(this.#os === undefined ? {} : { osGuess: this.#os }),
      ...(this.#vendor === undefined ? {} : { vendor: this.#vendor }),
      ...(this.#portsSeen ? { openPorts: [...this.#ports].toSorted((a, b) => a - b).slice(0, MAX_PORTS) } : {}),
      ...(services.length === 0 ? {} : { services }),
      confidence: this.#confidence(),
    };
  }

  /** Independent kinds of evidence: it is wrong only if all of them are. */
  #confidence(): number {
    let wrong = 1;
    for (const kind of this.#kinds) wrong *= 1 - WEIGHTS[kind];
    if ([...this.#services.values()].some(({ guessed }) => !guessed)) wrong *= 1 - SERVICE_WEIGHT;
    if (this.#name !== undefined) wrong *= 1 - (OWN_NAMES.has(this.#name.source) ? OWN_NAME_WEIGHT : FOREIGN_NAME_WEIGHT);
    if (this.#vendor !== undefined) wrong *= 1 - VENDOR_WEIGHT;
    let sure = 1 - wrong;
    for (const doubt of this.#doubts) sure *= DOUBT_FACTORS[doubt];
    return Math.min(MAX_CONFIDENCE, Math.round(100 * sure));
  }
}

const rank = (source: NameSource): number => NAME_SOURCES.indexOf(source);
