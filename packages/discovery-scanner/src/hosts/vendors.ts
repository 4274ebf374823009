import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setImmediate as turn } from "node:timers/promises";

/** Lines that are read before others get their turn. */
const LINES_A_TURN = 2000;
/** Registered blocks have 36, 28 or 24 bits: the longest that is known decides. */
const DIGITS = [9, 7, 6] as const;

let loading: Promise<ReadonlyMap<string, string>> | undefined;

/** Who made a network card, by its hardware address; undefined when unknown or when the address was made up (private). */
export async function vendorOf(macAddress: string): Promise<string | undefined> {
  // The second lowest bit of the first octet: given by software, not by a maker.
  if ((Number.parseInt(macAddress.slice(0, 2), 16) & 0x02) !== 0) return undefined;
  loading ??= load();
  const vendors = await loading;
  const hex = macAddress.replaceAll(":", "").toUpperCase();
  for (const digits of DIGITS) {
    const vendor = vendors.get(hex.slice(0, digits));
    if (vendor !== undefined) return vendor;
  }
  return undefined;
}

/** The data has a line for each block. Parsed as a whole it would take seven times the memory, and stop the process. */
async function load(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(createRequire(import.meta.url).resolve("oui-data"), "utf8");
  const vendors = new Map<string, string>();
  const names = new Map<string, string>();
  let lines = 0;
  for (const match of text.matchAll(/^\s*"([\dA-F]{6,9})": "((?:[^"\\]|\\[^n])*)/gm)) {
    const [, prefix = "", escaped = ""] = match;
    const name = (JSON.parse(`"${escaped}"`) as string).trim();
    // One copy of each name: a slice would keep the whole text alive.
    let kept = names.get(name);
    if (kept === undefined) names.set(name, (kept = Buffer.from(name).toString()));
    vendors.set(Buffer.from(prefix, "latin1").toString("latin1"), kept);
    lines += 1;
    if (lines % LINES_A_TURN === 0) await turn();
  }
  return vendors;
}
