import type { AddressKey } from "../../address/address-key.ts";
import { textOf } from "../../address/ip-address.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import { networkErrors } from "../../networks/network.errors.ts";
import { poolErrors } from "../pool.errors.ts";
import { freeRangeOf } from "../pool-range.ts";

/** `run` is the end of the run that may cover the first address, and the address after it. */
interface NextIpRow {
  readonly name: string;
  readonly first_free: AddressKey | null;
  readonly last_free: AddressKey | null;
  readonly run: string | null;
}

/** The run in one text, so that it is looked up once: as a join, PostgreSQL may read all runs instead. */
const runBefore = (space: string, first: string): string =>
  `(select r.hi || ' ' || coalesce(r.nx, '') from taken_run r where r.space = ${space} and r.lo <= ${first} order by r.lo desc limit 1)`;

/** @throws POOL_NOT_FOUND, IP_NOT_AVAILABLE */
export async function lowestOfPool(queries: Queries, id: string): Promise<string> {
  const row = await queries.get<NextIpRow>(
    `select p.name, p.first_free, p.last_free, ${runBefore("n.space", "p.first_free")} as run from pool p join network n on n.id = ` +
      `p.network_id where p.id = ?`,
    [id],
  );
  if (row === undefined) throw poolErrors.POOL_NOT_FOUND({ id });
  const free = lowestFree(row);
  if (free === undefined) throw poolErrors.IP_NOT_AVAILABLE({ pool: row.name, asked: 1 });
  return free;
}

/** @throws NETWORK_NOT_FOUND, IP_NOT_AVAILABLE */
export async function lowestOfNetwork(queries: Queries, id: string): Promise<string> {
  const network = await queries.get<{ name: string; space: number; first_key: AddressKey; last_key: AddressKey; prefix_length: number }>(
    "select name, space, first_key, last_key, prefix_length from network where id = ?",
    [id],
  );
  if (network === undefined) throw networkErrors.NETWORK_NOT_FOUND({ id });
  const range = freeRangeOf(network, network.first_key, network.last_key);
  const run = await queries.get<{ run: string | null }>(`select ${runBefore("?", "?")} as run`, [network.space, range.first_free ?? ""]);
  const free = lowestFree({ name: network.name, ...range, run: run?.run ?? null });
  if (free === undefined) throw poolErrors.IP_NOT_AVAILABLE({ network: network.name });
  return free;
}

function lowestFree({ first_free: first, last_free: last, run }: NextIpRow): string | undefined {
  const [hi = "", next = ""] = run?.split(" ") ?? [];
  const free = first !== null && hi >= first ? next : first;
  return free === null || free === "" || last === null || free > last ? undefined : textOf(free);
}
