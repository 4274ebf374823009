import type { Device, Ids } from "@cadastre/inventory-core";
import { ipAt } from "../rows/address-text.ts";
import type { SeededRandom } from "../soak/crash/seeded-random.ts";
import { BASE, offsetsOf, PER_NETWORK } from "./company-plan.ts";

/** Every so many devices one has the rare word in its description. */
const RARE_EVERY = 5000;

/** A word of the descriptions of few devices. */
export const RARE_WORD = "xyzzyq";

/** A word of the descriptions of all devices. */
export const COMMON_WORD = "inventoried";

const ROLES = ["web", "db", "app", "cache", "queue", "mail", "vm", "storage", "build", "Router", "switch", "camera"] as const;
const MODELS = [
  "Dell PowerEdge R640",
  "Dell PowerEdge R760",
  "HPE ProLiant DL380",
  "Lenovo SR650",
  "Cisco C9300",
  "Juniper EX4400",
] as const;
const SYSTEMS = ["Debian 13", "Ubuntu 24.04", "Red Hat Enterprise Linux 9", "Windows Server 2022", "IOS XE 17"] as const;
const TEAMS = ["payments", "search", "platform", "office", "research", "logistics", "security"] as const;
/** One of a hundred devices or so is anything but active. */
const STATUSES = [...Array<Device["status"]>(90).fill("active"), "planned", "planned", "maintenance", "decommissioned"] as const;

/** The records that devices name. */
export interface Places {
  readonly datacenters: readonly string[];
  /** Ids of networks and of their pools, by number. */
  readonly networks: readonly string[];
  readonly pools: readonly string[];
}

/** Hardware address of an address by the number of its device. */
const macOf = (device: number): string => `02:00:${(device + 0x1_0000_0000).toString(16).slice(1).replaceAll(/../g, "$&:").slice(0, -1)}`;

const pick = <T>(random: SeededRandom, items: readonly T[]): T => random.pick(items) as T;

/** Makes the devices of the company, one after the other. */
export class CompanyDevices {
  readonly #ids: Ids;
  readonly #random: SeededRandom;
  readonly #places: Places;

  constructor(ids: Ids, random: SeededRandom, places: Places) {
    this.#ids = ids;
    this.#random = random;
    this.#places = places;
  }

  /** @param index its number, from 0 */
  next(index: number, at: string): Device {
    const random = this.#random;
    const role = pick(random, ROLES);
    const name = `${role}-${String(index).padStart(7, "0")}`;
    const network = Math.floor(index / PER_NETWORK);
    const team = pick(random, TEAMS);
    const addresses = offsetsOf(index).map((offset, position) => ({
      id: this.#ids.next(),
      ip: ipAt(BASE, offset),
      port: null,
      type: "ipv4",
      label: position === 0 ? "primary" : "",
      network_id: this.#places.networks[network] as string,
      switch_port: "",
      pool_id: this.#places.pools[network] as string,
      mac: position === 0 ? macOf(index) : "",
    }));
    return {
      id: this.#ids.next(),
      name,
      hostname: `${name.toLowerCase()}.example.com`,
      description: `${COMMON_WORD} for ${team}, number ${index}${index % RARE_EVERY === 17 ? ` ${RARE_WORD}` : ""}`,
      make_model: pick(random, MODELS),
      os: pick(random, SYSTEMS),
      datacenter_id: this.#places.datacenters[network % this.#places.datacenters.length] as string,
      username: "",
      location: `Rack ${index % 400}`,
      status: pick(random, STATUSES),
      tags: [role, team, `rack-${index % 400}`],
      addresses,
      domains: [`${name.toLowerCase()}.${team}.example.com`],
      fields: {},
      created_at: at,
      updated_at: at,
    };
  }
}
