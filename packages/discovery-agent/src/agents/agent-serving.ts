import { type Change, coreErrors, Problems } from "@cadastre/inventory-core";

/** What an agent serves of one kind, and where that is kept. */
interface Served {
  readonly field: "network_ids" | "datacenter_ids";
  readonly what: "network" | "datacenter";
  readonly table: "agent_network" | "agent_datacenter";
  readonly column: "network_id" | "datacenter_id";
}

const NETWORKS: Served = { field: "network_ids", what: "network", table: "agent_network", column: "network_id" };
const DATACENTERS: Served = { field: "datacenter_ids", what: "datacenter", table: "agent_datacenter", column: "datacenter_id" };

/** What an agent serves. */
export interface Serving {
  readonly network_ids: readonly string[];
  readonly datacenter_ids: readonly string[];
}

/**
 * Writes what an agent serves in place of what it served before. The caller holds the lock of agents.
 * @throws VALIDATION_ERROR for a network or datacenter that is not there, CONFLICT for one that another agent serves
 */
export async function writeServing(change: Change, agentId: string, serving: Serving): Promise<void> {
  for (const kind of [NETWORKS, DATACENTERS]) await write(change, agentId, kind, [...new Set(serving[kind.field])]);
}

async function write(change: Change, agentId: string, { field, what, table, column }: Served, ids: readonly string[]): Promise<void> {
  await change.run(`delete from ${table} where agent_id = ?`, [agentId]);
  if (ids.length === 0) return;
  const there = new Set((await change.all<{ id: string }>(`select id from ${what} where id = any(?)`, [ids])).map(({ id }) => id));
  const problems = new Problems();
  for (const [index, id] of ids.entries()) if (!there.has(id)) problems.add(`${field}[${index}]`, `there is no ${what} with this id`);
  problems.throwIfAny();
  const taken = await change.get<{ id: string; name: string }>(
    `select s.${column} as id, a.name from ${table} s join agent a on a.id = s.agent_id where s.${column} = any(?) order by 1 limit 1`,
    [ids],
  );
  if (taken !== undefined)
    throw coreErrors.CONFLICT({ reason: `the agent ${taken.name} serves the ${what} ${taken.id} already: take it from that one first` });
  await change.insert(
    table,
    [column, "agent_id"],
    ids.map((id) => [id, agentId]),
  );
}
