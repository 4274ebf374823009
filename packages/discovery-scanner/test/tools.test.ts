import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Neighbour } from "../src/neighbours/neighbour-sweep.ts";
import { LocalSegments } from "../src/neighbours/local-segments.ts";
import { LossEstimate } from "../src/probing/loss-estimate.ts";
import { TokenBucket } from "../src/probing/token-bucket.ts";
import type { ScanContext } from "../src/scan-context.ts";
import { sweepWithArpScan } from "../src/tools/arp-sweep.ts";
import { Pings } from "../src/tools/pings.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tools-"));
  vi.stubEnv("PATH", `${folder}:${process.env["PATH"]}`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** A program that is found before those of the machine, and does what lines of shell say. */
async function program(name: string, script: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
}

describe("fping", () => {
  const warnings: string[] = [];
  const pings = (loss: LossEstimate): Pings =>
    new Pings({
      fping: "usable",
      family: 4,
      probesPerSecond: 3000,
      bucket: new TokenBucket(3000),
      loss,
      twice: true,
      warn: async (message) => void warnings.push(message),
      signal: new AbortController().signal,
    });
  beforeEach(() => void warnings.splice(0));

  it("asks once more until it is known that nothing is lost", async () => {
    await program("fping", `cat > /dev/null; echo "$*" >> ${folder}/asked; echo 192.0.2.7; exit 1`);
    const [unknown, known] = [new LossEstimate(), new LossEstimate()];
    known.answered(1000);
    for (const loss of [unknown, known]) {
      const some = pings(loss);
      expect(await Promise.all([some.ask("192.0.2.7"), some.ask("192.0.2.8")])).toEqual([true, false]);
    }
    const asked = (await readFile(join(folder, "asked"), "utf8")).trim().split("\n");
    expect(asked.map((words) => / -r (\d)/.exec(words)?.[1])).toEqual(["1", "0"]);
    expect(warnings).toEqual([]);
  });

  it.each(["echo 'no right to send' >&2; exit 4", "echo 'no right to send' >&2; kill -9 $$"])(
    "that fails is said to, once, and asked no more: %s",
    async (script) => {
      await program("fping", `echo begun >> ${folder}/runs; cat > /dev/null; ${script}`);
      const some = pings(new LossEstimate());
      expect([await some.ask("192.0.2.7"), await some.ask("192.0.2.8")]).toEqual([false, false]);
      expect(warnings).toEqual(["fping cannot be used (no right to send): hosts that answer only to ping are not found"]);
      expect(await readFile(join(folder, "runs"), "utf8")).toBe("begun\n");
      expect(some.usable).toBe(false);
    },
  );
});

describe("arp-scan", () => {
  it("tells a slow reader of every neighbour, also of those that came while it was busy", async () => {
    const ips = ["10.0.0.3", "10.0.0.4"];
    const told = ips.map((ip) => `echo '${ip}\tbc:24:11:00:00:03'`);
    await program(
      "arp-scan",
      `cat > /dev/null; echo $$ > ${folder}/pid\n${told.join(`\nuntil [ -e ${folder}/go ]; do sleep 0.01; done\n`)}`,
    );
    const eth0 = { address: "10.0.0.1", netmask: "255.255.255.0", mac: "bc:24:11:00:00:01", internal: false, cidr: "10.0.0.1/24" };
    const context = {
      plan: { limits: { probesPerSecond: 3000 }, targets: { has: (ip: string) => ips.includes(ip) } },
      bucket: new TokenBucket(3000),
      signal: new AbortController().signal,
    } as unknown as ScanContext;
    const seen: Neighbour[] = [];
    for await (const neighbour of sweepWithArpScan(context, ips, new LocalSegments({ eth0: [{ ...eth0, family: "IPv4" }] }))) {
      seen.push(neighbour);
      // The program tells the next one and ends before that is read.
      await writeFile(join(folder, "go"), "");
      const pid = Number(await readFile(join(folder, "pid"), "utf8"));
      await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"));
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(seen).toEqual(ips.map((ip) => ({ ip, macAddress: "bc:24:11:00:00:03", cached: false })));
  });
});
