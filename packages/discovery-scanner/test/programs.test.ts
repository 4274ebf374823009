import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { ScanPlan, ScanReport } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { heardOf, neighboursInJson } from "../src/neighbours/heard-of.ts";
import { nmapScannerPlugin, NmapScanner } from "../src/nmap/index.ts";
import { nmapArguments } from "../src/nmap/nmap-arguments.ts";
import { versionUnfit } from "../src/nmap/nmap-version.ts";
import { rawSocketsIn } from "../src/programs/raw-sockets.ts";
import { remembered } from "../src/programs/remembered.ts";
import { neighbourIn } from "../src/tools/arp-sweep.ts";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "programs-"))));
afterAll(async () => await rm(folder, { recursive: true }));

/** A program that does what a line of shell says. */
async function program(name: string, script: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

const limits = { probesPerSecond: 1000, connections: 100, connectionsPerHost: 10, hostBudgetMs: 5000 };
const planOf = (ips: readonly string[], scanType: ScanPlan["scanType"] = "quick"): ScanPlan => ({
  scanType,
  subnet: "192.0.2.0/24",
  family: 4,
  targets: { size: ips.length, has: (ip) => ips.includes(ip), [Symbol.iterator]: () => ips[Symbol.iterator]() },
  ports: [],
  limits,
});
const scan = async (path: string, ips: readonly string[], signal = new AbortController().signal): Promise<ScanReport[]> =>
  await Array.fromAsync(new NmapScanner({ program: path }).scan(planOf(ips), { signal }));

const xmlOf = (...lines: readonly string[]): string => `cat <<'END'\n<nmaprun>\n${lines.join("\n")}\n</nmaprun>\nEND`;
const UP = '<host><status state="up" reason="echo-reply"/><address addr="192.0.2.7" addrtype="ipv4"/></host>';
const FINISHED = '<finished exit="success"/>';

describe("a program that stands for nmap", () => {
  it("is told only addresses of the plan, and believed only of them", async () => {
    const heard = join(folder, "heard");
    const other = UP.replace("192.0.2.7", "192.0.2.200");
    const path = await program(
      "obedient",
      `cat > ${heard}\n${xmlOf(UP, other, '<target specification="192.0.2.9" status="skipped"/>', FINISHED)}`,
    );
    const reports = await scan(path, ["192.0.2.7", "192.0.2.8", "192.0.2.9", "-iR 5", "example.com"]);
    expect(reports.filter(({ kind }) => kind === "observation")).toEqual([{ kind: "observation", ip: "192.0.2.7", evidence: "icmp" }]);
    expect(reports).toContainEqual({ kind: "host-done", ip: "192.0.2.8", outcome: "silent" });
    expect(reports).toContainEqual({ kind: "host-done", ip: "192.0.2.9", outcome: "skipped", reason: "no-route" });
    expect((await readFile(heard, "utf8")).trim().split("\n")).toEqual(["192.0.2.7", "192.0.2.8", "192.0.2.9"]);
  });

  it("is asked a second time in a deep scan, for what speaks at open ports", async () => {
    const port = (service: string): string =>
      UP.replace(
        "</host>",
        `<ports><port protocol="tcp" portid="2222"><state state="open" reason="syn-ack"/>${service}</port></ports></host>`,
      );
    const ssh = '<service name="ssh" product="OpenSSH" version="9.2p1" method="probed"/>';
    const path = await program(
      "thorough",
      `cat > /dev/null\ncase "$*" in\n*-sV*) ${xmlOf(port(ssh), FINISHED)}\n;;\n*) ${xmlOf(port(""), FINISHED)}\n;;\nesac`,
    );
    const reports = await Array.fromAsync(
      new NmapScanner({ program: path }).scan(planOf(["192.0.2.7"], "deep"), { signal: new AbortController().signal }),
    );
    expect(reports.flatMap((report) => (report.kind === "observation" ? (report.services ?? []) : []))).toEqual([
      { port: 2222, protocol: "tcp", service: "ssh", version: "OpenSSH 9.2p1" },
    ]);
  });

  it("fails the scan with its own words, after the hosts that it told of", async () => {
    const path = await program(
      "failing",
      `cat > /dev/null\n${xmlOf(UP)}\necho 'dnet: Failed to open device' >&2\necho QUITTING! >&2\nexit 1`,
    );
    const seen: ScanReport[] = [];
    const reading = (async () => {
      for await (const report of new NmapScanner({ program: path }).scan(planOf(["192.0.2.7", "192.0.2.8"]), {
        signal: new AbortController().signal,
      }))
        seen.push(report);
    })();
    await expect(reading).rejects.toThrow("nmap failed: dnet: Failed to open device");
    expect(seen.at(-1)).toEqual({ kind: "host-done", ip: "192.0.2.7", outcome: "answered" });
    await expect(scan(await program("cut", `${xmlOf(UP)}`), ["192.0.2.7"])).rejects.toThrow("the program ended early");
    await expect(scan(join(folder, "missing"), ["192.0.2.7"])).rejects.toThrow("ENOENT");
  });

  it("is ended when it does not stop by itself", async () => {
    const path = await program("stubborn", "trap '' INT\nexec sleep 60");
    const stop = new AbortController();
    const reading = scan(path, ["192.0.2.7"], stop.signal);
    setTimeout(() => stop.abort(new Error("enough")), 100);
    const begun = performance.now();
    await expect(reading).rejects.toThrow("enough");
    // It would go on for a minute.
    expect(performance.now() - begun).toBeLessThan(30_000);
  });

  it("says why it cannot be used, and never throws", async () => {
    const reason = async (path: string): Promise<string | null> => await new NmapScanner({ program: path }).unavailable();
    expect(await reason(join(folder, "missing"))).toBe("nmap is not installed");
    expect(await reason(await program("old", "echo 'Nmap version 7.70 ( https://nmap.org )'"))).toBe(
      "nmap is too old: 7.70 is installed, 7.80 is required",
    );
    expect(await reason(await program("other", "echo hello"))).toBe("nmap does not report its version");
    expect(await reason(folder)).toMatch(/^nmap cannot be started/);
    expect(await reason(await program("new", "echo 'Nmap version 7.95SVN'"))).toBeNull();
  });

  it("has options that are checked", () => {
    expect(nmapScannerPlugin().scanners?.map(({ id }) => id)).toEqual(["nmap"]);
    expect(() => nmapScannerPlugin({ program: "" })).toThrow(expect.objectContaining({ code: "VALIDATION_ERROR" }));
  });
});

it("versions of nmap from 7.80 on are fit", () => {
  expect(
    ["7.79", "7.80", "7.100", "6.99", "8.00"].map((version) => versionUnfit(`Nmap version ${version} ( https://nmap.org )`) === null),
  ).toEqual([false, true, true, false, true]);
});

it("arguments of nmap share the limits of the plan, and hold no text from outside", () => {
  const words = (raw: boolean): string =>
    nmapArguments({
      plan: { family: 6, limits },
      step: "services",
      ports: [80, 22],
      raw,
      neighbours: true,
      budgetMs: 2000.4,
      runs: 2,
      groupSize: 32,
    }).join(" ");
  expect(words(true)).toContain("-6 --privileged -T4 --max-rate 500 --min-rate 400 --max-parallelism 50");
  expect(words(true)).toMatch(/-sS -p 80,22 --min-hostgroup 32 --host-timeout 2000ms -sV --version-intensity 2 -O --osscan-limit/);
  expect(words(false)).toContain("-Pn -sT -p 80,22");
  expect(words(false)).not.toMatch(/-O|-sS|-PE/);
});

it("raw packets need the right in the set that programs get", () => {
  const status = "CapEff:\t000001ffffffffff\nCapAmb:\t0000000000000000\n";
  expect([rawSocketsIn(status, true), rawSocketsIn(status, false)]).toEqual([true, false]);
  expect(rawSocketsIn("CapEff:\t000001ffffffdfff\n", true)).toBe(false);
});

it("what is installed is looked up once a minute", async () => {
  let [now, asked] = [0, 0];
  const look = remembered(
    async () => (asked += 1),
    () => now,
  );
  expect([await look(), await look()]).toEqual([1, 1]);
  now = 60_000;
  expect(await look()).toBe(2);
});

describe("neighbours", () => {
  it("of arp-scan are lines with both addresses", () => {
    expect(neighbourIn("10.0.0.3\tBC:24:11:00:00:03")).toEqual({ ip: "10.0.0.3", macAddress: "bc:24:11:00:00:03", cached: false });
    expect(
      ["", "10.0.0.3", "10.0.0.3 bc:24:11:00:00:03", "x\tbc:24:11:00:00:03", "10.0.0.3\tbc:24:11:00:00:0345"].map(neighbourIn),
    ).toEqual([undefined, undefined, undefined, undefined, undefined]);
    fc.assert(fc.property(fc.string(), (line) => void neighbourIn(line)));
  });

  it("of IPv6 are those that the kernel has heard of", () => {
    const entry = (dst: string, ...state: string[]): object => ({ dst, dev: "eth0", lladdr: "bc:24:11:00:00:03", state });
    const output = JSON.stringify([
      entry("2001:db8::1", "REACHABLE"),
      entry("2001:db8::1", "STALE"),
      entry("2001:db8::2", "FAILED"),
      entry("2001:db8::3", "INCOMPLETE"),
      entry("x", "STALE"),
      7,
    ]);
    expect(neighboursInJson(output)).toEqual(["2001:db8::1"]);
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void neighboursInJson(text)));
  });

  it("are never an error, whatever is asked", async () => {
    for (const subnet of ["", "x/9", "10.0.0.0/99", "2001:db8::/129"]) expect(await heardOf(subnet)).toEqual([]);
  });
});
