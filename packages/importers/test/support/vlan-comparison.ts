import type { Datacenter } from "@cadastre/inventory-core";
import type { NetboxLists } from "./netbox-service.ts";

// The VLANs that a NetBox has, compared with those that an inventory has after a move. It knows nothing of how the importer reads them.

type Fields = Readonly<Record<string, unknown>>;

type DeclaredRecord = { readonly id: string } & Fields;

/** The records of an inventory that has VLANs. */
export interface WithVlans {
  readonly datacenters: { list(): PromiseLike<readonly Datacenter[]> };
  readonly vlanGroups: { list(): PromiseLike<readonly object[]> };
  readonly vlans: { list(): PromiseLike<readonly object[]> };
}

const namedOf = (value: unknown): { readonly id: number; readonly name: string } | undefined =>
  (value ?? undefined) as { readonly id: number; readonly name: string } | undefined;

/** VLANs of a NetBox that are not in an inventory with their group, its datacenter, their status and tags. */
export async function vlanDifferences(inventory: WithVlans, lists: NetboxLists): Promise<string[]> {
  const datacenters = new Map((await inventory.datacenters.list()).map(({ id, name }) => [id, name]));
  const groups = new Map(((await inventory.vlanGroups.list()) as readonly DeclaredRecord[]).map((group) => [group.id, group]));
  const there = ((await inventory.vlans.list()) as readonly DeclaredRecord[]).map((vlan) => {
    const group = groups.get(vlan["group_id"] as string);
    return JSON.stringify([
      vlan["vid"],
      group?.["name"] ?? null,
      datacenters.get(group?.["datacenter_id"] as string) ?? null,
      vlan["status"],
      vlan["tags"],
      vlan["description"],
    ]);
  });
  const locations = new Map(((lists["dcim/locations"] ?? []) as readonly Fields[]).map(({ id, site }) => [id, namedOf(site)?.name]));
  const groupsThere = new Map(((lists["ipam/vlan-groups"] ?? []) as readonly Fields[]).map((group) => [group["id"], group]));
  return ((lists["ipam/vlans"] ?? []) as readonly Fields[]).flatMap((vlan) => {
    const { site, status, role, tags, description, comments } = vlan;
    const group = groupsThere.get(namedOf(vlan["group"])?.id);
    const scope = namedOf(group?.["scope"]);
    const place =
      group === undefined
        ? namedOf(site)?.name
        : group["scope_type"] === "dcim.site"
          ? scope?.name
          : group["scope_type"] === "dcim.location"
            ? locations.get(scope?.id)
            : undefined;
    // Of two groups of one name in a datacenter, the later one has what tells it apart behind its name.
    const names = group === undefined ? [namedOf(site)?.name ?? null] : [group["name"], `${String(group["name"])} (${scope?.name ?? ""})`];
    const expected = names.map((name) =>
      JSON.stringify([
        vlan["vid"],
        name,
        place ?? null,
        (status as { readonly value: string }).value,
        [...(tags as readonly { readonly name: string }[]).map(({ name: tag }) => tag), ...(role === null ? [] : [namedOf(role)?.name])],
        [description, comments].filter((text) => text !== "").join("\n\n"),
      ]),
    );
    return expected.some((one) => there.includes(one))
      ? []
      : [`the VLAN ${String(vlan["vid"])} ${String(vlan["name"])} is not there as it was`];
  });
}
