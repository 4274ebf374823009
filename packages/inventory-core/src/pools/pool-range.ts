import { type AddressKey, nextKey, previousKey } from "../address/address-key.ts";
import { cidrOf } from "../address/cidr.ts";
import { reservedKeys } from "../address/host-count.ts";

/** What may be handed out of a pool; null when nothing may. */
export interface FreeRange {
  readonly first_free: AddressKey | null;
  readonly last_free: AddressKey | null;
}

/**
 * The range of a pool without the addresses of its subnet that are never handed out, which sit at the subnet's ends
 * (`reservedKeys`).
 */
export function freeRangeOf(
  subnet: { readonly first_key: AddressKey; readonly prefix_length: number },
  startKey: AddressKey,
  endKey: AddressKey,
): FreeRange {
  const reserved = reservedKeys(cidrOf(subnet.first_key, subnet.prefix_length));
  const first = reserved.includes(startKey) ? nextKey(startKey) : startKey;
  const last = reserved.includes(endKey) ? previousKey(endKey) : endKey;
  if (first === null || last === null || first > last) return { first_free: null, last_free: null };
  return { first_free: first, last_free: last };
}
