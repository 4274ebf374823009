import { EVERY_SPACE } from "../address-space/space-numbers.ts";
import type { SqlFragment } from "../contract/storage/storage.ts";

// Networks of alias `n`, in any space, by the index of subnets: it begins with the space, and there are few.

/** Networks of the subnets of some keys. */
export const ofSubnets = (keys: readonly string[]): SqlFragment => ({
  sql: `from network n where n.space in (${EVERY_SPACE}) and n.cidr_key = any(?)`,
  params: [keys],
});

/**
 * Keys of the subnets from one on, up to all of those that begin with an address.
 * @param key of a subnet, or an address for all that begin with it
 */
export const keysFrom = (key: string, last: string): { readonly lo: string; readonly hi: string } => ({ lo: key, hi: `${last}/~` });

/** Networks of the subnets of a range of keys. */
export const inKeys = ({ lo, hi }: { readonly lo: string; readonly hi: string }): SqlFragment => ({
  sql: `from network n where n.space in (${EVERY_SPACE}) and n.cidr_key >= ? and n.cidr_key <= ?`,
  params: [lo, hi],
});

/** Their ids. */
export const idsOf = ({ sql, params }: SqlFragment): SqlFragment => ({ sql: `select n.id ${sql}`, params });
