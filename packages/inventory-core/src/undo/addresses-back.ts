import type { Address } from "../devices/device.ts";
import { sameValue } from "../contract/storage/changed-fields.ts";
import type { ChangedImage, Undoing } from "./undoing.ts";

/** What follows from the networks and pools that there are. */
const LINKS: ReadonlySet<string> = new Set(["network_id", "pool_id"]);

/** Addresses of an image. The first version had no MAC addresses. */
export function addressesOf(image: Readonly<Record<string, unknown>>): readonly Address[] {
  return ((image["addresses"] ?? []) as readonly Address[]).map((address) => ({ ...address, mac: address.mac ?? "" }));
}

/**
 * The addresses of a device when a change of it is taken back; undefined where they stay. Those that the change gave go, those that it
 * took come back under their ids, and of the others what it changed, unless somebody has changed that since.
 */
export function addressesBack(undoing: Undoing, { was, is, now }: ChangedImage): readonly Address[] | undefined {
  const [before, after, present] = [addressesOf(was), addressesOf(is), addressesOf(now)];
  if (sameValue(before, after) || sameValue(present, before)) return undefined;
  if (sameValue(present, after)) return before;
  const [old, made] = [byId(before), byId(after)];
  const kept = present
    .filter(({ id }) => old.has(id) || !made.has(id))
    .map((address) => {
      const [then, afterwards] = [old.get(address.id), made.get(address.id)];
      return then === undefined || afterwards === undefined ? address : addressBack(undoing, address, then, afterwards);
    });
  const there = byId(present);
  const returning = before.filter(({ id }) => !made.has(id) && !there.has(id));
  const all = [...kept, ...returning];
  return sameValue(all, present) ? undefined : all;
}

const byId = (addresses: readonly Address[]): ReadonlyMap<string, Address> => new Map(addresses.map((address) => [address.id, address]));

function addressBack(undoing: Undoing, now: Address, was: Address, is: Address): Address {
  if (sameValue(now, is)) return was;
  const back: Record<string, unknown> = { ...now };
  for (const [name, value] of Object.entries(was)) {
    const [made, present] = [is[name as keyof Address], now[name as keyof Address]];
    if (sameValue(value, made)) continue;
    if (sameValue(present, made)) back[name] = value;
    else if (!LINKS.has(name) && !sameValue(present, value)) undoing.warn(`${name} of the address ${now.ip} was changed since, and stays`);
  }
  return back as unknown as Address;
}
