import { z } from "zod";
import { coreErrors } from "../contract/errors/core-errors.ts";
import { Draft, Problems } from "../contract/errors/validation.ts";
import { type AnyInternalStep, defineInternalStep } from "../contract/operations/internal-step.ts";
import type { Queries } from "../contract/storage/storage.ts";
import { planWarnings } from "../contract/storage/plan-warnings.ts";
import { linkNetworks } from "../networks/vlan-links.ts";
import { linkSql } from "../networks/network.entity.ts";
import type { PlanCreate } from "../plans/plan.ts";
import type { RecordWriter } from "../records/record-types.ts";
import { VlanGroup } from "../vlans/vlan-group.ts";
import { planOf } from "./planned-network.ts";

/** As the step of a plan names it. */
const ADOPT_STEP = "vlanGroups.adopt/vlans";

/** Most records that such a plan shows: every network of a site may have a number. */
const MAX_RECORDS = 30_000;

interface Group {
  readonly id: string;
  readonly name: string;
  readonly datacenter_id: string | null;
  readonly space_id: string | null;
  readonly min_vid: number;
  readonly max_vid: number;
}

async function groupOf(queries: Queries, id: string): Promise<Group> {
  const group = await queries.get<Group>("select id, name, datacenter_id, space_id, min_vid, max_vid from vlan_group where id = ?", [id]);
  if (group === undefined) throw VlanGroup.notFoundError(id);
  return group;
}

/** A plan that makes VLANs of the numbers of networks. @throws VLAN_GROUP_NOT_FOUND, CONFLICT for a group in no place */
export async function adoptPlan(queries: Queries, id: string): Promise<PlanCreate> {
  const { name, datacenter_id: datacenter, space_id: space } = await groupOf(queries, id);
  if (datacenter === null && space === null)
    throw coreErrors.CONFLICT({
      reason: `the group ${name} has neither datacenter nor space, whose networks it could adopt: set one of them`,
    });
  return planOf(`Make VLANs of ${name} for the numbers of networks`, [{ operation: ADOPT_STEP, body: { group_id: id } }]);
}

/** Networks with a number that are linked to no VLAN, by number: those of the datacenter of a group, else of its space. */
async function unlinkedNetworks(
  queries: Queries,
  { datacenter_id: datacenter, space_id: space }: Group,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const place = datacenter === null ? "n.space = (select number from space where id = ?)" : "n.datacenter_id = ?";
  const rows = await queries.all<{ id: string; vlan_id: number }>(
    `select n.id, n.vlan_id from network n where ${place} and n.vlan_id is not null and ${linkSql("n")} is null order by n.vlan_id, n.id`,
    [datacenter ?? space],
  );
  return new Map([...Map.groupBy(rows, (row) => row.vlan_id)].map(([vid, own]) => [vid, own.map(({ id }) => id)]));
}

/** Makes a VLAN of a group for each number that networks of its place have, and links them to it. Links that are there stay. */
export const adoptStep = (vlans: RecordWriter): AnyInternalStep =>
  defineInternalStep({
    id: ADOPT_STEP,
    needs: ["vlan:create", "network:update"],
    maxRecords: MAX_RECORDS,
    body: z.object({ group_id: z.string() }),
    run: async (change, { group_id: id }) => {
      await change.lock({ on: "topology", mode: "exclusive" });
      await change.lock({ on: "record", table: VlanGroup.name, id });
      const group = await groupOf(change, id);
      const there = await change.all<{ id: string; vid: number }>("select id, vid from vlan where group_id = ?", [id]);
      const byVid = new Map(there.map((vlan) => [vlan.vid, vlan.id]));
      for (const [vid, networks] of await unlinkedNetworks(change, group)) {
        if (vid < group.min_vid || vid > group.max_vid) {
          const what = networks.length === 1 ? "1 network" : `${networks.length} networks`;
          const bounds = `${group.min_vid}–${group.max_vid}`;
          planWarnings
            .of(change)
            .push(`the number ${vid} of ${what} is outside of the bounds of ${group.name}, ${bounds}, and gets no VLAN`);
          continue;
        }
        const vlan = byVid.get(vid) ?? (await vlans.createWithin(change, new Draft({ ...UNSET, vid, group_id: id }, new Problems()))).id;
        await linkNetworks(change, networks, { id: vlan, vid });
        // Every later flush would check all records that the unit of work holds.
        change.em.clear();
      }
    },
  });

/** A VLAN but for its number. */
const UNSET = { name: "", status: "active", description: "", tags: [] };
