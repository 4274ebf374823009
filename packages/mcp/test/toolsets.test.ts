import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type McpLab, type Role, startMcp, type Structured } from "./support/mcp-lab.ts";

let lab: McpLab;
beforeAll(async () => void (lab = await startMcp("sqlite")));
afterAll(async () => await lab.close());

const MAX_CORE_TOOLS = 20;
const MAX_CORE_BYTES = 24_000;

const listed = async (query: string, role: Role = "admin") => (await (await lab.client(role, undefined, query)).listTools()).tools;
const names = async (query: string, role?: Role) => (await listed(query, role)).map(({ name }) => name);
const listRequest = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

/** What a request with a query is answered. */
async function post(query: string): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${lab.url}${query}`, {
    method: "POST",
    headers: { authorization: "Bearer admin", "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: listRequest,
  });
  return { status: response.status, text: await response.text() };
}

const CORE = `
network_list network_allocate network_get network_free_prefixes network_next_ip pool_list pool_allocate address_get
device_list device_create device_get device_update device_related device_history conflict_list discovery_device_list search
plan_list plan_create plan_get`;

test("the core set is what is listed unless somebody asks: at most twenty tools in at most 24 kB, as they are sent", async () => {
  const core = await names("");
  expect(core.toSorted()).toEqual(CORE.trim().split(/\s+/).toSorted());
  expect(core.length).toBeLessThanOrEqual(MAX_CORE_TOOLS);
  expect(await names("?toolsets=core")).toEqual(core);
  const { status, text } = await post("");
  expect(status).toBe(200);
  expect(text).toContain("plan_create");
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_CORE_BYTES);
});

test("schemas of results, and what refuses values, are listed with output_schemas=true alone", async () => {
  const brief = await listed("?toolsets=all");
  const full = await listed("?toolsets=all&output_schemas=true");
  expect(brief.map(({ name }) => name)).toEqual(full.map(({ name }) => name));
  expect(brief.some(({ outputSchema }) => outputSchema !== undefined)).toBe(false);
  expect(full.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true);
  expect(JSON.stringify(brief).length * 3).toBeLessThan(JSON.stringify(full).length);
  for (const [index, { inputSchema }] of brief.entries()) {
    const whole = full[index]?.inputSchema;
    expect(Object.keys(inputSchema.properties ?? {})).toEqual(Object.keys(whole?.properties ?? {}));
    expect(inputSchema.required ?? []).toEqual(whole?.required);
  }
  expect(await names("?toolsets=all&output_schemas=false")).toEqual(brief.map(({ name }) => name));
});

const WITHIN: Structured = {
  inventory: ["device_create", "datacenter_list", "relationship_create", "search"],
  ipam: ["network_allocate", "pool_create", "allocation_release", "space_list", "conflict_resolve"],
  discovery: ["discovery_scan_start", "discovery_device_promote", "discovery_rule_list"],
  webhooks: ["webhook_create", "webhook_events", "webhook_delivery_list"],
  accounts: ["user_list", "role_get", "permission_list", "auth_me"],
  audit: ["audit_list", "event_read"],
  plans: ["network_split", "plan_apply", "plan_reject"],
};

test("every tool is in one set by what it is about, and sets add up", async () => {
  const sets = new Map<string, readonly string[]>();
  for (const name of Object.keys(WITHIN)) sets.set(name, await names(`?toolsets=${name}`));
  for (const [name, tools] of sets) expect(tools).toEqual(expect.arrayContaining(WITHIN[name]));
  const all = await names("?toolsets=all");
  expect([...sets.values()].flat().toSorted()).toEqual(all.toSorted());
  const both = new Set([...(sets.get("audit") ?? []), ...(await names(""))]);
  expect(await names("?toolsets=core,audit")).toEqual(all.filter((name) => both.has(name)));
  expect(await names("?toolsets=core&toolsets=audit")).toEqual(await names("?toolsets=core,audit"));
});

test("a set that there is not, none, and another word than true or false are refused", async () => {
  for (const [query, field] of [
    ["?toolsets=core,racks", "toolsets"],
    ["?toolsets=", "toolsets"],
    ["?output_schemas=yes", "output_schemas"],
  ] as const) {
    const { status, text } = await post(query);
    expect([status, JSON.parse(text)]).toMatchObject([
      400,
      { code: "VALIDATION_ERROR", details: { [field]: { message: expect.any(String) } } },
    ]);
  }
});

test("a set is what is listed, not what may be called", async () => {
  const client = await lab.client("operator", undefined, "?toolsets=audit");
  expect((await client.callTool({ name: "device_create", arguments: { name: "by-another-set" } })).isError).toBeUndefined();
});

test("a proposer is listed what reads and plans, and nothing that changes", async () => {
  const tools = await listed("?toolsets=all", "proposer");
  const changes = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name);
  expect(changes).toEqual([
    "network_split",
    "network_merge",
    "network_resize",
    "network_renumber",
    "vlan_group_adopt",
    "plan_create",
    "plan_refresh",
    "change_undo",
  ]);
  expect(await names("", "proposer")).toContain("plan_create");
});

describe("the prompt of proposals", () => {
  test("is for whoever may plan", async () => {
    const listedFor = async (role: Role) => (await (await lab.client(role)).listPrompts()).prompts.map(({ name }) => name);
    for (const role of ["admin", "operator", "proposer"] as const) expect(await listedFor(role)).toEqual(["propose_change"]);
    for (const role of ["viewer", "nobody"] as const) {
      expect(await listedFor(role)).toEqual([]);
      const asked = (await lab.client(role)).getPrompt({ name: "propose_change", arguments: { change: "x" } });
      await expect(asked).rejects.toThrow("Unknown prompt");
    }
  });

  test("says how, with each operation that a plan takes and its fields, and what is asked for", async () => {
    const client = await lab.client("proposer");
    const { messages } = await client.getPrompt({ name: "propose_change", arguments: { change: "move rack 4 to the new subnet" } });
    const text = (messages[0] as { content: { text: string } }).content.text;
    for (const { id } of lab.inventory.host.operations.filter(({ plannable }) => plannable === true)) expect(text).toContain(`\n${id} `);
    expect(text).toMatch(/\npools\.create \{id\} \(name\*, [^)]*start_ip\*, [^)]*\): Create a pool/);
    expect(text.endsWith("move rack 4 to the new subnet")).toBe(true);
    for (const args of [{}, { change: " " }])
      await expect(client.getPrompt({ name: "propose_change", arguments: args })).rejects.toThrow("change");
    await expect(client.getPrompt({ name: "other", arguments: {} })).rejects.toThrow("Unknown prompt");
  });
});

test("the server's own sets are those of its option, which names sets that there are", async () => {
  const own = await startMcp("sqlite", { toolsets: ["audit", "plans"] });
  try {
    const { tools } = await (await own.client("admin", undefined, "")).listTools();
    expect(tools.map(({ name }) => name)).toContain("audit_list");
    expect(tools.map(({ name }) => name)).not.toContain("device_list");
    expect((await (await own.client("admin", undefined, "?toolsets=core")).listTools()).tools.length).toBe(CORE.trim().split(/\s+/).length);
  } finally {
    await own.close();
  }
  await expect(startMcp("sqlite", { toolsets: ["racks"] })).rejects.toThrow("tool sets");
});
