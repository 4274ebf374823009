import type { AddressDetails, AddressTenure, Inventory } from "@cadastre/inventory-core";
import { expect } from "vitest";
import type { Random } from "../model/random.ts";

/** A device that holds an address, as somebody sees it who looks after every write. */
export interface Holder {
  /** As a query names it. */
  readonly space: string;
  readonly ip: string;
  readonly device: string;
  readonly name: string;
  readonly mac: string;
}

/** From when to when one was seen. */
interface Stretch extends Holder {
  readonly from: number;
  to: number | null;
}

const MAX_TENURES = 1000;

const spacedIp = ({ space, ip }: Pick<Holder, "space" | "ip">): string => `${space}/${ip}`;

const isHeldAt = ({ from, to }: Stretch, at: number): boolean => from <= at && (to === null || to > at);

const byText = (one: string, other: string): number => (one < other ? -1 : 1);

const shown = ({ device, name, mac }: Pick<Stretch, "device" | "name" | "mac">): string => `${device} ${name} ${mac}`;

const timeOf = (at: number | null): string => (at === null ? "now" : new Date(at).toISOString());

/** A naive log of who held which address when: all holders are noted after each write. */
export class HolderLog {
  readonly #open = new Map<string, Stretch>();
  readonly #byPlace = new Map<string, Stretch[]>();
  #first = Infinity;

  /** @param holders all there are, of a device that holds an address several times one with each of its MAC addresses */
  note(holders: Iterable<Holder>, at: number): void {
    this.#first = Math.min(this.#first, at);
    const now = new Map<string, Holder>();
    for (const holder of holders) {
      const key = `${spacedIp(holder)} ${holder.device}`;
      const known = now.get(key);
      if (known === undefined || known.mac < holder.mac) now.set(key, holder);
    }
    for (const [key, stretch] of this.#open) {
      const holder = now.get(key);
      if (holder !== undefined && shown(holder) === shown(stretch)) continue;
      stretch.to = at;
      this.#open.delete(key);
    }
    for (const [key, holder] of now) {
      if (this.#open.has(key)) continue;
      const stretch: Stretch = { ...holder, from: at, to: null };
      this.#open.set(key, stretch);
      const all = this.#byPlace.get(spacedIp(holder)) ?? [];
      all.push(stretch);
      this.#byPlace.set(spacedIp(holder), all);
    }
  }

  /** Addresses that somebody ever held, as `space/ip`. */
  places(): readonly string[] {
    return [...this.#byPlace.keys()];
  }

  /** Who held one of them, from when to when. */
  stretchesOf(place: string): readonly Stretch[] {
    return this.#byPlace.get(place) ?? [];
  }

  /** When the first write was noted. */
  get first(): number {
    return this.#first;
  }
}

/** Looks at some addresses of spaces that are there, at random instants, and at their whole history. */
export async function expectLogged(
  log: HolderLog,
  inventory: Inventory,
  random: Random,
  { spaces, now, times }: { readonly spaces: readonly string[]; readonly now: number; readonly times: number },
): Promise<void> {
  const places = log.places().filter((place) => spaces.includes(place.slice(0, place.indexOf("/"))));
  for (let left = times; left > 0; left -= 1) {
    const place = random.pick(places);
    if (place === undefined) return;
    const [space, ip] = place.split("/") as [string, string];
    const stretches = log.stretchesOf(place);
    const at = log.first + random.below(now - log.first + 2);
    const answer = await inventory.addresses.get(ip, { space_id: space, at: timeOf(at), limit: MAX_TENURES });
    expect(heldIn(answer), `who held ${ip} of space ${space} at ${timeOf(at)}`).toEqual(
      stretches
        .filter((stretch) => isHeldAt(stretch, at))
        .map(shown)
        .toSorted(byText),
    );
    // A long history is told in parts: of this one the newest.
    if (answer.history.length >= MAX_TENURES) continue;
    expect(toldOf(answer.history), `history of ${ip} of space ${space}`).toEqual(historyOf(log, place));
  }
}

function heldIn({ devices }: AddressDetails): string[] {
  return devices.map(({ id, name, mac }) => shown({ device: id, name, mac })).toSorted(byText);
}

/** What lasted no time, nobody could see. */
function toldOf(history: readonly AddressTenure[]): string[] {
  return history
    .filter(({ from, to }) => from !== to)
    .map(({ device_id: device, device_name: name, mac, from, to }) => `${from} ${to ?? "now"} ${shown({ device, name, mac })}`)
    .toSorted(byText);
}

/** Who held an address of a space, from when to when. What lasted no time, nobody could see. */
export function historyOf(log: HolderLog, place: string): string[] {
  return log
    .stretchesOf(place)
    .filter(({ from, to }) => from !== to)
    .map((stretch) => `${timeOf(stretch.from)} ${timeOf(stretch.to)} ${shown(stretch)}`)
    .toSorted(byText);
}
