import { type AddressKey, familyOf } from "../address/address-key.ts";
import { parseAddress } from "../address/ip-address.ts";
import type { Scanner } from "../contract/scanner.ts";
import type { Queries } from "../contract/storage.ts";
import { isSwept, type ScannedNetwork } from "./scan-plan.ts";

/** Addresses that scanners of this host have heard of in a network that is too large to sweep; none for one that is swept. */
export async function heardNeighbours(queries: Queries, scanners: readonly Scanner[], networkId: string): Promise<readonly AddressKey[]> {
  const network = await queries.get<ScannedNetwork>("select subnet, first_key, last_key, prefix_length from network where id = ?", [networkId]);
  if (network === undefined || isSwept(network)) return [];
  const heard = await Promise.all(scanners.map(async (scanner) => (await scanner.neighbours?.(network.subnet)) ?? []));
  // A scanner may say what it likes: only addresses of the network are planned.
  return heard.flat().flatMap((text) => {
    const key = parseAddress(text)?.key;
    return key !== undefined && familyOf(key) === familyOf(network.first_key) ? [key] : [];
  });
}
