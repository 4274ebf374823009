import { type Cidr, cidrOf, parseCidr } from "../address/cidr.ts";
import { keyOf, valueOf } from "../address/address-key.ts";
import type { Draft } from "../contract/errors/validation.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { PlanCreate, PlannedStep } from "../plans/plan.ts";
import { MAX_RECORDS } from "../plans/rehearsal.ts";
import type { NetworkRenumber } from "./network-plan.ts";
import { comingSpaces } from "./network-steps.ts";
import { cidrOfNetwork, PLANNED, planOf, type PlannedNetwork, refuseTooMany, tooMany } from "./planned-network.ts";

/**
 * Moves a network with all that lies in it to other addresses, to another space, or to both.
 * @throws VALIDATION_ERROR, CONFLICT when it is more than a plan shows
 */
export async function renumberPlan(queries: Queries, network: PlannedNetwork, draft: Draft<NetworkRenumber>): Promise<PlanCreate> {
  const source = cidrOfNetwork(network);
  const { subnet, space_id: spaceId } = draft.fields;
  const target = subnet === undefined ? undefined : cidrOfText(subnet);
  if (target !== undefined && (target.family !== source.family || target.prefixLength !== source.prefixLength))
    draft.problems.add("subnet", `must be an IPv${source.family} subnet of /${source.prefixLength}, as that of the network is`);
  const inside = await networksInside(queries, network);
  const space = draft.problems.any ? network.space : await spaceOfAll(queries, [network, ...inside], spaceId, draft);
  if (!draft.problems.any && target?.text === source.text && space === network.space)
    draft.problems.add("subnet", "is that of the network, which stays in its space");
  draft.valid();
  const to = target as Cidr;
  // Innermost first: addresses that nobody has there go to the smallest network that contains them.
  const all = [...inside, network];
  await refuseTooMany(
    queries,
    all.map(({ id }) => id),
  );
  const named = spaceId === undefined ? {} : { space_id: spaceId };
  const contents = {
    operation: "networks.renumber/contents",
    body: { network_ids: all.map(({ id }) => id), from: source.text, to: to.text, ...named },
  };
  const moves = all.map((one): PlannedStep => ({
    operation: "networks.update",
    params: { id: one.id },
    body: { subnet: movedSubnet(one, source, to), ...named },
  }));
  // At the same addresses, everything follows its network to the space.
  if (to.text === source.text) return planOf(`Renumber ${network.name} to another address space`, moves);
  return planOf(`Renumber ${network.name} from ${source.text} to ${to.text}`, [contents, ...moves]);
}

function cidrOfText(text: string): Cidr | undefined {
  const parsed = parseCidr(text);
  return parsed.ok ? parsed.cidr : undefined;
}

function movedSubnet({ first_key: first, prefix_length: length }: PlannedNetwork, from: Cidr, to: Cidr): string {
  return cidrOf(keyOf(from.family, valueOf(first) - valueOf(from.first) + valueOf(to.first)), length).text;
}

/** Networks of the same space in a network, the smallest first. @throws CONFLICT when they are more than a plan shows */
async function networksInside(
  queries: Queries,
  { space, first_key: first, last_key: last, prefix_length: length }: PlannedNetwork,
): Promise<readonly PlannedNetwork[]> {
  const rows = await queries.all<PlannedNetwork>(
    `select ${PLANNED} from network where space = ? and first_key >= ? and first_key <= ? and prefix_length > ?
     order by prefix_length desc, id limit ${MAX_RECORDS + 1}`,
    [space, first, last, length],
  );
  if (rows.length > MAX_RECORDS) throw tooMany();
  return rows;
}

/** The one space that networks come to. */
async function spaceOfAll(
  queries: Queries,
  networks: readonly PlannedNetwork[],
  spaceId: string | null | undefined,
  { problems }: Draft<NetworkRenumber>,
): Promise<number> {
  const spaceOf = await comingSpaces(queries, networks, spaceId);
  const [first] = networks as readonly [PlannedNetwork];
  const space = spaceOf(first);
  const other = networks.find((network) => spaceOf(network) !== space);
  if (other !== undefined) problems.add("space_id", `would put ${other.name}, which lies in the network, into another address space`);
  return space;
}
