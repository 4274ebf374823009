import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type LeaseSourceKind, missingFor } from "./lab/dhcp-servers.ts";
import { ISOLATED, whyForbidden } from "./lab/site-network.ts";
import type { LeaseLabAnswer } from "./lease-lab-process.ts";

const forbidden = whyForbidden();
const KINDS: readonly LeaseSourceKind[] = ["isc-dhcpd", "kea-memfile", "kea-api"];

describe("an agent beside a real DHCP server, with a real client of it", () => {
  for (const kind of KINDS) {
    const missing = missingFor(kind);
    const why = forbidden ?? (missing.length === 0 ? null : `not installed: ${missing.join(", ")}`);
    if (why !== null) console.warn(`1 test of leases at a site (${kind}) is skipped: ${why}`);
    it.skipIf(why !== null)(`tells the server, which it reaches by https alone, of a lease while there is one: ${kind}`, () => {
      const program = fileURLToPath(new URL("lease-lab-process.ts", import.meta.url));
      const child = spawnSync("unshare", [...ISOLATED, process.execPath, program, kind], { encoding: "utf8" });
      expect([child.status, child.status === 0 ? "" : child.stderr]).toEqual([0, ""]);
      const { before, held, after, seen, asked, told, packets } = JSON.parse(child.stdout) as LeaseLabAnswer;
      expect([before, after]).toEqual([
        { error: "", leases: [] },
        { error: "", leases: [] },
      ]);
      const client = { ip: expect.stringMatching(/^10\.91\.0\.[5-9]$/), mac_address: "02:00:00:00:00:05", hostname: "printer-7" };
      expect(held).toEqual({ error: "", leases: [{ ...client, expires_at: expect.any(String) }] });
      // Ten minutes, of which the server's own clock tells the seconds.
      const [left] = held.leases.map(({ expires_at: ends }) => (Date.parse(ends) - Date.parse(asked)) / 1000);
      expect(left).toBeGreaterThan(500);
      expect(left).toBeLessThan(700);
      // What was seen stays, as the sighting that it is.
      expect(seen).toEqual([expect.objectContaining({ ...client, ip: held.leases[0]?.ip })]);
      const [{ first_seen: since }] = seen as [LeaseLabAnswer["seen"][number]];
      expect([since, asked <= since && since <= told]).toEqual([since, true]);
      expect(packets).toMatchObject({ stray: 0, probes: 0 });
      expect(packets["http"]).toBeGreaterThan(10);
    });
  }
});
