import { type NmapHost as ReportedHost, NmapReport, type NmapService as ReportedService } from "@cadastre/importers/readers";
import { printable } from "@cadastre/inventory-core/scanning";

export interface NmapService {
  readonly name: string;
  /** Product, version and remarks; empty when it did not say. */
  readonly version: string;
  /** Only the port tells. */
  readonly guessed: boolean;
  readonly tls: boolean;
}

export interface NmapPort {
  readonly port: number;
  readonly state: string;
  readonly service?: NmapService;
}

/** A host as nmap tells of it; all text is printable. */
export interface NmapHost {
  readonly ip: string;
  readonly up: boolean;
  readonly reason: string;
  readonly timedOut: boolean;
  readonly macAddress?: string;
  readonly vendor?: string;
  readonly system?: string;
  /** TCP ports, except those that are told of together. */
  readonly ports: readonly NmapPort[];
  /** Whether any port refused. */
  readonly refused: boolean;
}

/** Collects the hosts of a report that nmap writes while it runs. */
export class NmapXml {
  readonly hosts: NmapHost[] = [];
  readonly #report = new NmapReport();
  readonly #decoder = new TextDecoder();

  /** Addresses that nmap had no way to. */
  get skipped(): readonly string[] {
    return this.#report.skipped;
  }

  /** How the run ended, by its own account. */
  get finished(): { readonly success: boolean; readonly message: string } | undefined {
    const { finished } = this.#report;
    return finished && { success: finished.isSuccess, message: printable(finished.message) };
  }

  write(chunk: Buffer): void {
    for (const host of this.#report.write(this.#decoder.decode(chunk, { stream: true }))) {
      const ip = host.ips.at(-1);
      if (ip !== undefined) this.hosts.push(hostOf(ip, host));
    }
  }
}

function hostOf(ip: string, { isUp, reason, isTimedOut, mac, vendor, system, ports, isRefusing }: ReportedHost): NmapHost {
  const maker = printable(vendor);
  const guess = printable(system);
  return {
    ip,
    up: isUp,
    reason,
    timedOut: isTimedOut,
    ...(mac === "" ? {} : { macAddress: mac }),
    ...(maker === "" ? {} : { vendor: maker }),
    ...(guess === "" ? {} : { system: guess }),
    ports: ports
      .filter(({ protocol }) => protocol === "tcp")
      .map(({ port, state, service }) => ({ port, state, ...(service === undefined ? {} : { service: serviceOf(service) }) })),
    refused: isRefusing,
  };
}

function serviceOf({ name, product, version, remarks, isGuessed, isTls }: ReportedService): NmapService {
  const texts = [product, version, remarks === "" ? "" : `(${remarks})`];
  return { name: printable(name), version: printable(texts.join(" ")), guessed: isGuessed, tls: isTls };
}
