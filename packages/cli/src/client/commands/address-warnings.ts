import { CadastreError, type Client } from "@cadastre/client";
import { safeText } from "../output/safe-text.ts";
import { asRows, type Row } from "../output/table.ts";

/** Addresses of one call that are looked up: a request each. */
const MAX_ADDRESSES = 32;

/** Records of a kind that one look-up brings. */
const MAX_FOUND = 100;

/** Other holders that a warning names. */
const MAX_NAMED = 3;

/** Of the command at work, what warnings need. */
interface Warned {
  readonly client: Client;
  readonly options: { readonly quiet?: boolean };
  readonly note: (text: string) => void;
}

/** Kinds that a search answers, as far as they matter here. */
interface Found {
  readonly devices: readonly Row[];
  readonly networks: readonly Row[];
}

/**
 * Warns of addresses of a device that was written which another device of the same address space holds too, or which lie in a
 * network of a datacenter that the device is not in. The service takes both, because both may be meant.
 */
export async function warnOfAddresses(device: Row, session: Warned): Promise<void> {
  const { options, note } = session;
  if (options.quiet === true) return;
  const written = addressesOf(device);
  const known = written.filter(({ ip }, at) => written.findIndex((other) => other["ip"] === ip) === at);
  try {
    const places = new Places(session);
    for (const address of known.slice(0, MAX_ADDRESSES))
      for (const warning of await warningsOf(device, address, places)) note(`warning: ${warning}`);
  } catch (error) {
    // It is written; what could not be looked up is no failure of it.
    if (!(error instanceof CadastreError)) throw error;
    note(`addresses could not be checked for duplicates: ${safeText(error.message)}`);
    return;
  }
  if (known.length > MAX_ADDRESSES) note(`the first ${MAX_ADDRESSES} of its ${known.length} addresses were checked for duplicates`);
}

async function warningsOf(device: Row, address: Row, places: Places): Promise<readonly string[]> {
  const ip = String(address["ip"]);
  const found = await places.search(ip);
  return [...(await heldTwice(device, address, found, places)), ...(await elsewhere(device, address, found, places))];
}

/** Other devices that hold the address in the same space: that of the network it is linked to, else of the device's datacenter. */
async function heldTwice(device: Row, address: Row, { devices, networks }: Found, places: Places): Promise<readonly string[]> {
  const holders = devices.filter((other) => other["id"] !== device["id"]);
  if (holders.length === 0) return [];
  const spaceOf = async (holder: Row, held: Row): Promise<unknown> => {
    const network = networks.find(({ id }) => id === held["network_id"]);
    return network?.["space_id"] ?? (await places.space((network ?? holder)["datacenter_id"]));
  };
  const space = await spaceOf(device, address);
  const others: Row[] = [];
  for (const other of holders) {
    const spaces = addressesOf(other)
      .filter(({ ip }) => ip === address["ip"])
      .map(async (held) => await spaceOf(other, held));
    if ((await Promise.all(spaces)).includes(space)) others.push(other);
  }
  if (others.length === 0) return [];
  const names: string[] = [];
  for (const { name, datacenter_id: place } of others.slice(0, MAX_NAMED))
    names.push(`${String(name)}${place === null ? "" : ` (${await places.datacenter(place)})`}`);
  const more = others.length > names.length ? ` and ${others.length - names.length} more` : "";
  return [safeText(`${String(address["ip"])} is also assigned to ${names.join(", ")}${more}`)];
}

const addressesOf = (device: Row): readonly Row[] => (device["addresses"] ?? []) as readonly Row[];

/** The network of another datacenter that an address lies in: the one that it is linked to, else the smallest. */
async function elsewhere(device: Row, address: Row, { networks }: Found, places: Places): Promise<readonly string[]> {
  const ip = String(address["ip"]);
  const own = device["datacenter_id"];
  const linked = networks.find(({ id }) => id === address["network_id"]);
  if (linked !== undefined && (linked["datacenter_id"] === own || linked["datacenter_id"] === null)) return [];
  const others = (linked === undefined ? networks : [linked]).filter(({ datacenter_id: place }) => place !== own && place !== null);
  const [network] = others.toSorted((one, other) => prefixOf(other) - prefixOf(one));
  if (network === undefined || (linked === undefined && address["network_id"] !== null)) return [];
  const is = own === null ? "is in no datacenter" : `is in ${await places.datacenter(own)}`;
  const where = `${String(network["name"])} (${String(network["subnet"])}) of ${await places.datacenter(network["datacenter_id"])}`;
  return [safeText(`${ip} lies in the network ${where}, but ${String(device["name"])} ${is}`)];
}

const prefixOf = ({ subnet }: Row): number => Number(String(subnet).split("/")[1]);

/** Looks records up, each once. */
class Places {
  readonly #session: Warned;
  readonly #names = new Map<string, Promise<string>>();
  readonly #spaces = new Map<string, Promise<string>>();

  constructor(session: Warned) {
    this.#session = session;
  }

  /** Devices that hold an address, and networks that it lies in. */
  async search(ip: string): Promise<Found> {
    const { results } = await this.#session.client.search.all({ q: ip, limit: MAX_FOUND });
    const found = asRows(results);
    return { devices: found.filter(({ type }) => type === "device"), networks: found.filter(({ type }) => type === "network") };
  }

  /** What a datacenter is called. */
  async datacenter(id: unknown): Promise<string> {
    const key = String(id);
    const found = this.#names.get(key) ?? this.#nameOf(key);
    this.#names.set(key, found);
    return await found;
  }

  /** The space that a datacenter is in: the id of one that has a name, or its own for its private one; null for the common one. */
  async space(id: unknown): Promise<string | null> {
    if (typeof id !== "string") return null;
    const found = this.#spaces.get(id) ?? this.#spaceOf(id);
    this.#spaces.set(id, found);
    return await found;
  }

  async #spaceOf(id: string): Promise<string> {
    try {
      return (await this.#session.client.datacenters.get(id)).space_id ?? id;
    } catch (error) {
      // Who may not read it is told of what it alone has.
      if (error instanceof CadastreError && error.code === "FORBIDDEN") return id;
      throw error;
    }
  }

  async #nameOf(id: string): Promise<string> {
    const [named] = await this.#session.client.names.find({ id: [id], type: ["datacenter"] });
    return named?.name ?? `the datacenter ${id}`;
  }
}
