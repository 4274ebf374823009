// Runs inside namespaces of its own: a server, a site with a way out to it alone, the site's DHCP server, and a client of that.
// The word says what the DHCP server is. Prints what came of it.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { MAIN, serve } from "../../support/command.ts";
import { signIn } from "./lab/api-calls.ts";
import { type LeaseSourceKind, startDhcpServer, startWithin } from "./lab/dhcp-servers.ts";
import { buildSite, counted, PORT, run, SEGMENT, SERVER_IP, SUBNET } from "./lab/site-network.ts";

/** How a lease source stood once it was read. */
interface Read {
  readonly error: string;
  readonly leases: readonly { readonly ip: string; readonly mac_address: string; readonly hostname: string; readonly expires_at: string }[];
}

/** What came of it. */
export interface LeaseLabAnswer {
  /** Before the client asked, with its lease, and after it gave it back. */
  readonly before: Read;
  readonly held: Read;
  readonly after: Read;
  /** What was seen, once the lease was given back. */
  readonly seen: readonly { readonly ip: string; readonly mac_address: string; readonly hostname: string; readonly first_seen: string }[];
  /** Instant of the server before the client asked, and when its lease had been told; ISO 8601. */
  readonly asked: string;
  readonly told: string;
  /** By name of the counter. */
  readonly packets: Readonly<Record<string, number>>;
}

const ADMIN = { INITIAL_ADMIN_USERNAME: "root", INITIAL_ADMIN_PASSWORD: "correct horse battery" };
const ENCRYPTION_KEY = "YSBrZXkgb2YgMzIgYnl0ZXMgZm9yIHRlc3RzIG9ubHk=";
const DEADLINE_MS = 40_000;
const kind = process.argv[2] as LeaseSourceKind;

/** What a look finds, again and again until it finds something. @throws when that takes too long */
async function found<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (const begun = performance.now(); performance.now() - begun < DEADLINE_MS; await sleep(100)) {
    const now = await look();
    if (now !== undefined) return now;
  }
  throw new Error(`${what} within ${DEADLINE_MS / 1000} seconds`);
}

// The address is not that of the lease: the client gives that back by unicast, for which it needs one.
buildSite(["link set seg address 02:00:00:00:00:05", "link set seg up", "addr add 10.91.0.14/28 dev seg"]);
const folder = mkdtempSync(join(tmpdir(), "lease-lab-"));
const at = (name: string): string => join(folder, name);
mkdirSync(at("dhcp"));
// What signs in to the DHCP server is sent over TLS alone.
const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
const names = ["-subj", "/CN=lab", "-days", "2", "-addext", `subjectAltName=IP:${SERVER_IP}`];
run("openssl", ["req", "-x509", ...curve, ...names, "-keyout", at("key.pem"), "-out", at("cert.pem")]);
setDefaultCACertificates([...getCACertificates(), readFileSync(at("cert.pem"), "utf8")]);
const server = await serve({
  ...ADMIN,
  ENCRYPTION_KEY,
  LISTEN_ADDR: `${SERVER_IP}:${PORT}`,
  DATA_DIR: at("data"),
  RATE_LIMIT_ENABLED: "false",
  TLS_CERT_FILE: at("cert.pem"),
  TLS_KEY_FILE: at("key.pem"),
});
const call = await signIn(server.url, "root", ADMIN.INITIAL_ADMIN_PASSWORD);
const datacenter = await call("POST", "/api/datacenters", { name: "site" });
const network = await call("POST", "/api/networks", { name: "site", subnet: SUBNET, datacenter_id: datacenter.id });
const { token } = await call("POST", "/api/agents", { name: "site", datacenter_ids: [datacenter.id] });
writeFileSync(at("token"), token, { mode: 0o600 });

const dhcp = startDhcpServer(kind, at("dhcp"));
const { id } = await call("POST", "/api/discovery/lease-sources", {
  name: "dhcp",
  network_ids: [network.id],
  datacenter_id: datacenter.id,
  ...dhcp.source,
});
const words = ["--server", server.url, "--ca-file", at("cert.pem"), "--token-file", at("token"), "--state-dir", at("state")];
const leasePaths = ["--lease-paths", at("dhcp"), "--lease-allow", "127.0.0.1"];
const agent = spawn("ip", ["netns", "exec", "site", process.execPath, MAIN, "agent", ...words, ...leasePaths], { stdio: "ignore" });

/** The source once the agent has read it again. */
async function readAgain(): Promise<Read> {
  const { last_read_at: before } = await call("POST", `/api/discovery/lease-sources/${id}/read`);
  const { last_error: error } = await found("the agent did not read the leases", async () => {
    const now = await call("GET", `/api/discovery/lease-sources/${id}`);
    return now.last_read_at === before ? undefined : now;
  });
  return { error, leases: await call("GET", `/api/discovery/lease-sources/${id}/leases`) };
}
/** The source once the agent has told so many leases without an error. */
const readUntil = async (count: number): Promise<Read> =>
  await found(`the agent did not tell ${count} leases`, async () => {
    const now = await readAgain();
    return now.error === "" && now.leases.length === count ? now : undefined;
  });

const before = await readUntil(0);
const asked = new Date().toISOString();
writeFileSync(at("dhclient.conf"), 'send host-name "printer-7";\ntimeout 20;\nretry 1;\n');
const files = ["-sf", "/bin/true", "-cf", at("dhclient.conf"), "-lf", at("client.leases"), "-pf", at("client.pid"), SEGMENT];
startWithin("hosts", "dhclient", ["-d", ...files]);
await found("the client got no lease", () =>
  readFileSync(at("client.leases"), { flag: "a+" }).includes("fixed-address") ? true : undefined,
);
const held = await readUntil(1);
const told = new Date().toISOString();
startWithin("hosts", "dhclient", ["-r", ...files]);
const after = await readUntil(0);
const seen = await call("GET", `/api/discovery/devices?network_id=${network.id}`);
agent.kill("SIGTERM");
const answer: LeaseLabAnswer = { before, held, after, seen, asked, told, packets: counted(run("nft", ["list", "counters"])) };
process.stdout.write(JSON.stringify(answer));
await server.stop();
process.exit();
