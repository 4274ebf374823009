import { holds, type Principal } from "../contract/access/principal.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { NamedPool } from "../address-space/space-view.ts";
import { poolText } from "../networks/network-rules.ts";

/** Pools and allocations that a sentence names. */
const MAX_NAMED = 5;

/** Where a network or a part of it lies. */
interface Place {
  readonly first_key: string;
  readonly last_key: string;
}

/** Some names, and how many more there are. */
export function named(texts: readonly string[]): string {
  const more = texts.length > MAX_NAMED ? ` and ${texts.length - MAX_NAMED} more` : "";
  return `${texts.slice(0, MAX_NAMED).join(", ")}${more}`;
}

/**
 * Refuses a network's pools that no part has as a whole, naming them to whoever may read pools.
 * @param parts in the order of their addresses
 * @throws CONFLICT
 */
export async function refuseCuts(
  queries: Queries,
  { id }: { readonly id: string },
  parts: readonly Place[],
  principal: Principal,
): Promise<void> {
  const pools = await queries.all<NamedPool>(
    "select id, network_id, name, start_ip, end_ip, start_key, end_key from pool where network_id = ? order by start_key",
    [id],
  );
  const cut: NamedPool[] = [];
  let at = 0;
  // Pools of a network do not overlap: both are walked once.
  for (const pool of pools) {
    while (at < parts.length && (parts[at] as Place).last_key < pool.start_key) at += 1;
    const part = parts[at];
    if (part === undefined || pool.start_key < part.first_key || pool.end_key > part.last_key) cut.push(pool);
  }
  if (cut.length === 0) return;
  const names = holds(principal, "pool:read") ? `: ${named(cut.map(poolText))}` : "";
  throw coreErrors.CONFLICT({ reason: `the parts cut pools${names}; move or delete them first` });
}

/** Refuses a subnet that leaves pools of a network outside, with the allocations that would be. @throws CONFLICT */
export async function refuseLeftOutside(
  queries: Queries,
  networkId: string,
  { first_key: first, last_key: last, text }: Place & { readonly text: string },
  principal: Principal,
): Promise<void> {
  const pools = await queries.all<NamedPool>(
    `select id, network_id, name, start_ip, end_ip, start_key, end_key from pool
     where network_id = ? and (start_key < ? or end_key > ?) order by start_key`,
    [networkId, first, last],
  );
  if (pools.length === 0) return;
  const allocations = holds(principal, "allocation:read")
    ? await queries.all<{ id: string; ip: string }>(
        `select h.id, h.ip from allocation h where h.pool_id = any(?) and (h.ip_key < ? or h.ip_key > ?)
         order by h.ip_key, h.id limit ${MAX_NAMED}`,
        [pools.map(({ id }) => id), first, last],
      )
    : [];
  const names = holds(principal, "pool:read") ? `: ${named(pools.map(poolText))}` : "";
  const held = allocations.length === 0 ? "" : `, with allocations such as ${allocations.map(({ ip }) => ip).join(", ")}`;
  throw coreErrors.CONFLICT({
    reason: `${text} leaves pools outside${names}${held}; move or delete them first`,
    ...(allocations.length > 0 && { allocations }),
  });
}
