import type { AddressKey } from "../../address/address-key.ts";
import { cidrKey } from "../../address/cidr.ts";
import { normalizeRuns, type Run } from "../../address/runs.ts";
import type { Queries, SqlValue } from "../../contract/storage/storage.ts";

/** A network whose free blocks are asked for. */
export interface BlockNetwork {
  readonly id: string;
  readonly space: number;
  readonly first_key: AddressKey;
  readonly last_key: AddressKey;
  readonly prefix_length: number;
}

/** What lies in a network, in order. */
export interface Occupied {
  readonly runs: readonly Run[];
  /** From the address after it on it is not known what lies there; undefined when all was read. */
  readonly until: AddressKey | undefined;
}

/** The networks inside it. Of identical subnets the oldest has them, which keeps them off from the others too. */
const CHILDREN = "network where parent_id = (select min(o.id) from network o where o.space = ? and o.cidr_key = ?) and first_key";

/**
 * What keeps the addresses of a range from being free: the networks inside the network, its pools, and the addresses of its space that
 * devices or allocations hold. One statement for each page.
 *
 * @param most that are read of each kind
 */
export async function occupiedFrom(queries: Queries, network: BlockNetwork, { lo, hi }: Run, most: number): Promise<Occupied> {
  const kinds: readonly (readonly [table: string, lo: string, hi: string, params: readonly SqlValue[]])[] = [
    [CHILDREN, "first_key", "last_key", [network.space, cidrKey({ first: network.first_key, prefixLength: network.prefix_length })]],
    ["pool where network_id = ? and start_key", "start_key", "end_key", [network.id]],
    ["taken_run where space = ? and lo", "lo", "hi", [network.space]],
  ];
  const rows = await queries.all<Run & { readonly kind: number }>(
    kinds
      .map(
        ([from, first, last], kind) =>
          // The one before may reach into the range.
          `select * from (
             select ${kind - kinds.length} as kind, ${first} as lo, ${last} as hi from ${from} < ? order by ${first} desc limit 1) b
           union all select * from (select ${kind} as kind, ${first} as lo, ${last} as hi from ${from} >= ? and ${first} <= ?
             order by ${first} limit ?) i`,
      )
      .join(" union all "),
    kinds.flatMap(([, , , params]) => [...params, lo, ...params, lo, hi, most]),
  );
  const ends = kinds.flatMap((_, kind) => {
    const own = rows.filter((row) => row.kind === kind);
    return own.length === most ? [own.at(-1)?.hi as AddressKey] : [];
  });
  const until = ends.toSorted()[0];
  return { runs: normalizeRuns(rows.filter((row) => row.hi >= lo)), until: until === undefined || until >= hi ? undefined : until };
}
