import { setImmediate } from "node:timers/promises";
import { weighedSlices } from "../background/in-slices.ts";
import { type BulkResult, bulkResultOf, createOneByOne, joinBulkResults } from "../contract/operations/bulk.ts";
import type { Cascades } from "../contract/cascades.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { PageRequest } from "../contract/operations/paging.ts";
import { JsonList, type JsonText } from "../contract/operations/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import { type Draft, draftOf } from "../contract/errors/validation.ts";
import { type Outcome, resultOf } from "../contract/storage/outcome.ts";
import type { Change, ExtensionRunner, WritePath } from "../contract/storage/write-path.ts";
import { networkErrors } from "../networks/network.errors.ts";
import { ownConditions } from "../fields/own-filter.ts";
import { type Ensured, KeyedRecords } from "../natural-keys/keyed-records.ts";
import type { KeyValues } from "../natural-keys/natural-key.ts";
import { Documents } from "../storage/documents.ts";
import { Batcher } from "../storage/writers/batcher.ts";
import { type Device, DeviceCreate, type DeviceFilter, type DeviceKey, type DeviceUpdate } from "./device.ts";
import { countDevice, countedDevices, type StatusCounts } from "./device-counts.ts";
import { deviceErrors } from "./device.errors.ts";
import { deviceDeleted, deviceEventData } from "./device.events.ts";
import { deviceDocuments } from "./device-rows.ts";
import { searchPages } from "../storage/searching/search-pages.ts";
import { countRecords, isWholeList, readPage } from "../storage/paging/read-page.ts";
import { devicePageFilter, pagedDevices } from "./lists/device-pages.ts";
import { searchedDevices } from "./lists/device-search.ts";
import { filteredDevicePages } from "./lists/filtered-devices.ts";
import { toldDevices } from "./told-devices.ts";
import { checkDevices, type CheckContext, NEW_DEVICE } from "./check-devices.ts";
import { createBodies, createValid, type Creation } from "./create-devices.ts";
import { type DeviceOutcome, type DeviceToUpdate, loadForChange, lockDevices, updateDevices } from "./update-devices.ts";

export const DEVICES = serviceToken<DeviceService>("devices");

/** Most devices that are created in one transaction: the event loop stands still while they are written. */
const MAX_TOGETHER = 64;

/** Most addresses of devices that are created in one transaction, unless one device has more. */
const ADDRESSES_TOGETHER = 1000;

/** The rules of devices and their addresses. */
export class DeviceService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #cascades: Cascades;
  readonly #documents: Documents<typeof Device>;
  readonly #keyed: KeyedRecords<typeof Device>;
  readonly #creations: Batcher<Creation, Device>;
  /** Whether an extension may undo a creation, which is a transaction of its own for that reason. */
  readonly #isAlone: boolean;

  constructor(storage: OpenStorage, writes: WritePath, cascades: Cascades, extensions: ExtensionRunner) {
    this.#storage = storage;
    this.#writes = writes;
    this.#cascades = cascades;
    this.#documents = new Documents(storage, deviceDocuments, (id) => deviceErrors.DEVICE_NOT_FOUND({ id }));
    this.#keyed = new KeyedRecords(storage, writes, { kind: "device", documents: this.#documents, topology: "shared" });
    this.#isAlone = extensions.has("device");
    this.#creations = new Batcher(
      async (_, creations) => await writes.runEach(creations, createValid),
      MAX_TOGETHER,
      ({ draft }) => Math.max(1, ((draft.fields.addresses?.length ?? 0) * MAX_TOGETHER) / ADDRESSES_TOGETHER),
    );
  }

  /** @throws VALIDATION_ERROR for a value that a field of one's own cannot have */
  async list(filter: DeviceFilter, signal?: AbortSignal): Promise<JsonList<Device>> {
    const own = await ownConditions(this.#storage.read, "device", filter.field);
    return new JsonList(filteredDevicePages(this.#storage, { ...filter, own }, signal));
  }

  /** A part of the list. @throws VALIDATION_ERROR for a value that a custom field cannot have */
  async page(filter: DeviceFilter, page: PageRequest, signal?: AbortSignal): Promise<JsonList<Device>> {
    if (isWholeList(page) && !page.count) return await this.list(filter, signal);
    const { read } = this.#storage;
    const paged = devicePageFilter(filter, await ownConditions(read, "device", filter.field), page);
    if (!isWholeList(page)) return await readPage(this.#storage, pagedDevices, page, paged, signal);
    return new JsonList((await this.list(filter, signal)).pages, { count: await countRecords(read, pagedDevices, paged) });
  }

  /** @throws DATACENTER_NOT_FOUND */
  async ofDatacenter(id: string, missing: (id: string) => Error, signal?: AbortSignal): Promise<JsonList<Device>> {
    const found = await this.#storage.read.get("select 1 as one from datacenter where id = ?", [id]);
    if (found === undefined) throw missing(id);
    return await this.list({ datacenter_id: id }, signal);
  }

  /** Devices with an address linked to the network. @throws NETWORK_NOT_FOUND */
  async ofNetwork(id: string, signal?: AbortSignal): Promise<JsonList<Device>> {
    const found = await this.#storage.read.get("select 1 as one from network where id = ?", [id]);
    if (found === undefined) throw networkErrors.NETWORK_NOT_FOUND({ id });
    return await this.list({ network_id: id }, signal);
  }

  /** Devices that match a text, best first (docs/spec/devices.md#ranking). `q` is checked by its schema. */
  search(q: string, signal?: AbortSignal): JsonList<Device> {
    return new JsonList(searchPages(this.#storage, searchedDevices(q), signal));
  }

  /** How many devices there are of each status. */
  async statusCounts(): Promise<StatusCounts> {
    return await countedDevices(this.#storage.read);
  }

  /** @throws DEVICE_NOT_FOUND */
  async get(id: string): Promise<JsonText<Device>> {
    return await this.#documents.get(id);
  }

  /** @throws DEVICE_NOT_FOUND */
  async mustExist(id: string): Promise<void> {
    await this.#documents.mustExist(id);
  }

  /** Devices that are created at the same time go together in one transaction. @throws VALIDATION_ERROR */
  async create(draft: Draft<DeviceCreate>, call: CallContext): Promise<Device> {
    await this.#refuse(draft, NEW_DEVICE);
    return await this.#creations.add("", { draft, call }, call, this.#isAlone || call.within !== undefined);
  }

  /** The device of a natural key; null when there is none. @throws CONFLICT */
  async find(key: DeviceKey, call: CallContext): Promise<JsonText<Device | null>> {
    return await this.#keyed.find(() => keyOf(key), call);
  }

  /** The device of a natural key, which is created when there is none. @throws VALIDATION_ERROR, CONFLICT */
  async ensure(draft: Draft<DeviceCreate>, call: CallContext): Promise<Ensured<Device> | JsonText<Ensured<Device>>> {
    await this.#refuse(draft, NEW_DEVICE);
    const key = draft.valid();
    return await this.#keyed.ensure(
      () => keyOf(key),
      async (change) => await this.createWithin(change, draft),
      call,
    );
  }

  /** {@link create} inside a transaction that is open already (promotion). */
  async createWithin(change: Change, draft: Draft<DeviceCreate>): Promise<Device> {
    return resultOf((await createValid(change, [{ draft, call: change.call }]))[0]);
  }

  /** Creates those of some devices that nothing speaks against, inside a transaction that is open already (import). */
  async createAllWithin(
    change: Change,
    creations: readonly (Omit<Creation, "call"> & { readonly id: string })[],
  ): Promise<Outcome<Device>[]> {
    return await createValid(
      change,
      creations.map((creation) => ({ ...creation, call: change.call })),
    );
  }

  /** Creates the valid ones of some devices. @param items as they were sent */
  async createMany(items: AsyncIterable<unknown>, call: CallContext): Promise<BulkResult> {
    const bodies = await Array.fromAsync(items);
    if (this.#isAlone) return await createOneByOne(bodies, async (body) => await this.create(draftOf(DeviceCreate, body), call));
    const parts: BulkResult[] = [];
    let at = 0;
    const bounds = { count: MAX_TOGETHER, weight: ADDRESSES_TOGETHER, weightOf: addressesIn };
    for await (const slice of weighedSlices(bodies, bounds)) {
      parts.push(await this.#writes.run(call, async (change) => bulkResultOf(at, await createBodies(change, slice, call))));
      at += slice.length;
      await setImmediate();
    }
    return joinBulkResults(parts);
  }

  /** Changes the fields that are given. @throws DEVICE_NOT_FOUND, VALIDATION_ERROR, PRECONDITION_FAILED */
  async update(id: string, draft: Draft<DeviceUpdate>, call: CallContext): Promise<Device> {
    if (draft.problems.any) await this.#refuse(draft, { ...NEW_DEVICE, fields: {} });
    return await this.#writes.run(call, async (change) => resultOf((await updateDevices(change, [{ id, draft }]))[0]));
  }

  /** {@link updateDevices} inside a transaction that is open already (import, plans). */
  async updateAllWithin(change: Change, updates: readonly DeviceToUpdate[], isAlone = false): Promise<DeviceOutcome[]> {
    return await updateDevices(change, updates, isAlone);
  }

  /** Its addresses and relationships go with it. @throws DEVICE_NOT_FOUND, PRECONDITION_FAILED */
  async delete(id: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      await change.lock({ on: "topology", mode: "shared" });
      await lockDevices(change, [id]);
      const [missing] = await this.deleteAllWithin(change, [id]);
      if (missing !== undefined) throw deviceErrors.DEVICE_NOT_FOUND({ id });
    });
  }

  /** {@link delete} of several devices that nobody else changes, inside a transaction that is open already. @returns ids of none */
  async deleteAllWithin(change: Change, ids: readonly string[]): Promise<readonly string[]> {
    const loaded = await loadForChange(change, ids);
    const there = ids.flatMap((id) => loaded.get(id) ?? []);
    const told = await toldDevices(change, ids);
    await this.#cascades.devicesDeleted(
      change,
      there.map(({ device, placed }) => ({ id: device.id, placed })),
    );
    for (const { device } of there) {
      countDevice(change, device, undefined);
      change.emit(deviceDeleted, device.id, deviceEventData(device));
      change.audit({ action: "delete", resource: "device", resourceId: device.id, before: told.get(device.id) ?? device });
      await change.extensions.after(change, "device", device, undefined);
    }
    return ids.filter((id) => !loaded.has(id));
  }

  /** Complains about a body that is wrong by itself, with what only the database knows, before any transaction. */
  async #refuse(draft: Draft<Partial<DeviceCreate>>, context: CheckContext): Promise<void> {
    if (!draft.problems.any) return;
    await checkDevices(this.#storage.read, [{ draft, context }], () => "");
    draft.valid();
  }
}

const keyOf = ({ name, datacenter_id: datacenterId }: DeviceKey): KeyValues => ({ name, scope: datacenterId ?? "" });

/** Number of addresses in the body of a device. */
function addressesIn(body: unknown): number {
  const { addresses } = (body ?? {}) as { readonly addresses?: unknown };
  return Array.isArray(addresses) ? addresses.length : 0;
}
