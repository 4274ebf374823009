import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Browser } from "../../../../../testing/oauth-browser.ts";
import type { DatabaseManifest } from "./schema-fixture.ts";
import { type ReplyBody, ROOT, type World } from "./world.ts";

const SOON_MS = 60_000;
const POLL_MS = 50;
const WEBHOOK_SECRET = "a secret of a webhook";
const REDIRECT = "http://127.0.0.1:3000/callback";

/**
 * Makes records of every kind that the core and the plugins have, over the API, and reads them all.
 * @param world with the system's clock @param more for names that one database has once; an empty one needs none
 */
export async function fillInventory(world: World, more = ""): Promise<DatabaseManifest> {
  const session = await world.signIn();
  const must = async (route: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const { status, body: answer } = await world.call(route, body, { ...session, ...headers });
    if (status >= 300) throw new Error(`${route}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const lists = await makeInventory(must, more);
  const access = await makeAccess(must, more);
  await allowProgram(world);
  lists.push(...(await makeWebhook(must)));
  lists.push(...(await makeDiscovery(must)));
  await world.inventory.verifyAudit();
  return {
    made_at: new Date().toISOString(),
    api_key: access,
    cookie: session["cookie"] ?? "",
    webhook_secret: WEBHOOK_SECRET,
    answers: await readAnswers(must, lists),
  };
}

/** Of a list. */
const recordsOf = (body: ReplyBody): readonly ReplyBody[] => Object.values(body) as readonly ReplyBody[];

type Must = (route: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<ReplyBody>;

/** @returns routes of the lists that lie in records */
async function makeInventory(must: Must, more: string): Promise<string[]> {
  const berlin = await must("POST /api/datacenters", { name: "Berlin", location: "Mitte", description: "größe 🙂" });
  await must("POST /api/datacenters", { name: "empty" });
  const office = await must("POST /api/networks", { name: "office", subnet: "10.0.0.0/24", vlan_id: 20, datacenter_id: berlin.id });
  await must("POST /api/networks", { name: "floor", subnet: "10.0.0.0/26", datacenter_id: berlin.id });
  const six = await must("POST /api/networks", { name: "six", subnet: "2001:db8:7::/64", datacenter_id: berlin.id });
  await must("POST /api/networks", { name: "elsewhere", subnet: "10.0.0.0/24" });
  const red = await must("POST /api/spaces", { name: `red${more}`, rd: "65000:1" });
  const branch = await must("POST /api/datacenters", { name: "branch", space_id: red.id });
  await must("POST /api/networks", { name: "plan", subnet: "10.0.0.0/8", space_id: red.id });
  await must("POST /api/devices", { name: "in the plan", datacenter_id: branch.id, addresses: [{ ip: "10.0.0.5" }] });
  const pool = await must(`POST /api/networks/${office.id}/pools`, {
    name: "servers",
    start_ip: "10.0.0.100",
    end_ip: "10.0.0.120",
    tags: ["lab"],
  });
  const sixes = await must(`POST /api/networks/${six.id}/pools`, { name: "sixes", start_ip: "2001:db8:7::10", end_ip: "2001:db8:7::ff" });
  const device = async (name: string, fields: object) => await must("POST /api/devices", { name, datacenter_id: berlin.id, ...fields });
  const web = await device("web", {
    hostname: "web.example.com",
    make_model: "Acme 1U",
    os: "Debian 12",
    status: "active",
    tags: ["production", "größe"],
    domains: ["www.example.com", "example.com"],
    addresses: [
      { ip: "10.0.0.5", type: "primary", label: "eth0", port: 443 },
      { ip: "10.0.0.100", label: "from the pool" },
      { ip: "2001:db8:7::5", label: "eth0" },
    ],
  });
  const host = await device("host", { addresses: [{ ip: "10.0.0.6" }] });
  const same = await device("same", { addresses: [{ ip: "10.0.0.5" }], description: "holds an address of another" });
  const gone = await device("gone", { addresses: [{ ip: "10.0.0.7" }] });
  await must(`DELETE /api/devices/${gone.id}`);
  await must(`PUT /api/devices/${same.id}`, { description: "changed once" });
  await must(`POST /api/devices/${host.id}/relationships`, { child_id: web.id, type: "contains" });
  await must(`POST /api/devices/${web.id}/relationships`, { child_id: same.id, type: "depends_on" });
  await must(`POST /api/pools/${pool.id}/allocations`, { key: "kept", note: "for a printer" });
  await must(`POST /api/pools/${pool.id}/allocations`, { key: "short", ttl_seconds: 86_400 });
  await must(`POST /api/pools/${sixes.id}/allocations`, { key: "six" });
  await must("POST /api/datacenters", { name: "once" }, { "idempotency-key": "0b9d2f9e-upgrade" });
  return [
    ...[office.id, six.id].map((id: string) => `GET /api/networks/${id}/pools`),
    ...[pool.id, sixes.id].map((id: string) => `GET /api/pools/${id}/allocations`),
    `GET /api/devices/${web.id}/relationships`,
  ];
}

/** @returns an API key of the first administrator */
async function makeAccess(must: Must, more: string): Promise<string> {
  const role = await must("POST /api/roles", { name: `readers${more}`, permissions: ["device:list", "device:read"] });
  const vera = await must("POST /api/users", { username: `vera${more}`, password: ROOT.password, email: `vera${more}@example.com` });
  await must("POST /api/users/grant-role", { user_id: vera.id, role_id: role.id });
  await must("POST /api/keys", { name: "of vera", user_id: vera.id });
  return (await must("POST /api/keys", { name: "upgrade" })).key as string;
}

/** A program that a user lets in: client, grant and tokens of OAuth. */
async function allowProgram({ url, call }: World): Promise<void> {
  const client = await call("POST /mcp-oauth/register", {
    client_name: "Assistant",
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: "none",
  });
  if (client.status !== 201) throw new Error(`no client: ${client.status} ${JSON.stringify(client.body)}`);
  const clientId = String(client.body["client_id"]);
  const verifier = "a-verifier-of-nothing-but-databases-of-tests-0123456789";
  const parameters = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: "state-of-a-test",
    scope: "device:list",
    resource: `${url}/mcp`,
  });
  const browser = new Browser(url);
  const page = await browser.open(`/mcp-oauth/authorize?${parameters.toString()}`);
  const asks = await browser.submit(page, "/mcp-oauth/sign-in", ROOT);
  const sent = await browser.submit(asks, "/mcp-oauth/authorize", { answer: "allow" });
  const code = new URL(sent.headers.get("location") ?? url).searchParams.get("code");
  if (code === null) throw new Error(`no code: ${sent.status} ${sent.text}`);
  const answer = await fetch(`${url}/mcp-oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: REDIRECT,
      client_id: clientId,
      code_verifier: verifier,
      resource: `${url}/mcp`,
    }),
  });
  if (!answer.ok) throw new Error(`no tokens: ${answer.status} ${await answer.text()}`);
}

async function makeWebhook(must: Must): Promise<string[]> {
  const webhook = await must("POST /api/webhooks", {
    name: "hook",
    url: "https://receiver.invalid/hook",
    events: ["network.created", "device.created"],
    headers: { Authorization: "Bearer of a webhook" },
    secret: WEBHOOK_SECRET,
    retry_count: 0,
  });
  await must("POST /api/devices", { name: "told" });
  const route = `GET /api/webhooks/${webhook.id}/deliveries`;
  await until(async () => {
    const deliveries = recordsOf(await must(route));
    return deliveries.length > 0 && deliveries.every(({ status }) => status === "failed");
  });
  return [route];
}

async function makeDiscovery(must: Must): Promise<string[]> {
  const lab = await must("POST /api/networks", { name: "lab", subnet: "10.9.0.0/29" });
  await must("POST /api/discovery/rules", { network_id: lab.id, enabled: false });
  const { id } = await must(`POST /api/discovery/networks/${lab.id}/scan`, { scan_type: "full" });
  await until(async () => (await must(`GET /api/discovery/scans/${id}`)).status === "completed");
  const list = `GET /api/discovery/devices?network_id=${lab.id}`;
  const [found] = recordsOf(await must(list));
  await must(`POST /api/discovery/devices/${found?.id}/promote`, { name: "promoted", force: true });
  return [list, `GET /api/discovery/scans/${id}`];
}

const LISTS = [
  "spaces",
  "datacenters",
  "networks",
  "devices",
  "relationships",
  "conflicts",
  "discovery/scans",
  "discovery/rules",
  "users",
  "roles",
  "keys",
  "webhooks",
  "oauth/clients",
  "oauth/grants",
].map((path) => `GET /api/${path}`);
const LOGS = ["GET /api/events?limit=500", "GET /api/audit?limit=500"];

/** Fields that say when somebody came last, which reading changes. */
const CHANGING = /^(last_used_at|last_login_at|last_login|last_seen_at)$/;

async function readAnswers(must: Must, routes: readonly string[]): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const route of [...LISTS, ...routes])
    answers[route] = JSON.parse(JSON.stringify(await must(route)), (name, value: unknown) => (CHANGING.test(name) ? undefined : value));
  // Long, and each of its records is checked by its seal or its order.
  for (const route of LOGS) answers[route] = idsOf(await must(route));
  return answers;
}

/** The same list with nothing but the ids of its records. */
function idsOf(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (_, value: unknown) => {
    const isRecord = typeof value === "object" && value !== null && "id" in value;
    return isRecord ? { id: value.id } : value;
  });
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + SOON_MS; !(await isSo()); await sleep(POLL_MS))
    if (performance.now() > deadline) throw new Error("the database was not filled in time");
}
