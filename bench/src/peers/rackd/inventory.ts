import { ipAt, ipv4 } from "../../rows/address-text.ts";
import { deviceFields } from "../../rows/device-fields.ts";
import { byClients, create, type Front } from "./front.ts";

/** A network with a pool over it, where devices get their addresses. */
export interface FrontPlace {
  readonly networkId: string;
  readonly poolId: string;
}

/** Base of the addresses of usual devices, in their /8. */
const BASE = ipv4(10);
/** Base of those of devices with many addresses, in a network of their own. */
const MANY_BASE = ipv4(20);

export async function placeIn(front: Front, subnet: string, start_ip: string, end_ip: string): Promise<FrontPlace> {
  const networkId = await create(front, "/api/networks", JSON.stringify({ name: subnet, subnet }));
  const pool = JSON.stringify({ name: subnet, start_ip, end_ip });
  return { networkId, poolId: await create(front, `/api/networks/${networkId}/pools`, pool) };
}

/** The place of usual devices. */
export const usualPlace = async (front: Front): Promise<FrontPlace> => await placeIn(front, "10.0.0.0/8", "10.0.0.1", "10.255.255.254");

const addressIn = ({ networkId, poolId }: FrontPlace, ip: string) => ({ ip, type: "ipv4", network_id: networkId, pool_id: poolId });

/** What creates a device of the usual size, as JSON. */
export function usualDevice(place: FrontPlace, index: number): string {
  const fields = deviceFields(BASE, index);
  return JSON.stringify({ ...fields, addresses: fields.addresses.map(({ ip }) => addressIn(place, ip)) });
}

/** What creates a device with so many addresses, the `nth` of them in their place, as JSON. */
export function largeDevice(place: FrontPlace, nth: number, addresses: number): string {
  const first = nth * addresses + 1;
  const ips = Array.from({ length: addresses }, (_, at) => addressIn(place, ipAt(MANY_BASE, first + at)));
  return JSON.stringify({ name: `large-${nth}`, addresses: ips });
}

/** Creates usual devices from one number to another. */
export async function createDevices(front: Front, place: FrontPlace, first: number, end: number): Promise<void> {
  let next = first;
  await byClients(front, end - first, async (connection) => {
    const index = next;
    next += 1;
    await connection.post("/api/devices", usualDevice(place, index));
  });
}
