import {
  type Change,
  type Clock,
  coreErrors,
  invalidField,
  type Logger,
  messageOf,
  newId,
  type OpenStorage,
  printable,
  type Queries,
  type Secrets,
  SYSTEM,
  timestampOf,
  type WritePath,
} from "@cadastre/inventory-core";
import type {
  LeaseWitness,
  ScanAffinity,
  ServedPlaces,
  SiteLease,
  SiteLeaseBatch,
  SiteLeaseEnd,
  SiteLeases,
  SiteLeaseTask,
  WaitingLeaseSource,
} from "@cadastre/inventory-core/discovery";
import { parseAddress } from "@cadastre/inventory-core/scanning";
import { hostName } from "../../names/host-name.ts";
import type { Lease } from "../lease.ts";
import { AFTER_ALL, keyed, vendorsOf, writeSlice } from "../reading/write-leases.ts";
import { sentSource } from "../site/sent-source.ts";
import type { LeaseSourceRow } from "../sources/lease-source-row.ts";
import { networkIdsOf, noSuchSource, PASSWORD, sourceRow } from "../sources/lease-source-row.ts";
import { closeReading, keepOrClose, keepReading } from "./keep-reading.ts";
import { missingOf, readingOf, type SiteReading } from "./site-reading.ts";

export interface SiteLeaseParts {
  readonly storage: OpenStorage;
  readonly writes: WritePath;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly secrets: Secrets;
  readonly witness: LeaseWitness;
  readonly affinity: ScanAffinity;
}

type Due = Pick<LeaseSourceRow, "id" | "datacenter_id" | "site_due_at" | "last_error" | "site_reading">;

const NOT_SENT =
  "The agent is not sent the password: its token was made by a user without the permission lease-source:update. Make a new token as a " +
  "user who has it.";

/** Lease sources that agents read: given to the agent of their datacenter alone, and read by no server. */
export class SiteLeaseSources implements SiteLeases {
  readonly #parts: SiteLeaseParts;

  constructor(parts: SiteLeaseParts) {
    this.#parts = parts;
  }

  async withWork(agentIds: readonly string[]): Promise<ReadonlySet<string>> {
    const asked = new Set(agentIds);
    const due = await this.#due(timestampOf(this.#parts.clock));
    return new Set(due.flatMap(({ agentId }) => (agentId !== null && asked.has(agentId) ? [agentId] : [])));
  }

  readonly permission = "lease-source:update";

  async areSentTo(queries: Queries, { datacenterIds }: ServedPlaces): Promise<boolean> {
    const row = await queries.get("select 1 as one from lease_source where datacenter_id = any(?) limit 1", [datacenterIds]);
    return row !== undefined;
  }

  async claim(agentId: string, maySendSecrets: boolean): Promise<SiteLeaseTask | undefined> {
    const due = await this.#due(timestampOf(this.#parts.clock));
    for (const { id } of due.filter((source) => source.agentId === agentId)) {
      const task = await this.#claimOne(id, agentId, maySendSecrets);
      if (task !== undefined) return task;
    }
    return undefined;
  }

  async #claimOne(id: string, agentId: string, maySendSecrets: boolean): Promise<SiteLeaseTask | undefined> {
    const { writes, witness } = this.#parts;
    const claim = newId();
    const row = await writes.run({ principal: SYSTEM, source: "leases" }, async (change) => {
      await change.lock({ on: "record", table: "lease_source", id });
      const now = await change.get<LeaseSourceRow>(`select * from lease_source where id = ? and site_due_at <= ?`, [id, change.now]);
      if (now === undefined || (await this.#agentOf(change, now)) !== agentId) return undefined;
      const reading: SiteReading = { claim, come: [], end: null };
      await keepReading(change, id, reading);
      return now;
    });
    if (row === undefined) return undefined;
    try {
      const networks = await witness.networks(networkIdsOf(row));
      if (networks.size === 0) throw new Error("None of its networks is there any more.");
      if (row.password !== null && !maySendSecrets) throw new Error(NOT_SENT);
      const password = row.password === null ? "" : this.#parts.secrets.decrypt(PASSWORD, id, row.password);
      const reads = sentSource({ ...row, password }, networks.families, timestampOf(this.#parts.clock));
      return { sourceId: id, claim, reads, secretsOf: row.password === null ? [] : [{ resource: "lease_source", id }] };
    } catch (error) {
      this.#parts.logger.warn("a lease source could not be given to its agent", { source: id, error: messageOf(error) });
      await this.#close(id, claim, { error: printable(messageOf(error)) });
      return undefined;
    }
  }

  async take(agentId: string, sourceId: string, batch: SiteLeaseBatch): Promise<void> {
    const { storage, witness, writes } = this.#parts;
    const networks = await witness.networks(networkIdsOf(await sourceRow(storage.read, sourceId)));
    const range = { after: batch.after === null ? "" : keyOf(batch.after, "after"), upTo: upTo(batch.up_to) };
    const leases = keyed(batch.leases.map(leaseOf));
    const outside = leases.find(({ key }) => key <= range.after || key > range.upTo);
    if (outside !== undefined) throw invalidField("leases", `${outside.lease.ip} does not lie after \`after\` and up to \`up_to\``);
    const inside = leases.filter(({ lease }) => networks.of(lease.ip) !== undefined);
    const vendors = await vendorsOf(inside.map(({ lease }) => lease));
    await writes.run(witness.call, async (change) => {
      const reading = await this.#held(change, sourceId, agentId, batch.claim);
      if (reading.come.includes(batch.number)) return;
      await writeSlice(change, { witness, sourceId, networks, vendors }, inside, range);
      const now: SiteReading = { ...reading, come: [...reading.come, batch.number] };
      await keepOrClose(change, sourceId, now);
    });
  }

  async end(agentId: string, sourceId: string, { claim, error, batches, leases, unread }: SiteLeaseEnd): Promise<readonly number[]> {
    return await this.#parts.writes.run(this.#parts.witness.call, async (change) => {
      const reading = await this.#held(change, sourceId, agentId, claim);
      if (error !== "") {
        await closeReading(change, sourceId, { error });
        return [];
      }
      const ended: SiteReading = { ...reading, end: { batches, leases, unread } };
      await keepOrClose(change, sourceId, ended);
      return missingOf(ended);
    });
  }

  async waiting(lateMs: number): Promise<readonly WaitingLeaseSource[]> {
    const due = await this.#due(new Date(this.#parts.clock.now() - lateMs).toISOString());
    return due.map(({ id, agentId, site_due_at: dueAt, last_error: message }) => ({
      sourceId: id,
      agentId,
      dueAt: dueAt as string,
      message,
    }));
  }

  async tell(messages: ReadonlyMap<string, string>): Promise<void> {
    const now = timestampOf(this.#parts.clock);
    await this.#parts.storage.write(async (transaction) => {
      for (const [id, message] of messages) {
        await transaction.lock({ on: "record", table: "lease_source", id });
        await transaction.run("update lease_source set last_error = ? where id = ? and site_due_at <= ?", [message, id, now]);
      }
    });
  }

  /** Sources that are due at a time, each with its agent, the longest due first. */
  async #due(at: string): Promise<readonly (Due & { readonly agentId: string | null })[]> {
    const { storage, affinity } = this.#parts;
    const rows = await storage.read.all<Due>(
      "select id, datacenter_id, site_due_at, last_error, site_reading from lease_source where site_due_at <= ? order by site_due_at, id",
      [at],
    );
    if (rows.length === 0) return [];
    const sites = [...new Set(rows.flatMap(({ datacenter_id: site }) => site ?? []))];
    const agents = await affinity.agentsOfDatacenters(storage.read, sites);
    return rows.map((row) => ({ ...row, agentId: agents.get(row.datacenter_id ?? "") ?? null }));
  }

  async #agentOf(queries: Queries, { datacenter_id: site }: Pick<LeaseSourceRow, "datacenter_id">): Promise<string | null> {
    return site === null ? null : ((await this.#parts.affinity.agentsOfDatacenters(queries, [site])).get(site) ?? null);
  }

  /** The reading of an agent, whose source nobody else changes now. @throws NOT_FOUND, FORBIDDEN, CONFLICT */
  async #held(change: Change, id: string, agentId: string, claim: string): Promise<SiteReading> {
    await change.lock({ on: "record", table: "lease_source", id });
    const row = await change.get<LeaseSourceRow>("select * from lease_source where id = ?", [id]);
    if (row === undefined) throw noSuchSource();
    if ((await this.#agentOf(change, row)) !== agentId)
      throw coreErrors.FORBIDDEN({ permission: "agent:work", reason: "the agent does not serve the datacenter of this lease source" });
    const reading = readingOf(row.site_reading);
    if (reading?.claim !== claim)
      throw coreErrors.CONFLICT({ reason: "the lease source was given away again, or changed, since this reading began: leave it" });
    return reading;
  }

  async #close(id: string, claim: string, outcome: { readonly error: string }): Promise<void> {
    await this.#parts.writes.run({ principal: SYSTEM, source: "leases" }, async (change) => {
      await change.lock({ on: "record", table: "lease_source", id });
      const row = await change.get<LeaseSourceRow>("select * from lease_source where id = ?", [id]);
      if (readingOf(row?.site_reading ?? null)?.claim === claim) await closeReading(change, id, outcome);
    });
  }
}

const upTo = (ip: string | null): string => (ip === null ? AFTER_ALL : keyOf(ip, "up_to"));

/** @throws VALIDATION_ERROR */
function keyOf(ip: string, field: string): string {
  const address = parseAddress(ip);
  if (address === null) throw invalidField(field, `${JSON.stringify(ip)} is no IP address`);
  return address.key;
}

/** A lease as it is written: what an agent says is not taken on trust. @throws VALIDATION_ERROR */
function leaseOf({ ip, mac_address: macAddress, hostname, expires_at: expiresAt }: SiteLease): Lease {
  const address = parseAddress(ip);
  if (address === null) throw invalidField("leases", `${JSON.stringify(ip)} is no IP address`);
  return { ip: address.text, macAddress, hostname: hostName(hostname) ?? "", expiresAt };
}
