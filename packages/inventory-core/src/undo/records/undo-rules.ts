import type { DiscoveryRule } from "../../discovery/rules/discovery-rule.ts";
import { insertRule, lockRules, removeRule, writeRule } from "../../discovery/rules/discovery-rule-service.ts";
import { dueAfter } from "../../discovery/rules/rule-schedule.ts";
import { describe, type Image, type Undoing } from "../undoing.ts";

/** Fields that go on by themselves. */
const RUNNING: ReadonlySet<string> = new Set(["last_started_at", "next_due_at"]);

/** Restores discovery rules that were deleted or changed, and deletes those that were created. */
export async function undoRules(undoing: Undoing): Promise<void> {
  const { change, past } = undoing;
  if (!past.records.has("discovery_rule")) return;
  await lockRules(change);
  for (const id of await undoing.created("discovery_rule")) await removeRule(change, undoing.now("discovery_rule", id) as Rule);
  for await (const changed of undoing.changed("discovery_rule")) {
    const back = undoing.fieldsBack("discovery_rule", changed, RUNNING);
    if (Object.keys(back).length === 0) continue;
    const before = changed.now as Rule;
    const after = due({ ...before, ...back, updated_at: change.now }, change.now);
    if (!(await hasPlace(undoing, after))) continue;
    await writeRule(change, after);
    change.audit({ action: "update", resource: "discovery_rule", resourceId: after.id, before, after });
  }
  for await (const was of undoing.deleted("discovery_rule")) {
    const rule = due(was as unknown as DiscoveryRule, change.now);
    if (await hasPlace(undoing, rule)) await insertRule(change, rule);
  }
}

type Rule = DiscoveryRule & Image;

/** A rule whose time has passed meanwhile waits for its next time. */
function due(rule: DiscoveryRule, now: string): DiscoveryRule {
  if (!rule.enabled) return { ...rule, next_due_at: null };
  const isAhead = rule.next_due_at !== null && rule.next_due_at > now;
  return { ...rule, next_due_at: isAhead ? rule.next_due_at : dueAfter(rule, now) };
}

/** Whether the network of a rule exists and has no other rule for its type of scan. */
async function hasPlace(undoing: Undoing, rule: DiscoveryRule): Promise<boolean> {
  const row = await undoing.change.get<{ name: string; other: string | null }>(
    `select n.name, (select r.id from discovery_rule r where r.network_id = n.id and r.scan_type = ? and r.id <> ?) as other
     from network n where n.id = ?`,
    [rule.scan_type, rule.id, rule.network_id],
  );
  const problem =
    row === undefined
      ? "its network is deleted"
      : row.other !== null
        ? `the network ${row.name} has another rule for ${rule.scan_type} scans`
        : undefined;
  if (problem !== undefined) undoing.warn(`${describe("discovery_rule", rule as Rule)} is not restored: ${problem}`);
  return problem === undefined;
}
