import { Lab } from "./lab.ts";
import { ROUTED, SEGMENT, labHosts } from "./lab-hosts.ts";
const lab = await Lab.start();
for (let i = 0; i < 12; i++) {
  await lab.ask({ do: "loss", percent: 5 });
  await lab.ask({ do: "forget" });
  await lab.scan({ net: SEGMENT, type: "quick" });
  const seen = await lab.scan({ net: ROUTED, type: "quick" });
  const out: Record<string, number> = {};
  for (const r of seen.cost.reports) if (r.kind === "host-done") out[`${r.outcome} ${r.reason ?? ""}`] = (out[`${r.outcome} ${r.reason ?? ""}`] ?? 0) + 1;
  console.log(seen.found.length, Math.round(seen.cost.tookMs), JSON.stringify(out), seen.cost.reports.filter((r) => r.kind === "warning"));
  if (seen.found.length < 85) console.log(labHosts(ROUTED).map((h) => h.ip).filter((ip) => !seen.found.includes(ip)).slice(0, 12).map((ip) => [ip, seen.cost.reports.filter((r) => "ip" in r && r.ip === ip).map((r) => JSON.stringify(r)).join()]));
}
lab.close();
