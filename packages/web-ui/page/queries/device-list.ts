import type { Device, DevicesListInput } from "@cadastre/client";
import { computed, type Ref } from "vue";
import { breathing } from "../api/breathing.ts";
import { isOfFilter, isServersFilter, type DeviceQuery, listInputOf } from "../api/device-filter.ts";
import { keys } from "../api/keys.ts";
import { ask } from "../api/service.ts";
import { can } from "../api/session.ts";
import { usePages } from "./pages.ts";

/**
 * The devices of a filter, by page in the order of the server, or all devices that a search finds.
 * @param when the query may run; by default immediately
 */
export const useDeviceList = (wanted: Ref<DeviceQuery>, when: () => boolean = () => true) =>
  usePages<Device>(
    computed(() => keys.devices(wanted.value)),
    async (paging, signal) => {
      const { q, sort, ...filter } = wanted.value;
      if (q !== "") {
        const items = await found(wanted.value, signal);
        return { items, next: undefined, count: items.length };
      }
      const order = (sort || undefined) as DevicesListInput["sort"];
      const input = { ...listInputOf(filter), ...paging, sort: order, count: paging.after === undefined };
      return await ask((service) => service.devices.list(input, { signal }).page());
    },
    () => can("device:list") && when(),
  );

/** All devices that a search finds in a filter. */
async function found(wanted: DeviceQuery, signal: AbortSignal): Promise<Device[]> {
  return await ask(async (service) => {
    const ids = isServersFilter(wanted) ? new Set<string>() : undefined;
    if (ids !== undefined) for await (const { id } of breathing(service.devices.list(listInputOf(wanted), { signal }))) ids.add(id);
    const devices: Device[] = [];
    for await (const one of breathing(service.devices.search({ q: wanted.q }, { signal })))
      if (ids === undefined ? isOfFilter(one, wanted) : ids.has(one.id)) devices.push(one);
    return devices;
  });
}

/** All devices of a list, also those that are not shown. */
export async function allDevices(wanted: DeviceQuery): Promise<readonly Device[]> {
  const { signal } = new AbortController();
  if (wanted.q !== "") return await found(wanted, signal);
  const devices: Device[] = [];
  return await ask(async (service) => {
    devices.length = 0;
    for await (const one of breathing(service.devices.list(listInputOf(wanted), { signal }))) devices.push(one);
    return devices;
  });
}
