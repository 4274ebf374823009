import { isIP } from "node:net";
import { SaxesParser, type SaxesTagPlain } from "saxes";

/** A service at a port. */
export interface NmapService {
  readonly name: string;
  readonly product: string;
  readonly version: string;
  readonly remarks: string;
  /** True when only the number of the port suggests it. */
  readonly isGuessed: boolean;
  readonly isTls: boolean;
}

/** A port that has an entry of its own. */
export interface NmapPort {
  readonly protocol: string;
  /** 1–65535. */
  readonly port: number;
  state: string;
  service?: NmapService;
}

/** A host of a report. Texts are those of the hosts that were scanned. */
export interface NmapHost {
  /** The line that its element starts on, from 1. */
  readonly line: number;
  /** By its status; masscan writes none, and then by an open port. */
  isUp: boolean;
  /** Why nmap takes the host for up or down, such as `arp-response`; empty without a status. */
  reason: string;
  readonly isTimedOut: boolean;
  /** In lower case. */
  readonly ips: string[];
  /** Six octets in lower case; empty for a host of another segment. */
  mac: string;
  vendor: string;
  /** A name from DNS; otherwise the name that the user gave to nmap. */
  hostname: string;
  readonly ports: NmapPort[];
  /** Whether any port refused a connection. */
  isRefusing: boolean;
  /** The operating system that fits best, where nmap is sure of it. */
  system: string;
}

/** Most addresses of one host: no report has more. */
const MAX_ADDRESSES = 4096;
/** Matches of operating systems with a lower accuracy are ignored, in percent. */
const MIN_ACCURACY = 85;
const REFUSALS: ReadonlySet<string> = new Set(["reset", "resets", "conn-refused"]);

type Attributes = Readonly<Record<string, string | undefined>>;

/**
 * Reads the XML of nmap, and of masscan, piece by piece. Complete hosts count, whatever follows: a cut off or broken report has fewer
 * hosts, a `failure` and no `finished`. No entity is expanded but the five of XML itself.
 */
export class NmapReport {
  /** True when the root element is that of a report. */
  isReport = false;
  /** Why the report cannot be read further. */
  failure: Error | undefined;
  /** Addresses that nmap had no route to. */
  readonly skipped: string[] = [];
  /** How the run ended, according to nmap. */
  finished: { readonly isSuccess: boolean; readonly message: string } | undefined;
  readonly #parser = new SaxesParser({ xmlns: false });
  #hosts: NmapHost[] = [];
  #host: NmapHost | undefined;
  #port: NmapPort | undefined;
  #hasStatus = false;
  #hasPtr = false;

  constructor() {
    this.#parser.on("error", (error) => (this.failure ??= error));
    this.#parser.on("doctype", (doctype) => {
      if (doctype.includes("[")) this.failure ??= new Error("its document type declares entities, which nmap reports never do");
    });
    this.#parser.on("opentag", (tag) => {
      if (this.failure === undefined) this.#open(tag);
    });
    this.#parser.on("closetag", ({ name }) => {
      if (this.failure === undefined) this.#close(name);
    });
  }

  get line(): number {
    return this.#parser.line;
  }

  /** Returns the hosts that ended in this piece. */
  write(text: string): readonly NmapHost[] {
    if (this.failure === undefined) this.#parser.write(text);
    const hosts = this.#hosts;
    this.#hosts = [];
    return hosts;
  }

  /** Ends the report; one that is not complete has a `failure` then. */
  end(): void {
    if (this.failure === undefined) this.#parser.close();
  }

  #open({ name, attributes }: SaxesTagPlain): void {
    const host = this.#host;
    if (name === "nmaprun") this.isReport = true;
    else if (name === "host") this.#begin(attributes);
    else if (name === "target" && attributes["status"] === "skipped") this.skipped.push(attributes["specification"] ?? "");
    else if (name === "finished") this.finished = { isSuccess: attributes["exit"] === "success", message: attributes["errormsg"] ?? "" };
    else if (host !== undefined) this.#describe(host, name, attributes);
  }

  #begin(attributes: Attributes): void {
    this.#hasStatus = false;
    this.#hasPtr = false;
    this.#host = {
      line: this.#parser.line,
      isUp: false,
      reason: "",
      isTimedOut: attributes["timedout"] === "true",
      ips: [],
      mac: "",
      vendor: "",
      hostname: "",
      ports: [],
      isRefusing: false,
      system: "",
    };
  }

  #describe(host: NmapHost, name: string, attributes: Attributes): void {
    switch (name) {
      case "status":
        this.#hasStatus = true;
        host.isUp = attributes["state"] === "up";
        host.reason = attributes["reason"] ?? "";
        return;
      case "address":
        return addAddress(host, attributes);
      case "hostname":
        if (host.hostname === "" || (attributes["type"] === "PTR" && !this.#hasPtr)) host.hostname = attributes["name"] ?? "";
        this.#hasPtr ||= attributes["type"] === "PTR";
        return;
      case "port":
        this.#port = { protocol: attributes["protocol"] ?? "", port: portOf(attributes["portid"]), state: "" };
        return;
      case "state":
        if (REFUSALS.has(attributes["reason"] ?? "")) host.isRefusing = true;
        if (this.#port !== undefined) this.#port.state = attributes["state"] ?? "";
        return;
      case "extrareasons":
        if (REFUSALS.has(attributes["reason"] ?? "")) host.isRefusing = true;
        return;
      case "service":
        if (this.#port !== undefined) this.#port.service = serviceOf(attributes);
        return;
      case "osmatch":
        if (host.system === "" && Number(attributes["accuracy"]) >= MIN_ACCURACY) host.system = attributes["name"] ?? "";
    }
  }

  #close(name: string): void {
    const host = this.#host;
    if (host === undefined) return;
    if (name === "port" && this.#port !== undefined) {
      if (this.#port.port > 0) host.ports.push(this.#port);
      this.#port = undefined;
    }
    if (name !== "host") return;
    if (!this.#hasStatus) host.isUp = host.ports.some(({ state }) => state === "open");
    this.#hosts.push(host);
    this.#host = undefined;
  }
}

function addAddress(host: NmapHost, { addr = "", addrtype, vendor = "" }: Attributes): void {
  if (addrtype !== "mac") {
    if (isIP(addr) !== 0 && host.ips.length < MAX_ADDRESSES) host.ips.push(addr.toLowerCase());
  } else if (/^([\da-f]{2}:){5}[\da-f]{2}$/i.test(addr)) {
    host.mac = addr.toLowerCase();
    host.vendor = vendor;
  }
}

const serviceOf = ({ name = "", product = "", version = "", extrainfo = "", method, tunnel }: Attributes): NmapService => ({
  name,
  product,
  version,
  remarks: extrainfo,
  isGuessed: method !== "probed",
  isTls: tunnel === "ssl",
});

/** Zero for what is not the number of a port. */
function portOf(text = ""): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port <= 65_535 ? port : 0;
}
