import { serviceToken } from "../service-token.ts";
import type { Queries } from "../storage/storage.ts";

/** Says which networks are scanned by agents, and by nobody else. The plugin that keeps agents has one. */
export interface ScanAffinity {
  /**
   * The agents of those networks that an agent serves.
   * @param queries where to read: an open transaction, to see its own changes
   * @returns ids of agents, by id of the network
   */
  agentsOf(queries: Queries, networkIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The agents of those datacenters that an agent serves, by id of the datacenter. */
  agentsOfDatacenters(queries: Queries, datacenterIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** A plugin with agents binds it anew. */
export const SCAN_AFFINITY = serviceToken<ScanAffinity>("scan-affinity");

/** Every network is scanned by the servers. */
export const NO_AGENTS: ScanAffinity = { agentsOf: async () => new Map(), agentsOfDatacenters: async () => new Map() };

/** Id of the agent that serves a network; null where the servers scan. */
export async function agentOfNetwork(affinity: ScanAffinity, queries: Queries, networkId: string): Promise<string | null> {
  return (await affinity.agentsOf(queries, [networkId])).get(networkId) ?? null;
}
