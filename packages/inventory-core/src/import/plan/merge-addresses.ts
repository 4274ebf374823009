import { type Address, AddressInput, type GivenAddress } from "../../devices/device.ts";
import type { ImportRow } from "../import-row.ts";

/** Fields of an address that a caller sets; `id` tells which one is meant, or which id a new one is to have. */
type AddressFields = Omit<Address, "id"> & { readonly id?: string | undefined };

const FIELDS = ["ip", "port", "type", "label", "network_id", "switch_port", "pool_id", "mac"] as const satisfies readonly (keyof Address)[];

/** What is left of an address that was sent: the fields that were sent, and the address. */
interface Sent {
  readonly input: GivenAddress;
  readonly given: ReadonlySet<string>;
}

/**
 * The addresses that a device gets: those that are sent, where one that it has already (by id, or else by address, and by port and
 * network as far as they are sent) keeps its id and what is not sent of it. Those of mode `add` come after those that it has, which stay
 * as they are: only one without a hardware address takes that which is sent.
 *
 * @param linked a stored address with the link that it has when networks of the same import are written
 * @param raw the list as it was sent, with ids for references; entries that are wrong are left out (the draft tells of them)
 */
export function mergeAddresses(
  stored: readonly Address[],
  raw: readonly unknown[],
  mode: ImportRow["lists"],
  linked: (address: Address) => Address = (address) => address,
): readonly AddressFields[] {
  const free = new FreeAddresses(stored);
  const sent = raw.flatMap((value): Sent[] => {
    const parsed = AddressInput.safeParse(value);
    return parsed.success ? [{ input: parsed.data, given: givenIn(value as Readonly<Record<string, unknown>>) }] : [];
  });
  // Ids first: an entry without one must not take the address of a later entry.
  const byId = new Map(stored.map((address) => [address.id, address]));
  const matched = new Map<Sent, Address>();
  for (const one of sent) {
    const same = byId.get(one.input.id ?? "");
    if (same !== undefined && free.take(same)) matched.set(one, same);
  }
  const merged = sent.map((one): AddressFields => {
    const { input, given } = one;
    const same = matched.get(one) ?? free.takeMatch(input, given);
    if (same === undefined) return input;
    if (mode === "add") return same.mac === "" ? { ...linked(same), mac: input.mac } : linked(same);
    return { ...linked(same), ...Object.fromEntries(FIELDS.filter((field) => given.has(field)).map((field) => [field, input[field]])) };
  });
  if (mode !== "add") return merged;
  const kept = new Map(merged.flatMap((address) => (address.id === undefined ? [] : [[address.id, address] as const])));
  return [
    ...stored.map((address) => kept.get(address.id) ?? linked(address)),
    ...merged.filter(({ id }) => id === undefined || !byId.has(id)),
  ];
}

/** True when both are the same addresses, in whichever order. */
export function sameAddresses(stored: readonly Address[], merged: readonly AddressFields[]): boolean {
  if (stored.length !== merged.length) return false;
  const ids = new Map(stored.map((address) => [address.id, address]));
  return merged.every((address) => {
    const other = ids.get(address.id ?? "");
    return other !== undefined && FIELDS.every((field) => other[field] === address[field]);
  });
}

/** Names of the fields that are told; an empty type is none, as it follows from the address. */
function givenIn(value: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  return new Set(Object.keys(value).filter((field) => value[field] !== undefined && !(field === "type" && value[field] === "")));
}

/** Stored addresses of a device that no address of the row has matched yet, indexed by IP address and port. */
class FreeAddresses {
  readonly #byIp = new Map<string, Set<Address>>();
  readonly #byPort = new Map<string, Set<Address>>();

  constructor(stored: readonly Address[]) {
    for (const address of stored)
      for (const [index, key] of this.#places(address)) index.set(key, (index.get(key) ?? new Set()).add(address));
  }

  /** @returns false for one that was taken before */
  take(address: Address): boolean {
    return this.#places(address).map(([index, key]) => index.get(key)?.delete(address) === true)[0] === true;
  }

  /** Finds and takes the stored address that matches an address without an id. */
  takeMatch(input: GivenAddress, given: ReadonlySet<string>): Address | undefined {
    const sameIp = this.#byIp.get(input.ip) ?? new Set<Address>();
    const hasPort = given.has("port") && input.port !== null;
    const hasNetwork = given.has("network_id") && input.network_id !== null;
    const among = hasPort ? (this.#byPort.get(portKey(input)) ?? new Set<Address>()) : sameIp;
    const found = firstOf(among, (address) => !hasNetwork || address.network_id === input.network_id);
    const isOnly = sameIp.size === 1 && given.has("network_id") && !given.has("port");
    const same = found ?? (isOnly ? firstOf(sameIp, () => true) : undefined);
    if (same !== undefined) this.take(same);
    return same;
  }

  #places(address: Address) {
    return [[this.#byIp, address.ip] as const, [this.#byPort, portKey(address)] as const];
  }
}

function firstOf(addresses: Iterable<Address>, isMeant: (address: Address) => boolean): Address | undefined {
  for (const address of addresses) if (isMeant(address)) return address;
  return undefined;
}

const portKey = ({ ip, port }: Pick<Address, "ip" | "port">): string => `${ip}/${port ?? ""}`;
