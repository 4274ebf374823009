import { remarkPlaces, seenPlaces } from "../../address-space/passed-over/seen-addresses.ts";
import { keyOfText } from "../../address/ip-address.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import { holds } from "../../contract/access/principal.ts";
import type { JsonList, JsonText } from "../../contract/operations/result.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";
import { type Draft, draftOf } from "../../contract/errors/validation.ts";
import type { Change, WritePath } from "../../contract/storage/write-path.ts";
import { DeviceCreate, type Device } from "../../devices/device.ts";
import { deviceEventData } from "../../devices/device.events.ts";
import type { DeviceService } from "../../devices/device-service.ts";
import { networkErrors } from "../../networks/network.errors.ts";
import { Documents } from "../../storage/documents.ts";
import { Where } from "../../storage/where.ts";
import type { DiscoveredDevice, DiscoveredDeviceFilter, Promotion } from "./discovered-device.ts";
import { discoveredDeviceDocuments } from "./discovered-device.entity.ts";
import { noSuch } from "../discovery.errors.ts";
import { devicePromoted } from "../discovery.events.ts";
import { lockDiscovered } from "../running/sightings.ts";

export const DISCOVERED_DEVICES = serviceToken<DiscoveredDeviceService>("discovered-devices");

/** The rules of what scans saw. */
export class DiscoveredDeviceService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #devices: DeviceService;
  readonly #documents: Documents<typeof DiscoveredDevice>;

  constructor(storage: OpenStorage, writes: WritePath, devices: DeviceService) {
    this.#storage = storage;
    this.#writes = writes;
    this.#devices = devices;
    this.#documents = new Documents(storage, discoveredDeviceDocuments, () => noSuch("discovered device"));
  }

  /** What was seen in a network, by address. @throws NETWORK_NOT_FOUND */
  async list({ network_id: networkId }: DiscoveredDeviceFilter, signal?: AbortSignal): Promise<JsonList<DiscoveredDevice>> {
    await this.#networkMustExist(networkId);
    return this.#documents.list(new Where().add("t.network_id = ?", networkId), "t.ip_key", signal);
  }

  /** @throws NOT_FOUND */
  async get(id: string): Promise<JsonText<DiscoveredDevice>> {
    return await this.#documents.get(id);
  }

  /** @throws NOT_FOUND */
  async mustExist(id: string): Promise<void> {
    await this.#documents.mustExist(id);
  }

  /** A device that it was promoted to stays. @throws NOT_FOUND */
  async delete(id: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      const before = await lockOne(change, id);
      const places = await seenPlaces(change, { ids: [id] });
      await change.run("delete from discovered_device where id = ?", [id]);
      await remarkPlaces(change, places);
      change.audit({ action: "delete", resource: "discovered_device", resourceId: id, before });
    });
  }

  /** Deletes all that was seen in a network. @throws NETWORK_NOT_FOUND */
  async deleteOfNetwork({ network_id: networkId }: DiscoveredDeviceFilter, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      if ((await change.get("select 1 as one from network where id = ?", [networkId])) === undefined)
        throw networkErrors.NETWORK_NOT_FOUND({ id: networkId });
      await lockDiscovered(change, networkId);
      const places = await seenPlaces(change, { networkIds: [networkId] });
      const count = await change.run("delete from discovered_device where network_id = ?", [networkId]);
      await remarkPlaces(change, places);
      change.audit({
        action: "delete-all",
        resource: "discovered_device",
        resourceId: networkId,
        before: { network_id: networkId, count },
      });
    });
  }

  /**
   * Makes a device of what was seen, with one address in its network.
   * @throws NOT_FOUND, ALREADY_EXISTS when it was promoted before, CONFLICT naming the device that holds its address (unless forced),
   * VALIDATION_ERROR
   */
  async promote(id: string, draft: Draft<Promotion>, call: CallContext): Promise<Device> {
    const given = draft.valid();
    return await this.#writes.run(call, async (change) => {
      await change.lock({ on: "topology", mode: "shared" });
      const seen = await lockOne(change, id);
      if (seen.promoted_to_device_id !== null)
        throw coreErrors.ALREADY_EXISTS({ reason: `it was promoted before, to the device ${seen.promoted_to_device_id}` });
      const network = await change.get<{ datacenter_id: string | null }>("select datacenter_id from network where id = ?", [
        seen.network_id,
      ]);
      const device = await this.#devices.createWithin(
        change,
        draftOf(DeviceCreate, {
          name: given.name,
          hostname: seen.hostname,
          description: given.description,
          fields: given.fields,
          make_model: given.make_model ?? seen.vendor,
          os: seen.os_guess,
          datacenter_id: given.datacenter_id ?? network?.datacenter_id,
          addresses: [{ ip: seen.ip, network_id: seen.network_id, mac: seen.mac_address }],
        }),
      );
      if (given.force !== true) await refuseRecorded(change, seen, device.id);
      const after: DiscoveredDevice = { ...seen, promoted_to_device_id: device.id, promoted_at: change.now, updated_at: change.now };
      await change.run("update discovered_device set promoted_to_device_id = ?, doc = ? where id = ?", [
        device.id,
        discoveredDeviceDocuments.write(after),
        id,
      ]);
      change.emit(devicePromoted, device.id, deviceEventData(device));
      change.audit({ action: "promote", resource: "discovered_device", resourceId: id, before: seen, after });
      return device;
    });
  }

  async #networkMustExist(id: string): Promise<void> {
    if ((await this.#storage.read.get("select 1 as one from network where id = ?", [id])) === undefined)
      throw networkErrors.NETWORK_NOT_FOUND({ id });
  }
}

/**
 * A device that was there before holds the address: the host is recorded. Asked when the new device is written, under the lock of the
 * address space that this took, so that nobody records it meanwhile; all of it is undone by the error.
 */
async function refuseRecorded(change: Change, { network_id: networkId, ip }: DiscoveredDevice, newDeviceId: string): Promise<void> {
  const holder = await change.get<{ id: string; name: string }>(
    `select d.id, d.name from network n join address a on a.space = n.space join device d on d.id = a.device_id
     where n.id = ? and a.ip_key = ? and d.id <> ? order by d.id limit 1`,
    [networkId, keyOfText(ip), newDeviceId],
  );
  if (holder === undefined) return;
  const known = holds(change.call.principal, "device:read");
  const reason =
    `${ip} is recorded already, by ${known ? `the device ${holder.name}` : "a device that you may not read"}: use that one, or promote ` +
    `it with force`;
  throw coreErrors.CONFLICT({ reason, ...(known ? { device_id: holder.id } : {}) });
}

async function lockOne(change: Change, id: string): Promise<DiscoveredDevice> {
  const place = await change.get<{ network_id: string }>("select network_id from discovered_device where id = ?", [id]);
  if (place === undefined) throw noSuch("discovered device");
  await lockDiscovered(change, place.network_id);
  const row = await change.get<{ doc: string }>("select doc from discovered_device where id = ?", [id]);
  if (row === undefined) throw noSuch("discovered device");
  return discoveredDeviceDocuments.read(row.doc);
}
