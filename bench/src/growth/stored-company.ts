import type { RawDatabase } from "../raw/raw-database.ts";
import { type LargeCompany, NAMES } from "./large-company.ts";

/** The company that a database has since an earlier run. */
export async function storedCompany(raw: RawDatabase): Promise<LargeCompany | undefined> {
  const networks = await raw.all<{ id: string; name: string }>("select id, name from network order by first_key, prefix_length");
  const root = networks.find(({ name }) => name === NAMES.root);
  if (root === undefined) return undefined;
  const lans = networks.filter(({ name }) => name.startsWith(NAMES.lan));
  const pools = new Map(
    (await raw.all<{ id: string; network_id: string }>("select id, network_id from pool")).map((pool) => [pool.network_id, pool.id]),
  );
  const datacenters = await raw.all<{ id: string }>("select id from datacenter order by id");
  return {
    root: root.id,
    sites: networks.filter(({ name }) => name.startsWith(NAMES.site)).map(({ id }) => id),
    networks: lans.map(({ id }) => id),
    pools: lans.map(({ id }) => pools.get(id) as string),
    datacenters: datacenters.map(({ id }) => id),
  };
}
