import type { Queries } from "../../../contract/storage/storage.ts";
import { type Datacenter, DatacenterCreate, DatacenterUpdate } from "../../../datacenters/datacenter.ts";
import { datacenterDocuments } from "../../../datacenters/datacenter.entity.ts";
import type { Candidate } from "../candidate.ts";
import { findByName } from "../find-records.ts";
import type { PlanStep } from "../import-plan.ts";
import { type NamedRecords, planByName, type PlannedRow } from "./plan-by-name.ts";
import type { PlanContext } from "../plan-context.ts";
import { plannedHomes } from "../planned-homes.ts";
import { type PlannedNetwork, networkPlaces } from "../planned-space.ts";

const DATACENTERS: NamedRecords<typeof Datacenter> = {
  type: "datacenter",
  create: DatacenterCreate,
  update: DatacenterUpdate,
  documents: datacenterDocuments,
  find: findByName.datacenter,
};

/** Plans datacenters: they are known by their names. Later rows see them, and their networks, in the spaces that they will be in. */
export async function planDatacenters(context: PlanContext, candidates: readonly Candidate[]): Promise<PlanStep[]> {
  const { register, queries } = context;
  const rows = await planByName(context, candidates, DATACENTERS);
  const placed = rows.flatMap((row) => (comesToSpace(row) ? [{ ...row, id: row.candidate.id as string, spaceId: spaceOf(row) }] : []));
  const homes = await plannedHomes(context, { spaces: placed.map(({ spaceId }) => spaceId), datacenters: [] });
  for (const { id, spaceId, before } of placed) {
    register.planHome(id, spaceId === null ? undefined : homes.numberOf(spaceId, null));
    const space = register.plannedHome(id)?.space;
    if (before === undefined || space === undefined) continue;
    for await (const networks of followers(queries, id)) for (const network of networks) register.planNetwork({ ...network, space }, true);
  }
  return rows.map(({ step }) => step);
}

function spaceOf({ patch }: PlannedRow<Datacenter>): string | null {
  return (patch.fields["space_id"] as string | null | undefined) ?? null;
}

/** Whether a row makes a datacenter, or puts one into another space. */
function comesToSpace({ step, candidate }: PlannedRow<Datacenter>): boolean {
  if (candidate.id === undefined) return false;
  return step.action === "create" || (step.action === "update" && candidate.changes.some(({ field }) => field === "space_id"));
}

/** Networks that one statement looks at. */
const SLICE = 1000;

/** The networks that are in the space of a datacenter because it is. */
async function* followers(queries: Queries, datacenterId: string): AsyncGenerator<readonly PlannedNetwork[]> {
  for (let after = ["", ""]; ;) {
    const networks = await queries.all<PlannedNetwork & { readonly name: string }>(
      `select ${networkPlaces}, name from network where datacenter_id = ? and space_id is null and (name, id) > (?, ?)
       order by name, id limit ${SLICE}`,
      [datacenterId, ...after],
    );
    yield networks;
    const last = networks.at(-1);
    if (last === undefined || networks.length < SLICE) return;
    after = [last.name, last.id];
  }
}
