import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { ISOLATED, labForbidden, missingProgram } from "./lab.ts";
import type { SharedAnswersLab } from "./shared-answers-lab.ts";

const forbidden = labForbidden();
if (forbidden !== null) console.warn(`2 tests of shared answers in network namespaces are skipped: ${forbidden}`);

async function scanned(scanner: string): Promise<SharedAnswersLab> {
  const script = new URL("shared-answers-lab.ts", import.meta.url).pathname;
  const { stdout } = await promisify(execFile)("unshare", [...ISOLATED, process.execPath, script, scanner]);
  return JSON.parse(stdout) as SharedAnswersLab;
}

describe.skipIf(forbidden !== null)("a scan of networks where one machine answers for others", () => {
  it.each([["connect"], ["nmap"]])(
    "with %s finds no host but those with a proof of their own, warns, leaves the addresses free, and sends nothing elsewhere",
    async (scanner) => {
      if (scanner === "nmap" && missingProgram("nmap") !== null) return;
      const { networks, inside, outside } = await scanned(scanner);
      const [firewall, proxy, box] = networks;
      expect(firewall).toMatchObject({ subnet: "10.92.0.0/24", status: "completed", probed: 254 });
      // The host search of nmap does not tell open ports, so that nothing proves the host.
      expect(firewall?.found).toEqual(scanner === "nmap" ? [] : ["10.92.0.7"]);
      expect(firewall?.warnings).toEqual([expect.stringMatching(/^MIDDLEBOX: 25[34] addresses of 10\.92\.0\.0\/24 answer alike/)]);
      expect(proxy).toMatchObject({ subnet: "10.91.0.0/28", status: "completed", probed: 14, found: [] });
      expect(proxy?.warnings).toEqual([expect.stringMatching(/^PROXY_ARP: \S+ answers for 14 addresses of 10\.91\.0\.0\/28/)]);
      expect(box).toMatchObject({ subnet: "10.93.0.0/26", status: "completed", probed: 62, found: [] });
      expect(box?.warnings).toEqual([expect.stringMatching(/^MIDDLEBOX: 62 addresses of 10\.93\.0\.0\/26 answer alike/)]);
      expect(networks.map(({ nextIp }) => nextIp)).toEqual(["10.92.0.1", "10.91.0.1", "10.93.0.1"]);
      expect(inside).toBeGreaterThan(254);
      expect(outside).toBe(0);
    },
  );
});
