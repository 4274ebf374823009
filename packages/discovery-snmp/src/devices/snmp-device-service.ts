import {
  type CallContext,
  checkIfMatch,
  coreErrors,
  Documents,
  type Draft,
  insertRow,
  type JsonList,
  type JsonText,
  type OpenStorage,
  type Queries,
  serviceToken,
  Where,
  type WritePath,
} from "@cadastre/inventory-core";
import { checkCredentials, checkSentAgain } from "./credential-rules.ts";
import type { CredentialVault, KeptCredentials } from "./credential-vault.ts";
import type { SnmpDevice, SnmpDeviceCreate, SnmpDeviceUpdate } from "./snmp-device.ts";
import { snmpDeviceDocuments, type SnmpDeviceRow, snmpDeviceTable } from "./snmp-device.entity.ts";

export const SNMP_DEVICES = serviceToken<SnmpDeviceService>("snmp-devices");

const noSuch = (): Error => coreErrors.NOT_FOUND({ what: "SNMP device" });

const NOTHING_KEPT: KeptCredentials = { community: "", auth_key: "", priv_key: "" };

/** The rules of switches and routers that are asked by SNMP. */
export class SnmpDeviceService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #vault: CredentialVault;
  readonly #documents: Documents<typeof SnmpDevice>;

  constructor(storage: OpenStorage, writes: WritePath, vault: CredentialVault) {
    this.#storage = storage;
    this.#writes = writes;
    this.#vault = vault;
    this.#documents = new Documents(storage, snmpDeviceDocuments, noSuch);
  }

  /** Devices by name. */
  list(signal?: AbortSignal): JsonList<SnmpDevice> {
    return this.#documents.list(new Where(), "t.name, t.id", signal);
  }

  /** @throws NOT_FOUND */
  async get(id: string): Promise<JsonText<SnmpDevice>> {
    return await this.#documents.get(id);
  }

  /** @throws NOT_FOUND */
  async mustExist(id: string): Promise<void> {
    await this.#documents.mustExist(id);
  }

  /** @throws VALIDATION_ERROR, ENCRYPTION_KEY_MISSING */
  async create(draft: Draft<SnmpDeviceCreate>, call: CallContext): Promise<SnmpDevice> {
    const kept = keptAfter(NOTHING_KEPT, draft.fields);
    checkCredentials(draft.fields, kept, draft.problems);
    await this.#checkReferences(this.#storage.read, draft);
    const given = draft.valid();
    return await this.#writes.run(call, async (change) => {
      const id = change.newId();
      const device = recordOf({
        id,
        ...given,
        credentials_changed_at: change.now,
        created_at: change.now,
        updated_at: change.now,
      });
      await insertRow(change, snmpDeviceTable, rowOf(device, this.#vault.seal(id, kept)));
      change.audit({ action: "create", resource: "snmp_device", resourceId: id, after: device });
      return device;
    });
  }

  /** @throws NOT_FOUND, VALIDATION_ERROR, PRECONDITION_FAILED, ENCRYPTION_KEY_MISSING */
  async update(id: string, draft: Draft<SnmpDeviceUpdate>, call: CallContext): Promise<SnmpDevice> {
    await this.#checkReferences(this.#storage.read, draft);
    return await this.#writes.run(call, async (change) => {
      await change.lock({ on: "record", table: "snmp_device", id });
      const row = await rowWith(change, id);
      checkIfMatch(call, snmpDeviceDocuments.text(row.doc));
      const before = snmpDeviceDocuments.read(row.doc);
      const keptBefore = this.#vault.open(id, row.credentials);
      const kept = keptAfter(keptBefore, draft.fields);
      const asked = { ...before, ...draft.fields };
      checkCredentials(asked, kept, draft.problems);
      if (asked.address !== before.address || asked.port !== before.port) checkSentAgain(asked, draft.fields, draft.problems);
      const wanted = recordOf({ ...before, ...draft.valid() });
      const sameCredentials = JSON.stringify(kept) === JSON.stringify(keptBefore);
      if (sameCredentials && snmpDeviceDocuments.write(wanted) === snmpDeviceDocuments.write(before)) return before;
      const device: SnmpDevice = {
        ...wanted,
        credentials_changed_at: sameCredentials ? before.credentials_changed_at : change.now,
        updated_at: change.now,
      };
      const after = rowOf(device, sameCredentials ? row.credentials : this.#vault.seal(id, kept));
      await change.run("update snmp_device set name = ?, enabled = ?, credentials = ?, doc = ? where id = ?", [
        after.name,
        after.enabled,
        after.credentials,
        after.doc,
        id,
      ]);
      change.audit({ action: "update", resource: "snmp_device", resourceId: id, before, after: device });
      return device;
    });
  }

  /** @throws NOT_FOUND, PRECONDITION_FAILED */
  async delete(id: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      await change.lock({ on: "record", table: "snmp_device", id });
      const { doc } = await rowWith(change, id);
      checkIfMatch(call, snmpDeviceDocuments.text(doc));
      await change.run("delete from snmp_device where id = ?", [id]);
      change.audit({ action: "delete", resource: "snmp_device", resourceId: id, before: snmpDeviceDocuments.read(doc) });
    });
  }

  /** What is referred to must be there when it is named; what goes later is no longer read for. */
  async #checkReferences(queries: Queries, { fields, problems }: Draft<Partial<SnmpDeviceCreate>>): Promise<void> {
    const has = async (table: "device" | "datacenter", id: string): Promise<boolean> =>
      (await queries.get(`select 1 as one from ${table} where id = ?`, [id])) !== undefined;
    const { device_id: device, datacenter_id: datacenter, network_ids: networks = [] } = fields;
    if (typeof device === "string" && !(await has("device", device))) problems.add("device_id", "names no device");
    if (typeof datacenter === "string" && !(await has("datacenter", datacenter))) problems.add("datacenter_id", "names no datacenter");
    if (networks.length === 0) return;
    const rows = await queries.all<{ id: string }>("select id from network where id = any(?)", [[...networks]]);
    const known = new Set(rows.map(({ id }) => id));
    for (const [at, id] of networks.entries()) if (!known.has(id)) problems.add(`network_ids[${at}]`, "names no network");
  }
}

/** @throws NOT_FOUND */
export async function rowWith(queries: Queries, id: string): Promise<SnmpDeviceRow> {
  const row = await queries.get<SnmpDeviceRow>(`select ${snmpDeviceTable.columns.join(", ")} from snmp_device where id = ?`, [id]);
  if (row === undefined) throw noSuch();
  return row;
}

/** What is kept when some of it is given. */
function keptAfter(before: KeptCredentials, given: Partial<Record<keyof KeptCredentials, string | undefined>>): KeptCredentials {
  return {
    community: given.community ?? before.community,
    auth_key: given.auth_key ?? before.auth_key,
    priv_key: given.priv_key ?? before.priv_key,
  };
}

/** The record without what is secret. */
function recordOf({ community: _, auth_key: __, priv_key: ___, ...device }: SnmpDevice & Partial<KeptCredentials>): SnmpDevice {
  return device;
}

const rowOf = (device: SnmpDevice, credentials: string): SnmpDeviceRow => ({
  id: device.id,
  name: device.name,
  enabled: Number(device.enabled),
  credentials,
  doc: snmpDeviceDocuments.write(device),
});
