import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readDeviceTables } from "../src/tables/device-tables.ts";
import { answers, ended, freePort, KEYS, PATH, tells, version3 } from "./support/real-agents.ts";
import { targetAt } from "./support/target.ts";

const never = new AbortController().signal;

describe.skipIf(!tells("NET-SNMP", "snmpd", "-v"))("snmpd (skipped where it is not installed)", () => {
  const folder = mkdtempSync(join(tmpdir(), "snmpd-"));
  let port: number;
  let child: ChildProcess | undefined;

  beforeAll(async () => {
    port = await freePort();
    const lines = [
      "rocommunity public 127.0.0.1",
      "sysName real-agent",
      ...["SHA", "SHA-256", "SHA-512"].map((auth) => `createUser cadastre-${auth} ${auth} "${KEYS.authKey}" AES "${KEYS.privKey}"`),
      `createUser cadastre-256 SHA-256 "${KEYS.authKey}" AES-256 "${KEYS.privKey}"`,
      ...["SHA", "SHA-256", "SHA-512", "256"].map((user) => `rouser cadastre-${user} priv`),
    ];
    writeFileSync(join(folder, "snmpd.conf"), `${lines.join("\n")}\n`);
    child = spawn("snmpd", ["-f", "-Lo", "-C", "-c", join(folder, "snmpd.conf"), "-p", join(folder, "pid"), `udp:127.0.0.1:${port}`], {
      stdio: "ignore",
      env: { ...process.env, PATH, SNMP_PERSISTENT_DIR: join(folder, "state") },
    });
    await answers(port, { version: "2c", community: "public" });
  });
  afterAll(async () => {
    await ended(child);
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ["sha", "cadastre-SHA", "aes"],
    ["sha256", "cadastre-SHA-256", "aes"],
    ["sha512", "cadastre-SHA-512", "aes"],
    ["sha256", "cadastre-256", "aes256"],
  ] as const)("tells its tables with %s, user %s, %s", async (authProtocol, username, protocol) => {
    const credentials = version3({ username, authProtocol, privacy: { protocol, key: KEYS.privKey } });
    const tables = await readDeviceTables(targetAt(port, { credentials }), { timeMs: 20_000 }, never);
    expect(tables).toMatchObject({ name: "real-agent", problems: [] });
    expect([...tables.interfaces.values()].map(({ name }) => name)).toContain("lo");
  });

  it("refuses a wrong key and an unknown user", async () => {
    for (const wrong of [{ username: "cadastre-SHA-256", authKey: "another key" }, { username: "nobody" }]) {
      const tables = await readDeviceTables(targetAt(port, { credentials: version3(wrong) }), { timeMs: 5000 }, never);
      expect(tables.problems).toMatchObject([{ failure: { reason: "refused" } }]);
    }
  });
});
