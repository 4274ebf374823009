import type { Queries } from "@cadastre/inventory-core";
import type { ScanAffinity } from "@cadastre/inventory-core/discovery";

/** Which networks agents serve: those that they name, and all others of datacenters that they name. */
export const agentAffinity: ScanAffinity = {
  agentsOf: async (queries: Queries, networkIds: readonly string[]) => {
    const rows = await queries.all<{ network_id: string; agent_id: string }>(
      `select n.id as network_id, coalesce(named.agent_id, sited.agent_id) as agent_id
       from network n
       left join agent_network named on named.network_id = n.id
       left join agent_datacenter sited on sited.datacenter_id = n.datacenter_id
       where n.id = any(?) and (named.agent_id is not null or sited.agent_id is not null)`,
      [networkIds],
    );
    return new Map(rows.map(({ network_id: networkId, agent_id: agentId }) => [networkId, agentId]));
  },
  agentsOfDatacenters: async (queries: Queries, datacenterIds: readonly string[]) => {
    const rows = await queries.all<{ datacenter_id: string; agent_id: string }>(
      "select datacenter_id, agent_id from agent_datacenter where datacenter_id = any(?)",
      [datacenterIds],
    );
    return new Map(rows.map(({ datacenter_id: datacenterId, agent_id: agentId }) => [datacenterId, agentId]));
  },
};
