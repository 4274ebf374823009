import { type AddressKey, familyOf } from "../address/address-key.ts";
import { parseAddress } from "../address/ip-address.ts";
import type { NamedPool, SpaceView } from "../address-space/space-view.ts";
import { holds, type Principal } from "../contract/access/principal.ts";
import type { Problems } from "../contract/errors/validation.ts";
import { poolText } from "../networks/network-rules.ts";

// A pool asks them in this order, whether it is created, changed or planned by an import.

/** Start and end of a pool in the subnet, of one family, in order. Addresses are checked ones. */
export function checkRange(
  { start_ip: startIp, end_ip: endIp }: { readonly start_ip?: string; readonly end_ip?: string },
  network: { readonly subnet: string; readonly first_key: AddressKey; readonly last_key: AddressKey },
  problems: Problems,
): void {
  const keys = (
    [
      ["start_ip", startIp],
      ["end_ip", endIp],
    ] as const
  ).map(([field, ip]) => {
    if (ip === undefined) return undefined;
    const key = parseAddress(ip)?.key as string;
    if (key < network.first_key || key > network.last_key) problems.add(field, `lies outside the subnet ${network.subnet}`);
    return key;
  });
  const [start, end] = keys;
  if (start !== undefined && end !== undefined && familyOf(start) === familyOf(end) && start > end)
    problems.add("end_ip", "must not come before start_ip");
}

/** From where to where a pool goes, of which network it is. */
export type RangedPool = Pick<NamedPool, "id" | "network_id" | "start_ip" | "end_ip" | "start_key" | "end_key">;

/** What speaks against the range of a pool: another pool of the network in it, which is named to whoever may read pools. */
export async function overlapBreach(
  view: Pick<SpaceView, "poolWithin">,
  { id, network_id: networkId, start_key: first, end_key: last }: RangedPool,
  principal: Principal,
): Promise<string | undefined> {
  const other = await view.poolWithin(networkId, { first, last }, id);
  if (other === undefined) return undefined;
  return `${holds(principal, "pool:read") ? `the pool ${poolText(other)}` : "another pool of the network"} overlaps this range`;
}

/** Allocations that a refusal names. */
const MAX_NAMED = 10;

/** Allocations that a range leaves outside, and the sentence that refuses it. */
export interface LeftOutside {
  readonly reason: string;
  readonly allocations: { readonly id: string; readonly ip: string }[];
}

/** What speaks against another range of a pool: the allocations that it leaves outside. */
export async function outsideBreach(
  view: Pick<SpaceView, "allocationsOutside">,
  { id, start_ip: start, end_ip: end, start_key: first, end_key: last }: RangedPool,
): Promise<LeftOutside | undefined> {
  const outside = await view.allocationsOutside(id, { first, last });
  if (outside.length === 0) return undefined;
  const named = outside.slice(0, MAX_NAMED).map(({ id: allocation, ip }) => ({ id: allocation, ip }));
  const more = outside.length > named.length ? ` and ${outside.length - named.length} more` : "";
  const what = outside.length === 1 ? "an allocation" : `${outside.length} allocations`;
  return {
    reason:
      `${start}–${end} leaves ${what} outside: ${named.map(({ ip }) => ip).join(", ")}${more}; ` +
      `release them, or send release_outside: true`,
    allocations: named,
  };
}
