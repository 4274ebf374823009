import assert from "node:assert/strict";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { run } from "../../../../packages/discovery-scanner/test/lab/lab-network.ts";
import { companyMonth } from "../../company/month.ts";
import { CompanyInNamespaces } from "./company-in-namespaces.ts";
import { buildSites, packetsCounted, tryOtherPort } from "./site-network.ts";

// Runs inside the namespaces: `node inside.ts <folder> <seed> <days>`. What it prints is what the trial reports.

const [folder = "", seed = "", days = ""] = process.argv.slice(2);

/** The name server of each site is its own. */
function useOwnNames(): void {
  const file = "/etc/resolv.conf";
  const target = realpathSync(file);
  buildSites();
  const own = target.startsWith("/run/") ? target : join(folder, "resolv.conf");
  mkdirSync(dirname(own), { recursive: true });
  writeFileSync(own, "nameserver 127.0.0.53\n");
  if (own !== target) run("mount", ["--bind", own, file]);
}

useOwnNames();
const begun = performance.now();
const place = await CompanyInNamespaces.start(folder);
const result = await companyMonth(place, { seed: Number(seed), days: Number(days), report: (line) => console.info(line) });
assert.deepEqual(result.violations, []);
assert.equal(await place.verified(), "[]");
const { requests = 0, ...others } = packetsCounted();
console.info(`${days} days took ${((performance.now() - begun) / 1000).toFixed(0)} s; ${requests} packets of agents to the server's port`);
assert.ok(requests > 0, "agents reach the server");
assert.deepEqual(others, { other: 0, outward: 0, forwarded: 0, strayed: 0 }, "nothing else passes between a site and the server");
tryOtherPort("north");
assert.ok((packetsCounted()["strayed"] ?? 0) > 0, "what strays is counted");
console.info("nothing else passed between a site and the server, in either direction");
process.exit();
