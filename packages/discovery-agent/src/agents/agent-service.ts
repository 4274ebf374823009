import {
  type CallContext,
  type Change,
  changedFields,
  type Clock,
  coreErrors,
  type Draft,
  holds,
  type JsonList,
  listOfRecords,
  type OpenStorage,
  serviceToken,
  type WritePath,
} from "@cadastre/inventory-core";
import type { AgentScans, SiteSecrets } from "@cadastre/inventory-core/discovery";
import { foldText } from "@cadastre/inventory-core/scanning";
import { makeToken } from "../access/agent-token.ts";
import { Agent, type AgentCreate, type AgentUpdate, type NewAgent } from "./agent.ts";
import { agentTable } from "./agent.entity.ts";
import { agentCreated, agentDeleted, agentUpdated } from "./agent.events.ts";
import { agentById, allAgents, noSuchAgent } from "./agent-reader.ts";
import { type Serving, writeServing } from "./agent-serving.ts";

export const AGENTS = serviceToken<AgentService>("agents");

/** They are listed at once, and each has its share of what the server does for agents. */
const MAX_AGENTS = 1000;

/** What agents work with. */
export interface AgentParts {
  readonly storage: OpenStorage;
  readonly writes: WritePath;
  readonly clock: Clock;
  readonly scans: AgentScans;
  /** Credentials that agents are sent. */
  readonly secrets: readonly SiteSecrets[];
}

/** The rules of agents. */
export class AgentService {
  readonly #parts: AgentParts;

  constructor(parts: AgentParts) {
    this.#parts = parts;
  }

  /** Agents by name. */
  async list(): Promise<JsonList<Agent>> {
    const { storage, clock } = this.#parts;
    return listOfRecords(await allAgents(storage, clock.now()));
  }

  /** @throws NOT_FOUND */
  async get(id: string): Promise<Agent> {
    return await agentById(this.#parts.storage.read, id, this.#parts.clock.now());
  }

  /** @throws NOT_FOUND */
  async mustExist(id: string): Promise<void> {
    if ((await this.#parts.storage.read.get("select 1 as one from agent where id = ?", [id])) === undefined) throw noSuchAgent();
  }

  /**
   * Registers an agent; its token is in the answer and nowhere else.
   * @throws VALIDATION_ERROR, ALREADY_EXISTS for a name that is taken, CONFLICT for what another agent serves, or when there are as many
   * agents as there may be
   */
  async create(draft: Draft<AgentCreate>, call: CallContext): Promise<NewAgent> {
    const given = draft.valid();
    const { token, columns } = makeToken();
    return await this.#change(call, async (change) => {
      await checkRoom(change);
      const id = change.newId();
      await checkName(change, given.name, id);
      await this.#checkSecrets(change, given, call);
      change.em.create(agentTable.entity, {
        id,
        name: given.name,
        name_key: foldText(given.name),
        labels: JSON.stringify(given.labels),
        scanners: "[]",
        version: "",
        ...columns,
        token_permissions: JSON.stringify(this.#secretsOf(call)),
        instance: null,
        remote_address: null,
        last_seen_at: null,
        second_instance: null,
        second_address: null,
        second_seen_at: null,
        created_at: change.now,
        updated_at: change.now,
      });
      await change.em.flush();
      await writeServing(change, id, given);
      await this.#parts.scans.assign(change);
      const record = await this.#read(change, id);
      change.emit(agentCreated, id, record);
      change.audit({ action: "create", resource: "agent", resourceId: id, after: record });
      return { ...record, token };
    });
  }

  /**
   * Changes what is given. Scans that wait, or run, go to whoever serves their networks then.
   * @throws NOT_FOUND, VALIDATION_ERROR, ALREADY_EXISTS, CONFLICT
   */
  async update(id: string, draft: Draft<AgentUpdate>, call: CallContext): Promise<Agent> {
    if (draft.problems.any) await this.mustExist(id);
    const given = draft.valid();
    return await this.#change(call, async (change) => {
      const before = await this.#read(change, id);
      const changed = { ...before, ...given };
      const served = { network_ids: inOrder(changed.network_ids), datacenter_ids: inOrder(changed.datacenter_ids) };
      if (changedFields(Agent, before, { ...changed, ...served }).length === 0) return before;
      if (changed.name !== before.name) await checkName(change, changed.name, id);
      await change.run("update agent set name = ?, name_key = ?, labels = ?, updated_at = ? where id = ?", [
        changed.name,
        foldText(changed.name),
        JSON.stringify(changed.labels),
        change.now,
        id,
      ]);
      if (given.network_ids !== undefined || given.datacenter_ids !== undefined) {
        await this.#checkSecrets(change, added(before, served), call);
        await writeServing(change, id, changed);
        await this.#parts.scans.assign(change);
      }
      return await this.#updated(change, before);
    });
  }

  /** Makes a new token; the one before is void at once, whoever uses it. @throws NOT_FOUND */
  async renewToken(id: string, call: CallContext): Promise<NewAgent> {
    const { token, columns } = makeToken();
    return await this.#change(call, async (change) => {
      const before = await this.#read(change, id);
      await this.#checkSecrets(change, before, call);
      await change.run(
        `update agent set token_id = ?, token_hash = ?, token_permissions = ?, instance = null, second_instance = null,
           second_address = null, second_seen_at = null, updated_at = ?
         where id = ?`,
        [columns.token_id, columns.token_hash, JSON.stringify(this.#secretsOf(call)), change.now, id],
      );
      const record = await this.#updated(change, before, "new_token");
      return { ...record, token };
    });
  }

  /** Deletes an agent; its token is void, and its scans go to whoever serves their networks then. @throws NOT_FOUND */
  async delete(id: string, call: CallContext): Promise<void> {
    await this.#change(call, async (change) => {
      const before = await this.#read(change, id);
      await change.run("delete from agent where id = ?", [id]);
      await this.#parts.scans.assign(change);
      change.emit(agentDeleted, id, before);
      change.audit({ action: "delete", resource: "agent", resourceId: id, before });
    });
  }

  /** Permissions on secrets that a caller has. */
  #secretsOf({ principal }: CallContext): readonly string[] {
    return this.#parts.secrets.flatMap(({ permission }) => (permission !== null && holds(principal, permission) ? [permission] : []));
  }

  /** Refuses to give an agent credentials that the caller could not set. @throws FORBIDDEN naming the permissions */
  async #checkSecrets(
    change: Change,
    { network_ids: networkIds, datacenter_ids: datacenterIds }: Serving,
    call: CallContext,
  ): Promise<void> {
    const lacked: string[] = [];
    for (const secrets of this.#parts.secrets) {
      if (secrets.permission === null || holds(call.principal, secrets.permission)) continue;
      if (await secrets.areSentTo(change, { networkIds, datacenterIds })) lacked.push(secrets.permission);
    }
    const [permission] = lacked;
    if (permission === undefined) return;
    throw coreErrors.FORBIDDEN({
      permission,
      reason:
        `the agent would be sent credentials of SNMP devices or lease sources, which needs ${lacked.join(" and ")}; ` +
        `ask an administrator`,
    });
  }

  async #change<T>(call: CallContext, work: (change: Change) => Promise<T>): Promise<T> {
    return await this.#parts.writes.run(call, async (change) => {
      // What agents serve is compared with what others serve, and with networks that are there.
      await change.lock({ on: "topology", mode: "shared" }, { on: "name", name: "agents" });
      return await work(change);
    });
  }

  async #read(change: Change, id: string): Promise<Agent> {
    return await agentById(change, id, Date.parse(change.now));
  }

  async #updated(change: Change, before: Agent, action = "update"): Promise<Agent> {
    const after = await this.#read(change, before.id);
    const changes = [...changedFields(Agent, before, after), ...(action === "new_token" ? ["token"] : [])];
    change.emit(agentUpdated, before.id, { ...after, changes });
    change.audit({ action, resource: "agent", resourceId: before.id, before, after });
    return after;
  }
}

/** Places that an agent did not serve before. */
const added = (before: Serving, after: Serving): Serving => ({
  network_ids: after.network_ids.filter((id) => !before.network_ids.includes(id)),
  datacenter_ids: after.datacenter_ids.filter((id) => !before.datacenter_ids.includes(id)),
});

/** As they are read: each once. */
const inOrder = (ids: readonly string[]): string[] => [...new Set(ids)].toSorted();

/** @throws CONFLICT */
async function checkRoom(change: Change): Promise<void> {
  const row = await change.get<{ n: number }>("select count(*) as n from agent");
  if ((row?.n ?? 0) >= MAX_AGENTS)
    throw coreErrors.CONFLICT({ reason: `limit of ${MAX_AGENTS} agents reached: delete one that is no longer needed` });
}

/** @throws ALREADY_EXISTS */
async function checkName(change: Change, name: string, id: string): Promise<void> {
  const other = await change.get<{ name: string }>("select name from agent where name_key = ? and id <> ?", [foldText(name), id]);
  if (other !== undefined) throw coreErrors.ALREADY_EXISTS({ reason: `there is an agent ${other.name} already: choose another name` });
}
