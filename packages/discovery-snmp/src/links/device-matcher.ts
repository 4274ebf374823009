import type { OpenStorage, Queries } from "@cadastre/inventory-core";
import { foldText, parseAddress } from "@cadastre/inventory-core/scanning";
import type { Identity } from "./heard-neighbours.ts";

/** Values of one statement. */
const MAX_VALUES = 1000;

/** In every address space: a management address that devices of two spaces have says nothing, unless it is known in which it was heard. */
const BY_IP = `select min(a.device_id) as id, max(a.device_id) as other, a.ip as value, a.space
  from (select space from network union select 0) s join address a on a.space = s.space
  where a.ip_key = any(?) group by a.ip, a.space`;

const BY_HOSTNAME = `select min(id) as id, max(id) as other, lower(hostname) as value
  from device where lower(hostname) = any(?) and hostname <> '' group by lower(hostname)`;

/** Which device something is, or why that cannot be said. */
export type Match = { readonly deviceId: string } | { readonly reason: string };

/** Finds devices of the inventory by what they are called and what addresses they have. */
export class DeviceMatcher {
  readonly #byName: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #byMac: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #byIp: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #known: ReadonlySet<string>;
  /** What was found before: all neighbours of a device were heard by the same one. */
  readonly #matches = new WeakMap<Identity, Match>();

  private constructor(
    byName: ReadonlyMap<string, ReadonlySet<string>>,
    byMac: ReadonlyMap<string, ReadonlySet<string>>,
    byIp: ReadonlyMap<string, ReadonlySet<string>>,
    known: ReadonlySet<string>,
  ) {
    this.#byName = byName;
    this.#byMac = byMac;
    this.#byIp = byIp;
    this.#known = known;
  }

  /** Asks for all that some identities name, in as many statements for many as for a few. One that comes again is looked at once. */
  static async of({ read }: OpenStorage, all: Iterable<Identity>): Promise<DeviceMatcher> {
    const identities = [...new Set(all)];
    const names = identities.flatMap((identity) => identity.names.flatMap(namesOf));
    const keys = identities.flatMap(({ addresses }) => addresses.flatMap((ip) => parseAddress(ip)?.key ?? []));
    const [byName, byHostname, byMac, byIp, known] = await Promise.all([
      found(read, "select min(id) as id, max(id) as other, name_key as value from device where name_key = any(?) group by name_key", names),
      found(read, BY_HOSTNAME, names),
      found(
        read,
        "select min(device_id) as id, max(device_id) as other, mac as value from address where mac = any(?) and mac <> '' group by mac",
        identities.flatMap(({ macs }) => macs),
      ),
      found(read, BY_IP, keys),
      found(
        read,
        "select id, id as other, id as value from device where id = any(?)",
        identities.flatMap(({ deviceId = "" }) => deviceId),
      ),
    ]);
    for (const [name, ids] of byHostname) byName.set(name, new Set([...(byName.get(name) ?? []), ...ids]));
    return new DeviceMatcher(byName, byMac, byIp, new Set(known.keys()));
  }

  /** The device that was said, else the one that has its hardware address, else its management address, else its name. */
  match(identity: Identity): Match {
    const known = this.#matches.get(identity) ?? this.#match(identity);
    this.#matches.set(identity, known);
    return known;
  }

  #match({ deviceId, macs, addresses, names, space }: Identity): Match {
    if (deviceId !== undefined && this.#known.has(deviceId)) return { deviceId };
    for (const [values, index] of [
      [macs, this.#byMac],
      [space === undefined ? addresses : addresses.map((ip) => inSpace(space, ip)), this.#byIp],
      [names.flatMap(namesOf), this.#byName],
    ] as const) {
      const ids = new Set(values.flatMap((value) => [...(index.get(value) ?? [])]));
      const [only] = ids;
      if (ids.size === 1 && only !== undefined) return { deviceId: only };
      if (ids.size > 1 && index !== this.#byMac) return { reason: "several devices have its name or address" };
    }
    return { reason: "no device has its name, hardware address or management address" };
  }
}

/** A name as it is, and without its domain, as names are compared. */
function namesOf(name: string): string[] {
  const whole = foldText(name).replace(/\.$/, "");
  return [...new Set([whole, whole.split(".")[0] ?? whole])];
}

/** Key of an address in one address space. */
const inSpace = (space: number, ip: string): string => `${space} ${ip}`;

/** Two of the devices that have a value, which are the same one where no other has it: a value may be that of all devices. */
interface Found {
  readonly id: string;
  readonly other: string;
  readonly value: string;
  /** Of addresses: the number of the space. */
  readonly space?: number;
}

async function found(queries: Queries, sql: string, values: readonly string[]): Promise<Map<string, Set<string>>> {
  const index = new Map<string, Set<string>>();
  const all = [...new Set(values)].filter((value) => value !== "");
  for (let from = 0; from < all.length; from += MAX_VALUES)
    for (const { id, other, value, space } of await queries.all<Found>(sql, [all.slice(from, from + MAX_VALUES)]))
      for (const key of space === undefined ? [value] : [value, inSpace(space, value)])
        index.set(key, (index.get(key) ?? new Set<string>()).add(id).add(other));
  return index;
}
