import type { Queries } from "../../../contract/storage/storage.ts";
import { Datacenter } from "../../../datacenters/datacenter.ts";
import { Space } from "../../../spaces/space.ts";
import type { Candidate } from "../candidate.ts";
import type { PlanStep } from "../import-plan.ts";
import type { PlanContext } from "../plan-context.ts";
import { plannedHomes } from "./planned-homes.ts";
import { type PlannedNetwork, networkPlaces } from "./planned-space.ts";

/** A planned row of a place. */
interface PlannedPlace {
  readonly candidate: Candidate;
  readonly step: PlanStep;
  /** Id of the space that the row names; null for none. */
  readonly spaceId: string | null;
}

/** Lets later rows see the spaces that rows create, and datacenters with their networks in the spaces that they will be in. */
export async function planPlaces(context: PlanContext, kind: string, rows: readonly PlannedPlace[]): Promise<void> {
  const { register, queries } = context;
  if (kind === Space.name) for (const { candidate, step } of rows) if (step.action === "create") register.planSpace(candidate.id as string);
  if (kind !== Datacenter.name) return;
  const placed = rows.filter(comesToSpace);
  const homes = await plannedHomes(context, { spaces: placed.map(({ spaceId }) => spaceId), datacenters: [] });
  for (const { candidate, step, spaceId } of placed) {
    const id = candidate.id as string;
    register.planHome(id, spaceId === null ? undefined : homes.numberOf(spaceId, null));
    const space = register.plannedHome(id)?.space;
    if (step.action === "create" || space === undefined) continue;
    for await (const networks of followers(queries, id)) for (const network of networks) register.planNetwork({ ...network, space }, true);
  }
}

/** Whether a row creates a datacenter, or puts one into another space. */
const comesToSpace = ({ step, candidate }: PlannedPlace): boolean =>
  candidate.id !== undefined &&
  (step.action === "create" || (step.action === "update" && candidate.changes.some(({ field }) => field === "space_id")));

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
