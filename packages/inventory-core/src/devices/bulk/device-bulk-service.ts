import {
  type BulkChange,
  checkEdit,
  checkTarget,
  MAX_BULK_CHANGE,
  recordEdit,
  refusalUnder,
  tooManyMatched,
} from "../../contract/operations/bulk-change.ts";
import type { Draft } from "../../contract/errors/validation.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage, Queries } from "../../contract/storage/storage.ts";
import type { Change, WritePath } from "../../contract/storage/write-path.ts";
import { ownConditions } from "../../fields/own-filter.ts";
import { mustAllExist } from "../../storage/existing-ids.ts";
import type { Device, DeviceUpdate } from "../device.ts";
import type { DeviceService } from "../device-service.ts";
import { devicesInSlices } from "../device-slices.ts";
import { matchingDevices } from "../lists/filtered-devices.ts";
import type { DeviceBulkDelete, DeviceBulkUpdate } from "./device-bulk.ts";

export const DEVICE_BULK = serviceToken<DeviceBulkService>("device-bulk");

/** Changes and deletes many devices in one transaction, all or none, by the rules of one. */
export class DeviceBulkService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #devices: DeviceService;

  constructor(storage: OpenStorage, writes: WritePath, devices: DeviceService) {
    this.#storage = storage;
    this.#writes = writes;
    this.#devices = devices;
  }

  /** @throws VALIDATION_ERROR at an id of no device, or at what a device cannot have; ALREADY_EXISTS */
  async update(draft: Draft<DeviceBulkUpdate>, call: CallContext): Promise<BulkChange> {
    checkTarget(draft);
    checkEdit(draft);
    const asked = draft.valid();
    const changeOf = recordEdit<Device, DeviceUpdate>(asked);
    return await this.#writes.run(
      call,
      async (change) => {
        await change.lock({ on: "topology", mode: "exclusive" });
        const ids = await this.#idsOf(change, asked);
        let changed = 0;
        for await (const slice of devicesInSlices(change, ids)) {
          const outcomes = await this.#devices.updateAllWithin(
            change,
            slice.map((id) => ({ id, draft: changeOf })),
            true,
          );
          for (const outcome of outcomes) {
            if ("error" in outcome) throw refusalUnder("set", outcome.error);
            if (outcome.changed !== false) changed += 1;
          }
          await change.writeOut();
        }
        return { matched: ids.length, changed };
      },
      "many",
    );
  }

  /** @throws VALIDATION_ERROR at an id of no device */
  async delete(draft: Draft<DeviceBulkDelete>, call: CallContext): Promise<BulkChange> {
    checkTarget(draft);
    const asked = draft.valid();
    return await this.#writes.run(
      call,
      async (change) => {
        // Relationships are made under the first: none comes to a device that goes.
        await change.lock({ on: "name", name: "relationships" }, { on: "topology", mode: "exclusive" });
        const ids = await this.#idsOf(change, asked);
        for await (const slice of devicesInSlices(change, ids)) {
          await this.#devices.deleteAllWithin(change, slice);
          await change.writeOut();
        }
        return { matched: ids.length, changed: ids.length };
      },
      "many",
    );
  }

  /** Number of the devices that a call is about, by plain reads. @throws VALIDATION_ERROR */
  async matched({ fields: { ids, filter } }: Draft<Partial<DeviceBulkDelete>>): Promise<number> {
    if (filter === undefined || filter === null) return ids?.length ?? 0;
    const found = await this.#found(this.#storage.read, filter);
    return typeof found === "number" ? found : found.length;
  }

  async #idsOf(change: Change, { ids, filter }: Partial<DeviceBulkDelete>): Promise<readonly string[]> {
    if (filter === undefined) {
      const named = ids ?? [];
      await mustAllExist(change, "device", named);
      return named;
    }
    const found = await this.#found(change, filter);
    if (typeof found === "number") throw tooManyMatched(found, "devices");
    return found;
  }

  /** Ids of the devices that a filter lets through; their number, where they are too many. */
  async #found(queries: Queries, filter: NonNullable<DeviceBulkDelete["filter"]>): Promise<readonly string[] | number> {
    const own = await ownConditions(queries, "device", filter.field).catch((error: unknown) => {
      throw refusalUnder("filter", error);
    });
    return await matchingDevices(queries, { ...filter, own }, MAX_BULK_CHANGE, this.#storage.text.steps !== undefined);
  }
}
