import type { HeatmapEntry } from "@cadastre/client";
import { bitsOf, parseIp, type Range, sizeOf } from "../../addresses/ip.ts";

/** What an address is, as it is drawn. */
export const FREE = 0;
export const USED = 1;
export const RESERVED = 2;
/** Let go a short while ago, and not handed out yet. */
export const QUARANTINED = 3;
/** Free, but a host answered there lately. */
export const SEEN = 4;

/** States in words, in their order. */
export const STATE_TEXTS: readonly string[] = ["free", "used", "reserved", "in quarantine", "free, but a host answered there"];

/** What allocation hands out, or gives to whoever names it. */
export const isOpen = (state: number): boolean => state === FREE || state === QUARANTINED || state === SEEN;

/** Most addresses that are drawn one by one; of more there are blocks. */
export const MAX_ADDRESSES = 65_536n;

/** Each address of a network: its state, and who has the used ones. */
export interface AddressMap {
  readonly kind: "addresses";
  readonly range: Range;
  readonly states: Uint8Array;
  readonly holders: ReadonlyMap<number, string>;
}

/** A block of a network that is too large to be drawn by address. */
export interface Block {
  readonly cidr: string;
  /** 0 to 1: the part that somebody has or may not have, and the part that is passed over. */
  readonly taken: number;
  readonly passed: number;
  readonly used: number | string;
  readonly reserved: number | string;
  readonly available: number | string;
  readonly quarantined: number | string;
  readonly seen: number | string;
}

export interface BlockMap {
  readonly kind: "blocks";
  readonly range: Range;
  readonly blocks: readonly Block[];
}

/** Into blocks of which prefix length a network has to be folded; undefined: it is drawn by address. */
export function foldOf(range: Range): number | undefined {
  return sizeOf(range) <= MAX_ADDRESSES ? undefined : Math.min(bitsOf(range.family), range.prefix + 8);
}

const BY_STATUS = { used: USED, reserved: RESERVED, quarantined: QUARANTINED } as const;

/** Reads the entries of a network into a byte for each address: 65,536 of them are more than a page should keep as objects. */
export function readAddresses(range: Range, entries: Iterable<HeatmapEntry>): AddressMap {
  const states = new Uint8Array(Number(sizeOf(range)));
  const holders = new Map<number, string>();
  let offset = 0;
  // The service gives every address, in order.
  for (const entry of entries) {
    if (!("ip" in entry)) throw new TypeError("the server answered with blocks where addresses were requested");
    states[offset] = entry.status === "available" ? (entry.seen === true ? SEEN : FREE) : BY_STATUS[entry.status];
    if (entry.device_id !== undefined) holders.set(offset, entry.device_id);
    offset += 1;
  }
  return { kind: "addresses", range, states, holders };
}

export function readBlocks(range: Range, entries: Iterable<HeatmapEntry>): BlockMap {
  const blocks: Block[] = [];
  for (const entry of entries) {
    if (!("cidr" in entry)) throw new TypeError("the server answered with addresses where blocks were requested");
    const { cidr, total, used, reserved, available, quarantined = 0, seen = 0 } = entry;
    const partOf = (count: number): number => count / Number(total);
    const passed = partOf(Number(quarantined) + Number(seen));
    const taken = partOf(Number(used) + Number(reserved));
    blocks.push({ cidr, used, reserved, available, quarantined, seen, taken, passed });
  }
  return { kind: "blocks", range, blocks };
}

/** A map in which one address has become used: what the user just did shows before the service is asked again. */
export function withUsed(map: AddressMap, ip: string, deviceId: string): AddressMap {
  const offset = Number(parseIp(ip).value - map.range.first);
  const states = map.states.slice();
  states[offset] = USED;
  return { ...map, states, holders: new Map(map.holders).set(offset, deviceId) };
}

/** Numbers of addresses by state, in the order of the states. */
export interface Counts {
  readonly free: number;
  readonly used: number;
  readonly reserved: number;
  readonly quarantined: number;
  readonly seen: number;
}

export function countsOf(states: Uint8Array): Counts {
  const counts = STATE_TEXTS.map(() => 0);
  for (const state of states) counts[state] = (counts[state] ?? 0) + 1;
  const of = (state: number): number => counts[state] ?? 0;
  return { free: of(FREE), used: of(USED), reserved: of(RESERVED), quarantined: of(QUARANTINED), seen: of(SEEN) };
}
