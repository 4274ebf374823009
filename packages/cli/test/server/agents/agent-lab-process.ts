// Runs inside namespaces of its own: a server, a site with a way out to it alone, and hosts behind the site. Prints what came of it.
// With the word "ordinary" the agent has none of the capabilities that an ordinary user lacks.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MAIN, serve } from "../../support/command.ts";
import { signIn } from "./lab/api-calls.ts";
import { buildSite, counted, PORT, run, SERVER_IP, SUBNET, within } from "./lab/site-network.ts";

/** What came of it. */
export interface AgentLabAnswer {
  /** State of the scan before there was an agent. */
  readonly waiting: string;
  readonly status: string;
  /** Capabilities of the agent's process, as the kernel writes them. */
  readonly capabilities: string;
  readonly found: readonly string[];
  /** By name of the counter. */
  readonly packets: Readonly<Record<string, number>>;
  /** Packets for the excluded host after a scan that did not exclude it. */
  readonly control: number;
}

const ADMIN = { INITIAL_ADMIN_USERNAME: "root", INITIAL_ADMIN_PASSWORD: "correct horse battery" };
const DEADLINE_MS = 40_000;

function build(): void {
  buildSite(["link set seg up", ...[2, 3, 5].map((last) => `addr add 10.91.0.${last}/28 dev seg`)]);
  within(
    "hosts",
    "nft",
    ["-f", "-"],
    `table arp lab {
      counter excluded_arp {}
      chain in {
        type filter hook input priority 0;
        arp operation request arp daddr ip 10.91.0.5 counter name excluded_arp
      }
    }
    table inet lab {
      counter excluded_ip {}
      chain in {
        type filter hook input priority 0;
        ip daddr 10.91.0.5 counter name excluded_ip
      }
    }`,
  );
}

build();
const folder = mkdtempSync(join(tmpdir(), "agent-lab-"));
const server = await serve({
  ...ADMIN,
  LISTEN_ADDR: `${SERVER_IP}:${PORT}`,
  DATA_DIR: join(folder, "data"),
  COOKIE_SECURE: "false",
});
const call = await signIn(server.url, "root", ADMIN.INITIAL_ADMIN_PASSWORD);
const network = await call("POST", "/api/networks", { name: "site", subnet: SUBNET });
const { token } = await call("POST", "/api/agents", { name: "site", network_ids: [network.id] });
writeFileSync(join(folder, "token"), token, { mode: 0o600 });
/** How a scan ended; what it is when that takes too long. */
async function ended(scan: string): Promise<string> {
  const begun = performance.now();
  for (;;) {
    const { status: now } = await call("GET", `/api/discovery/scans/${scan}`);
    if (["completed", "failed"].includes(now) || performance.now() - begun > DEADLINE_MS) return now;
    await sleep(200);
  }
}

const { id } = await call("POST", `/api/discovery/networks/${network.id}/scan`, { exclude_ips: "10.91.0.5" });
// It waits while there is no agent, and the server sends nothing meanwhile.
await sleep(1500);
const waiting = (await call("GET", `/api/discovery/scans/${id}`)).status as string;
const words = ["--server", server.url, "--token-file", join(folder, "token"), "--state-dir", join(folder, "state")];
/** No capability is left, and a program that is run as root gets none. */
const ORDINARY = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--ambient-caps=-all", "--securebits=+noroot,+noroot_locked"];
const wrapped = process.argv.includes("ordinary") ? ORDINARY : [];
const agent = spawn("ip", ["netns", "exec", "site", ...wrapped, process.execPath, MAIN, "agent", ...words], { stdio: "ignore" });
const status = await ended(id);
const capabilities = /CapEff:\s*(\w+)/.exec(readFileSync(`/proc/${agent.pid}/status`, "utf8"))?.[1] ?? "";
const seen = await call("GET", `/api/discovery/devices?network_id=${network.id}`);
const packets = { ...counted(run("nft", ["list", "counters"])), ...counted(within("hosts", "nft", ["list", "counters"])) };
// The counter of the excluded host counts.
await ended((await call("POST", `/api/discovery/networks/${network.id}/scan`, {})).id);
agent.kill("SIGTERM");
const answer: AgentLabAnswer = {
  waiting,
  status,
  capabilities,
  found: seen.map(({ ip }: { readonly ip: string }) => ip),
  packets,
  control: counted(within("hosts", "nft", ["list", "counters"]))["excluded_arp"] ?? 0,
};
process.stdout.write(JSON.stringify(answer));
await server.stop();
process.exit();
