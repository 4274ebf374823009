import { isIP } from "node:net";
import { printable } from "@cadastre/inventory-core/scanning";
import { SaxesParser, type SaxesAttributePlain } from "saxes";

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
  ip: string;
  up: boolean;
  reason: string;
  timedOut: boolean;
  macAddress?: string;
  vendor?: string;
  system?: string;
  /** TCP ports, except those that are told of together. */
  readonly ports: NmapPort[];
  /** Whether any port refused. */
  refused: boolean;
}

/** Matches that nmap itself is less sure of are no guess worth telling. */
const MIN_ACCURACY = 85;
const REFUSALS = new Set(["reset", "resets", "conn-refused"]);

type Attributes = Record<string, string>;

/**
 * Reads nmap's XML as it comes. Hosts that are complete count, whatever follows: output that is cut off or broken has
 * fewer hosts, and no `finished`. Declarations and entities of documents are not looked at.
 */
export class NmapXml {
  readonly hosts: NmapHost[] = [];
  /** Addresses that nmap had no way to. */
  readonly skipped: string[] = [];
  /** How the run ended, by its own account. */
  finished: { readonly success: boolean; readonly message: string } | undefined;
  readonly #parser = new SaxesParser();
  readonly #decoder = new TextDecoder();
  #broken = false;
  #host: NmapHost | undefined;
  #port: { port: number; state: string; service?: NmapService } | undefined;

  constructor() {
    this.#parser.on("error", () => (this.#broken = true));
    this.#parser.on("opentag", ({ name, attributes }) => {
      if (!this.#broken) this.#open(name, attributes as Record<string, SaxesAttributePlain | string> as Attributes);
    });
    this.#parser.on("closetag", ({ name }) => {
      if (!this.#broken) this.#close(name);
    });
  }

  write(chunk: Buffer): void {
    if (!this.#broken) this.#parser.write(this.#decoder.decode(chunk, { stream: true }));
  }

  #open(name: string, attributes: Attributes): void {
    if (name === "host")
      this.#host = { ip: "", up: false, reason: "", timedOut: attributes["timedout"] === "true", ports: [], refused: false };
    else if (name === "target" && attributes["status"] === "skipped") this.skipped.push(attributes["specification"] ?? "");
    else if (name === "finished")
      this.finished = { success: attributes["exit"] === "success", message: printable(attributes["errormsg"] ?? "") };
    else if (this.#host !== undefined) this.#describe(this.#host, name, attributes);
  }

  #describe(host: NmapHost, name: string, attributes: Attributes): void {
    switch (name) {
      case "status":
        host.up = attributes["state"] === "up";
        host.reason = attributes["reason"] ?? "";
        return;
      case "address":
        return addressOf(host, attributes);
      case "port":
        this.#port = attributes["protocol"] === "tcp" ? { port: portIn(attributes["portid"]), state: "" } : undefined;
        return;
      case "state":
        if (REFUSALS.has(attributes["reason"] ?? "")) host.refused = true;
        if (this.#port !== undefined) this.#port.state = attributes["state"] ?? "";
        return;
      case "extrareasons":
        if (REFUSALS.has(attributes["reason"] ?? "")) host.refused = true;
        return;
      case "service":
        if (this.#port !== undefined) this.#port.service = serviceOf(attributes);
        return;
      case "osmatch":
        if (host.system === undefined && Number(attributes["accuracy"]) >= MIN_ACCURACY) host.system = printable(attributes["name"] ?? "");
        return;
    }
  }

  #close(name: string): void {
    const host = this.#host;
    if (host === undefined) return;
    if (name === "port" && this.#port !== undefined) {
      if (this.#port.port > 0) host.ports.push(this.#port);
      this.#port = undefined;
    }
    if (name === "host") {
      if (host.ip !== "") this.hosts.push(host);
      this.#host = undefined;
    }
  }
}

function addressOf(host: NmapHost, { addr = "", addrtype, vendor = "" }: Attributes): void {
  if (addrtype !== "mac") {
    if (isIP(addr) !== 0) host.ip = addr.toLowerCase();
    return;
  }
  if (!/^([\da-f]{2}:){5}[\da-f]{2}$/i.test(addr)) return;
  host.macAddress = addr.toLowerCase();
  const maker = printable(vendor);
  if (maker !== "") host.vendor = maker;
}

function serviceOf({ name = "", product = "", version = "", extrainfo = "", method, tunnel }: Attributes): NmapService {
  const remarks = extrainfo === "" ? "" : `(${extrainfo})`;
  return {
    name: printable(name),
    version: printable([product, version, remarks].join(" ")),
    guessed: method !== "probed",
    tls: tunnel === "ssl",
  };
}

/** Zero for what is no port. */
function portIn(text = ""): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port <= 65_535 ? port : 0;
}
