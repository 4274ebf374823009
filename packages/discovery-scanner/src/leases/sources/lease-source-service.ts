import {
  type CallContext,
  checkIfMatch,
  type Draft,
  type JsonList,
  listOfRows,
  type OpenStorage,
  type Queries,
  type Secrets,
  serviceToken,
  type Change,
  type WritePath,
} from "@cadastre/inventory-core";
import type { AddressRule } from "@cadastre/inventory-core/outbound";
import { pathFormProblem, pathProblem } from "../files/allowed-path.ts";
import { addressProblem, urlProblem } from "../kea/kea-address.ts";
import type { LeaseReader } from "../reading/lease-reader.ts";
import { type DhcpLeaseRow, type LeaseSourceRow, leaseSourceTable } from "./lease-source.entity.ts";
import { dueAfter, networkIdsOf, noSuchSource, PASSWORD, SOURCE_COLUMNS, sourceOf, sourceRow } from "./lease-source-record.ts";
import type { DhcpLease, LeaseSource, LeaseSourceCreate, LeaseSourceUpdate } from "./lease-source.ts";

export const LEASE_SOURCES = serviceToken<LeaseSourceService>("lease-sources");

/** What sources work with. */
export interface LeaseSourceParts {
  readonly storage: OpenStorage;
  readonly writes: WritePath;
  readonly secrets: Secrets;
  readonly reader: LeaseReader;
  /** Folders whose files this host may read. */
  readonly folders: readonly string[];
  /** Which addresses this host does not connect to. */
  readonly rule: AddressRule;
}

/** The rules of lease sources. */
export class LeaseSourceService {
  readonly #parts: LeaseSourceParts;

  constructor(parts: LeaseSourceParts) {
    this.#parts = parts;
  }

  /** Sources by name. */
  list(signal?: AbortSignal): JsonList<LeaseSource> {
    const rows = this.#parts.storage.pages<LeaseSourceRow>(`select ${SOURCE_COLUMNS} from lease_source order by name, id`, [], signal);
    return listOfRows(rows, sourceOf);
  }

  /** Leases in force of a source, by address. @throws NOT_FOUND */
  async leases(id: string, signal?: AbortSignal): Promise<JsonList<DhcpLease>> {
    await this.mustExist(id);
    const rows = this.#parts.storage.pages<DhcpLeaseRow>(
      "select ip_key, ip, mac_address, hostname, expires_at from dhcp_lease where source_id = ? order by ip_key",
      [id],
      signal,
    );
    return listOfRows(rows, ({ ip, mac_address, hostname, expires_at }) => ({ ip, mac_address, hostname, expires_at }));
  }

  /** @throws NOT_FOUND */
  async get(id: string): Promise<LeaseSource> {
    return sourceOf(await sourceRow(this.#parts.storage.read, id));
  }

  /** @throws NOT_FOUND */
  async mustExist(id: string): Promise<void> {
    if ((await this.#parts.storage.read.get("select 1 as one from lease_source where id = ?", [id])) === undefined) throw noSuchSource();
  }

  /** It is read for the first time within seconds. @throws VALIDATION_ERROR, ENCRYPTION_KEY_MISSING when there is a password and no key */
  async create(draft: Draft<LeaseSourceCreate>, call: CallContext): Promise<LeaseSource> {
    if (draft.problems.any) await this.#check(this.#parts.storage.read, draft, undefined);
    return await this.#parts.writes.run(call, async (change) => {
      await this.#check(change, draft, undefined);
      const given = draft.valid();
      const id = change.newId();
      const row: LeaseSourceRow = {
        id,
        name: given.name,
        type: given.type,
        path: given.path,
        url: given.url,
        username: given.username,
        password: this.#sealed(id, given.password ?? ""),
        network_ids: listText(given.network_ids),
        datacenter_id: given.datacenter_id,
        interval_minutes: given.interval_minutes,
        enabled: Number(given.enabled),
        ...dueFor(given.datacenter_id, given.enabled ? change.now : null),
        site_reading: null,
        last_read_at: null,
        last_error: "",
        lease_count: 0,
        outside_count: 0,
        unread_count: 0,
        created_at: change.now,
        updated_at: change.now,
      };
      change.em.create(leaseSourceTable.entity, row);
      await change.em.flush();
      const record = sourceOf(row);
      change.audit({ action: "create", resource: "lease_source", resourceId: id, after: record });
      return record;
    });
  }

  /** @throws NOT_FOUND, VALIDATION_ERROR, PRECONDITION_FAILED, ENCRYPTION_KEY_MISSING */
  async update(id: string, draft: Draft<LeaseSourceUpdate>, call: CallContext): Promise<LeaseSource> {
    return await this.#parts.writes.run(call, async (change) => {
      const before = await lockSource(change, id);
      checkIfMatch(call, JSON.stringify(sourceOf(before)));
      await this.#check(change, draft, before);
      const { password, network_ids: networks, enabled, ...given } = draft.valid();
      const asked: LeaseSourceRow = {
        ...before,
        ...given,
        ...(password === undefined ? {} : { password: this.#sealed(id, password) }),
        ...(networks === undefined ? {} : { network_ids: listText(networks) }),
        ...(enabled === undefined ? {} : { enabled: Number(enabled) }),
      };
      const samePassword = password === undefined || password === this.#passwordOf(before);
      if (JSON.stringify({ ...asked, password: "" }) === JSON.stringify({ ...before, password: "" }) && samePassword)
        return sourceOf(before);
      const row: LeaseSourceRow = {
        ...asked,
        ...dueFor(asked.datacenter_id, nextDue(before, asked, change.now)),
        // What an agent is reading is what it was.
        ...(isElsewhere(before, asked) || asked.enabled === 0 ? { site_reading: null } : {}),
        updated_at: change.now,
      };
      const { id: _, created_at: __, ...columns } = row;
      const sets = Object.keys(columns).map((column) => `${column} = ?`);
      await change.run(`update lease_source set ${sets.join(", ")} where id = ?`, [...Object.values(columns), id]);
      const record = sourceOf(row);
      change.audit({ action: "update", resource: "lease_source", resourceId: id, before: sourceOf(before), after: record });
      return record;
    });
  }

  /** What was seen by it stays. @throws NOT_FOUND, PRECONDITION_FAILED */
  async delete(id: string, call: CallContext): Promise<void> {
    await this.#parts.writes.run(call, async (change) => {
      const before = sourceOf(await lockSource(change, id));
      checkIfMatch(call, JSON.stringify(before));
      await change.run("delete from dhcp_lease where source_id = ?", [id]);
      await change.run("delete from lease_source where id = ?", [id]);
      change.audit({ action: "delete", resource: "lease_source", resourceId: id, before });
    });
  }

  /** Reads it now, and waits for what comes of it, which the record tells; one that an agent reads is due at once. @throws NOT_FOUND */
  async read(id: string, call: CallContext): Promise<LeaseSource> {
    const { datacenter_id: site } = await this.get(id);
    if (site === null) await this.#parts.reader.read(id);
    else
      await this.#parts.writes.run(call, async (change) => {
        await change.lock({ on: "record", table: "lease_source", id });
        await change.run("update lease_source set site_due_at = ? where id = ? and datacenter_id is not null", [change.now, id]);
      });
    return await this.get(id);
  }

  #sealed(id: string, password: string): string | null {
    return password === "" ? null : this.#parts.secrets.encrypt(PASSWORD, id, password);
  }

  #passwordOf({ id, password }: Pick<LeaseSourceRow, "id" | "password">): string {
    return password === null ? "" : this.#parts.secrets.decrypt(PASSWORD, id, password);
  }

  /** What only the host and the database know, and how fields fit each other. @throws VALIDATION_ERROR when anything is wrong */
  async #check(queries: Queries, draft: Draft<Partial<LeaseSourceCreate>>, before: LeaseSourceRow | undefined): Promise<void> {
    const { fields, problems } = draft;
    checkPlace(draft, before, this.#parts);
    const { datacenter_id: datacenter } = fields;
    if (datacenter !== undefined && datacenter !== null) {
      const isThere = await queries.get("select 1 as one from datacenter where id = ?", [datacenter]);
      if (isThere === undefined) problems.add("datacenter_id", "names no datacenter");
    }
    const networks = fields.network_ids ?? (before === undefined ? [] : networkIdsOf(before));
    if (networks.length === 0) problems.add("network_ids", "must name at least one network");
    if (fields.network_ids !== undefined && networks.length > 0) {
      const rows = await queries.all<{ id: string }>("select id from network where id = any(?)", [networks]);
      const known = new Set(rows.map(({ id }) => id));
      for (const [index, id] of networks.entries()) if (!known.has(id)) problems.add(`network_ids[${index}]`, "names no network");
    }
    draft.valid();
  }
}

/** A type has either a path or a URL. What is stored of a password goes to the server that it was given for, and to no other. */
function checkPlace(
  draft: Draft<Partial<LeaseSourceCreate>>,
  before: LeaseSourceRow | undefined,
  { folders, rule }: Pick<LeaseSourceParts, "folders" | "rule">,
): void {
  const { fields, problems } = draft;
  const type = draft.has("type") ? fields.type : before?.type;
  if (type === undefined) return;
  const path = fields.path ?? before?.path ?? "";
  const url = fields.url ?? before?.url ?? "";
  const site = fields.datacenter_id === undefined ? (before?.datacenter_id ?? null) : fields.datacenter_id;
  if (type === "kea-api") {
    if (path !== "") problems.add("path", "is for lease files: leave it empty for kea-api");
    if (url === "") problems.add("url", "is required for kea-api");
    // An agent has a rule of its own.
    const refused = url === "" || site !== null || urlProblem(url) !== undefined ? undefined : addressProblem(url, rule);
    if (refused !== undefined) problems.add("url", refused);
    const goesElsewhere = before !== undefined && ((url !== "" && originOf(url) !== originOf(before.url)) || site !== before.datacenter_id);
    if (goesElsewhere && before.password !== null && fields.password === undefined)
      problems.add("password", "is required again for another server, or another that asks it: the stored one is not sent there");
    return;
  }
  if (url !== "") problems.add("url", `is for kea-api: leave it empty for ${type}`);
  for (const field of ["username", "password"] as const)
    if ((fields[field] ?? "") !== "") problems.add(field, `is for kea-api: leave it empty for ${type}`);
  if (path === "") problems.add("path", `is required for ${type}`);
  else if (fields.path !== undefined || fields.type !== undefined || fields.datacenter_id !== undefined) {
    // Which folders an agent may read, it says itself.
    const problem = site === null ? pathProblem(path, folders) : pathFormProblem(path);
    if (problem !== undefined) problems.add("path", problem);
  }
}

const originOf = (url: string): string => URL.parse(url)?.origin ?? "";

/** What is changed is read soon, so that whoever changed it sees whether it works. */
function nextDue(before: LeaseSourceRow, after: LeaseSourceRow, now: string): string | null {
  if (after.enabled === 0) return null;
  if (before.enabled === 0 || isElsewhere(before, after)) return now;
  return before.interval_minutes === after.interval_minutes
    ? (before.due_at ?? before.site_due_at)
    : dueAfter(after, after.last_read_at ?? now);
}

/** Whether something else is read, or by somebody else. */
const isElsewhere = (before: LeaseSourceRow, after: LeaseSourceRow): boolean =>
  (["type", "path", "url", "username", "password", "network_ids", "datacenter_id"] as const).some(
    (column) => before[column] !== after[column],
  );

/** Servers, and agents, look at a column each. */
const dueFor = (site: string | null, due: string | null): Pick<LeaseSourceRow, "due_at" | "site_due_at"> => ({
  due_at: site === null ? due : null,
  site_due_at: site === null ? null : due,
});

const listText = (ids: readonly string[]): string => JSON.stringify([...new Set(ids)]);

/** @throws NOT_FOUND */
async function lockSource(change: Change, id: string): Promise<LeaseSourceRow> {
  await change.lock({ on: "record", table: "lease_source", id });
  return await sourceRow(change, id);
}
