import { z } from "zod";
import { parseCidr } from "../address/cidr.ts";
import { COMMON_SPACE, homesOfDatacenters, numbersOfSpaces } from "../address-space/space-numbers.ts";
import { handOver, handOverToOne } from "../cascades/handed-over.ts";
import { handOverDiscovery } from "../cascades/handed-over-discovery.ts";
import { renumberContents } from "../cascades/renumbered.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import { invalidField } from "../contract/errors/validation.ts";
import { type AnyInternalStep, defineInternalStep } from "../contract/operations/internal-step.ts";
import type { Queries } from "../contract/storage/storage.ts";
import { networkErrors } from "../networks/network.errors.ts";
import { PLANNED, type PlannedNetwork } from "./planned-network.ts";
import { refuseCuts } from "./pool-cuts.ts";

/** What the plans of networks do beside calls that anybody may make: each is a step before or after such calls, never the whole. */

/** Networks by their ids, by address. @throws NETWORK_NOT_FOUND */
async function networksOf(queries: Queries, ids: readonly string[]): Promise<PlannedNetwork[]> {
  const rows = await queries.all<PlannedNetwork>(`select ${PLANNED} from network where id = any(?) order by first_key, prefix_length, id`, [
    ids,
  ]);
  const there = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !there.has(id));
  if (missing !== undefined) throw networkErrors.NETWORK_NOT_FOUND({ id: missing });
  return rows;
}

/** @throws CONFLICT for networks that are in several address spaces by now */
function mustShareSpace(networks: readonly PlannedNetwork[]): void {
  const [first] = networks;
  const other = networks.find(({ space }) => space !== first?.space);
  if (other !== undefined) throw coreErrors.CONFLICT({ reason: `${other.name} is in another address space than ${first?.name}` });
}

const Ids = z.array(z.string());

/** Pools and addresses of a network go to its parts, which are there. */
const splitContents = defineInternalStep({
  id: "networks.split/contents",
  needs: ["network:update", "pool:update"],
  body: z.object({ id: z.string(), part_ids: Ids }),
  run: async (change, { id, part_ids: partIds }) => {
    const [network] = (await networksOf(change, [id])) as [PlannedNetwork];
    const parts = await networksOf(change, partIds);
    mustShareSpace([network, ...parts]);
    await refuseCuts(change, network, parts, change.call.principal);
    await handOver(change, [id], parts);
  },
});

/** All that networks have goes to another, which has their addresses afterwards. */
const mergeContents = defineInternalStep({
  id: "networks.merge/contents",
  needs: ["network:update", "pool:update"],
  body: z.object({ id: z.string(), network_ids: Ids }),
  run: async (change, { id, network_ids: ids }) => {
    const [network] = (await networksOf(change, [id])) as [PlannedNetwork];
    mustShareSpace([network, ...(await networksOf(change, ids))]);
    await handOverDiscovery(change, ids, id);
    await handOverToOne(change, ids, network);
  },
});

/** Pools, allocations and addresses of networks move by an offset; the networks themselves do so in the steps that follow. */
const renumberContent = defineInternalStep({
  id: "networks.renumber/contents",
  needs: ["network:update", "pool:update", "allocation:update", "device:update"],
  body: z.object({ network_ids: Ids, from: z.string(), to: z.string(), space_id: z.string().nullable().optional() }),
  run: async (change, { network_ids: ids, from, to, space_id: spaceId }) => {
    const networks = await networksOf(change, ids);
    const [source, target] = [parseCidr(from), parseCidr(to)];
    if (!source.ok || !target.ok) throw new TypeError(`${from} or ${to} is not a canonical subnet`);
    const left = networks.find(({ first_key: first, last_key: last }) => first < source.cidr.first || last > source.cidr.last);
    if (left !== undefined) throw coreErrors.CONFLICT({ reason: `${left.name} (${left.subnet}) does not lie in ${from} any more` });
    const spaceOf = await comingSpaces(change, networks, spaceId);
    await renumberContents(
      change,
      networks.map((network) => ({ ...network, to: spaceOf(network) })),
      { from: source.cidr.first, to: target.cidr.first },
    );
  },
});

/**
 * Numbers of the spaces that networks come to.
 * @param spaceId the space that they are to name from now on, null for none; undefined where they stay
 * @throws VALIDATION_ERROR for a space that there is not
 */
export async function comingSpaces(
  queries: Queries,
  networks: readonly Pick<PlannedNetwork, "datacenter_id">[],
  spaceId: string | null | undefined,
): Promise<(network: Pick<PlannedNetwork, "space" | "datacenter_id">) => number> {
  if (spaceId === undefined) return ({ space }) => space;
  if (spaceId !== null) {
    const number = (await numbersOfSpaces(queries, [spaceId])).get(spaceId);
    if (number === undefined) throw invalidField("space_id", "names no space");
    return () => number;
  }
  const homes = await homesOfDatacenters(
    queries,
    networks.map((network) => network.datacenter_id),
  );
  return ({ datacenter_id: id }) => homes.get(id)?.space ?? COMMON_SPACE;
}

/** Steps of the plans of networks that are no operations. */
export const networkSteps: readonly AnyInternalStep[] = [splitContents, mergeContents, renumberContent];
