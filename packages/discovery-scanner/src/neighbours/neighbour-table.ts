import { readFile } from "node:fs/promises";

const TABLE = "/proc/net/arp";
/** The kernel has a hardware address for the entry (ATF_COM of if_arp.h). */
const COMPLETE = 0x02;

export interface NeighbourTable {
  /** Hardware addresses by IPv4 address, of entries that are complete. */
  readonly resolved: ReadonlyMap<string, string>;
  /** Entries of any kind: each takes a place. */
  readonly entries: number;
}

/** @returns undefined where the system keeps no such table */
export async function readNeighbours(): Promise<NeighbourTable | undefined> {
  try {
    return neighboursIn(await readFile(TABLE, "utf8"));
  } catch {
    return undefined;
  }
}

/** @param text of /proc/net/arp: a line of headings, then address, type, flags, hardware address, mask, device */
export function neighboursIn(text: string): NeighbourTable {
  const resolved = new Map<string, string>();
  let entries = 0;
  for (const line of text.split("\n").slice(1)) {
    const [ip = "", , flags = "", mac = ""] = line.trim().split(/\s+/);
    if (ip === "") continue;
    entries += 1;
    if ((Number(flags) & COMPLETE) !== 0 && /^([\da-f]{2}:){5}[\da-f]{2}$/i.test(mac) && mac !== "00:00:00:00:00:00")
      resolved.set(ip, mac.toLowerCase());
  }
  return { resolved, entries };
}

/** Places in the kernel's table. It is one for all namespaces, and only the first of them can read its size. */
export async function neighbourPlaces(): Promise<number> {
  const DEFAULT_PLACES = 1024;
  try {
    return Number(await readFile("/proc/sys/net/ipv4/neigh/default/gc_thresh3", "utf8")) || DEFAULT_PLACES;
  } catch {
    return DEFAULT_PLACES;
  }
}
