import type { ImportPlace } from "@cadastre/inventory-core";
import type { ImportItem, ReaderInput } from "../import-format.ts";
import { FoundDevices } from "../reading/found-device.ts";
import { counted, LeftOut } from "../reading/left-out.ts";

/** A lease of an address. */
export interface Lease {
  readonly at: ImportPlace;
  readonly ip: string;
  readonly hostname: string;
  /** Seconds since 1970; undefined for one that never ends. */
  readonly expires: number | undefined;
}

/** Makes rows of leases that still hold. */
export class LeaseRows {
  readonly leftOut = new LeftOut();
  readonly #found: FoundDevices;
  readonly #now: number;

  constructor({ options, now }: ReaderInput) {
    this.#found = new FoundDevices(options["datacenter"]);
    this.#now = now.getTime();
  }

  /** The device of a lease; of one that is over, a note. */
  *of({ at, ip, hostname, expires }: Lease): Generator<ImportItem> {
    if (expires === undefined || expires * 1000 > this.#now) yield this.#found.row({ at, hostname, ips: [ip] });
    else this.leftOut.add("expired", (count) => `${counted(count, "lease")} skipped: expired`, at);
  }
}
