import type { NamedPool, SpaceView } from "../address-space/space-view.ts";
import { cidrKey, parseCidr } from "../address/cidr.ts";
import { holds, type Principal } from "../contract/access/principal.ts";

/** Where a subnet lies. */
export interface SubnetPlace {
  readonly first_key: string;
  readonly last_key: string;
  readonly prefix_length: number;
  readonly cidr_key: string;
  /** As it is written. */
  readonly text: string;
}

/** Where a subnet lies that was checked. @throws TypeError for one that was not */
export function boundsOfSubnet(subnet: string): SubnetPlace {
  const parsed = parseCidr(subnet);
  if (!parsed.ok) throw new TypeError(`${subnet} is not a canonical subnet`);
  const { first, last, prefixLength, text } = parsed.cidr;
  return { first_key: first, last_key: last, prefix_length: prefixLength, cidr_key: cidrKey(parsed.cidr), text };
}

/** A pool as messages name it. */
export function poolText(pool: Pick<NamedPool, "name" | "start_ip" | "end_ip">): string {
  return `${pool.name} (${pool.start_ip}–${pool.end_ip})`;
}

/** Pools that a sentence names. */
const MAX_NAMED = 5;

/** What speaks against a new subnet of a network: the pools that it leaves outside, named to whoever may read pools. */
export async function subnetBreach(
  view: Pick<SpaceView, "poolsOutside">,
  networkId: string,
  { first_key: first, last_key: last, text }: SubnetPlace,
  principal: Principal,
): Promise<string | undefined> {
  const outside = await view.poolsOutside(networkId, { first, last }, MAX_NAMED);
  if (outside.length === 0) return undefined;
  const named = holds(principal, "pool:read") ? `: ${outside.map(poolText).join(", ")}` : "";
  return `${text} leaves pools outside${named}; move or delete them first`;
}
