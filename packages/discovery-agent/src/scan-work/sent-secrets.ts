import type { CallContext, WritePath } from "@cadastre/inventory-core";
import type { SecretRecord } from "@cadastre/inventory-core/discovery";
import type { AgentPrincipal } from "../access/agent-authenticator.ts";

/** One process of an agent at one address, and the records whose credentials it was sent. */
interface Connection {
  readonly name: string;
  readonly sent: Set<string>;
}

/** Writes an audit row for each credential that an agent is sent, once a connection (decision 0451). */
export class SentSecrets {
  readonly #writes: WritePath;
  /** By agent: one process works for an agent at a time. */
  readonly #connections = new Map<string, Connection>();

  constructor(writes: WritePath) {
    this.#writes = writes;
  }

  /** Call it before the credentials are sent. @param instance the process of the agent. @throws what the write throws */
  async audit(agent: AgentPrincipal, instance: string, records: readonly SecretRecord[], call: CallContext): Promise<void> {
    const { sent } = this.#connectionOf(agent, instance, call);
    const fresh = records.filter(({ resource, id }) => !sent.has(`${resource} ${id}`));
    if (fresh.length === 0) return;
    await this.#writes.run(call, async (change) => {
      for (const { resource, id } of fresh)
        change.audit({ action: "send_credentials", resource, resourceId: id, after: { agent_id: agent.agentId, instance } });
    });
    for (const { resource, id } of fresh) sent.add(`${resource} ${id}`);
  }

  #connectionOf({ agentId, credentialId }: AgentPrincipal, instance: string, { remoteAddress }: CallContext): Connection {
    const name = JSON.stringify([credentialId, instance, remoteAddress]);
    const known = this.#connections.get(agentId);
    if (known?.name === name) return known;
    const connection: Connection = { name, sent: new Set() };
    this.#connections.set(agentId, connection);
    return connection;
  }
}
