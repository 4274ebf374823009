import type { AddressKey } from "../address/address-key.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { Conflict } from "./conflict.ts";
import { conflictDocuments, type ConflictRow } from "./conflict.entity.ts";

/** Where a conflict over hardware belongs: the address space of its network, and the network as its record shows it. */
export interface HardwarePlace {
  readonly space: number;
  readonly networks: Pick<Conflict, "network_ids" | "network_names" | "subnets">;
}

interface SeenIn {
  readonly id: string;
  readonly space: number;
  readonly name: string;
  readonly subnet: string;
  readonly first_key: AddressKey;
  readonly last_key: AddressKey;
}

/** The networks in which a conflict's address was seen; none for a document that cannot be read. */
export function networkIdsOf(row: Pick<ConflictRow, "doc">): readonly string[] {
  try {
    const { network_ids: ids } = conflictDocuments.read(row.doc) as Partial<Conflict>;
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/**
 * Where conflicts over hardware belong, by their ids. One that is missing belongs nowhere: its network is gone, or does not have the
 * address any more.
 */
export async function hardwarePlaces(queries: Queries, rows: readonly ConflictRow[]): Promise<ReadonlyMap<string, HardwarePlace>> {
  const ids = [...new Set(rows.flatMap(networkIdsOf))];
  const networks =
    ids.length === 0
      ? []
      : await queries.all<SeenIn>("select id, space, name, subnet, first_key, last_key from network where id = any(?) order by id", [ids]);
  const byId = new Map(networks.map((network) => [network.id, network]));
  const places = new Map<string, HardwarePlace>();
  for (const row of rows) {
    const [first, ...others] = networkIdsOf(row)
      .flatMap((id) => byId.get(id) ?? [])
      .filter(({ first_key: lo, last_key: hi }) => lo <= row.subject && row.subject <= hi)
      // What is seen in its own space stays there, whatever becomes of the other networks.
      .toSorted((a, b) => Number(b.space === row.space) - Number(a.space === row.space));
    if (first === undefined) continue;
    const space = first.space;
    const own = [first, ...others.filter((network) => network.space === space)];
    places.set(row.id, {
      space,
      networks: {
        network_ids: own.map(({ id }) => id),
        network_names: own.map(({ name }) => name),
        subnets: own.map(({ subnet }) => subnet),
      },
    });
  }
  return places;
}
