import { remarkPlaces, seenPlaces } from "../../address-space/passed-over/seen-addresses.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import { hasIndex, type PageRequest } from "../../contract/operations/paging.ts";
import { JsonList, type JsonText } from "../../contract/operations/result.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";
import type { Draft } from "../../contract/errors/validation.ts";
import type { Change, WritePath } from "../../contract/storage/write-path.ts";
import type { Device } from "../../devices/device.ts";
import type { DeviceService } from "../../devices/device-service.ts";
import { networkErrors } from "../../networks/network.errors.ts";
import type { DiscoveredDevice } from "../../reconciliation/discovered-device.ts";
import { discoveredDeviceDocuments } from "../../reconciliation/discovered-device.entity.ts";
import { lockSeen } from "../../reconciliation/seen-lock.ts";
import { deleteSeen } from "../../reconciliation/seen-rows.ts";
import { Documents } from "../../storage/documents.ts";
import { pagedDocuments } from "../../storage/paging/paged-documents.ts";
import { countRecords, isWholeList, type PagedFilter, readPage } from "../../storage/paging/read-page.ts";
import { Where } from "../../storage/where.ts";
import { noSuch } from "../discovery.errors.ts";
import type {
  Acceptance,
  DeviceLink,
  DiscoveredDeviceDeletion,
  DiscoveredDeviceFilter,
  Ignoring,
  PromotedDevices,
  Promotion,
  PromotionOfMany,
} from "./discovered-device.ts";
import { DISCOVERED_PAGES } from "./discovered-pages.ts";
import { acceptSeen, linkSeen } from "./linking.ts";
import { lockOneSeen, tellSeen } from "./locked-seen.ts";
import { promoteMany, promoteOne } from "./promotion.ts";
import { mayReadRecorded, withoutRecorded } from "./recorded-part.ts";

export const DISCOVERED_DEVICES = serviceToken<DiscoveredDeviceService>("discovered-devices");

const pagedDiscovered = pagedDocuments(discoveredDeviceDocuments);

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

  /** Lists discovered devices, sorted by network and address by default. @throws NETWORK_NOT_FOUND */
  async page(filter: DiscoveredDeviceFilter, page: PageRequest, call: CallContext): Promise<JsonList<DiscoveredDevice>> {
    const { network_id: networkId, state } = filter;
    const where = new Where();
    if (networkId) {
      await this.#networkMustExist(networkId);
      where.add("t.network_id = ?", networkId);
    }
    // One state is read from its index, in order.
    if (state?.length === 1) where.add("t.state = ?", state[0] as string);
    else if (state !== undefined) where.add("t.state = any(?)", state);
    // A network has few addresses: its states are checked one by one.
    const equal = networkId ? { network_id: networkId } : { state: state?.length === 1 ? state : undefined };
    const all = await this.#part(where, { where, isIndexed: hasIndex(DISCOVERED_PAGES, page, equal) }, page, call.signal);
    return mayReadRecorded(call) ? all : new JsonList(pagesWithoutRecorded(all.pages), all.place);
  }

  async #part(where: Where, filter: PagedFilter, page: PageRequest, signal?: AbortSignal): Promise<JsonList<DiscoveredDevice>> {
    if (!isWholeList(page)) return await readPage(this.#storage, pagedDiscovered, page, filter, signal);
    const count = page.count ? await countRecords(this.#storage.read, pagedDiscovered, filter) : undefined;
    return new JsonList(this.#documents.list(where, "t.network_id, t.ip_key", signal).pages, { count });
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
      const { seen } = await lockOneSeen(change, id);
      const places = await seenPlaces(change, { ids: [id] });
      await deleteSeen(change, "id = ?", [id]);
      await remarkPlaces(change, places);
      change.audit({ action: "delete", resource: "discovered_device", resourceId: id, before: seen });
    });
  }

  /** Deletes all that was seen in a network. @throws NETWORK_NOT_FOUND */
  async deleteOfNetwork({ network_id: networkId }: DiscoveredDeviceDeletion, call: CallContext): Promise<void> {
    const work = async (change: Change): Promise<void> => {
      if (!(await lockSeen(change, [networkId])).has(networkId)) throw networkErrors.NETWORK_NOT_FOUND({ id: networkId });
      const places = await seenPlaces(change, { networkIds: [networkId] });
      const count = await deleteSeen(change, "network_id = ?", [networkId]);
      await remarkPlaces(change, places);
      change.audit({
        action: "delete-all",
        resource: "discovered_device",
        resourceId: networkId,
        before: { network_id: networkId, count },
      });
    };
    await this.#writes.run(call, work, "many");
  }

  /**
   * Makes a device of what was seen, with one address in its network.
   * @throws NOT_FOUND, ALREADY_EXISTS when it was promoted before, CONFLICT naming the device that holds its address or MAC address (unless
   * forced), VALIDATION_ERROR
   */
  async promote(id: string, draft: Draft<Promotion>, call: CallContext): Promise<Device> {
    const given = draft.valid();
    return await this.#writes.run(call, async (change) => await promoteOne(change, this.#devices, id, given));
  }

  /** {@link promote} of many, all or none. @throws VALIDATION_ERROR at an id of none, ALREADY_EXISTS, CONFLICT */
  async promoteMany(draft: Draft<PromotionOfMany>, call: CallContext): Promise<PromotedDevices> {
    const given = draft.valid();
    const work = async (change: Change): Promise<PromotedDevices> => ({ devices: [...(await promoteMany(change, this.#devices, given))] });
    return await this.#writes.run(call, work, "many");
  }

  /** Adds its address to a device. @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT naming another device that holds the address */
  async link(id: string, draft: Draft<DeviceLink>, call: CallContext): Promise<DiscoveredDevice> {
    const given = draft.valid();
    const linked = await this.#writes.run(call, async (change) => await linkSeen(change, this.#devices, id, given));
    return told(linked, call);
  }

  /** Writes what differs into the device. @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT when no device is recorded for it */
  async accept(id: string, draft: Draft<Acceptance>, call: CallContext): Promise<DiscoveredDevice> {
    const given = draft.valid();
    const accepted = await this.#writes.run(call, async (change) => await acceptSeen(change, this.#devices, id, given));
    return told(accepted, call);
  }

  /** @throws NOT_FOUND */
  async ignore(id: string, draft: Draft<Ignoring>, call: CallContext): Promise<DiscoveredDevice> {
    const { note } = draft.valid();
    return await this.#ignoreAs(id, call, "ignore", { ignore_note: note });
  }

  /** @throws NOT_FOUND */
  async unignore(id: string, call: CallContext): Promise<DiscoveredDevice> {
    return await this.#ignoreAs(id, call, "unignore", { ignored_at: null, ignore_note: "" });
  }

  async #ignoreAs(
    id: string,
    call: CallContext,
    action: "ignore" | "unignore",
    what: Pick<DiscoveredDevice, "ignore_note"> & Partial<DiscoveredDevice>,
  ): Promise<DiscoveredDevice> {
    const after = await this.#writes.run(call, async (change) => {
      const locked = await lockOneSeen(change, id);
      const { ignored_at: at, ignore_note: note } = locked.seen;
      if ((at !== null) === (action === "ignore") && note === what.ignore_note) return locked.seen;
      return await tellSeen(change, action, locked, { ignored_at: at ?? change.now, ...what });
    });
    return told(after, call);
  }

  async #networkMustExist(id: string): Promise<void> {
    if ((await this.#storage.read.get("select 1 as one from network where id = ?", [id])) === undefined)
      throw networkErrors.NETWORK_NOT_FOUND({ id });
  }
}

const told = (seen: DiscoveredDevice, call: CallContext): DiscoveredDevice => (mayReadRecorded(call) ? seen : withoutRecorded(seen));

async function* pagesWithoutRecorded(pages: AsyncIterable<readonly string[]>): AsyncGenerator<readonly string[], void> {
  for await (const page of pages) yield page.map((text) => JSON.stringify(withoutRecorded(JSON.parse(text) as DiscoveredDevice)));
}
