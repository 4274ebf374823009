import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { AgentLabAnswer } from "./agent-lab-process.ts";
import { ISOLATED, whyForbidden } from "./lab/site-network.ts";

const forbidden = whyForbidden();
if (forbidden !== null) console.warn(`2 tests of the lab of agents are skipped: ${forbidden}`);

describe.skipIf(forbidden !== null)("an agent at a site of its own, with packets counted", () => {
  it.each([
    ["root", [], /[^0]/],
    ["an ordinary user", ["ordinary"], /^0+$/],
  ] as const)(
    "scans its segment as %s, and the server sees nothing of it but HTTP at its port, and sends nothing there",
    (_, words, held) => {
      const program = fileURLToPath(new URL("agent-lab-process.ts", import.meta.url));
      const child = spawnSync("unshare", [...ISOLATED, process.execPath, program, ...words], { encoding: "utf8" });
      expect([child.status, child.stderr.includes("Error")]).toEqual([0, false]);
      const { waiting, status, capabilities, found, packets, control } = JSON.parse(child.stdout) as AgentLabAnswer;
      expect(capabilities).toMatch(held);
      expect([waiting, status]).toEqual(["pending", "completed"]);
      expect(found).toEqual(["10.91.0.2", "10.91.0.3"]);
      expect(packets).toMatchObject({ stray: 0, probes: 0, excluded_arp: 0, excluded_ip: 0 });
      expect(packets["http"]).toBeGreaterThan(10);
      expect(control).toBeGreaterThan(0);
    },
  );
});
