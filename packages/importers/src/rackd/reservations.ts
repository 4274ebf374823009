import type { ImportProblem, ImportRow } from "@cadastre/inventory-core";
import type { ImportPlace } from "@cadastre/inventory-core/exchange";
import { z } from "zod";
import { isHostname } from "../reading/found-device.ts";
import { counted, type LeftOut } from "../reading/left-out.ts";
import { asName } from "../reading/unique-names.ts";
import type { RackdNetwork, RackdRows } from "./rackd-rows.ts";

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

const Reservation = z.looseObject({
  id: z.string(),
  pool_id: z.string(),
  ip_address: z.string(),
  hostname: text,
  purpose: text,
  notes: text,
  expires_at: text,
  status: text,
});

interface Reserved {
  readonly at: ImportPlace;
  readonly reservation: z.output<typeof Reservation>;
  readonly network: RackdNetwork;
}

const DESCRIPTION = 4096;

const keyOf = (network: RackdNetwork, ip: string): string => `${network.ref} ${ip}`;

/** Reservations of rackd as devices that hold the address: nobody else gets it. All of them are in memory; they are few. */
export class Reservations {
  readonly #reserved = new Map<string, Reserved>();
  readonly #now: Date;
  readonly #leftOut: LeftOut;

  constructor(now: Date, leftOut: LeftOut) {
    this.#now = now;
    this.#leftOut = leftOut;
  }

  /** Takes a record of the list. Pools have come before. */
  add(record: unknown, at: ImportPlace, rows: RackdRows): ImportProblem | undefined {
    const { data: reservation, error } = Reservation.safeParse(record);
    if (reservation === undefined) {
      const [issue] = error.issues;
      return { at, type: "device", severity: "error", message: `is not a reservation of rackd: ${issue?.message ?? "unknown shape"}` };
    }
    const { pool_id: pool, ip_address: ip, expires_at: expires, status } = reservation;
    if ((status !== "" && status !== "active") || (expires !== "" && Date.parse(expires) <= this.#now.getTime())) {
      this.#leftOut.add("over", (count) => `${counted(count, "reservation")} skipped: expired, claimed or released`, at);
      return undefined;
    }
    const network = rows.networkOfPool(pool);
    if (network === undefined)
      return { at, type: "device", field: "pool", severity: "error", message: `leads to no pool ${pool.slice(0, 100)} of these files` };
    this.#reserved.set(keyOf(network, ip), { at, reservation, network });
    return undefined;
  }

  /** A device holds an address: what was reserved for it is done with. */
  note(network: RackdNetwork | undefined, ip: string): void {
    if (network === undefined || this.#reserved.size === 0) return;
    const key = keyOf(network, ip);
    const at = this.#reserved.get(key)?.at;
    if (this.#reserved.delete(key))
      this.#leftOut.add("held", (count) => `${counted(count, "reservation")} skipped: a device holds the address`, at);
  }

  /** A device for each. Those of rackd have come before. */
  *rows({ names }: RackdRows): Generator<ImportRow> {
    for (const { at, reservation, network } of this.#reserved.values()) {
      const { id, ip_address: ip, hostname, purpose, notes, expires_at: expires } = reservation;
      const ref = `reservation ${id}`;
      const description = [purpose, notes, expires === "" ? "" : `reserved until ${expires}`].filter((part) => part !== "").join("\n");
      const datacenter = (network.datacenter ?? null) as { readonly ref: string } | null;
      yield {
        at,
        type: "device",
        ref,
        set: {
          name: names.of(`devices ${datacenter?.ref ?? ""}`, asName(hostname, ip), ip, ref),
          ...(hostname !== "" && isHostname(hostname) ? { hostname } : {}),
          description: [...description].slice(0, DESCRIPTION).join(""),
          status: "planned",
          tags: ["reserved"],
          datacenter,
          addresses: [{ ip, network: { ref: network.ref } }],
        },
      };
    }
  }
}
