import type { Device, DevicesListInput } from "@cadastre/client";

/** What a list of devices is limited to. */
export interface DeviceFilter {
  readonly tags: readonly string[];
  readonly status: string;
  readonly datacenter: string;
  readonly network: string;
  /** The address space: only the service knows which devices are in it. */
  readonly space: string;
  /** Values of own fields, as texts, by the names of the fields: only the service knows what is the same value. */
  readonly own: Readonly<Record<string, string>>;
}

/** A list of devices: its filter, a text that the server searches, and its order. */
export interface DeviceQuery extends DeviceFilter {
  readonly q: string;
  /** A field, with `-` before it for descending order. */
  readonly sort: string;
}

export const NO_FILTER: DeviceQuery = { tags: [], status: "", datacenter: "", network: "", space: "", own: {}, q: "", sort: "" };

export const DEVICE_STATUSES = ["planned", "active", "maintenance", "decommissioned"] as const satisfies readonly Device["status"][];

/** As the service is asked for it. */
export function listInputOf({ tags, status, datacenter, network, space, own }: DeviceFilter): DevicesListInput {
  const known = DEVICE_STATUSES.find((one) => one === status);
  return {
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(known === undefined ? {} : { status: known }),
    ...(datacenter === "" ? {} : { datacenter_id: datacenter }),
    ...(network === "" ? {} : { network_id: network }),
    ...(space === "" ? {} : { space_id: space }),
    ...(Object.keys(own).length === 0 ? {} : { field: own }),
  };
}

/** Whether only the service knows which devices pass a filter. */
export const isServersFilter = ({ space, own }: DeviceFilter): boolean => space !== "" || Object.keys(own).length > 0;

/** Whether the service would give a device for another filter: so that a device that changed comes and goes without asking. */
export function isOfFilter(device: Device, { tags, status, datacenter, network }: DeviceFilter): boolean {
  return (
    tags.every((tag) => device.tags.includes(tag)) &&
    (status === "" || device.status === status) &&
    (datacenter === "" || device.datacenter_id === datacenter) &&
    (network === "" || device.addresses.some((address) => address.network_id === network))
  );
}
