import { execFile, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { systemClock } from "@cadastre/inventory-core";
import type { LeaseNetworks } from "@cadastre/inventory-core/discovery";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readSource, type SourceToRead } from "../../src/leases/reading/read-source.ts";

const run = promisify(execFile);
const has = (program: string): boolean => spawnSync("sh", ["-c", `command -v ${program}`], { env: PATHS }).status === 0;
const PATHS = { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin:/sbin` };

/** Root makes its namespaces, others those of a user, where the kernel lets them. */
const UNSHARE = process.getuid?.() === 0 ? ["-nm"] : ["-Urnm"];
const canUnshare = spawnSync("unshare", [...UNSHARE, "true"]).status === 0;
const HOOK = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib"]
  .map((lib) => `${lib}/kea/hooks/libdhcp_lease_cmds.so`)
  .find((file) => existsSync(file));

const NETWORKS: LeaseNetworks = { of: () => "network", size: 1, families: new Set([4] as const) };

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(path.join(tmpdir(), "leases-"))));
afterEach(async () => await rm(folder, { recursive: true }));

const read = async (source: Partial<SourceToRead> & Pick<SourceToRead, "type">) => {
  const { signal } = new AbortController();
  const given = { path: "", url: "", username: "", password: "", ...source };
  const { leases, unread } = await readSource(given, NETWORKS, { clock: systemClock, folders: [folder], rule: () => undefined, signal });
  expect(unread).toBe(0);
  return [...leases.values()];
};

describe.each([
  ["dnsmasq", "dnsmasq"],
  ["isc-dhcpd", "dhcpd"],
] as const)("the leases of a real %s", (type, program) => {
  it.skipIf(!canUnshare || !has(program) || !has("dhclient"))("tell of a client that got one", async () => {
    const script = new URL("namespace.sh", import.meta.url).pathname;
    await run("timeout", ["30", "unshare", ...UNSHARE, "sh", script, folder, program], { env: PATHS });
    const leases = await read({ type, path: path.join(folder, "leases") });
    expect(leases).toEqual([
      {
        ip: expect.stringMatching(/^192\.0\.2\.\d+$/),
        macAddress: "02:00:00:00:00:05",
        hostname: "printer-7",
        expiresAt: expect.any(String),
      },
    ]);
    expect(Date.parse(leases[0]?.expiresAt as string)).toBeGreaterThan(Date.now());
  });
});

describe.each([
  ["dnsmasq", "dnsmasq", { macAddress: "", hostname: "printer-7" }],
  ["isc-dhcpd", "dhcpd", { macAddress: "", hostname: "" }],
  // The identifier of the client has its hardware address, and Kea says so itself.
  ["kea-memfile", "kea-dhcp6", { macAddress: "02:00:00:00:00:05", hostname: "printer-7.example.com" }],
] as const)("DHCPv6 leases of a real %s", (type, program, told) => {
  it.skipIf(!canUnshare || !has(program) || !has("dhclient"))("tell of a client that got one", async () => {
    const script = new URL("namespace6.sh", import.meta.url).pathname;
    await run("timeout", ["40", "unshare", ...UNSHARE, "sh", script, folder, program], { env: PATHS });
    const leases = await read({ type, path: path.join(folder, "leases") });
    expect(leases).toEqual([{ ip: expect.stringMatching(/^2001:db8::[12][\da-f]?$/), ...told, expiresAt: expect.any(String) }]);
    expect(Date.parse(leases[0]?.expiresAt as string)).toBeGreaterThan(Date.now());
  });
});

describe("the leases of a real Kea", () => {
  it.skipIf(!has("kea-dhcp4") || !has("kea-ctrl-agent") || HOOK === undefined)("are the same in its files and by its agent", async () => {
    const logs = { severity: "ERROR", output_options: [{ output: "stderr" }] };
    const control = { "socket-type": "unix", "socket-name": path.join(folder, "dhcp4.sock") };
    const file = path.join(folder, "kea-leases4.csv");
    const write = async (name: string, config: object): Promise<string> => {
      await writeFile(path.join(folder, name), JSON.stringify(config));
      return path.join(folder, name);
    };
    const port = await freePort();
    const dhcp4 = {
      "interfaces-config": { interfaces: [] },
      "control-socket": control,
      "lease-database": { type: "memfile", persist: true, name: file, "lfc-interval": 0 },
      "hooks-libraries": [{ library: HOOK }],
      subnet4: [{ id: 1, subnet: "10.0.0.0/16" }],
      loggers: [{ name: "kea-dhcp4", ...logs }],
    };
    const agent = {
      "http-host": "127.0.0.1",
      "http-port": port,
      authentication: { type: "basic", realm: "kea", clients: [{ user: "cadastre", password: "a-secret" }] },
      "control-sockets": { dhcp4: control },
      loggers: [{ name: "kea-ctrl-agent", ...logs }],
    };
    const env = { ...PATHS, KEA_LOCKFILE_DIR: "none", KEA_PIDFILE_DIR: folder };
    const processes = [
      spawn("kea-dhcp4", ["-c", await write("dhcp4.json", { Dhcp4: dhcp4 })], { env, stdio: "ignore" }),
      spawn("kea-ctrl-agent", ["-c", await write("agent.json", { "Control-agent": agent })], { env, stdio: "ignore" }),
    ];
    const url = `http://127.0.0.1:${port}/`;
    const ask = async (command: string, given: object): Promise<number> => {
      const headers = { "content-type": "application/json", authorization: `Basic ${btoa("cadastre:a-secret")}` };
      const body = JSON.stringify({ command, service: ["dhcp4"], arguments: given });
      return ((await (await fetch(url, { method: "POST", headers, body })).json()) as { result: number }[])[0]?.result as number;
    };
    const given = { "subnet-id": 1, "valid-lft": 3600 };
    const add = async (n: number): Promise<number> =>
      await ask("lease4-add", {
        ...given,
        "ip-address": `10.0.${n >> 8}.${n & 255}`,
        "hw-address": `02:00:00:00:${(n >> 8).toString(16).padStart(2, "0")}:${(n & 255).toString(16).padStart(2, "0")}`,
        hostname: `host-${n}.example.com`,
      });
    try {
      // The agent answers before the server does, with the error that a lease that exists gets too.
      await vi.waitFor(
        async () => {
          await add(1);
          expect(await ask("lease4-get", { "ip-address": "10.0.0.1" })).toBe(0);
        },
        { timeout: 40_000, interval: 100 },
      );
      // More than a page.
      for (let from = 2; from <= 1200; from += 50)
        await Promise.all(Array.from({ length: Math.min(50, 1201 - from) }, async (_, n) => await add(from + n)));
      await ask("lease4-del", { "ip-address": "10.0.0.3" });
      const known = { url, username: "cadastre", password: "a-secret" };
      const told = await read({ type: "kea-api", ...known });
      expect(told).toHaveLength(1199);
      expect(told[0]).toMatchObject({ ip: "10.0.0.1", macAddress: "02:00:00:00:00:01", hostname: "host-1.example.com" });
      const byAddress = (leases: typeof told) => new Map(leases.map((lease) => [lease.ip, lease]));
      expect(byAddress(await read({ type: "kea-memfile", path: file }))).toEqual(byAddress(told));
      await expect(read({ type: "kea-api", ...known, password: "wrong" })).rejects.toThrow("refused the user name and password (401)");
      expect(await readFile(file, "utf8")).toContain("host-1200.example.com");
    } finally {
      for (const child of processes) child.kill();
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
