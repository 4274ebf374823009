import { coreErrors, type OpenStorage, type Queries } from "@cadastre/inventory-core";
import { AGENT_SILENT_MS, type Agent } from "./agent.ts";
import type { AgentRow } from "./agent.entity.ts";

/** Columns of an agent without its token. */
const COLUMNS =
  "id, name, labels, scanners, version, instance, remote_address, last_seen_at, second_instance, second_address, second_seen_at, " +
  "created_at, updated_at";

export type ShownAgentRow = Omit<AgentRow, "name_key" | "token_id" | "token_hash" | "token_permissions">;

/** How long a second process is told of after it was last heard of. */
const PROBLEM_MS = 3_600_000;

export const noSuchAgent = (): Error => coreErrors.NOT_FOUND({ what: "agent" });

/** All agents by name: there are at most a thousand. */
export async function allAgents(storage: OpenStorage, now: number): Promise<readonly Agent[]> {
  const rows = await storage.read.all<ShownAgentRow>(`select ${COLUMNS} from agent order by name, id`);
  const networks = await storage.read.all<{ agent_id: string; id: string }>(
    "select agent_id, network_id as id from agent_network order by network_id",
  );
  const datacenters = await storage.read.all<{ agent_id: string; id: string }>(
    "select agent_id, datacenter_id as id from agent_datacenter order by datacenter_id",
  );
  const networksOf = Map.groupBy(networks, (row) => row.agent_id);
  const datacentersOf = Map.groupBy(datacenters, (row) => row.agent_id);
  const ids = (found: readonly { readonly id: string }[] = []): string[] => found.map(({ id }) => id);
  return rows.map((row) => agentRecord(row, ids(networksOf.get(row.id)), ids(datacentersOf.get(row.id)), now));
}

/** One agent as it is at an instant. @throws NOT_FOUND */
export async function agentById(queries: Queries, id: string, now: number): Promise<Agent> {
  const row = await queries.get<ShownAgentRow>(`select ${COLUMNS} from agent where id = ?`, [id]);
  if (row === undefined) throw noSuchAgent();
  const networks = await queries.all<{ id: string }>("select network_id as id from agent_network where agent_id = ? order by network_id", [
    id,
  ]);
  const datacenters = await queries.all<{ id: string }>(
    "select datacenter_id as id from agent_datacenter where agent_id = ? order by datacenter_id",
    [id],
  );
  return agentRecord(
    row,
    networks.map((network) => network.id),
    datacenters.map((datacenter) => datacenter.id),
    now,
  );
}

function agentRecord(row: ShownAgentRow, networkIds: string[], datacenterIds: string[], now: number): Agent {
  return {
    id: row.id,
    name: row.name,
    network_ids: networkIds,
    datacenter_ids: datacenterIds,
    labels: JSON.parse(row.labels) as Record<string, string>,
    scanners: JSON.parse(row.scanners) as string[],
    version: row.version,
    status: row.last_seen_at === null ? "never" : isAway(row.last_seen_at, now) ? "offline" : "online",
    remote_address: row.remote_address,
    problem: problemOf(row, now),
    last_seen_at: row.last_seen_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** Whether who was last heard of then is away. */
export const isAway = (lastSeenAt: string | null, now: number): boolean =>
  lastSeenAt === null || now - Date.parse(lastSeenAt) >= AGENT_SILENT_MS;

function problemOf({ second_seen_at: at, second_address: from }: ShownAgentRow, now: number): string | null {
  if (at === null || now - Date.parse(at) >= PROBLEM_MS) return null;
  return (
    `a second process uses its token${from === null ? "" : `, from ${from}`}, last at ${at}: stop one of the two, or make a new token ` +
    `if it was stolen`
  );
}
