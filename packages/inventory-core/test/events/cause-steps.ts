import type { Conflict, Device, Network, Scan } from "@cadastre/inventory-core";
import { vi } from "vitest";
import { answering } from "../discovery/scripted-scanner.ts";
import type { EventScene, Told } from "./event-scene.ts";

/**
 * A cause of events: prepares, says where it begins, does it, and gives exactly the events that it leaves, in order.
 */
export type Cause = readonly [what: string, cause: (scene: EventScene, begin: () => Promise<unknown>) => Promise<readonly Told[]>];

/** A device as its events tell it. */
export const told = (device: Device, more: object = {}): object => ({ ...device, ip_address: device.addresses[0]?.ip ?? "", ...more });

export const deviceAt = async ({ inventory }: EventScene, ...ips: string[]): Promise<Device> =>
  await inventory.devices.create({ name: `d ${ips.join()}`, addresses: ips.map((ip) => ({ ip })) });

export const networkOf = async ({ inventory }: EventScene, prefix: string, more: object = {}): Promise<Network> =>
  await inventory.networks.create({ name: `n ${prefix}`, subnet: `${prefix}.0/24`, ...more });

/** The conflict whose description has a text. */
export async function conflictOver({ inventory }: EventScene, text: string): Promise<Conflict> {
  const found = (await inventory.conflicts.list()).find(({ description }) => description.includes(text));
  if (found === undefined) throw new Error(`there is no conflict over ${text}`);
  return found;
}

/** Runs a scan until it is in a state. @param hosts that answer, with their hardware addresses; as the scanner was told unless given */
export async function scan(
  scene: EventScene,
  networkId: string,
  hosts?: Readonly<Record<string, string>>,
  state: Scan["status"] = "completed",
): Promise<Scan> {
  if (hosts !== undefined) scene.scanner.script = answering(hosts);
  const { id } = await scene.inventory.scans.start(networkId, {});
  return await vi.waitFor(async () => {
    const now = await scene.inventory.scans.get(id);
    if (now.status !== state) throw new Error(`the scan is ${now.status}`);
    return now;
  });
}

/** Has a scan see one address. @returns the id of what was discovered */
export async function discover(scene: EventScene, networkId: string, ip: string): Promise<string> {
  await scan(scene, networkId, { [ip]: "02:00:00:00:00:09" });
  const [seen] = await scene.inventory.discoveredDevices.list({ network_id: networkId });
  if (seen === undefined) throw new Error(`nothing was seen at ${ip}`);
  return seen.id;
}
