import { BlockList, isIP, isIPv6 } from "node:net";
import { runProgram } from "../programs/run-program.ts";
import { readNeighbours } from "./neighbour-table.ts";

const TIMEOUT_MS = 3000;
const MAX_OUTPUT_CHARACTERS = 16_000_000;
/** The kernel asked for them, and nobody answered. */
const NOBODY = ["FAILED", "INCOMPLETE"];

/** Addresses of a subnet that the kernel knows hardware of. Sends nothing, never throws. */
export async function heardOf(subnet: string): Promise<readonly string[]> {
  const [base = "", prefix = ""] = subnet.split("/");
  const family = isIP(base);
  if (family === 0) return [];
  const known = family === 4 ? [...((await readNeighbours())?.resolved.keys() ?? [])] : neighboursInJson(await ipv6Neighbours());
  const type = family === 4 ? "ipv4" : "ipv6";
  const wanted = new BlockList();
  try {
    wanted.addSubnet(base, Number(prefix), type);
  } catch {
    return [];
  }
  return known.filter((ip) => wanted.check(ip, type));
}

async function ipv6Neighbours(): Promise<string> {
  let output = "";
  await runProgram("ip", ["-j", "-6", "neigh", "show"], {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    onOutput: (chunk) => (output += chunk.toString("latin1")).length < MAX_OUTPUT_CHARACTERS,
  });
  return output;
}

/** @param output of `ip -j -6 neigh show`: a list of entries with `dst` and `state` */
export function neighboursInJson(output: string): string[] {
  let entries: unknown;
  try {
    entries = JSON.parse(output);
  } catch {
    return [];
  }
  if (!Array.isArray(entries)) return [];
  return [...new Set(entries.flatMap(addressOf))];
}

function addressOf(entry: unknown): string[] {
  if (typeof entry !== "object" || entry === null || !("dst" in entry) || !("state" in entry)) return [];
  const { dst, state } = entry;
  if (typeof dst !== "string" || !isIPv6(dst) || !Array.isArray(state)) return [];
  return state.length === 0 || state.some((word) => NOBODY.includes(String(word))) ? [] : [dst];
}
