import type { Draft } from "../contract/errors/validation.ts";
import type { Queries, SqlFragment } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { changedFields } from "../contract/storage/changed-fields.ts";
import { Network, type NetworkCreate } from "./network.ts";
import { linkSql, networkDocuments, type NetworkRow } from "./network.entity.ts";
import { networkUpdated } from "./network.events.ts";

/**
 * Links of networks to VLANs. The number of a network (`vlan_id`) always equals that of its VLAN: a link to a VLAN of another number, as a
 * host that knows no VLANs leaves it, does not count.
 */

/** The VLAN and the number of a network. */
export type VlanLink = Pick<Network, "vlan" | "vlan_id">;

/** A VLAN with its number. */
interface Numbered {
  readonly id: string;
  readonly vid: number;
}

/** Networks whose link to a VLAN counts; with `none` those without a VLAN. @param alias of the table of networks */
export const linkedTo = (vlan: string, alias: string): SqlFragment =>
  vlan === "none"
    ? { sql: `${linkSql(alias)} is null`, params: [] }
    : { sql: `${alias}.vlan = ? and ${alias}.vlan_id = (select v.vid from vlan v where v.id = ?)`, params: [vlan, vlan] };

/**
 * The VLAN and the number that a network gets. `vlan` decides both; a number alone finds its VLAN; `vlan: null` leaves the number alone.
 * Adds what is wrong to the problems of the draft.
 * @param space number of the space that the network is in
 * @param before the network, where the draft changes one
 */
export async function checkVlan(
  queries: Queries,
  draft: Draft<Partial<NetworkCreate>>,
  space: number,
  before?: Pick<Network, "vlan" | "vlan_id" | "datacenter_id">,
): Promise<VlanLink> {
  const { fields, problems } = draft;
  const { vlan, vlan_id: number = before?.vlan_id ?? null } = fields;
  // A network that is created has a number in its draft in any case.
  const isNumbered = before === undefined ? number !== null || draft.has("vlan_id") : fields.vlan_id !== undefined;
  if (vlan === null) return { vlan: null, vlan_id: number };
  if (vlan !== undefined) {
    const row = await queries.get<Numbered>("select id, vid from vlan where id = ?", [vlan]);
    if (row === undefined) problems.add("vlan", "names no VLAN");
    else if (isNumbered && number !== row.vid)
      problems.add("vlan", `has the number ${row.vid}, and vlan_id is ${number === null ? "none" : number}: send one of the two`);
    return { vlan, vlan_id: row?.vid ?? number };
  }
  if (!isNumbered) return { vlan: before?.vlan ?? null, vlan_id: number };
  const datacenter = fields.datacenter_id === undefined ? (before?.datacenter_id ?? null) : fields.datacenter_id;
  return { vlan: number === null ? null : await vlanOfNumber(queries, number, datacenter, space), vlan_id: number };
}

/** The only VLAN of a number in the groups of a datacenter, else in the groups of a space. */
async function vlanOfNumber(queries: Queries, vid: number, datacenter: string | null, space: number): Promise<string | null> {
  const sql = "select v.id from vlan v join vlan_group g on g.id = v.group_id where v.vid = ?";
  const near = datacenter === null ? [] : await queries.all<{ id: string }>(`${sql} and g.datacenter_id = ? limit 2`, [vid, datacenter]);
  const found =
    near.length > 0
      ? near
      : await queries.all<{ id: string }>(`${sql} and g.space_id in (select id from space where number = ?) limit 2`, [vid, space]);
  return found.length === 1 ? (found[0] as { id: string }).id : null;
}

/** Networks of a VLAN follow it to another number. The caller holds the topology exclusively. */
export async function numberNetworks(change: Change, vlan: Numbered, vid: number): Promise<void> {
  // A link that does not count would come back with the number.
  await change.run("update network set vlan = null where vlan = ? and (vlan_id is null or vlan_id <> ?)", [vlan.id, vlan.vid]);
  await changeLinks(change, await networksOf(change, vlan.id), { vlan: vlan.id, vlan_id: vid });
}

/** Networks of a VLAN that is deleted keep its number. The caller holds the topology exclusively. */
export async function unlinkNetworks(change: Change, vlan: Numbered): Promise<void> {
  const all = await networksOf(change, vlan.id);
  await changeLinks(
    change,
    all.filter(({ vlan_id: number }) => number === vlan.vid),
    { vlan: null, vlan_id: vlan.vid },
  );
  await change.run("update network set vlan = null where vlan = ?", [vlan.id]);
}

/** Links networks to the VLAN of their number. The caller holds the topology exclusively. */
export async function linkNetworks(change: Change, ids: readonly string[], vlan: Numbered): Promise<void> {
  const rows = await change.all<NetworkRow>("select * from network where id = any(?) order by id", [ids]);
  await changeLinks(change, rows, { vlan: vlan.id, vlan_id: vlan.vid });
}

const networksOf = async (change: Change, vlan: string): Promise<readonly NetworkRow[]> =>
  await change.all<NetworkRow>("select * from network where vlan = ? order by id", [vlan]);

/** Writes the VLAN and the number of networks, with an event and an audit row each. */
async function changeLinks(change: Change, rows: readonly NetworkRow[], link: VlanLink): Promise<void> {
  const texts = await networkDocuments.currentAll(
    change,
    rows.map((row) => networkDocuments.shownIn(row.doc, row)),
  );
  for (const text of texts) {
    const before = JSON.parse(text) as Network;
    const network: Network = { ...before, ...link, updated_at: change.now };
    await change.extensions.check(change, "network", network, before);
    await change.run("update network set vlan = ?, vlan_id = ?, updated_at = ?, doc = ? where id = ?", [
      network.vlan,
      network.vlan_id,
      network.updated_at,
      networkDocuments.write(network),
      network.id,
    ]);
    const changes = changedFields(Network, before, { ...network, updated_at: before.updated_at });
    change.emit(networkUpdated, network.id, { ...network, changes });
    change.audit({ action: "update", resource: "network", resourceId: network.id, before, after: network });
    await change.extensions.after(change, "network", before, network);
  }
}
