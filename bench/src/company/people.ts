import type { DiscoveredDevice } from "@cadastre/inventory-core";
import { Refusal } from "./caller.ts";
import type { Desk } from "./desk.ts";
import { WORKS_ON_REGISTER } from "./works-on-register.ts";
import { WORKS_ON_SEEN } from "./works-on-seen.ts";

const WORKS = [...WORKS_ON_SEEN, ...WORKS_ON_REGISTER];

/** One person does one thing. @returns false when the service refused it, as it does what contradicts itself */
export async function workOnce(desk: Omit<Desk, "seen">): Promise<boolean> {
  const { call, recorded, random } = desk;
  const found = await call<DiscoveredDevice[]>("GET /api/discovery/devices?state=unknown,known,differs,ignored");
  const order = ({ network_id: network, ip }: DiscoveredDevice): string => `${recorded.siteOfNetwork(network)} ${ip}`;
  const seen = found.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  let at = random.next() * WORKS.reduce((sum, [often]) => sum + often, 0);
  const work = WORKS.find(([often]) => (at -= often) < 0)?.[1];
  try {
    await work?.({ ...desk, seen });
    return true;
  } catch (error) {
    if (error instanceof Refusal && (error.status === 400 || error.status === 409)) return false;
    throw error;
  }
}
