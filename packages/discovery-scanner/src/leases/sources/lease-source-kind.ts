import { type DerivedDraft, type SentDraft, withFunctions } from "@cadastre/inventory-core/records";
import type { AddressRule } from "@cadastre/inventory-core/outbound";
import { pathFormProblem, pathProblem } from "../files/allowed-path.ts";
import { addressProblem, urlProblem } from "../kea/kea-address.ts";
import { LeaseSource } from "./lease-source.ts";
import { dueAfter } from "./lease-source-row.ts";

/** What a host may read. */
export interface Reach {
  /** Folders whose files it may read. */
  readonly folders: readonly string[];
  /** Which addresses it does not connect to. */
  readonly rule: AddressRule;
}

/** The declaration of lease sources, with the checks of a host. */
export const leaseSourceKind = (reach: Reach): typeof LeaseSource =>
  withFunctions(LeaseSource, [], () => ({
    checkSent: (draft, before) => {
      checkPlace(draft, before, reach);
      const networks = draft.fields.network_ids ?? before?.network_ids ?? [];
      if (networks.length === 0) draft.problems.add("network_ids", "must name at least one network");
    },
    derive: (draft, { now }, before) => ({ next_read_at: nextReading(draft, before, now) }),
    // The reading of an agent that is under way is of the source before the change.
    after: async (change, before, record) => {
      if (record !== null && before !== null && record.next_read_at !== before.next_read_at)
        await change.run("update lease_source set site_reading = null where id = ?", [record.id]);
    },
  }));

/** A type has either a path or a URL. A stored password is sent only to the server for which it was given. */
function checkPlace({ fields, problems, has }: SentDraft<LeaseSource>, before: LeaseSource | null, { folders, rule }: Reach): void {
  const type = has("type") ? fields.type : before?.type;
  if (type === undefined) return;
  const path = fields.path ?? before?.path ?? "";
  const url = fields.url ?? before?.url ?? "";
  const site = fields.datacenter_id === undefined ? (before?.datacenter_id ?? null) : fields.datacenter_id;
  const { password } = fields as { readonly password?: string | null };
  if (type === "kea-api") {
    if (path !== "") problems.add("path", "is for lease files: leave it empty for kea-api");
    if (url === "") problems.add("url", "is required for kea-api");
    // An agent has a rule of its own.
    const refused = url === "" || site !== null || urlProblem(url) !== undefined ? undefined : addressProblem(url, rule);
    if (refused !== undefined) problems.add("url", refused);
    const goesElsewhere = before !== null && ((url !== "" && originOf(url) !== originOf(before.url)) || site !== before.datacenter_id);
    if (goesElsewhere && before.has_password && password === undefined)
      problems.add("password", "is required again for another server, or another that asks it: the stored one is not sent there");
    return;
  }
  if (url !== "") problems.add("url", `is for kea-api: leave it empty for ${type}`);
  for (const [field, value] of [
    ["username", fields.username],
    ["password", password],
  ] as const)
    if ((value ?? "") !== "") problems.add(field, `is for kea-api: leave it empty for ${type}`);
  if (path === "") problems.add("path", `is required for ${type}`);
  else if (fields.path !== undefined || fields.type !== undefined || fields.datacenter_id !== undefined) {
    // Which folders an agent may read, it says itself.
    const problem = site === null ? pathProblem(path, folders) : pathFormProblem(path);
    if (problem !== undefined) problems.add("path", problem);
  }
}

const originOf = (url: string): string => URL.parse(url)?.origin ?? "";

/** Fields that decide what is read, and by whom. */
const ELSEWHERE = ["type", "path", "url", "username", "network_ids", "datacenter_id"] as const;

/** A changed source is read at once, so that the caller sees whether it works. */
function nextReading({ record, has }: DerivedDraft<LeaseSource>, before: LeaseSource | null, now: string): string | null {
  if (!record.enabled) return null;
  if (before === null || !before.enabled || has("password")) return now;
  if (ELSEWHERE.some((field) => JSON.stringify(record[field]) !== JSON.stringify(before[field]))) return now;
  return record.interval_minutes === before.interval_minutes ? before.next_read_at : dueAfter(record, record.last_read_at ?? now);
}
