import type { Change } from "../contract/storage/write-path.ts";
import { AllocationKeys } from "../storage/allocation-keys/allocation-keys.ts";

/** What the record of a key has of a VLAN. */
export interface GivenVlan {
  readonly id: string;
  readonly vid: number;
}

/** Request keys of VLAN groups. */
export const vlanKeys = new AllocationKeys<GivenVlan>({
  table: "vlan_request_key",
  owner: "group_id",
  given: "vlans",
  isLeft: `exists (select 1 from vlan v where v.group_id = vlan_request_key.group_id
    and vlan_request_key.vlans like '%"' || v.id || '"%')`,
});

/** A VLAN went out of its group: keys of which nothing is left are over. */
export async function endVlanKeys(change: Change, groupId: string, vlanId: string): Promise<void> {
  const rows = await change.all<{ request_key: string }>("select request_key from vlan_request_key where group_id = ? and vlans like ?", [
    groupId,
    `%"${vlanId}"%`,
  ]);
  const keys = rows.map((row) => row.request_key);
  if (keys.length > 0) await vlanKeys.end(change, groupId, keys);
}
