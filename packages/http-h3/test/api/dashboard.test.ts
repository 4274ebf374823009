import { type AddressInput, definePlugin, KeyRing, provide, serviceToken, type DashboardSource } from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";
import { webhooksPlugin } from "@cadastre/webhooks";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, startApi } from "./api-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

const SECRET_PART = serviceToken<DashboardSource>("test-dashboard-source");

/** A part that only those see who may read the audit log. */
const sourcePlugin = definePlugin({
  id: "test-source",
  engine: "*",
  services: [
    provide(SECRET_PART, [], () => ({
      name: "oddities",
      needs: ["audit:list"],
      read: async (limit) => await Promise.resolve({ count: 3, newest: [{ limit }] }),
    })),
  ],
  dashboardSources: [SECRET_PART],
});

describe.each(STORAGES)("the dashboard over HTTP on %s", (storage) => {
  let api: ApiServer;
  const receiver = createServer((_, response) => void response.writeHead(410).end("gone"));

  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const { port } = receiver.address() as AddressInfo;
    const network = { resolve: async () => await Promise.resolve(["10.77.0.1"]), dial: () => connect(port, "127.0.0.1") };
    api = await startApi(storage, { keyRing: KeyRing.parse(KeyRing.generate()), plugins: [webhooksPlugin({ network }), sourcePlugin] });
  });

  afterAll(async () => {
    await api.stop();
    await new Promise((resolve) => receiver.close(resolve));
  });

  const dashboard = async (query = "", caller: "admin" | "viewer" | "nobody" = "viewer") =>
    (await api[caller]("GET", `/api/dashboard${query}`)).body;

  const addressesOf = (prefix: string, count: number): Partial<AddressInput>[] =>
    Array.from({ length: count }, (_, index) => ({ ip: `${prefix}${index + 1}` }));

  it("is all zeros and empty lists on an empty inventory", async () => {
    expect(await dashboard()).toEqual({
      counts: { datacenters: 0, networks: 0, pools: 0, devices: 0 },
      device_statuses: { planned: 0, active: 0, maintenance: 0, decommissioned: 0 },
      fullest_networks: [],
      fullest_pools: [],
      running_scans: { count: 0, newest: [] },
      conflicts: { count: 0, newest: [] },
      sections: { failed_deliveries: { count: 0, newest: [] }, oddities: null },
    });
  });

  it("shows the fullest networks and pools, as their utilization says", async () => {
    const networks: Record<string, string> = {};
    for (const [subnet, prefix, used] of [
      ["10.1.0.0/24", "10.1.0.", 100],
      ["10.2.0.0/30", "10.2.0.", 2],
      ["10.3.0.0/29", "10.3.0.", 5],
      ["10.4.0.0/16", "10.4.0.", 200],
      ["10.5.0.1/32", "10.5.0.", 1],
      ["10.6.0.0/31", "10.6.0.", 0],
      ["2001:db8:1::/126", "2001:db8:1::", 3],
      ["2001:db8:2::/64", "2001:db8:2::", 9],
      ["2001:db8:3::/120", "2001:db8:3::", 99],
    ] as const) {
      networks[subnet] = (await api.operator("POST", "/api/networks", { name: `n ${subnet}`, subnet })).body.id;
      if (used > 0) await api.operator("POST", "/api/devices", { name: `d ${subnet}`, addresses: addressesOf(prefix, used) });
    }
    const all = (await api.viewer("GET", "/api/networks/utilization")).body as { network_id: string; utilization: number }[];
    const { fullest_networks: fullest } = await dashboard("?limit=50");
    const used = all
      .filter(({ utilization }) => utilization > 0 || all.length === 0)
      .toSorted((one, other) => other.utilization - one.utilization);
    expect(fullest.map(({ utilization }: { utilization: number }) => utilization).filter((percent: number) => percent > 0)).toEqual(
      used.map(({ utilization }) => utilization),
    );
    for (const { name, subnet, datacenter_id: datacenter, ...utilization } of fullest) {
      expect(all).toContainEqual(utilization);
      expect([name, datacenter, networks[subnet]]).toEqual([`n ${subnet}`, null, utilization.network_id]);
    }
    expect(fullest.map(({ subnet }: { subnet: string }) => subnet)).not.toContain("10.6.0.0/31");
    // The first ones of all, and not of some that were read first.
    expect((await dashboard("?limit=3")).fullest_networks).toEqual(fullest.slice(0, 3));

    const pool = async (subnet: string, start: string, end: string, count: number): Promise<void> => {
      const { id } = (
        await api.operator("POST", `/api/networks/${networks[subnet]}/pools`, { name: `p ${start}`, start_ip: start, end_ip: end })
      ).body;
      if (count > 0) await api.operator("POST", `/api/pools/${id}/allocations`, { count });
    };
    await pool("10.4.0.0/16", "10.4.0.101", "10.4.0.200", 0);
    await pool("10.4.0.0/16", "10.4.9.0", "10.4.9.9", 7);
    await pool("10.4.0.0/16", "10.4.8.0", "10.4.8.9", 0);
    await pool("2001:db8:2::/64", "2001:db8:2::8", "2001:db8:2::b", 1);
    const { fullest_pools: pools } = await dashboard();
    expect(
      pools.map(({ name, total_ips: total, used_ips: taken, held_ips: held, utilization }: Record<string, unknown>) => [
        name,
        total,
        taken,
        held,
        utilization,
      ]),
    ).toEqual([
      ["p 10.4.0.101", 100, 100, 0, 100],
      ["p 2001:db8:2::8", 4, 2, 1, 75],
      ["p 10.4.9.0", 10, 0, 7, 70],
    ]);
    expect((await dashboard("?limit=1")).fullest_pools).toEqual(pools.slice(0, 1));
  });

  it("counts records, and devices by status", async () => {
    await api.admin("POST", "/api/datacenters", { name: "dc" });
    await api.operator("POST", "/api/devices", { name: "m", status: "maintenance" });
    const { counts, device_statuses: statuses } = await dashboard();
    expect(statuses).toEqual((await api.viewer("GET", "/api/devices/status-counts")).body);
    expect(counts).toEqual({ datacenters: 1, networks: 9, pools: 4, devices: statuses.active + 1 });
  });

  it("shows active conflicts, newest first, and no others", async () => {
    for (const ip of ["10.9.0.1", "10.9.0.2", "10.9.0.3"]) {
      for (const name of ["a", "b"]) await api.operator("POST", "/api/devices", { name: `${name} ${ip}`, addresses: [{ ip }] });
      await api.clock.advance(1000);
    }
    const [newest, ignored, oldest] = (await api.viewer("GET", "/api/conflicts?status=active")).body;
    await api.operator("POST", `/api/conflicts/${ignored.id}/ignore`, {});
    expect((await dashboard()).conflicts).toEqual({ count: 2, newest: [newest, oldest] });
    expect((await dashboard("?limit=1")).conflicts).toEqual({ count: 2, newest: [newest] });
  });

  it("shows running and pending scans", async () => {
    const [{ network_id: id }] = (await dashboard()).fullest_networks;
    const scan = await api.operator("POST", "/api/discovery/scans", { network_id: id, scan_type: "quick" });
    const listed = (await api.viewer("GET", "/api/discovery/scans")).body.filter(
      ({ status }: { status: string }) => status === "pending" || status === "running",
    );
    expect((await dashboard()).running_scans).toEqual({ count: listed.length, newest: listed });
    if (scan.status < 300) await api.operator("POST", `/api/discovery/scans/${scan.body.id}/cancel`);
  });

  it("shows deliveries that failed for good, of webhooks that are on", async () => {
    const hook = (await api.admin("POST", "/api/webhooks", { name: "hook", url: "http://10.77.0.1:9/x", events: ["device.created"] })).body;
    for (let index = 0; index < 3; index += 1) await api.admin("POST", `/api/webhooks/${hook.id}/ping`);
    const failed = (await api.admin("GET", `/api/webhooks/${hook.id}/deliveries?status=failed`)).body;
    expect(failed).toHaveLength(3);
    expect((await dashboard("?limit=2")).sections["failed_deliveries"]).toEqual({
      count: 3,
      newest: failed.slice(0, 2).map((delivery: object) => ({ webhook_name: "hook", ...delivery })),
    });
    await api.admin("PUT", `/api/webhooks/${hook.id}`, { enabled: false });
    expect((await dashboard()).sections["failed_deliveries"]).toEqual({ count: 0, newest: [] });
  });

  it("shows what its caller may list, and null for the rest", async () => {
    expect(await dashboard("", "nobody")).toEqual({
      counts: { datacenters: null, networks: null, pools: null, devices: null },
      device_statuses: null,
      fullest_networks: null,
      fullest_pools: null,
      running_scans: null,
      conflicts: null,
      sections: { failed_deliveries: null, oddities: null },
    });
    expect((await dashboard("?limit=4", "admin")).sections["oddities"]).toEqual({ count: 3, newest: [{ limit: 4 }] });
    expect((await api.anonymous("GET", "/api/dashboard")).status).toBe(401);
    const one = {
      kind: "user",
      userId: "u",
      username: "u",
      permissions: new Set(["network:list"]),
      credential: KEY_CREDENTIAL,
      credentialId: "k",
    } as const;
    const seen = await api.inventory.as(one).dashboard.get();
    expect([seen.counts, seen.fullest_pools, seen.conflicts]).toEqual([
      { datacenters: null, networks: 9, pools: null, devices: null },
      null,
      null,
    ]);
    expect(seen.fullest_networks?.length).toBeGreaterThan(0);
  });

  it("refuses an invalid limit", async () => {
    for (const limit of ["0", "51", "x"])
      expect(Object.keys(problemsOf(await api.viewer("GET", `/api/dashboard?limit=${limit}`)))).toEqual(["limit"]);
  });
});
