import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { residentMb } from "../../http/process-usage.ts";
import type { ServerScanCommand, ServerScanResult } from "../lab-commands.ts";

const ADMIN = { username: "root", password: "correct horse battery" };

/** Until what a start leaves to do is done. */
const SETTLED_MS = 5000;
const LOOK_EVERY_MS = 1000;

type Ask = (method: string, path: string, body?: unknown) => Promise<{ readonly answer: unknown; readonly cookie: string }>;

/** Has a server of its own scan a network once, as a user would, and looks at its memory all the while. */
export async function serverScan({ command, net, scanType }: ServerScanCommand): Promise<ServerScanResult> {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-bench-scan-"));
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    DATABASE_URL: `sqlite://${folder}/inventory.db`,
    ENCRYPTION_KEY: "YSBrZXkgb2YgMzIgYnl0ZXMgZm9yIHRlc3RzIG9ubHk=",
    LISTEN_ADDR: "127.0.0.1:0",
    INITIAL_ADMIN_USERNAME: ADMIN.username,
    INITIAL_ADMIN_PASSWORD: ADMIN.password,
  };
  const server = spawn(process.execPath, [...command, "serve"], { cwd: folder, env, stdio: ["ignore", "pipe", "ignore"] });
  try {
    const ask = await signedIn(await addressOf(server.stdout.setEncoding("utf8")));
    await sleep(SETTLED_MS);
    return await watched(server.pid ?? 0, ask, net, scanType);
  } finally {
    server.kill("SIGKILL");
    await once(server, "close");
    await rm(folder, { recursive: true, force: true });
  }
}

async function addressOf(said: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const part of said) {
    const url = /is running at (\S+)\n/.exec((text += part))?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`the server ended: ${text}`);
}

async function signedIn(url: string): Promise<Ask> {
  let cookie = "";
  const ask: Ask = async (method, path, body) => {
    const headers = { "content-type": "application/json", "x-requested-with": "XMLHttpRequest", cookie };
    const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return { answer: await response.json(), cookie: (response.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "" };
  };
  ({ cookie } = await ask("POST", "/api/auth/login", ADMIN));
  return ask;
}

async function watched(pid: number, ask: Ask, subnet: string, scanType: string): Promise<ServerScanResult> {
  const memoryBeforeMb = residentMb(pid);
  const network = (await ask("POST", "/api/networks", { name: "scanned", subnet })).answer as { id: string };
  const begun = performance.now();
  const { id } = (await ask("POST", `/api/discovery/networks/${network.id}/scan`, { scan_type: scanType })).answer as { id: string };
  for (let memoryMostMb = memoryBeforeMb; ;) {
    await sleep(LOOK_EVERY_MS);
    memoryMostMb = Math.max(memoryMostMb, residentMb(pid));
    const scan = (await ask("GET", `/api/discovery/scans/${id}`)).answer as { status: string; found_hosts: number; error_message: string };
    if (scan.status === "completed") return { found: scan.found_hosts, memoryBeforeMb, memoryMostMb, tookMs: performance.now() - begun };
    if (scan.status === "failed") throw new Error(`the scan failed: ${scan.error_message}`);
  }
}
