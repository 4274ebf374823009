import { parseAddress } from "../../address/ip-address.ts";
import { COMMON_SPACE, EVERY_SPACE } from "../../address-space/space-numbers.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import type { Candidate } from "./candidate.ts";
import { type Found, keyText } from "../../natural-keys/natural-key.ts";
import { findByName, findIds, severalOf } from "./find-records.ts";

/** A device row with what of its key is known. */
export interface DeviceKey {
  readonly candidate: Candidate;
  readonly name: string | undefined;
  /** Id of its datacenter, null for none. */
  readonly datacenter: string | null;
  /** Number of the space that its datacenter will be in. */
  readonly space: number;
  /** Whether an earlier row puts the datacenter there, with all that it has. */
  readonly moves: boolean;
}

interface Holder {
  readonly space: number;
  readonly ip_key: string;
  readonly device_id: string;
  readonly datacenter_id: string | null;
}

/**
 * The id of the device that each row is about, if the inventory has one. A row with an id is about that device alone. Another one is about
 * the device that holds one of its addresses, where it says so, or else that of its name in its datacenter. What is ambiguous is a
 * conflict of the row.
 */
export async function matchDevices(queries: Queries, rows: readonly DeviceKey[]): Promise<(string | undefined)[]> {
  const given = await findIds(
    queries,
    "device",
    rows.flatMap(({ candidate }) => candidate.givenId ?? []),
  );
  const holders = await holdersOf(queries, rows);
  const names = [...new Set(rows.flatMap(({ name }) => name ?? []))];
  const byName = new Map((await findByName.device(queries, names)).map((found) => [keyText(found), found]));
  return rows.map((row) => matchOf(row, given, holders, byName));
}

function matchOf(
  { candidate, name, datacenter, space, moves }: DeviceKey,
  given: ReadonlySet<string>,
  holders: ReadonlyMap<string, readonly Holder[]>,
  byName: ReadonlyMap<string, Found>,
): string | undefined {
  const named = name === undefined ? undefined : byName.get(keyText({ name, scope: datacenter ?? "" }));
  const own = candidate.givenId;
  if (own !== undefined) return given.has(own) ? own : undefined;
  if (candidate.row.match === "address") {
    const told = candidate.row.set["datacenter"] !== undefined;
    const isThere = (holder: Holder): boolean =>
      !told || holder.space === space || (moves && holder.datacenter_id === datacenter && holder.space !== COMMON_SPACE);
    const ids = [
      ...new Set(addressKeys(candidate).flatMap((key) => (holders.get(key) ?? []).filter(isThere).map(({ device_id: id }) => id))),
    ];
    const [first, second] = ids.toSorted();
    if (first !== undefined && second !== undefined)
      candidate.conflict(
        `could be ${severalOf("devices that hold these addresses", { count: ids.length, id: first, other: second })}`,
        "addresses",
      );
    if (first !== undefined) return first;
  }
  if (named !== undefined && named.count > 1) candidate.conflict(`could be ${severalOf(`devices ${named.name}`, named)}`, "name");
  return named?.id;
}

/** Keys of the addresses that a row sets, those that are none left out. */
export function addressKeys(candidate: Candidate): string[] {
  const { addresses } = candidate.row.set;
  if (!Array.isArray(addresses)) return [];
  return addresses.flatMap((address: unknown) => {
    const ip = typeof address === "object" && address !== null && "ip" in address ? address.ip : undefined;
    return (typeof ip === "string" ? parseAddress(ip)?.key : undefined) ?? [];
  });
}

/** Who holds the addresses of the rows that are found by them, in every space. */
async function holdersOf(queries: Queries, rows: readonly DeviceKey[]): Promise<ReadonlyMap<string, readonly Holder[]>> {
  const keys = [...new Set(rows.flatMap(({ candidate }) => (candidate.row.match === "address" ? addressKeys(candidate) : [])))];
  if (keys.length === 0) return new Map();
  const holders = await queries.all<Holder>(
    `select a.space, a.ip_key, a.device_id, d.datacenter_id from address a join device d on d.id = a.device_id
     where a.space in (${EVERY_SPACE}) and a.ip_key = any(?)`,
    [keys],
  );
  return Map.groupBy(holders, ({ ip_key: key }) => key);
}
