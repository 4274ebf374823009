import { type AddressKey, familyOf } from "../../address/address-key.ts";
import { cidrKey, coveringCidrKeys } from "../../address/cidr.ts";
import { keyOfText } from "../../address/ip-address.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import type { LeaseNetworks } from "../../contract/scanning/lease-witness.ts";
import type { Queries } from "../../contract/storage/storage.ts";

/** Networks that one source of leases is for: they are held while it is read. */
const MAX_NETWORKS = 10_000;

interface Row {
  readonly id: string;
  readonly first_key: AddressKey;
  readonly prefix_length: number;
}

/** Networks by their ids, and those within them. @throws CONFLICT for more than 10,000 */
export async function leaseNetworks(queries: Queries, ids: readonly string[]): Promise<LeaseNetworks> {
  const rows = await queries.all<Row>(
    `select distinct n.id, n.first_key, n.prefix_length from network r
     join network n on n.space = r.space and n.first_key >= r.first_key and n.last_key <= r.last_key
     where r.id = any(?) order by n.id limit ${MAX_NETWORKS + 1}`,
    [ids],
  );
  if (rows.length > MAX_NETWORKS) throw coreErrors.CONFLICT({ reason: `they hold more than ${MAX_NETWORKS} networks: name smaller ones` });
  const byCidr = new Map<string, string>();
  const lengths = new Set<number>();
  // Of two with one subnet the older one counts, as for what lies in them.
  for (const { id, first_key: first, prefix_length: prefixLength } of rows.toReversed()) {
    byCidr.set(cidrKey({ first, prefixLength }), id);
    lengths.add(prefixLength);
  }
  return {
    size: rows.length,
    families: new Set(rows.map(({ first_key: first }) => familyOf(first))),
    of: (ip) => {
      const covering = coveringCidrKeys(keyOfText(ip), lengths).findLast((key) => byCidr.has(key));
      return covering === undefined ? undefined : byCidr.get(covering);
    },
  };
}
