import type { Device, DiscoveredDevice } from "@cadastre/inventory-core";
import type { SeededRandom } from "../soak/crash/seeded-random.ts";
import type { Call } from "./caller.ts";
import type { Recorded } from "./differences.ts";
import type { SeenModel } from "./seen-model.ts";
import type { Truth } from "./truth.ts";

/** What people look at when they change something. */
export interface Desk {
  readonly call: Call;
  readonly truth: Truth;
  readonly random: SeededRandom;
  readonly model: SeenModel;
  readonly recorded: Recorded;
  /** What was discovered, by site and address. */
  readonly seen: readonly DiscoveredDevice[];
}

/** Something that people do. */
export type Work = (desk: Desk) => Promise<unknown>;

/** Site and address of what was discovered. */
export const siteAndIpOf = ({ recorded }: Desk, { network_id: network, ip }: DiscoveredDevice) =>
  [recorded.siteOfNetwork(network), ip] as const;

const pickSeen = ({ random, seen }: Desk, isWanted: (one: DiscoveredDevice) => boolean): DiscoveredDevice | undefined =>
  random.pick(seen.filter(isWanted));

/** Somebody is there, and nobody has recorded or ignored it. */
export const isUnknown = ({ state, status }: DiscoveredDevice): boolean => state === "unknown" && status === "up";

/** Work on something that was discovered, where there is any. @param isWanted of what was discovered, what is worked on */
export const onSeen =
  (isWanted: (one: DiscoveredDevice) => boolean, work: (desk: Desk, one: DiscoveredDevice) => Promise<unknown>): Work =>
  async (desk) => {
    const one = pickSeen(desk, isWanted);
    if (one !== undefined) await work(desk, one);
  };

/** Work on a device. */
export const onDevice =
  (work: (desk: Desk, device: Device) => Promise<unknown>): Work =>
  async (desk) => {
    const device = desk.random.pick(desk.recorded.devices);
    if (device !== undefined) await work(desk, device);
  };

/** Works, each with how often it is done among the others. */
export type Works = readonly (readonly [often: number, work: Work])[];
