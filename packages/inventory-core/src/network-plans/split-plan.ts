import { type Cidr, cidrKey, subdivide } from "../address/cidr.ts";
import type { Principal } from "../contract/access/principal.ts";
import type { Draft } from "../contract/errors/validation.ts";
import type { Queries } from "../contract/storage/storage.ts";
import { definitionsOf } from "../fields/definitions.ts";
import type { Network } from "../networks/network.ts";
import { networkErrors } from "../networks/network.errors.ts";
import { networkDocuments } from "../networks/network.entity.ts";
import type { PlanCreate, PlannedStep } from "../plans/plan.ts";
import { MAX_PARTS, type NetworkSplit } from "./network-plan.ts";
import { cidrOfNetwork, planOf, type PlannedNetwork } from "./planned-network.ts";
import { refuseCuts } from "./pool-cuts.ts";

const LONGEST = { 4: 32, 6: 128 } as const;

/**
 * Splits a network: it stays, with its parts in it; a network that is such a part already is kept as that. What it has goes to the parts.
 * @throws VALIDATION_ERROR, CONFLICT for pools that a part would cut
 */
export async function splitPlan(
  queries: Queries,
  network: PlannedNetwork,
  draft: Draft<NetworkSplit>,
  principal: Principal,
): Promise<PlanCreate> {
  const whole = cidrOfNetwork(network);
  const { length } = draft.fields;
  if (length !== undefined) {
    const problem = lengthProblem(whole, length);
    if (problem !== undefined) draft.problems.add("length", problem);
  }
  const { length: parts } = draft.valid();
  const cidrs = [...subdivide(whole.first, whole.last, parts)].map(({ cidr }) => cidr);
  await refuseCuts(
    queries,
    network,
    cidrs.map(({ first, last }) => ({ first_key: first, last_key: last })),
    principal,
  );
  const there = await networksThere(queries, network, cidrs);
  const inherited = await inheritedBy(queries, network);
  const steps: PlannedStep[] = [];
  const partIds = cidrs.map((cidr, index) => {
    const id = there.get(cidrKey(cidr));
    if (id !== undefined) return id;
    steps.push({ operation: "networks.create", body: { name: partName(network.name, index + 1), subnet: cidr.text, ...inherited } });
    return `$${steps.length - 1}.id`;
  });
  return planOf(`Split ${network.name} (${network.subnet}) into ${cidrs.length} × /${parts}`, [
    ...steps,
    { operation: "networks.split/contents", body: { id: network.id, part_ids: partIds } },
    { operation: "networks.update", params: { id: network.id }, body: { status: "container" } },
  ]);
}

function lengthProblem({ family, prefixLength }: Cidr, length: number): string | undefined {
  if (length <= prefixLength) return `must be longer than /${prefixLength}, the prefix length of the network`;
  if (length > LONGEST[family]) return `must be at most ${LONGEST[family]}`;
  if (2 ** (length - prefixLength) > MAX_PARTS)
    return `would make more than ${MAX_PARTS} parts: it must be at most ${prefixLength + Math.log2(MAX_PARTS)}`;
  return undefined;
}

/** Networks that are such a part already, the oldest of identical subnets. */
async function networksThere(
  queries: Queries,
  { id, space }: PlannedNetwork,
  parts: readonly Cidr[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await queries.all<{ id: string; cidr_key: string }>(
    "select min(id) as id, cidr_key from network where space = ? and cidr_key = any(?) and id <> ? group by cidr_key",
    [space, parts.map(cidrKey), id],
  );
  return new Map(rows.map((row) => [row.cidr_key, row.id]));
}

/** What parts have of the network: where it is, its tags, and its own fields but those of which each value is there once. */
async function inheritedBy(
  queries: Queries,
  { id, datacenter_id: datacenterId, space_id: spaceId }: PlannedNetwork,
): Promise<Record<string, unknown>> {
  const row = await queries.get<{ doc: string }>("select doc from network where id = ?", [id]);
  if (row === undefined) throw networkErrors.NETWORK_NOT_FOUND({ id });
  const { fields, tags } = JSON.parse(await networkDocuments.current(queries, row.doc)) as Network;
  const definitions = await definitionsOf(queries, "network");
  const shared = definitions.filter(({ name, unique }) => !unique && (fields[name] ?? null) !== null).map(({ name }) => name);
  return {
    datacenter_id: datacenterId,
    space_id: spaceId,
    tags,
    ...(shared.length > 0 && { fields: Object.fromEntries(shared.map((name) => [name, fields[name]])) }),
  };
}

const MAX_NAME = 255;

function partName(name: string, number: number): string {
  const end = `-${number}`;
  return `${[...name].slice(0, MAX_NAME - end.length).join("")}${end}`;
}
