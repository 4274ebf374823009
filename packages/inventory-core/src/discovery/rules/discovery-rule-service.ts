import { coreErrors } from "../../contract/errors/core-errors.ts";
import { checkIfMatch } from "../../contract/operations/etag.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import type { JsonList, JsonText } from "../../contract/operations/result.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage, Queries } from "../../contract/storage/storage.ts";
import type { Draft } from "../../contract/errors/validation.ts";
import type { Change, WritePath } from "../../contract/storage/write-path.ts";
import { Documents } from "../../storage/documents.ts";
import { insertRow } from "../../storage/table.ts";
import { Where } from "../../storage/where.ts";
import type { DiscoveryRule, DiscoveryRuleCreate, DiscoveryRuleUpdate } from "./discovery-rule.ts";
import { discoveryRuleDocuments, type DiscoveryRuleRow, discoveryRuleTable } from "./discovery-rule.entity.ts";
import { noSuch } from "../discovery.errors.ts";
import { checkExclusions } from "../scans/exclusions.ts";
import { dueAfter } from "./rule-schedule.ts";
import { type RuleTiming, timingOf } from "./rule-timing.ts";
import type { ScanFence } from "../../outbound/address-fence.ts";
import { checkReach, type SweptNetwork, tooLargeToSweep } from "../running/scan-plan.ts";

export const DISCOVERY_RULES = serviceToken<DiscoveryRuleService>("discovery-rules");

/** The rules of discovery rules. */
export class DiscoveryRuleService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #documents: Documents<typeof DiscoveryRule>;
  readonly #fence: () => ScanFence;

  /** @param fence what this host does not scan, as it is now */
  constructor(storage: OpenStorage, writes: WritePath, fence: () => ScanFence) {
    this.#fence = fence;
    this.#storage = storage;
    this.#writes = writes;
    this.#documents = new Documents(storage, discoveryRuleDocuments, () => noSuch("discovery rule"));
  }

  /** Rules, newest first. */
  list(signal?: AbortSignal): JsonList<DiscoveryRule> {
    return this.#documents.list(new Where(), "t.created_at desc, t.id desc", signal);
  }

  /** @throws NOT_FOUND */
  async get(id: string): Promise<JsonText<DiscoveryRule>> {
    return await this.#documents.get(id);
  }

  /** @throws NOT_FOUND */
  async mustExist(id: string): Promise<void> {
    await this.#documents.mustExist(id);
  }

  /**
   * @throws VALIDATION_ERROR, FORBIDDEN for a network that this host does not scan, ALREADY_EXISTS for a second rule of a network and scan
   * type
   */
  async create(draft: Draft<DiscoveryRuleCreate>, call: CallContext): Promise<DiscoveryRule> {
    const timing = timingOf(draft);
    await this.#refuse(draft);
    return await this.#writes.run(call, async (change) => {
      await lockRules(change);
      await checkNetwork(change, draft, {}, this.#fence());
      const given = { ...draft.valid(), ...timing };
      const id = change.newId();
      const rule: DiscoveryRule = {
        id,
        ...given,
        last_started_at: null,
        next_due_at: given.enabled ? dueAfter({ id, ...timing }, change.now) : null,
        created_at: change.now,
        updated_at: change.now,
      };
      await refuseSecond(change, rule);
      await insertRule(change, rule);
      return rule;
    });
  }

  /** Enabling counts as a start of its interval. @throws NOT_FOUND, VALIDATION_ERROR, FORBIDDEN, ALREADY_EXISTS, PRECONDITION_FAILED */
  async update(id: string, draft: Draft<DiscoveryRuleUpdate>, call: CallContext): Promise<DiscoveryRule> {
    if (draft.problems.any) await this.#refuse(draft);
    return await this.#writes.run(call, async (change) => {
      await lockRules(change);
      const before = await forChange(change, id);
      await checkNetwork(change, draft, before, this.#fence());
      const timing = timingOf(draft, before);
      const asked: DiscoveryRule = { ...before, ...draft.valid(), ...timing };
      if (discoveryRuleDocuments.write(asked) === discoveryRuleDocuments.write(before)) return before;
      await refuseSecond(change, asked);
      const after: DiscoveryRule = { ...asked, next_due_at: nextDue(before, asked, change.now), updated_at: change.now };
      await writeRule(change, after);
      change.audit({ action: "update", resource: "discovery_rule", resourceId: id, before, after });
      return after;
    });
  }

  /** Scans that it started stay. @throws NOT_FOUND, PRECONDITION_FAILED */
  async delete(id: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      await lockRules(change);
      const before = await forChange(change, id);
      await removeRule(change, before);
    });
  }

  /** Complains about a body that is wrong by itself, with what only the database knows, before any transaction. */
  async #refuse(draft: Draft<Partial<DiscoveryRuleCreate>>): Promise<void> {
    if (!draft.problems.any) return;
    await checkNetwork(this.#storage.read, draft, {}, this.#fence());
    draft.valid();
  }
}

/** Held by whoever changes rules or starts what is due. */
export async function lockRules(change: Change): Promise<void> {
  await change.lock({ on: "name", name: "discovery-rules" });
}

/** Inserts a rule, with an audit row. */
export async function insertRule(change: Change, rule: DiscoveryRule): Promise<void> {
  const row: DiscoveryRuleRow = { ...columnsOf(rule), created_at: rule.created_at };
  await insertRow(change, discoveryRuleTable, row);
  change.audit({ action: "create", resource: "discovery_rule", resourceId: rule.id, after: rule });
}

/** Deletes a rule, with an audit row. */
export async function removeRule(change: Change, rule: DiscoveryRule): Promise<void> {
  await change.run("delete from discovery_rule where id = ?", [rule.id]);
  change.audit({ action: "delete", resource: "discovery_rule", resourceId: rule.id, before: rule });
}

/** Writes a rule that is there. */
export async function writeRule(change: Change, rule: DiscoveryRule): Promise<void> {
  const { network_id: network, scan_type: type, due_at: due, doc } = columnsOf(rule);
  await change.run("update discovery_rule set network_id = ?, scan_type = ?, due_at = ?, doc = ? where id = ?", [
    network,
    type,
    due,
    doc,
    rule.id,
  ]);
}

function columnsOf(rule: DiscoveryRule): { id: string; network_id: string; scan_type: string; due_at: string | null; doc: string } {
  return {
    id: rule.id,
    network_id: rule.network_id,
    scan_type: rule.scan_type,
    due_at: rule.next_due_at,
    doc: discoveryRuleDocuments.write(rule),
  };
}

function nextDue(before: DiscoveryRule, after: DiscoveryRule, now: string): string | null {
  if (!after.enabled) return null;
  // Of creation, enabling and the last start the latest counts: all of them lie before now, and enabling is now.
  if (!before.enabled) return dueAfter(after, now);
  if (saysSameTimes(before, after) || before.next_due_at === null) return before.next_due_at;
  if (before.interval_hours === null || after.interval_hours === null) return dueAfter(after, now);
  const moved = Date.parse(dueAfter(before, now)) - Date.parse(before.next_due_at);
  return dueAfter(after, new Date(Date.parse(now) - moved).toISOString());
}

const saysSameTimes = (a: RuleTiming, b: RuleTiming): boolean =>
  a.interval_hours === b.interval_hours && a.schedule === b.schedule && a.timezone === b.timezone;

async function forChange(change: Change, id: string): Promise<DiscoveryRule> {
  const row = await change.get<{ doc: string }>("select doc from discovery_rule where id = ?", [id]);
  if (row === undefined) throw noSuch("discovery rule");
  checkIfMatch(change.call, discoveryRuleDocuments.text(row.doc));
  return discoveryRuleDocuments.read(row.doc);
}

/**
 * The network must be there, scans must be able to reach it, and what is excluded must lie in it. @throws FORBIDDEN when nothing else is
 * wrong
 */
async function checkNetwork(
  queries: Queries,
  { fields, problems }: Draft<Partial<DiscoveryRuleCreate>>,
  before: Partial<DiscoveryRule>,
  fence: ScanFence,
): Promise<void> {
  const networkId = fields.network_id ?? before.network_id;
  if (networkId === undefined) return;
  const network = await queries.get<SweptNetwork>("select first_key, last_key, prefix_length, subnet from network where id = ?", [
    networkId,
  ]);
  if (network === undefined) return problems.add("network_id", "names no network");
  // A rule whose network was changed since can still be changed: what is not touched is not complained of.
  if (fields.exclude_ips !== undefined || fields.network_id !== undefined)
    checkExclusions(problems, fields.exclude_ips ?? before.exclude_ips ?? "", network);
  if (fields.network_id === undefined) return;
  const tooLarge = tooLargeToSweep(network, fence);
  if (tooLarge !== undefined) problems.add("network_id", tooLarge.reason);
  // What is wrong with the body is told first, all at once.
  if (!problems.any) checkReach(network, fence);
}

async function refuseSecond(change: Change, { id, network_id: networkId, scan_type: type }: DiscoveryRule): Promise<void> {
  const other = await change.get<{ id: string }>("select id from discovery_rule where network_id = ? and scan_type = ? and id <> ?", [
    networkId,
    type,
    id,
  ]);
  if (other !== undefined) throw coreErrors.ALREADY_EXISTS({ reason: `the network has a rule for ${type} scans already: ${other.id}` });
}
