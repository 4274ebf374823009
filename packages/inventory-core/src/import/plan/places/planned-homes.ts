import { COMMON_HOME, homesOfDatacenters, numbersOfSpaces } from "../../../address-space/space-numbers.ts";
import type { HomeSpace } from "../../../contract/cascades.ts";
import type { PlanContext } from "../plan-context.ts";

/** The spaces that records are in, as earlier rows of the import leave them. */
export interface PlannedHomes {
  /** Where records of a datacenter are, null for none. */
  homeOf(datacenterId: string | null): HomeSpace;
  /** The number of the space that a network is in. */
  numberOf(spaceId: string | null, datacenterId: string | null): number;
}

/** Where records of some spaces and datacenters are: two statements, however many. */
export async function plannedHomes(
  { queries, register }: Pick<PlanContext, "queries" | "register">,
  { spaces, datacenters }: { readonly spaces: readonly (string | null)[]; readonly datacenters: readonly (string | null)[] },
): Promise<PlannedHomes> {
  const numbers = await numbersOfSpaces(queries, spaces);
  const homes = await homesOfDatacenters(queries, datacenters);
  const homeOf = (id: string | null): HomeSpace => (id === null ? undefined : register.plannedHome(id)) ?? homes.get(id) ?? COMMON_HOME;
  return {
    homeOf,
    numberOf: (spaceId, datacenterId) =>
      (spaceId === null ? undefined : (numbers.get(spaceId) ?? register.plannedSpace(spaceId))) ?? homeOf(datacenterId).space,
  };
}
