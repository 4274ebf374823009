import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type McpLab, startMcp, type Structured } from "./support/mcp-lab.ts";
import { STORAGES } from "../../../testing/storages.ts";

/** What the middle one of the jobs may take: calls, and bytes of their requests and answers as they are sent. */
const MEDIAN_CALLS = 4;
const MEDIAN_BYTES = 16_000;

type Call = (tool: string, args: Structured) => Promise<Structured>;

/** Something that people ask of a model: the calls with which it is done, with the tools that are listed unless somebody asks for others. */
interface Job {
  readonly asked: string;
  readonly does: (call: Call) => Promise<void>;
}

const namesOf = (records: readonly Structured[]): string[] => records.map(({ name }) => name);

/** A plan of these steps, which is held against what it is to do. */
async function planned(call: Call, title: string, steps: readonly Structured[], effects: readonly string[]): Promise<void> {
  const { record } = await call("plan_create", { title, steps });
  const found: string[] = record.effects.records.map(({ type, name, action }: Structured) => `${action} ${type} ${name}`);
  expect(found).toEqual(expect.arrayContaining([...effects]));
  expect(record.status).toBe("open");
}

const JOBS: readonly Job[] = [
  {
    asked: "who has 10.1.0.11, and what depends on it",
    does: async (call) => {
      const { items } = await call("device_related", { id: "10.1.0.11" });
      expect(namesOf(items)).toContain("switch-1");
      expect((await call("device_get", { id: "10.1.0.11" })).record.name).toBe("web-1");
    },
  },
  {
    asked: "a /26 for team a in fra1 with VLAN 120",
    does: async (call) => {
      const { record } = await call("network_allocate", {
        id: "fra1/backbone",
        length: 26,
        name: "team a",
        vlan_id: 120,
        tags: ["team-a"],
      });
      expect(JSON.stringify(record)).toContain("/26");
    },
  },
  {
    asked: "move rack 4 to the new subnet",
    does: async (call) => {
      const { items } = await call("device_list", { tags: "rack-4" });
      expect(items.length).toBe(8);
      const steps = items.map(({ id }: Structured, index: number) => ({
        operation: "devices.update",
        params: { id },
        body: { addresses: [{ ip: `10.3.0.${index + 10}` }] },
      }));
      await planned(call, "Move rack 4 to 10.3.0.0/24", steps, ["update device rack-4-0", "update device rack-4-7"]);
    },
  },
  {
    asked: "hold a free address of the desks for an hour",
    does: async (call) => {
      const { record } = await call("pool_allocate", { id: "office/desks", ttl_seconds: 3_600, note: "a visitor" });
      expect(JSON.stringify(record)).toContain("10.2.0.100");
    },
  },
  {
    asked: "register printer-9 with the next free address of the office",
    does: async (call) => {
      const { record } = await call("network_next_ip", { id: "office" });
      const { record: made } = await call("device_create", { name: "printer-9", datacenter_id: "fra1", addresses: [{ ip: record.ip }] });
      expect(made.addresses).toMatchObject([{ ip: record.ip }]);
    },
  },
  {
    asked: "which /24 are free in the backbone",
    does: async (call) => {
      const { items, record } = await call("network_free_prefixes", { id: "backbone", length: 24, limit: 5 });
      expect(JSON.stringify(items ?? record)).toContain("10.0.");
    },
  },
  {
    asked: "put web-2 into maintenance",
    does: async (call) =>
      await planned(
        call,
        "web-2 into maintenance",
        [{ operation: "devices.update", params: { id: "web-2" }, body: { status: "maintenance" } }],
        ["update device web-2"],
      ),
  },
  {
    asked: "take web-3 out of service, with what hangs on it",
    does: async (call) => {
      await call("device_related", { id: "web-3" });
      await planned(call, "web-3 goes", [{ operation: "devices.delete", params: { id: "web-3" } }], ["delete device web-3"]);
    },
  },
  {
    asked: "who changed web-1 last",
    does: async (call) => {
      const { items } = await call("device_history", { id: "web-1" });
      expect(items[0]).toMatchObject({ action: "update", by: { username: "admin" } });
    },
  },
  {
    asked: "what is in conflict, and propose to set it right",
    does: async (call) => {
      const { items } = await call("conflict_list", { status: "active", type: "duplicate_ip" });
      expect(items).toHaveLength(1);
      await planned(
        call,
        "One holder of 10.2.0.50",
        [{ operation: "devices.update", params: { id: "copy" }, body: { addresses: [] } }],
        ["update device copy"],
      );
    },
  },
  {
    asked: "what is tagged rack-4 in fra1",
    does: async (call) => expect((await call("device_list", { datacenter_id: "fra1", tags: "rack-4" })).items).toHaveLength(8),
  },
  {
    asked: "which networks are in fra1",
    does: async (call) =>
      expect(namesOf((await call("network_list", { datacenter_id: "fra1" })).items)).toEqual(
        expect.arrayContaining(["office", "backbone"]),
      ),
  },
  {
    asked: "what is VLAN 30",
    does: async (call) => expect(namesOf((await call("network_list", { vlan_id: 30 })).items)).toEqual(["new"]),
  },
  {
    asked: "what did the scan see in the office",
    does: async (call) => expect((await call("discovery_device_list", { network_id: "office" })).items).toEqual([]),
  },
  {
    asked: "which pools has the office, and how full are they",
    does: async (call) => expect((await call("pool_list", { id: "office" })).items).toMatchObject([{ name: "desks" }]),
  },
  {
    asked: "what is proposed, and would it still do the same",
    does: async (call) => {
      const { items } = await call("plan_list", { status: "open" });
      expect((await call("plan_get", { id: items.at(-1).id })).record.stale).toBe(false);
    },
  },
  {
    asked: "which device has the MAC address 02:00:00:00:00:01",
    does: async (call) => expect(namesOf((await call("device_list", { mac: "0200.0000.0001" })).items)).toEqual(["web-1"]),
  },
  {
    asked: "web-2 is plugged into switch-1",
    does: async (call) => {
      const { record } = await call("plan_create", {
        title: "web-2 on switch-1",
        steps: [{ operation: "relationships.create", params: { id: "switch-1" }, body: { child_id: "web-2", type: "connected_to" } }],
      });
      expect(record.effects.records).toMatchObject([{ type: "relationship", action: "create" }]);
    },
  },
  {
    asked: "a new site ams1 with an office network and a pool for desks",
    does: async (call) =>
      await planned(
        call,
        "The site ams1",
        [
          { operation: "datacenters.create", body: { name: "ams1" } },
          { operation: "networks.create", body: { name: "ams office", subnet: "10.8.0.0/24", datacenter_id: "$0.id" } },
          { operation: "pools.create", params: { id: "$1.id" }, body: { name: "desks", start_ip: "10.8.0.50", end_ip: "10.8.0.99" } },
        ],
        ["create datacenter ams1", "create network ams office", "create pool desks"],
      ),
  },
  {
    asked: "find everything called storage",
    does: async (call) => {
      const { record } = await call("search", { q: "storage", limit: 5 });
      expect(namesOf(record.results).every((name) => name.startsWith("storage"))).toBe(true);
      expect(record.results).toHaveLength(5);
    },
  },
];

const middleOf = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

describe.each(STORAGES)("what people ask of models on %s", (storage) => {
  let lab: McpLab;
  beforeAll(async () => {
    lab = await startMcp(storage);
    const make = async (tool: string, args: Structured): Promise<Structured> => await lab.call("admin", tool, args);
    await make("datacenter_create", { name: "fra1" });
    await make("network_create", { name: "backbone", subnet: "10.0.0.0/16", datacenter_id: "fra1" });
    await make("network_create", { name: "web", subnet: "10.1.0.0/24", datacenter_id: "fra1" });
    await make("network_create", { name: "office", subnet: "10.2.0.0/24", datacenter_id: "fra1" });
    await make("network_create", { name: "new", subnet: "10.3.0.0/24", datacenter_id: "fra1", vlan_id: 30 });
    await make("pool_create", { id: "office", name: "desks", start_ip: "10.2.0.100", end_ip: "10.2.0.199" });
    const device = async (name: string, ip: string, more: Structured = {}): Promise<void> => {
      const { mac, ...fields } = more;
      await make("device_create", { name, datacenter_id: "fra1", addresses: [{ ip, ...(mac === undefined ? {} : { mac }) }], ...fields });
    };
    await device("switch-1", "10.1.0.2");
    for (let at = 1; at <= 40; at += 1)
      await device(`web-${at}`, `10.1.0.${at + 10}`, at === 1 ? { mac: "02:00:00:00:00:01" } : { description: "a web server" });
    for (let at = 0; at < 8; at += 1) await device(`rack-4-${at}`, `10.2.0.${at + 10}`, { tags: ["rack-4"] });
    for (let at = 0; at < 20; at += 1) await device(`storage-${at}`, `10.1.0.${at + 100}`);
    for (const name of ["first", "copy"]) await device(name, "10.2.0.50");
    const { record: web } = await make("device_get", { id: "web-1" });
    await make("relationship_create", { id: "switch-1", child_id: web.id, type: "connected_to" });
    await make("device_update", { id: "web-1", os: "Debian 14" });
  });
  afterAll(async () => await lab.close());

  test(`take ${MEDIAN_CALLS} calls and ${MEDIAN_BYTES} bytes at most, the middle one of twenty`, async () => {
    let bytes = 0;
    const counted: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      const text = await response.text();
      bytes += Buffer.byteLength(typeof init?.body === "string" ? init.body : "") + Buffer.byteLength(text);
      return new Response(text === "" ? null : text, response);
    };
    const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
    const requestInit = { headers: { authorization: "Bearer operator" } };
    await client.connect(new StreamableHTTPClientTransport(new URL(lab.url), { requestInit, fetch: counted }));
    const listed = new Set((await client.listTools()).tools.map(({ name }) => name));
    const table: { readonly asked: string; readonly calls: number; readonly bytes: number }[] = [];
    for (const { asked, does } of JOBS) {
      let calls = 0;
      bytes = 0;
      await does(async (name, args) => {
        calls += 1;
        expect(listed, asked).toContain(name);
        const result = await client.callTool({ name, arguments: args });
        expect(result.isError, `${asked}: ${JSON.stringify(result.content)}`).toBeUndefined();
        return result.structuredContent as Structured;
      });
      table.push({ asked, calls, bytes });
    }
    await client.close();
    console.info(
      table.map((row) => `${String(row.calls).padStart(2)} calls ${String(row.bytes).padStart(7)} bytes  ${row.asked}`).join("\n"),
    );
    expect(table).toHaveLength(20);
    expect(middleOf(table.map(({ calls }) => calls))).toBeLessThanOrEqual(MEDIAN_CALLS);
    expect(middleOf(table.map((row) => row.bytes))).toBeLessThanOrEqual(MEDIAN_BYTES);
  });
});
