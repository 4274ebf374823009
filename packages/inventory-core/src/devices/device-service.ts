import { setImmediate } from "node:timers/promises";
import { COMMON_HOME, homesOfDatacenters } from "../address-space/space-numbers.ts";
import { storedSpace } from "../address-space/space-view.ts";
import { type BulkResult, bulkResultOf, joinBulkResults } from "../contract/operations/bulk.ts";
import type { Cascades } from "../contract/cascades.ts";
import { checkIfMatch } from "../contract/operations/etag.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import { JsonList, type JsonText } from "../contract/operations/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, Queries } from "../contract/storage/storage.ts";
import { type Draft, draftOrRefusal, Problems } from "../contract/errors/validation.ts";
import { changedFields } from "../contract/storage/changed-fields.ts";
import type { Change, Outcome, WritePath } from "../contract/storage/write-path.ts";
import { datacenterErrors } from "../datacenters/datacenter.errors.ts";
import { networkErrors } from "../networks/network.errors.ts";
import { checkAgainst, uniqueBreaches } from "../fields/check-own-fields.ts";
import { definitionsOf } from "../fields/definitions.ts";
import type { OwnFields } from "../fields/own-fields.ts";
import { ownConditions } from "../fields/own-filter.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import { documentOf } from "../storage/document-type.ts";
import { Documents } from "../storage/documents.ts";
import { Batcher } from "../storage/batcher.ts";
import { placeAddresses, type Placed, type Placement } from "./addresses/address-placement.ts";
import { AddressInput, Device, DeviceCreate, type DeviceFilter, type DeviceUpdate, type GivenAddress } from "./device.ts";
import { deviceErrors } from "./device.errors.ts";
import { deviceDeleted, deviceEventData } from "./device.events.ts";
import { deviceDocuments, loadDevices, type PlacedAddress, type PlacedDevice } from "./device-rows.ts";
import { countByStatus } from "./lists/status-counts.ts";
import { deviceSearchPages } from "./lists/device-search.ts";
import { filteredDevicePages } from "./lists/filtered-devices.ts";
import { toldDevices } from "./told-devices.ts";
import { changeDevices, createDevices, type DeviceChange, documented, type NewDevice } from "./device-writer.ts";

export const DEVICES = serviceToken<DeviceService>("devices");

/** The rules of devices and their addresses. */
export class DeviceService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #cascades: Cascades;
  readonly #documents: Documents<typeof Device>;
  readonly #creations: Batcher<Creation, Device>;

  constructor(storage: OpenStorage, writes: WritePath, cascades: Cascades) {
    this.#storage = storage;
    this.#writes = writes;
    this.#cascades = cascades;
    this.#documents = new Documents(storage, deviceDocuments, (id) => deviceErrors.DEVICE_NOT_FOUND({ id }));
    this.#creations = new Batcher(async (_, creations) => await writes.runEach(creations, createAll), MAX_TOGETHER);
  }

  /** @throws VALIDATION_ERROR for a value that a field of one's own cannot have */
  async list(filter: DeviceFilter, signal?: AbortSignal): Promise<JsonList<Device>> {
    const own = await ownConditions(this.#storage.read, "device", filter.field);
    return new JsonList(filteredDevicePages(this.#storage, { ...filter, own }, signal));
  }

  /** @throws DATACENTER_NOT_FOUND */
  async ofDatacenter(id: string, signal?: AbortSignal): Promise<JsonList<Device>> {
    const found = await this.#storage.read.get("select 1 as one from datacenter where id = ?", [id]);
    if (found === undefined) throw datacenterErrors.DATACENTER_NOT_FOUND({ id });
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
    return new JsonList(deviceSearchPages(this.#storage, q, signal));
  }

  /** How many devices there are of each status. */
  async statusCounts(): Promise<Record<Device["status"], number>> {
    return await countByStatus(this.#storage);
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
    return await this.#creations.add("", { draft, call }, call.within !== undefined);
  }

  /** {@link create} inside a transaction that is open already (promotion). */
  async createWithin(change: Change, draft: Draft<DeviceCreate>): Promise<Device> {
    return resultOf((await createAll(change, [{ draft, call: change.call }]))[0]);
  }

  /** Creates those of some devices that nothing speaks against, inside a transaction that is open already (import). */
  async createAllWithin(
    change: Change,
    creations: readonly { readonly draft: Draft<DeviceCreate>; readonly id: string }[],
  ): Promise<Outcome<Device>[]> {
    return await createAll(
      change,
      creations.map((creation) => ({ ...creation, call: change.call })),
    );
  }

  /** Creates the valid ones of some devices. @param items as they were sent */
  async createMany(items: AsyncIterable<unknown>, call: CallContext): Promise<BulkResult> {
    const bodies = await Array.fromAsync(items);
    const parts: BulkResult[] = [];
    for (let at = 0; at < bodies.length; at += MAX_TOGETHER) {
      const slice = bodies.slice(at, at + MAX_TOGETHER);
      parts.push(await this.#writes.run(call, async (change) => bulkResultOf(at, await createSlice(change, slice, call))));
      await setImmediate();
    }
    return joinBulkResults(parts);
  }

  /** Changes the fields that are given. @throws DEVICE_NOT_FOUND, VALIDATION_ERROR, PRECONDITION_FAILED */
  async update(id: string, draft: Draft<DeviceUpdate>, call: CallContext): Promise<Device> {
    if (draft.problems.any) await this.#refuse(draft, { ...NEW_DEVICE, fields: {} });
    return await this.#writes.run(call, async (change) => resultOf((await this.updateAllWithin(change, [{ id, draft }]))[0]));
  }

  /**
   * {@link update} of several devices, each of which is named once, inside a transaction that is open already (import).
   * @param isAlone the topology is locked exclusively, so that nobody else changes devices: they need no locks of their own
   * @returns what came of each; `changed` is false of one that was what it is asked to become
   */
  async updateAllWithin(change: Change, updates: readonly DeviceToUpdate[], isAlone = false): Promise<DeviceOutcome[]> {
    if (!isAlone) await change.lock({ on: "topology", mode: "shared" });
    const ids = updates.map(({ id }) => id);
    if (!isAlone) await lockDevices(change, ids);
    const loaded = await loadForChange(change, ids);
    const asked = updates.map(({ id, draft: given }): Asked | undefined => {
      const before = loaded.get(id);
      if (before === undefined) return undefined;
      const draft = typeof given === "function" ? given(before.device) : given;
      const moved = draft.fields.datacenter_id !== undefined && draft.fields.datacenter_id !== before.device.datacenter_id;
      // A device that moves takes its unlinked addresses to its new datacenter's space, where a network may contain them.
      return { draft, before, addresses: draft.fields.addresses ?? (moved ? before.device.addresses : undefined) };
    });
    const there = asked.filter((one) => one !== undefined);
    const { addresses, own } = await checkAll(
      change,
      there.map(({ draft, before, addresses: stored }) => ({ draft, context: contextOf(before.device), stored })),
      () => change.newId(),
    );
    const placed = new Map(there.map((one, index) => [one, addresses[index] as PlacedAddress[]]));
    const fieldsOf = new Map(there.map((one, index) => [one, own[index] as OwnFields]));
    const changes: (DeviceChange & { readonly index: number })[] = [];
    const outcomes = updates.map(({ id }, index): DeviceOutcome => {
      const one = asked[index];
      try {
        if (one === undefined) throw deviceErrors.DEVICE_NOT_FOUND({ id });
        const moved = one.addresses === undefined ? undefined : placed.get(one);
        const before = one.before.device;
        const device = documented({
          ...before,
          ...one.draft.valid(),
          addresses: moved ?? before.addresses,
          fields: fieldsOf.get(one) ?? before.fields,
          updated_at: change.now,
        });
        // Asked to become what it is, it stays as it was, its time of change included (docs/spec/http.md#identifiers-and-times).
        const fields = changedFields(Device, before, device);
        if (fields.length === 0) return { result: before, changed: false };
        changes.push({ before: one.before, device, placed: moved, fields, index });
        return { result: device };
      } catch (error) {
        return { error };
      }
    });
    await changeDevices(change, await withoutTaken(change, changes, outcomes, ({ before }) => before.device.fields));
    return outcomes;
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
      change.emit(deviceDeleted, device.id, deviceEventData(device));
      change.audit({ action: "delete", resource: "device", resourceId: device.id, before: told.get(device.id) ?? device });
    }
    return ids.filter((id) => !loaded.has(id));
  }

  /** Complains about a body that is wrong by itself, with what only the database knows, before any transaction. */
  async #refuse(draft: Draft<Partial<DeviceCreate>>, context: CheckContext): Promise<void> {
    if (!draft.problems.any) return;
    await checkAll(this.#storage.read, [{ draft, context }], () => "");
    draft.valid();
  }
}

/** A device that is to change. */
export interface DeviceToUpdate {
  readonly id: string;
  /** What it is to become; asked for with the device as it is, where that depends on it. */
  readonly draft: Draft<DeviceUpdate> | ((before: Device) => Draft<DeviceUpdate>);
}

/** What came of a device that was to change. */
export type DeviceOutcome = Outcome<Device> & { readonly changed?: false };

/** Keeps off whoever else would change these devices. */
async function lockDevices(change: Change, ids: readonly string[]): Promise<void> {
  await change.lock(...ids.map((id) => ({ on: "record", table: "device", id }) as const));
}

async function loadForChange(change: Change, ids: readonly string[]): Promise<ReadonlyMap<string, PlacedDevice>> {
  const loaded = await loadDevices(change, ids);
  if (change.call.ifMatch !== undefined) for (const { device } of loaded.values()) checkIfMatch(change.call, documentOf(Device, device));
  return loaded;
}

interface CheckContext {
  /** Datacenter of the device as it is; what the draft sends goes before it. */
  readonly datacenter_id: string | null;
  readonly ownIds: ReadonlySet<string>;
  /** Own fields of the device as it is; undefined for a new one, which needs those that are required. */
  readonly fields?: OwnFields;
}

const contextOf = (device: Device): CheckContext => ({
  datacenter_id: device.datacenter_id,
  fields: device.fields,
  ownIds: new Set(device.addresses.map(({ id }) => id)),
});

const NEW_DEVICE: CheckContext = { datacenter_id: null, ownIds: new Set() };

/** A device that is asked for, and by whom. */
interface Creation {
  readonly draft: Draft<DeviceCreate>;
  readonly call: CallContext;
  /** Its id, where that was told before; a new one unless given. */
  readonly id?: string;
}

/** What a device that is there is asked to become. */
interface Asked {
  readonly draft: Draft<DeviceUpdate>;
  readonly before: PlacedDevice;
  /** The addresses that are placed: those that were sent, or its own when it moves. */
  readonly addresses: readonly GivenAddress[] | undefined;
}

const refusalOf = (outcome: Outcome<unknown> | undefined): unknown =>
  outcome !== undefined && "error" in outcome ? outcome.error : undefined;

function resultOf<Result>(outcome: Outcome<Result> | undefined): Result {
  if (outcome !== undefined && "result" in outcome) return outcome.result;
  throw outcome?.error;
}

/** Most devices that are created in one transaction: the event loop stands still while they are written. */
const MAX_TOGETHER = 64;

/** Creates the valid ones of some devices. */
async function createAll(change: Change, creations: readonly Creation[]): Promise<Outcome<Device>[]> {
  await change.lock({ on: "topology", mode: "shared" });
  const {
    addresses: placed,
    containing,
    own: fields,
  } = await checkAll(
    change,
    creations.map(({ draft }) => ({ draft, context: NEW_DEVICE })),
    () => change.newId(),
  );
  const created: (NewDevice & { readonly index: number })[] = [];
  const outcomes = creations.map(({ draft, call, id = change.newId() }, index): Outcome<Device> => {
    try {
      const own = placed[index] as PlacedAddress[];
      const device = documented({
        id,
        ...draft.valid(),
        addresses: own,
        fields: fields[index] as OwnFields,
        created_at: change.now,
        updated_at: change.now,
      });
      created.push({ device, placed: own, call, index });
      return { result: device };
    } catch (error) {
      return { error };
    }
  });
  const free = await withoutTaken(change, created, outcomes);
  if (free.length > 0) await createDevices(change, free, containing);
  return outcomes;
}

/**
 * Those of some devices whose own fields no other device has where they are unique; of the others the outcome says so.
 * @param beforeOf own fields of a device that is there
 */
async function withoutTaken<One extends { readonly device: Device; readonly index: number }>(
  change: Change,
  all: readonly One[],
  outcomes: Outcome<Device>[],
  beforeOf: (one: One) => OwnFields | undefined = () => undefined,
): Promise<readonly One[]> {
  const breaches = await uniqueBreaches(
    change,
    "device",
    all.map((one) => ({ id: one.device.id, fields: one.device.fields, before: beforeOf(one) })),
  );
  return all.filter(({ index }, at) => {
    const reason = breaches[at];
    if (reason !== undefined) outcomes[index] = { error: coreErrors.ALREADY_EXISTS({ reason }) };
    return reason === undefined;
  });
}

/** Creates the valid ones of some devices. @returns of each body why it was refused, or undefined */
async function createSlice(change: Change, bodies: readonly unknown[], call: CallContext): Promise<unknown[]> {
  const drafts = bodies.map((body) => draftOrRefusal(DeviceCreate, body));
  const outcomes = await createAll(
    change,
    drafts.flatMap((one) => ("draft" in one ? [{ draft: one.draft, call }] : [])),
  );
  return drafts.map((one) => refusalOf("draft" in one ? outcomes.shift() : one));
}

interface Checked {
  readonly draft: Draft<Partial<DeviceCreate>>;
  readonly context: CheckContext;
  /** Addresses that are placed anew when none are sent. */
  readonly stored?: readonly GivenAddress[] | undefined;
}

/** Checks references and own fields, and places addresses; problems go to the drafts. @param newId makes ids for new addresses */
async function checkAll(
  queries: Queries,
  all: readonly Checked[],
  newId: () => string,
): Promise<Placed & { readonly own: readonly OwnFields[] }> {
  const definitions = await definitionsOf(queries, "device");
  const own = all.map(({ draft, context }) => checkAgainst(definitions, "device", draft, context.fields));
  const datacenterOf = ({ draft, context }: Checked): string | null =>
    draft.fields.datacenter_id === undefined ? context.datacenter_id : draft.fields.datacenter_id;
  const homes = await homesOfDatacenters(queries, all.map(datacenterOf));
  const placed = await placeAddresses(
    storedSpace(queries),
    all.map((one): Placement => {
      const { draft, context, stored } = one;
      const sent = draft.fields.addresses ?? draft.elements("addresses", AddressInput);
      const home = homes.get(datacenterOf(one));
      if (home === undefined) draft.problems.add("datacenter_id", "names no datacenter");
      return {
        inputs: sent ?? stored ?? [],
        home: home ?? COMMON_HOME,
        ownIds: context.ownIds,
        // Nobody is told off for addresses that were not sent: two of them may have become the same when their networks went.
        problems: sent === undefined ? new Problems() : draft.problems,
      };
    }),
    newId,
  );
  return { ...placed, own };
}
