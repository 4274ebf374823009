import type { RecordView, WriteDraft } from "../contract/record-functions.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { numberNetworks, unlinkNetworks } from "../networks/vlan-links.ts";
import { endVlanKeys, vlanKeys } from "./vlan-keys.ts";

/** What the rules read of a group. */
interface Bounds {
  readonly id: string;
  readonly min_vid: number;
  readonly max_vid: number;
}

/** What the rules read of a VLAN. */
interface Numbered {
  readonly id: string;
  readonly vid: number;
  readonly name: string;
  readonly group_id: string | null;
}

/** The name of a VLAN that is given none. */
export const nameOfVid = ({ record: { name, vid } }: WriteDraft<Pick<Numbered, "name" | "vid">>): { readonly name?: string } =>
  name === "" ? { name: `VLAN ${vid}` } : {};

/** Refuses a number outside of the bounds of its group. */
export async function checkVid({ record: { vid, group_id: groupId }, problems }: WriteDraft<Numbered>, view: RecordView): Promise<void> {
  if (groupId === null) return;
  const group = await view.get<Bounds & { name: string }>("select id, name, min_vid, max_vid from vlan_group where id = ?", [groupId]);
  if (group !== undefined && (vid < group.min_vid || vid > group.max_vid))
    problems.add("vid", `must be between ${group.min_vid} and ${group.max_vid}, the bounds of the group ${group.name}`);
}

/** Refuses bounds that are the wrong way round, or that leave VLANs of the group outside. */
export async function checkBounds({ record, problems }: WriteDraft<Bounds>, view: RecordView, before: Bounds | null): Promise<void> {
  const { id, min_vid: min, max_vid: max } = record;
  if (min > max) return problems.add("max_vid", `must be at least ${min}, the lowest number of the group`);
  if (before === null || (min <= before.min_vid && max >= before.max_vid)) return;
  for (const [field, outside] of [["min_vid", `vid < ${min}`] as const, ["max_vid", `vid > ${max}`] as const]) {
    const left = await view.get<{ count: number | string; vid: number }>(
      `select count(*) as count, min(vid) as vid from vlan where group_id = ? and ${outside}`,
      [id],
    );
    const count = Number(left?.count);
    if (count > 0)
      problems.add(
        field,
        `leaves ${count === 1 ? "the VLAN" : `${count} VLANs`} outside, ${left?.vid} the lowest: renumber or delete them first`,
      );
  }
}

/** Networks follow the number of their VLAN, and keep it when the VLAN is deleted. Request keys end with what they were given. */
export async function followVlan(change: Change, before: Numbered | null, record: Numbered | null): Promise<void> {
  if (before === null) return;
  if (record === null) await unlinkNetworks(change, before);
  else if (record.vid !== before.vid) await numberNetworks(change, before, record.vid);
  if (before.group_id !== null && record?.group_id !== before.group_id) endVlanKeys(change, before.group_id, before.id);
}

/** Request keys go with their group. */
export async function forgetKeysOfGroup(change: Change, before: Bounds | null, record: Bounds | null): Promise<void> {
  if (before !== null && record === null) await vlanKeys.forgetOwners(change, [before.id]);
}
