import { type Cidr, cidrOf, rangeToCidrs } from "../address/cidr.ts";
import { complementRuns, normalizeRuns } from "../address/runs.ts";
import type { Draft, Problems } from "../contract/errors/validation.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { PlanCreate } from "../plans/plan.ts";
import type { NetworkMerge } from "./network-plan.ts";
import { cidrOfNetwork, PLANNED, planOf, type PlannedNetwork } from "./planned-network.ts";
import { named } from "./pool-cuts.ts";

const FIELD = "network_ids";

/** Merges networks of a space that are one subnet together into the first of them. @throws VALIDATION_ERROR */
export async function mergePlan(queries: Queries, network: PlannedNetwork, draft: Draft<NetworkMerge>): Promise<PlanCreate> {
  const { problems } = draft;
  const ids = draft.fields.network_ids ?? [];
  const rows = await queries.all<PlannedNetwork>(`select ${PLANNED} from network where id = any(?)`, [ids]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const others = ids.flatMap((id, index): PlannedNetwork[] => {
    const other = byId.get(id);
    const problem = idProblem(network, other, ids.indexOf(id) === index);
    if (problem !== undefined) problems.add(`${FIELD}[${index}]`, problem);
    return problem === undefined && other !== undefined ? [other] : [];
  });
  const all = [network, ...others].toSorted((one, other) => (one.first_key < other.first_key ? -1 : 1));
  if (!problems.any) checkDisjoint(all, problems);
  const whole = problems.any ? undefined : wholeOf(all, problems);
  draft.valid();
  const subnet = (whole as Cidr).text;
  return planOf(`Merge ${all.map(({ name }) => name).join(", ")} into ${subnet}`, [
    { operation: "networks.merge/contents", body: { id: network.id, network_ids: ids } },
    { operation: "networks.update", params: { id: network.id }, body: { subnet } },
    ...ids.map((id) => ({ operation: "networks.delete", params: { id } })),
  ]);
}

function idProblem(network: PlannedNetwork, other: PlannedNetwork | undefined, isFirst: boolean): string | undefined {
  if (other === undefined) return "names no network";
  if (other.id === network.id) return "is the network itself";
  if (!isFirst) return "is named before";
  if (other.space !== network.space) return `names ${other.name}, which is in another address space`;
  if (cidrOfNetwork(other).family !== cidrOfNetwork(network).family) return `names ${other.name}, which is of the other address family`;
  return undefined;
}

/** @param networks by address */
function checkDisjoint(networks: readonly PlannedNetwork[], problems: Problems): void {
  for (const [index, network] of networks.entries()) {
    const before = networks[index - 1];
    if (before !== undefined && before.last_key >= network.first_key)
      return problems.add(FIELD, `overlap: ${before.subnet} and ${network.subnet} have addresses in common`);
  }
}

/** The subnet that networks are together; what lacks is told. @param networks by address */
function wholeOf(networks: readonly PlannedNetwork[], problems: Problems): Cidr {
  const first = (networks[0] as PlannedNetwork).first_key;
  const last = (networks.at(-1) as PlannedNetwork).last_key;
  const whole = around(first, last, Math.min(...networks.map(({ prefix_length: length }) => length)));
  const runs = normalizeRuns(networks.map(({ first_key: lo, last_key: hi }) => ({ lo, hi })));
  const missing = complementRuns(runs, { lo: whole.first, hi: whole.last }).flatMap(({ lo, hi }) => rangeToCidrs(lo, hi));
  if (missing.length > 0) {
    const lack = named(missing.map(({ text }) => text));
    problems.add(
      FIELD,
      `must make up one subnet with the network: of ${whole.text}, ${lack} ${missing.length === 1 ? "is" : "are"} missing`,
    );
  }
  return whole;
}

/** The smallest subnet from a prefix length on upwards that has all of a range. */
function around(first: string, last: string, length: number): Cidr {
  const cidr = cidrOf(first, length);
  return cidr.last >= last || length === 0 ? cidr : around(first, last, length - 1);
}
