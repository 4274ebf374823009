import { readFile } from "node:fs/promises";

const CAP_NET_RAW = 13n;

/** Whether programs that this process starts may send packets of their own making. */
export async function mayUseRawSockets(): Promise<boolean> {
  const root = process.getuid?.() === 0;
  try {
    return rawSocketsIn(await readFile("/proc/self/status", "utf8"), root);
  } catch {
    return root;
  }
}

/**
 * @param status text of /proc/self/status
 * @param root its programs get what it has; those of others only what is ambient. Root in a container often lacks the right
 */
export function rawSocketsIn(status: string, root: boolean): boolean {
  const set = new RegExp(`^${root ? "CapEff" : "CapAmb"}:\\s*([\\da-f]{1,16})$`, "m").exec(status)?.[1];
  return set !== undefined && ((BigInt(`0x${set}`) >> CAP_NET_RAW) & 1n) === 1n;
}
