import { type ChildProcess, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { vi } from "vitest";
import type { SnmpCredentials } from "../../src/session/snmp-target.ts";
import { readDeviceTables } from "../../src/tables/device-tables.ts";
import { targetAt } from "./target.ts";

/** Debian has daemons where users do not look. */
export const PATH = `${process.env["PATH"]}:/usr/sbin`;

export const KEYS = { authKey: "authentication-key", privKey: "privacy-key-1" };

/** Whether a program is here and starts; some end with an error when they tell how they are used. */
export function tells(sign: string, program: string, ...args: readonly string[]): boolean {
  const { stdout, stderr } = spawnSync(program, args, { env: { ...process.env, PATH }, encoding: "utf8" });
  return `${stdout}${stderr}`.includes(sign);
}

export async function freePort(): Promise<number> {
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(resolve));
  return port;
}

/** Resolves when something answers there. */
export async function answers(port: number, credentials: SnmpCredentials): Promise<void> {
  await vi.waitFor(async () => {
    const { problems } = await readDeviceTables(targetAt(port, { credentials }), { timeMs: 1000 }, new AbortController().signal, "links");
    if (problems.length > 0) throw new Error(problems[0]?.failure.message);
  }, 30_000);
}

export async function ended(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null) return;
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await exit;
}

export const version3 = (more: Partial<Extract<SnmpCredentials, { version: "3" }>> = {}): SnmpCredentials => ({
  version: "3",
  username: "cadastre",
  authProtocol: "sha256",
  authKey: KEYS.authKey,
  privacy: { protocol: "aes", key: KEYS.privKey },
  context: "",
  ...more,
});
