import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ApiServer, type Reply, startApi, UNKNOWN_ID } from "../api-server.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

describe.each(STORAGES)("the history of a record over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeEach(async () => {
    api = await startApi(storage);
  });
  afterEach(async () => await api.stop());

  const make = async (path: string, body: object): Promise<Reply["body"]> => (await api.admin("POST", path, body)).body;
  const history = async (path: string): Promise<Reply["body"]> => (await api.admin("GET", `${path}/history`)).body;
  const told = async (path: string): Promise<string[]> =>
    (await history(path)).map(
      (entry: { action: string; by: { username: string }; changes: object }) =>
        `${entry.by.username} ${entry.action} ${Object.keys(entry.changes).join(" ")}`,
    );

  it("tells who changed which field when, newest first", async () => {
    await make("/api/fields", { record: "device", name: "owner", type: "text" });
    const device = await make("/api/devices", { name: "sw1", tags: ["core"] });
    await api.clock.advance(60_000);
    await api.operator("PUT", `/api/devices/${device.id}`, { name: "sw2", fields: { owner: "ada" } });
    const entries = await history(`/api/devices/${device.id}`);
    expect(entries[0]).toEqual({
      change_id: expect.any(String),
      at: "2026-01-02T03:05:05.678Z",
      by: { user_id: "operator", username: "operator" },
      action: "update",
      record: { type: "device", id: device.id, name: "sw2" },
      changes: { name: { before: "sw1", after: "sw2" }, "fields.owner": { before: null, after: "ada" } },
    });
    expect(entries[1]).toMatchObject({
      at: "2026-01-02T03:04:05.678Z",
      by: { user_id: "admin", username: "admin" },
      action: "create",
      changes: { name: { before: null, after: "sw1" }, tags: { before: null, after: ["core"] } },
    });
    expect(entries).toHaveLength(2);
    const rows = (await api.admin("GET", `/api/audit?resource=device`)).body;
    expect(entries.map((entry: { change_id: string }) => entry.change_id)).toEqual(rows.map((row: { change_id: string }) => row.change_id));
  });

  it("is kept of what is deleted, and of what went or changed with something else", async () => {
    const space = await make("/api/spaces", { name: "s" });
    const datacenter = await make("/api/datacenters", { name: "dc" });
    const network = await make("/api/networks", { name: "n", subnet: "10.0.0.0/24", datacenter_id: datacenter.id });
    const pool = await make(`/api/networks/${network.id}/pools`, { name: "p", start_ip: "10.0.0.1", end_ip: "10.0.0.9" });
    const device = await make("/api/devices", { name: "d", datacenter_id: datacenter.id, addresses: [{ ip: "10.0.0.5" }] });
    await api.admin("DELETE", `/api/datacenters/${datacenter.id}`);
    expect((await told(`/api/networks/${network.id}`))[0]).toBe("admin update datacenter_id");
    expect((await told(`/api/devices/${device.id}`))[0]).toBe("admin update datacenter_id");
    expect((await told(`/api/datacenters/${datacenter.id}`))[0]).toMatch(/^admin delete name /);
    await api.operator("DELETE", `/api/networks/${network.id}`);
    expect((await history(`/api/networks/${network.id}`))[0].changes.subnet).toEqual({ before: "10.0.0.0/24", after: null });
    expect((await told(`/api/pools/${pool.id}`))[0]).toMatch(/^operator delete /);
    const [unlinked] = await history(`/api/devices/${device.id}`);
    expect([unlinked.action, unlinked.changes.addresses.before[0].network_id, unlinked.changes.addresses.after[0].network_id]).toEqual([
      "update",
      network.id,
      null,
    ]);
    await api.admin("DELETE", `/api/spaces/${space.id}`);
    expect(await told(`/api/spaces/${space.id}`)).toEqual([expect.stringMatching(/^admin delete/), expect.stringMatching(/^admin create/)]);
    await api.admin("DELETE", `/api/devices/${device.id}`);
    expect((await told(`/api/devices/${device.id}`))[0]).toMatch(/^admin delete/);
  });

  it("has what is inside where it is asked for, each entry for who may read its record", async () => {
    const datacenter = await make("/api/datacenters", { name: "inside" });
    const device = await make("/api/devices", { name: "in", datacenter_id: datacenter.id });
    const path = `/api/datacenters/${datacenter.id}`;
    const named = async (query: string) =>
      (await api.viewer("GET", `${path}/history${query}`)).body.map(({ record }: { record: { name: string } }) => record.name);
    expect(await named("?inside=true")).toEqual(["in", "inside"]);
    expect(await named("?inside=false")).toEqual(["inside"]);
    expect((await api.viewer("GET", `${path}/history?inside=yes`)).status).toBe(400);
    expect((await api.viewer("GET", `/api/devices/${device.id}/history?inside=true`)).status).toBe(400);
    expect((await api.viewer("GET", `/api/networks/${UNKNOWN_ID}/history?inside=true`)).status).toBe(404);
    expect((await api.nobody("GET", `${path}/history?inside=true`)).status).toBe(403);
  });

  it("is whole, however long", async () => {
    const device = await make("/api/devices", { name: "d" });
    for (let number = 0; number < 230; number += 1) await api.admin("PUT", `/api/devices/${device.id}`, { location: `place ${number}` });
    const entries = await history(`/api/devices/${device.id}`);
    expect(entries.slice(0, -1).map((entry: { changes: { location: { after: string } } }) => entry.changes.location.after)).toEqual(
      Array.from({ length: 230 }, (_, number) => `place ${229 - number}`),
    );
  });

  it("is for who may read the record, and tells nothing of what never was", async () => {
    const kinds = { devices: "DEVICE", networks: "NETWORK", pools: "POOL", datacenters: "DATACENTER", spaces: "SPACE" };
    for (const [path, code] of Object.entries(kinds)) {
      expect((await api.viewer("GET", `/api/${path}/${UNKNOWN_ID}/history`)).body.code).toBe(`${code}_NOT_FOUND`);
      expect((await api.nobody("GET", `/api/${path}/${UNKNOWN_ID}/history`)).status).toBe(403);
    }
    const device = await make("/api/devices", { name: "d" });
    expect((await api.viewer("GET", `/api/devices/${device.id}/history`)).status).toBe(200);
    // The id of a record of another kind is none of this one.
    expect((await api.viewer("GET", `/api/networks/${device.id}/history`)).body.code).toBe("NETWORK_NOT_FOUND");
  });
});
