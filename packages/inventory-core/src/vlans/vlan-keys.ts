import { ChangeState } from "../contract/storage/change-state.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { AllocationKeys } from "../storage/allocation-keys/allocation-keys.ts";

/** What the record of a key has of a VLAN. */
export interface GivenVlan {
  readonly id: string;
  readonly vid: number;
}

/** Request keys of VLAN groups. */
export const vlanKeys = new AllocationKeys<GivenVlan>({ table: "vlan_request_key", owner: "group_id", given: "vlans" });

/** VLANs that left their groups, by group. */
const gone = new ChangeState((change) => {
  change.beforeCommit(async () => await endKeys(change));
  return new Map<string, Set<string>>();
});

/** Notes that a VLAN left its group: keys without any VLAN left end when the change is complete. */
export function endVlanKeys(change: Change, groupId: string, vlanId: string): void {
  const groups = gone.of(change);
  groups.set(groupId, (groups.get(groupId) ?? new Set()).add(vlanId));
}

/** Keys that are read together: each may have been given thousands of VLANs. */
const TOGETHER = 20;

async function endKeys(change: Change): Promise<void> {
  const groups = gone.of(change);
  for (const [groupId, ids] of groups)
    for (let after = "", isFull = true; isFull;) {
      const rows = await change.all<{ request_key: string; vlans: string }>(
        `select request_key, vlans from vlan_request_key where group_id = ? and request_key > ? and ended_at is null
         order by request_key limit ${TOGETHER}`,
        [groupId, after],
      );
      for (const { request_key: key, vlans } of rows) {
        const given = (JSON.parse(vlans) as readonly GivenVlan[]).map(({ id }) => id);
        const isLeft = async (): Promise<boolean> =>
          (await change.get("select 1 as one from vlan where group_id = ? and id = any(?) limit 1", [groupId, given])) !== undefined;
        if (given.some((id) => ids.has(id)) && !(await isLeft())) await vlanKeys.end(change, groupId, [key]);
      }
      after = rows.at(-1)?.request_key ?? "";
      isFull = rows.length === TOGETHER;
    }
  groups.clear();
}
