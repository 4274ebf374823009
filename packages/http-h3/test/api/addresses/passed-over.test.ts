import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seeing } from "../../support/scripted-scanner.ts";
import { problemsOf, type Reply, stopVerified, UNKNOWN_ID } from "../api-server.ts";
import { type DiscoveryApi, startDiscovery } from "../discovery/discovery-api.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

const DAY = 86_400_000;

describe.each(STORAGES)("addresses that are passed over, over HTTP on %s", (storage) => {
  let lab: DiscoveryApi;
  let network: string;
  beforeEach(async () => {
    lab = await startDiscovery(storage);
    network = await lab.network("10.0.0.0/28");
  });
  afterEach(async () => await stopVerified(lab.api));

  const get = async (path: string): Promise<Reply> => await lab.api.viewer("GET", path);
  const pool = async (more: object = {}): Promise<string> => {
    const range = { name: "p", start_ip: "10.0.0.1", end_ip: "10.0.0.6" };
    return (await lab.api.operator("POST", `/api/networks/${network}/pools`, { ...range, ...more })).body.id;
  };
  const allocate = async (id: string, body: object = {}, query = ""): Promise<Reply> =>
    await lab.api.operator("POST", `/api/pools/${id}/allocations${query}`, body);

  it("are those where hosts answered, unless evidence is ignored or the address is named", async () => {
    const id = await pool();
    lab.scanner.script = seeing({ "10.0.0.1": {}, "10.0.0.3": {} });
    await lab.scan(network);
    const [first, third] = await lab.seen(network);
    const seen = (record: Reply["body"]) => ({ ip: record.ip, reason: "seen", last_seen: record.last_seen });
    for (const path of [`/api/pools/${id}/next-ip`, `/api/networks/${network}/next-ip`]) {
      expect(await get(path)).toMatchObject({ status: 200, body: { ip: "10.0.0.2", skipped: [seen(first)] } });
      expect((await get(`${path}?evidence=ignore`)).body).toEqual({ ip: "10.0.0.1" });
      expect(problemsOf(await get(`${path}?evidence=all`))).toEqual({ evidence: "must be ignore, or left out" });
    }
    const planned = await lab.api.operator("POST", "/api/plans", {
      title: "two",
      steps: [{ operation: "pools.allocate", params: { id }, body: { count: 2 } }],
    });
    expect(planned.body.effects.warnings).toEqual([
      `10.0.0.1 was passed over: a host answered there at ${first.last_seen}`,
      `10.0.0.3 was passed over: a host answered there at ${third.last_seen}`,
    ]);
    const two = await allocate(id, { count: 2, key: "k" });
    expect(two).toMatchObject({ status: 201, body: { allocations: [{ ip: "10.0.0.2" }, { ip: "10.0.0.4" }] } });
    expect(two.body.skipped).toEqual([seen(first), seen(third)]);
    // The same key gives the first answer again.
    expect((await allocate(id, { count: 2, key: "k" })).body).toEqual(two.body);
    expect((await allocate(id, { ip: "10.0.0.3" })).body.warnings).toEqual([
      { ...seen(third), message: `10.0.0.3 is taken although a host answered there at ${third.last_seen}` },
    ]);
    expect((await allocate(id, {}, "?evidence=ignore")).body.allocations).toMatchObject([{ ip: "10.0.0.1" }]);
    expect(problemsOf(await allocate(id, {}, "?evidence=all"))).toEqual({ evidence: "must be ignore, or left out" });
    expect(problemsOf(await allocate(id, { evidence: "all" }))).toEqual({ evidence: "must be ignore, or left out" });
    expect((await allocate(id, { count: 2 })).body.allocations).toHaveLength(2);
    expect((await get(`/api/pools/${id}/next-ip`)).status).toBe(409);
    expect((await get(`/api/pools/${UNKNOWN_ID}/next-ip?evidence=ignore`)).status).toBe(404);
  });

  it("are told of in heatmaps and errors, and end with time and with what was discovered", async () => {
    const id = await pool({ end_ip: "10.0.0.2" });
    lab.scanner.script = seeing({ "10.0.0.1": {}, "10.0.0.2": {} });
    await lab.scan(network);
    for (const path of [`/api/pools/${id}/heatmap`, `/api/networks/${network}/heatmap`]) {
      const entries = (await get(path)).body as { ip: string; seen?: true }[];
      expect(entries.filter((entry) => entry.seen).map(({ ip }) => ip)).toEqual(["10.0.0.1", "10.0.0.2"]);
    }
    const refused = await get(`/api/pools/${id}/next-ip`);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "IP_NOT_AVAILABLE", details: { skipped: [{ ip: "10.0.0.1" }, { ip: "10.0.0.2" }] } },
    });
    expect(refused.body.error).toContain("evidence=ignore");
    expect(await allocate(id)).toMatchObject({ status: 409, body: { details: { skipped: [{}, {}] } } });
    const [first] = await lab.seen(network);
    await lab.api.operator("DELETE", `/api/discovery/devices/${first.id}`);
    expect((await get(`/api/pools/${id}/next-ip`)).body).toEqual({ ip: "10.0.0.1" });
    // One that becomes recorded is used, and no more than that.
    await lab.api.operator("POST", "/api/devices", { name: "d", addresses: [{ ip: "10.0.0.2" }] });
    expect((await get(`/api/pools/${id}/heatmap`)).body[1]).toMatchObject({ ip: "10.0.0.2", status: "used" });
    expect((await get(`/api/pools/${id}/heatmap`)).body[1]).not.toHaveProperty("seen");
    await lab.api.clock.advance(7 * DAY);
    expect((await get(`/api/pools/${id}/heatmap?prefix=31`)).body).toMatchObject([{ used: 0 }, { used: 1 }]);
  });

  it("are those that a pool waits with, until somebody ends it", async () => {
    const problem = "must be a whole number of seconds from 0 to 31536000";
    for (const quarantine_seconds of [-1, 31_536_001, 1.5, "60"])
      expect(
        problemsOf(
          await lab.api.operator("POST", `/api/networks/${network}/pools`, {
            name: "q",
            start_ip: "10.0.0.8",
            end_ip: "10.0.0.9",
            quarantine_seconds,
          }),
        ),
      ).toEqual({ quarantine_seconds: problem });
    const id = await pool({ quarantine_seconds: 600 });
    expect((await get(`/api/pools/${id}`)).body.quarantine_seconds).toBe(600);
    const { allocations } = (await allocate(id)).body;
    await lab.api.operator("DELETE", `/api/allocations/${allocations[0].id}`);
    const until = new Date(lab.api.clock.now() + 600_000).toISOString();
    expect((await get("/api/addresses/10.0.0.1")).body).toMatchObject({ state: "quarantined", quarantined_until: until });
    expect((await get(`/api/pools/${id}/heatmap`)).body[0]).toEqual({ ip: "10.0.0.1", status: "quarantined" });
    expect((await get(`/api/pools/${id}/next-ip?evidence=ignore`)).body).toEqual({
      ip: "10.0.0.2",
      skipped: [{ ip: "10.0.0.1", reason: "quarantined", until }],
    });
    const end = "/api/addresses/10.0.0.1/quarantine";
    expect((await lab.api.viewer("DELETE", end)).status).toBe(403);
    expect(problemsOf(await lab.api.operator("DELETE", "/api/addresses/10.0.0/quarantine"))).toEqual({ ip: "is not a valid IP address" });
    expect(problemsOf(await lab.api.operator("DELETE", `${end}?space_id=nowhere`))).toEqual({
      space_id: "names no space, datacenter or none",
    });
    // The same address waits in another space.
    const space = (await lab.api.operator("POST", "/api/spaces", { name: "red" })).body.id as string;
    const red = (await lab.api.operator("POST", "/api/networks", { name: "red", subnet: "10.0.0.0/28", space_id: space })).body
      .id as string;
    const other = (
      await lab.api.operator("POST", `/api/networks/${red}/pools`, {
        name: "r",
        start_ip: "10.0.0.1",
        end_ip: "10.0.0.2",
        quarantine_seconds: 600,
      })
    ).body.id as string;
    const held = (await allocate(other)).body.allocations[0].id as string;
    expect((await lab.api.operator("DELETE", `/api/allocations/${held}`)).status).toBe(204);
    const both = await lab.api.operator("DELETE", end);
    expect(both).toMatchObject({
      status: 409,
      body: { code: "CONFLICT", details: { spaces: [{ space_id: "none" }, { space_id: space }] } },
    });
    expect((await lab.api.operator("DELETE", `${end}?space_id=${space}`)).status).toBe(204);
    expect((await get(`/api/pools/${other}/next-ip`)).body).toEqual({ ip: "10.0.0.1" });
    expect((await get(`/api/pools/${id}/next-ip`)).body.ip).toBe("10.0.0.2");
    expect((await lab.api.operator("DELETE", `${end}?space_id=none`)).status).toBe(204);
    expect(await lab.api.operator("DELETE", end)).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    expect((await get(`/api/pools/${id}/next-ip`)).body).toEqual({ ip: "10.0.0.1" });
    // Named while it waits, it is taken with a warning.
    const again = (await allocate(id)).body.allocations[0].id as string;
    await lab.api.operator("DELETE", `/api/allocations/${again}`);
    expect((await allocate(id, { ip: "10.0.0.1" })).body.warnings).toMatchObject([{ ip: "10.0.0.1", reason: "quarantined" }]);
  });
});
