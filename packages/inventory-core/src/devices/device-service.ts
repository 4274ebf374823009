import { COMMON_SPACE, spaceOfDatacenter } from "../address-space/locate.ts";
import { parseNeedle } from "../address/cidr.ts";
import { checkIfMatch } from "../contract/etag.ts";
import { newId } from "../contract/new-id.ts";
import type { CallContext } from "../contract/operation.ts";
import type { JsonList, JsonText } from "../contract/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, Queries } from "../contract/storage.ts";
import { type Draft, Problems } from "../contract/validation.ts";
import type { Change, WritePath } from "../contract/write-path.ts";
import { datacenterErrors } from "../datacenters/datacenter.errors.ts";
import { networkErrors } from "../networks/network.errors.ts";
import { documentOf, Documents } from "../storage/documents.ts";
import { placeAddresses } from "./address-placement.ts";
import { AddressInput, Device, type DeviceCreate, type DeviceFilter, type DeviceUpdate } from "./device.ts";
import { deviceErrors } from "./device.errors.ts";
import { deviceFilter, deviceSearch } from "./device-queries.ts";
import { loadDevices, type PlacedAddress, type PlacedDevice } from "./device-rows.ts";
import { changeDevices, changedFields, createDevices, deleteDevice, documented } from "./device-writer.ts";

export const DEVICES = serviceToken<DeviceService>("devices");

/** The rules of devices and their addresses. */
export class DeviceService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #documents: Documents<Device>;

  constructor(storage: OpenStorage, writes: WritePath) {
    this.#storage = storage;
    this.#writes = writes;
    this.#documents = new Documents(storage, "device", (id) => deviceErrors.DEVICE_NOT_FOUND({ id }));
  }

  list(filter: DeviceFilter, signal?: AbortSignal): JsonList<Device> {
    return this.#documents.list(deviceFilter(filter), "t.name, t.id", signal);
  }

  /** @throws DATACENTER_NOT_FOUND */
  async ofDatacenter(id: string, signal?: AbortSignal): Promise<JsonList<Device>> {
    const found = await this.#storage.read.get("select 1 as one from datacenter where id = ?", [id]);
    if (found === undefined) throw datacenterErrors.DATACENTER_NOT_FOUND({ id });
    return this.list({ datacenter_id: id }, signal);
  }

  /** Devices with an address linked to the network. @throws NETWORK_NOT_FOUND */
  async ofNetwork(id: string, signal?: AbortSignal): Promise<JsonList<Device>> {
    const found = await this.#storage.read.get("select 1 as one from network where id = ?", [id]);
    if (found === undefined) throw networkErrors.NETWORK_NOT_FOUND({ id });
    return this.list({ network_id: id }, signal);
  }

  /** Devices that match a text, best first (decisions.md §7). `q` is checked by its schema. */
  search(q: string, signal?: AbortSignal): JsonList<Device> {
    const { sql, params } = deviceSearch(this.#storage.text, q, parseNeedle(q));
    return this.#documents.listQuery(sql, params, signal);
  }

  /** How many devices there are of each status. */
  async statusCounts(): Promise<Record<Device["status"], number>> {
    const counts = { planned: 0, active: 0, maintenance: 0, decommissioned: 0 };
    const rows = await this.#storage.read.all<{ status: Device["status"]; count: number | string }>(
      "select status, count(*) as count from device group by status",
    );
    for (const { status, count } of rows) counts[status] = Number(count);
    return counts;
  }

  /** @throws DEVICE_NOT_FOUND */
  async get(id: string): Promise<JsonText<Device>> {
    return await this.#documents.get(id);
  }

  /** @throws DEVICE_NOT_FOUND */
  async mustExist(id: string): Promise<void> {
    await this.#documents.mustExist(id);
  }

  /** @throws VALIDATION_ERROR */
  async create(draft: Draft<DeviceCreate>, call: CallContext): Promise<Device> {
    await this.#refuse(draft, { datacenter_id: null, ownIds: new Set() });
    return await this.#writes.run(call, async (change) => await this.createWithin(change, draft));
  }

  /** {@link create} inside a transaction that is open already (promotion, import). */
  async createWithin(change: Change, draft: Draft<DeviceCreate>): Promise<Device> {
    await change.lock({ on: "topology", mode: "shared" });
    const placed = await check(change, draft, { datacenter_id: null, ownIds: new Set() });
    const device = documented({ id: newId(), ...draft.valid(), addresses: placed, created_at: change.now, updated_at: change.now });
    await createDevices(change, [{ device, placed }]);
    return device;
  }

  /** Changes the fields that are given. @throws DEVICE_NOT_FOUND, VALIDATION_ERROR, PRECONDITION_FAILED */
  async update(id: string, draft: Draft<DeviceUpdate>, call: CallContext): Promise<Device> {
    if (draft.problems.any) await this.#refuse(draft, { datacenter_id: null, ownIds: new Set() });
    return await this.#writes.run(call, async (change) => {
      await change.lock({ on: "topology", mode: "shared" });
      const { device: before, placed: old } = await this.#forChange(change, id);
      const moved = draft.fields.datacenter_id !== undefined && draft.fields.datacenter_id !== before.datacenter_id;
      // A device that moves takes its unlinked addresses to its new datacenter's space, where a network may contain them.
      const asked = draft.fields.addresses ?? (moved ? before.addresses : undefined);
      const context = { datacenter_id: before.datacenter_id, ownIds: new Set(before.addresses.map((address) => address.id)) };
      const placed = await check(change, draft, context, asked);
      const device = documented({ ...before, ...draft.valid(), addresses: asked === undefined ? before.addresses : placed, updated_at: change.now });
      // Asked to become what it is, it stays as it was, its time of change included (decision 0006).
      if (changedFields(before, device).length === 0) return before;
      await changeDevices(change, [{ before: { device: before, placed: old }, device, placed: asked === undefined ? undefined : placed }]);
      return device;
    });
  }

  /** Its addresses and relationships go with it. @throws DEVICE_NOT_FOUND, PRECONDITION_FAILED */
  async delete(id: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      await change.lock({ on: "topology", mode: "shared" });
      await deleteDevice(change, await this.#forChange(change, id));
    });
  }

  /** Complains about a body that is wrong by itself, with what only the database knows, before any transaction. */
  async #refuse(draft: Draft<Partial<DeviceCreate>>, context: CheckContext): Promise<void> {
    if (!draft.problems.any) return;
    await check(this.#storage.read, draft, context);
    draft.valid();
  }

  async #forChange(change: Change, id: string): Promise<PlacedDevice> {
    await change.lock({ on: "record", table: "device", id });
    const loaded = (await loadDevices(change, [id])).get(id);
    if (loaded === undefined) throw deviceErrors.DEVICE_NOT_FOUND({ id });
    checkIfMatch(change.call, documentOf(Device, loaded.device));
    return loaded;
  }
}

interface CheckContext {
  /** Datacenter of the device as it is; what the draft sends goes before it. */
  readonly datacenter_id: string | null;
  readonly ownIds: ReadonlySet<string>;
}

/** Checks references and places addresses, those that are sent or else stored ones; problems go to the draft. */
async function check(
  queries: Queries,
  draft: Draft<Partial<DeviceCreate>>,
  context: CheckContext,
  stored: readonly AddressInput[] = [],
): Promise<PlacedAddress[]> {
  const { fields, problems } = draft;
  const sent = fields.addresses ?? draft.elements("addresses", AddressInput);
  const datacenterId = fields.datacenter_id === undefined ? context.datacenter_id : fields.datacenter_id;
  const space = await spaceOfDatacenter(queries, datacenterId);
  if (space === undefined) problems.add("datacenter_id", "names no datacenter");
  // Nobody is told off for addresses that were not sent: two of them may have become the same when their networks went.
  return await placeAddresses(queries, sent ?? stored, { space: space ?? COMMON_SPACE, ownIds: context.ownIds }, sent === undefined ? new Problems() : problems);
}
