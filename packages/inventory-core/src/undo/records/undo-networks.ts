import { parseCidr } from "../../address/cidr.ts";
import type { NetworkPlace } from "../../contract/cascades.ts";
import { Draft, Problems } from "../../contract/errors/validation.ts";
import { NetworkCreate, type NetworkUpdate } from "../../networks/network.ts";
import type { NetworkService } from "../../networks/network-service.ts";
import { givenOf } from "../given-of.ts";
import { describe, type Image, type Undoing } from "../undoing.ts";

/** What networks go back to: fields by the id of the network. */
export type NetworksBack = ReadonlyMap<string, Record<string, unknown>>;

/** Networks that were deleted. What they were the place of follows them. */
export async function returnNetworks(undoing: Undoing, networks: NetworkService): Promise<void> {
  const { change, own } = undoing;
  for await (const was of undoing.deleted("network")) {
    const what = describe("network", was);
    const place = await placeBack(undoing, what, was);
    const link = await linkBack(undoing, what, was);
    const { fields: _, ...given } = givenOf(NetworkCreate, { ...was, ...place, ...link });
    const fields = await own.all("network", was["fields"], what, (sentence) => undoing.warn(sentence));
    const returning = { created_at: was["created_at"] as string, fields };
    await undoing.attempt(
      what,
      async () => await networks.createWithin(change, new Draft<NetworkCreate>(given, new Problems()), was.id, returning),
    );
  }
  await undoing.nextPart();
}

/** What networks that were changed go back to, before anything of it is done: pools go ahead of them. */
export async function networksBack(undoing: Undoing): Promise<NetworksBack> {
  const all = new Map<string, Record<string, unknown>>();
  for await (const changed of undoing.changed("network")) {
    const what = describe("network", changed.now);
    const back = undoing.fieldsBack("network", changed);
    Object.assign(back, await placeBack(undoing, what, back));
    await undoing.ownBack("network", changed, back);
    if (Object.keys(back).length > 0) all.set(changed.id, back);
  }
  return all;
}

async function placeBack(undoing: Undoing, what: string, fields: Image): Promise<Record<string, string | null>> {
  const place: Record<string, string | null> = {};
  if ("datacenter_id" in fields)
    place["datacenter_id"] = await undoing.namedRecord(what, "datacenter_id", fields["datacenter_id"], "datacenter");
  if ("space_id" in fields) place["space_id"] = await undoing.namedRecord(what, "space_id", fields["space_id"], "space");
  return place;
}

/** The VLAN and number of a network as they were; the number alone where the VLAN is deleted, or has another number. */
async function linkBack(undoing: Undoing, what: string, was: Image): Promise<{ readonly vlan: string | null; readonly vlan_id: unknown }> {
  const { vlan = null, vlan_id: number = null } = was as { readonly vlan?: string | null; readonly vlan_id?: number | null };
  if (vlan === null) return { vlan, vlan_id: number };
  const there = await undoing.change.get<{ vid: number }>("select vid from vlan where id = ?", [vlan]);
  if (there?.vid === number) return { vlan, vlan_id: number };
  undoing.warn(
    `${what} keeps the number ${number} without its VLAN, which ${there === undefined ? "is deleted" : `is ${there.vid} by now`}`,
  );
  return { vlan: null, vlan_id: number };
}

export async function changeNetworksBack(undoing: Undoing, networks: NetworkService, all: NetworksBack): Promise<void> {
  for (const [id, back] of all) {
    const now = undoing.now("network", id) as Image;
    const what = describe("network", now);
    if ("vlan" in back || "vlan_id" in back) Object.assign(back, await linkBack(undoing, what, { ...now, ...back }));
    await undoing.attempt(
      what,
      async () => await networks.updateWithin(undoing.change, id, new Draft<NetworkUpdate>(back, new Problems())),
    );
  }
  await undoing.nextPart();
}

/** Networks that were made. What is in them by now, and not of the change, goes or stays as with any network. */
export async function removeNetworks(undoing: Undoing, networks: NetworkService): Promise<void> {
  for (const id of await undoing.created("network"))
    await undoing.attempt(describe("network", undoing.now("network", id) as Image), async () => await networks.delete(id, undoing.call));
  await undoing.nextPart();
}

/** Where a network lies when the change is taken back. */
export type ComingPlace = Pick<NetworkPlace, "id" | "first_key" | "prefix_length" | "last_key">;

/** Where some networks lie when the change is taken back, by id. */
export async function comingPlaces(undoing: Undoing, ids: readonly string[], all: NetworksBack): Promise<ReadonlyMap<string, ComingPlace>> {
  const rows = await undoing.change.all<ComingPlace>("select id, first_key, last_key, prefix_length from network where id = any(?)", [ids]);
  return new Map(
    rows.map((row) => {
      const parsed = parseCidr((all.get(row.id)?.["subnet"] ?? "") as string);
      if (!parsed.ok) return [row.id, row];
      const { first, last, prefixLength } = parsed.cidr;
      return [row.id, { id: row.id, first_key: first, last_key: last, prefix_length: prefixLength }];
    }),
  );
}
