import { setTimeout as sleep } from "node:timers/promises";
import { residentMb } from "../../http/process-usage.ts";
import type { ServerScanCommand, ServerScanResult } from "../lab-commands.ts";
import { type Ask, withServer } from "./bench-server.ts";

/** Until what a start leaves to do is done. */
const SETTLED_MS = 5000;
const POLL_INTERVAL_MS = 1000;

/** Has a server of its own scan a network once, as a user would, and looks at its memory all the while. */
export async function serverScan({ command, net, scanType }: ServerScanCommand): Promise<ServerScanResult> {
  return await withServer(command, async ({ pid, ask }) => {
    await sleep(SETTLED_MS);
    return await watched(pid, ask, net, scanType);
  });
}

async function watched(pid: number, ask: Ask, subnet: string, scanType: string): Promise<ServerScanResult> {
  const memoryBeforeMb = residentMb(pid);
  const network = (await ask("POST", "/api/networks", { name: "scanned", subnet })) as { id: string };
  const begun = performance.now();
  const { id } = (await ask("POST", `/api/discovery/networks/${network.id}/scan`, { scan_type: scanType })) as { id: string };
  for (let memoryMostMb = memoryBeforeMb; ;) {
    await sleep(POLL_INTERVAL_MS);
    memoryMostMb = Math.max(memoryMostMb, residentMb(pid));
    const scan = (await ask("GET", `/api/discovery/scans/${id}`)) as { status: string; found_hosts: number; error_message: string };
    if (scan.status === "completed") return { found: scan.found_hosts, memoryBeforeMb, memoryMostMb, tookMs: performance.now() - begun };
    if (scan.status === "failed") throw new Error(`the scan failed: ${scan.error_message}`);
  }
}
