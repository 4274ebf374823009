import { SaxesParser, type SaxesTagPlain } from "saxes";

/** A host of a report. */
export interface NmapHost {
  /** The line that its element starts on, from 1. */
  readonly line: number;
  readonly isUp: boolean;
  /** Nobody answered: nmap was told to take every address for a host (-Pn). */
  readonly isAssumed: boolean;
  readonly ips: readonly string[];
  /** The first name that it has. */
  readonly hostname: string;
  readonly openPorts: number;
}

/** Most addresses and names of one host: no report has more. */
const MAX_ENTRIES = 4096;

interface OpenHost {
  line: number;
  isUp: boolean;
  isAssumed: boolean;
  ips: string[];
  hostname: string;
  openPorts: number;
}

/** Reads the XML of nmap piece by piece; no entity is expanded but the five of XML itself. */
export class HostParser {
  /** The root element is nmap's. */
  isReport = false;
  readonly #parser = new SaxesParser({ xmlns: false });
  #hosts: NmapHost[] = [];
  #host: OpenHost | undefined;
  #failure: Error | undefined;

  constructor() {
    this.#parser.on("error", (error) => (this.#failure ??= error));
    this.#parser.on("doctype", (doctype) => {
      if (doctype.includes("[")) this.#failure ??= new Error("its document type declares entities, which nmap reports never do");
    });
    this.#parser.on("opentag", (tag) => this.#open(tag));
    this.#parser.on("closetag", ({ name }) => {
      if (name !== "host" || this.#host === undefined) return;
      this.#hosts.push(this.#host);
      this.#host = undefined;
    });
  }

  get line(): number {
    return this.#parser.line;
  }

  /** Hosts that ended in this piece. @throws Error for what is not XML */
  write(text: string): readonly NmapHost[] {
    this.#parser.write(text);
    return this.#taken();
  }

  /** @throws Error when the report is not whole */
  end(): readonly NmapHost[] {
    this.#parser.close();
    return this.#taken();
  }

  #taken(): readonly NmapHost[] {
    if (this.#failure !== undefined) throw this.#failure;
    const hosts = this.#hosts;
    this.#hosts = [];
    return hosts;
  }

  #open({ name, attributes }: SaxesTagPlain): void {
    if (name === "nmaprun") this.isReport = true;
    if (name === "host") this.#host = { line: this.#parser.line, isUp: false, isAssumed: false, ips: [], hostname: "", openPorts: 0 };
    const host = this.#host;
    if (host === undefined) return;
    switch (name) {
      case "status":
        host.isUp = attributes["state"] === "up";
        host.isAssumed = attributes["reason"] === "user-set";
        break;
      case "address":
        // The third type is the hardware address, for which a device has no place.
        if (attributes["addrtype"] !== "mac" && attributes["addr"] !== undefined && host.ips.length < MAX_ENTRIES)
          host.ips.push(attributes["addr"]);
        break;
      case "hostname":
        if (host.hostname === "") host.hostname = attributes["name"] ?? "";
        break;
      case "state":
        if (attributes["state"] === "open") host.openPorts += 1;
    }
  }
}
