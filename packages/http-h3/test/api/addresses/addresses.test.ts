import { SYSTEM } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, type Reply, startApi, stopVerified, UNKNOWN_ID } from "../api-server.ts";
import { startDiscovery } from "../discovery/discovery-api.ts";
import { seeing } from "../../support/scripted-scanner.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

describe.each(STORAGES)("an address that scans have seen, on %s", (storage) => {
  it("is seen while it answers and nobody holds it", async () => {
    const lab = await startDiscovery(storage);
    const { api } = lab;
    try {
      const [network, other] = [await lab.network("10.0.0.0/24"), await lab.network("10.0.1.0/24", "other")];
      lab.scanner.script = seeing({ "10.0.0.7": { evidence: "icmp" } });
      await lab.scan(network);
      const [sighting] = await lab.seen(network);
      const answer = (await api.viewer("GET", "/api/addresses/10.0.0.7")).body;
      expect(answer).toMatchObject({ state: "seen", networks: [{ id: network }], sightings: [sighting], history: [] });
      const before = new Date(api.clock.now() - DAY).toISOString();
      expect((await api.viewer("GET", `/api/addresses/10.0.0.7?at=${before}`)).body).toMatchObject({ state: "free", sightings: [] });
      expect((await api.viewer("GET", "/api/addresses/10.0.1.7")).body).toMatchObject({ state: "free", networks: [{ id: other }] });
      await api.operator("POST", `/api/discovery/devices/${sighting.id}/promote`, { name: "web" });
      expect((await api.viewer("GET", "/api/addresses/10.0.0.7")).body).toMatchObject({
        state: "held",
        devices: [{ name: "web" }],
        history: [{ device_name: "web", by: { username: "operator" } }],
      });
    } finally {
      await stopVerified(api);
    }
  });
});

describe.each(STORAGES)("what is known of an address over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeEach(async () => {
    api = await startApi(storage);
  });
  afterEach(async () => await stopVerified(api));

  const make = async (path: string, body: object): Promise<Reply["body"]> => (await api.admin("POST", path, body)).body;
  const address = async (ip: string, query = ""): Promise<Reply["body"]> => (await api.admin("GET", `/api/addresses/${ip}${query}`)).body;
  const now = (): string => new Date(api.clock.now()).toISOString();
  /** Lets a minute pass. @returns when it began */
  const aMinute = async (): Promise<string> => {
    const began = now();
    await api.clock.advance(MINUTE);
    return began;
  };

  it("tells of its networks, pool, devices, allocation, conflicts and history", async () => {
    const wide = await make("/api/networks", { name: "wide", subnet: "10.0.0.0/16" });
    const narrow = await make("/api/networks", { name: "narrow", subnet: "10.0.0.0/24" });
    const pool = await make(`/api/networks/${narrow.id}/pools`, { name: "front", start_ip: "10.0.0.1", end_ip: "10.0.0.9" });
    const [allocation] = (await make(`/api/pools/${pool.id}/allocations`, { ip: "10.0.0.5" })).allocations;
    expect((await address("10.0.0.5")).state).toBe("allocated");
    const began = await aMinute();
    const device = await make("/api/devices", { name: "sw1", addresses: [{ ip: "10.0.0.5", mac: "0011.2233.4455" }] });
    const answer = await address("10.0.0.5");
    expect(answer).toEqual({
      ip: "10.0.0.5",
      space_id: null,
      state: "held",
      quarantined_until: null,
      networks: [
        { id: narrow.id, name: "narrow", subnet: "10.0.0.0/24" },
        { id: wide.id, name: "wide", subnet: "10.0.0.0/16" },
      ],
      pool: { id: pool.id, name: "front", start_ip: "10.0.0.1", end_ip: "10.0.0.9" },
      devices: [{ id: device.id, name: "sw1", address_id: device.addresses[0].id, mac: "00:11:22:33:44:55" }],
      allocation: { ...allocation, status: "confirmed", device_id: device.id },
      sightings: [],
      conflicts: [],
      history: [
        {
          device_id: device.id,
          device_name: "sw1",
          mac: "00:11:22:33:44:55",
          from: now(),
          to: null,
          change_id: expect.any(String),
          by: { user_id: "admin", username: "admin" },
        },
      ],
    });
    const [row] = (await api.admin("GET", "/api/audit?resource=device")).body;
    expect(answer.history[0].change_id).toBe(row.change_id);
    expect(await address("10.0.0.5", `?at=${began}`)).toMatchObject({ state: "allocated", devices: [], allocation: { id: allocation.id } });
    const twin = await make("/api/devices", { name: "sw0", addresses: [{ ip: "10.0.0.5" }] });
    const contested = await address("10.0.0.5");
    expect(contested.devices.map(({ name }: { name: string }) => name)).toEqual(["sw0", "sw1"]);
    expect(contested.conflicts).toMatchObject([{ type: "duplicate_ip", device_ids: expect.arrayContaining([twin.id, device.id]) }]);
    expect(contested.history).toHaveLength(2);
  });

  it("tells who held it at an instant, under which name and with which MAC address, also when the device is gone", async () => {
    const device = await make("/api/devices", { name: "one", addresses: [{ ip: "10.0.0.5" }] });
    const asOne = await aMinute();
    await api.operator("PUT", `/api/devices/${device.id}`, { name: "two" });
    const asTwo = await aMinute();
    const [{ id: addressId }] = device.addresses;
    await api.admin("PUT", `/api/devices/${device.id}`, { addresses: [{ id: addressId, ip: "10.0.0.5", mac: "00:00:5e:00:53:01" }] });
    const withMac = await aMinute();
    expect((await address("10.0.0.5", `?at=${asOne}`)).devices).toEqual([{ id: device.id, name: "one", address_id: addressId, mac: "" }]);
    await api.admin("PUT", `/api/devices/${device.id}`, { location: "elsewhere" });
    await api.admin("DELETE", `/api/devices/${device.id}`);
    const gone = await aMinute();
    const { state, devices, history } = await address("10.0.0.5");
    expect({ state, devices }).toEqual({ state: "free", devices: [] });
    const told = history.map((one: Record<string, unknown>) => [one["device_name"], one["mac"], one["from"], one["to"]]);
    expect(told).toEqual([
      ["two", "00:00:5e:00:53:01", withMac, gone],
      ["two", "", asTwo, withMac],
      ["one", "", asOne, asTwo],
    ]);
    expect(history[1].by).toEqual({ user_id: "operator", username: "operator" });
    const at = async (instant: string): Promise<unknown> => {
      const answer = await address("10.0.0.5", `?at=${encodeURIComponent(instant)}`);
      return [answer.state, ...answer.devices.map((one: { name: string; mac: string }) => `${one.name} ${one.mac}`)];
    };
    expect(await at(asOne)).toEqual(["held", "one "]);
    expect(await at(asTwo)).toEqual(["held", "two "]);
    expect(await at(withMac.replace("Z", "+00:00"))).toEqual(["held", "two 00:00:5e:00:53:01"]);
    // The instant at which it was let go is none at which it was held.
    expect(await at(gone)).toEqual(["free"]);
    expect(await at("2026-01-02")).toEqual(["free"]);
    expect(await at("2026-01-03")).toEqual(["free"]);
    expect((await address("10.0.0.5", `?at=${asOne}`)).devices[0].address_id).toBe(null);
  });

  it("follows addresses into other spaces, to other addresses, and out of what goes", async () => {
    const [red, blue] = [await make("/api/spaces", { name: "red" }), await make("/api/spaces", { name: "blue" })];
    const network = await make("/api/networks", { name: "n", subnet: "10.0.0.0/24", space_id: red.id });
    const device = await make("/api/devices", { name: "d", addresses: [{ ip: "10.0.0.5", network_id: network.id }] });
    const inRed = await aMinute();
    await api.admin("PUT", `/api/networks/${network.id}`, { space_id: blue.id });
    const inBlue = await aMinute();
    expect(await address("10.0.0.5")).toMatchObject({ space_id: blue.id, state: "held", history: [{ from: inBlue, to: null }] });
    const then = await address("10.0.0.5", `?at=${inRed}`);
    expect(then).toMatchObject({ space_id: red.id, state: "held", devices: [{ id: device.id }], history: [{ from: inRed, to: inBlue }] });
    expect(await address("10.0.0.5", `?space_id=${red.id}`)).toMatchObject({ state: "free", networks: [], history: [{ to: inBlue }] });
    await api.admin("DELETE", `/api/networks/${network.id}`);
    const unlinked = await aMinute();
    expect(await address("10.0.0.5")).toMatchObject({
      space_id: null,
      state: "held",
      quarantined_until: null,
      networks: [],
      history: [{ from: unlinked, to: null }],
    });
    const datacenter = await make("/api/datacenters", { name: "fra1" });
    await api.admin("PUT", `/api/devices/${device.id}`, { datacenter_id: datacenter.id });
    expect(await address("10.0.0.5")).toMatchObject({ space_id: datacenter.id, state: "held" });
    await api.admin("DELETE", `/api/datacenters/${datacenter.id}`);
    expect(await address("10.0.0.5")).toMatchObject({ space_id: null, state: "held" });
    // Its private space had a number that no other one gets, so that nobody else's history is told there.
    const next = await make("/api/datacenters", { name: "fra2" });
    expect((await address("10.0.0.5", `?space_id=${next.id}`)).history).toEqual([]);
  });

  it("follows the networks of a plan that is applied", async () => {
    const network = await make("/api/networks", { name: "n", subnet: "10.0.0.0/24" });
    const device = await make("/api/devices", { name: "d", addresses: [{ ip: "10.0.0.5" }] });
    const before = await aMinute();
    const plan = await make(`/api/networks/${network.id}/renumber`, { subnet: "10.9.0.0/24" });
    expect((await address("10.0.0.5")).history).toMatchObject([{ to: null }]);
    const { change_id: change } = (await api.admin("POST", `/api/plans/${plan.id}/apply`, {})).body;
    expect(await address("10.0.0.5")).toMatchObject({ state: "free", history: [{ from: before, to: now() }] });
    expect(await address("10.9.0.5")).toMatchObject({ state: "held", devices: [{ id: device.id }], history: [{ change_id: change }] });
  });

  it("leaves nothing of what one change gives and takes again", async () => {
    const plan = await make("/api/plans", {
      title: "there and gone",
      steps: [
        { operation: "devices.create", body: { name: "d", addresses: [{ ip: "10.0.0.5" }] } },
        { operation: "devices.update", params: { id: "$0.id" }, body: { name: "e" } },
        { operation: "devices.create", body: { name: "f", addresses: [{ ip: "10.0.0.6" }] } },
        { operation: "devices.delete", params: { id: "$0.id" } },
      ],
    });
    expect((await api.admin("POST", `/api/plans/${plan.id}/apply`, {})).status).toBe(200);
    expect((await address("10.0.0.5")).history).toEqual([]);
    expect((await address("10.0.0.6")).history).toMatchObject([{ device_name: "f", to: null }]);
  });

  it("says which address spaces there are where it may be in several", async () => {
    const spaces = [await make("/api/spaces", { name: "red" }), await make("/api/spaces", { name: "blue" })];
    const networks = [];
    for (const { id } of spaces) networks.push(await make("/api/networks", { name: "n", subnet: "10.0.0.0/24", space_id: id }));
    const refused = await api.admin("GET", "/api/addresses/10.0.0.5");
    expect([refused.status, refused.body.code]).toEqual([409, "CONFLICT"]);
    expect(refused.body.details.spaces).toEqual(spaces.map(({ id, name }) => ({ space_id: id, name })));
    expect(refused.body.error).toContain("red");
    // What is in a pool goes before what a network is around, and what is held too.
    await make(`/api/networks/${networks[0].id}/pools`, { name: "p", start_ip: "10.0.0.1", end_ip: "10.0.0.9" });
    expect(await address("10.0.0.5")).toMatchObject({ space_id: spaces[0].id, state: "free", pool: { name: "p" } });
    await make("/api/devices", { name: "d", addresses: [{ ip: "10.0.0.7", network_id: networks[1].id }] });
    expect((await api.admin("GET", "/api/addresses/10.0.0.7")).body.code).toBe("CONFLICT");
    expect(await address("10.0.0.7", `?space_id=${spaces[1].id}`)).toMatchObject({ space_id: spaces[1].id, state: "held" });
    expect(await address("10.0.0.7", "?space_id=none")).toMatchObject({ space_id: null, state: "free", networks: [], pool: null });
    expect(await address("10.0.0.9", `?space_id=${spaces[1].id}`)).toMatchObject({ state: "free", pool: null });
    const common = await make("/api/devices", { name: "e", addresses: [{ ip: "10.0.0.7" }] });
    const three = (await api.admin("GET", "/api/addresses/10.0.0.7")).body.details.spaces;
    expect(three.map(({ space_id: id }: { space_id: string }) => id)).toEqual(["none", ...spaces.map(({ id }) => id)]);
    await api.admin("DELETE", `/api/devices/${common.id}`);
  });

  it("is free where nothing is, and reserved where nobody may be", async () => {
    expect(await address("192.0.2.1")).toEqual({
      ip: "192.0.2.1",
      space_id: null,
      state: "free",
      quarantined_until: null,
      networks: [],
      pool: null,
      devices: [],
      allocation: null,
      sightings: [],
      conflicts: [],
      history: [],
    });
    await make("/api/networks", { name: "n", subnet: "10.0.0.0/24" });
    await make("/api/networks", { name: "six", subnet: "2001:db8::/64" });
    for (const ip of ["10.0.0.0", "10.0.0.255", "2001:db8::"]) expect((await address(ip)).state, ip).toBe("reserved");
    for (const ip of ["10.0.0.1", "2001:db8::1"]) expect((await address(ip)).state, ip).toBe("free");
    await make("/api/devices", { name: "odd", addresses: [{ ip: "10.0.0.255" }] });
    expect((await address("10.0.0.255")).state).toBe("held");
  });

  it("takes any spelling, and refuses what is no address, space, instant or number", async () => {
    await make("/api/devices", { name: "d", addresses: [{ ip: "2001:db8::5" }] });
    expect(await address("2001:0DB8:0:0:0:0:0:5")).toMatchObject({ ip: "2001:db8::5", state: "held" });
    expect(await address(encodeURIComponent("2001:DB8::5"))).toMatchObject({ ip: "2001:db8::5", state: "held" });
    for (const wrong of ["10.0.0", "10.0.0.256", "10.0.0.05", "fe80::1%25eth0", "web-1", "10.0.0.0%2F24"]) {
      const reply = await api.admin("GET", `/api/addresses/${wrong}`);
      expect(problemsOf(reply), wrong).toEqual({ ip: "is not a valid IP address" });
    }
    const problem = async (query: string): Promise<Record<string, string>> =>
      problemsOf(await api.admin("GET", `/api/addresses/10.0.0.5?${query}`));
    expect(Object.keys(await problem(`space_id=${UNKNOWN_ID}`))).toEqual(["space_id"]);
    for (const at of ["", "yesterday", "2026-02-30", "2026-13-01", "2026-03-01T25:00Z", "1772323200"])
      expect(Object.keys(await problem(`at=${at}`)), at).toEqual(["at"]);
    expect(Object.keys(await problem("limit=0&before=x"))).toEqual(["limit", "before"]);
    expect((await address("10.0.0.5", "?at=2026-03-01T01:00:00%2B01:00")).state).toBe("free");
    // Not encoded, it is a space.
    expect((await problem("at=2026-03-01T01:00:00+01:00"))["at"]).toContain("%2B");
    expect((await problem("at=2026-03-01 01:00"))["at"]).not.toContain("%2B");
  });

  it("gives a long history in parts", async () => {
    const device = await make("/api/devices", { name: "d" });
    for (let number = 0; number < 7; number += 1) {
      await api.admin("PUT", `/api/devices/${device.id}`, { name: `d${number}`, addresses: [{ ip: "10.0.0.5" }] });
      await aMinute();
    }
    const names = ({ history }: Reply["body"]): string[] => history.map((one: { device_name: string }) => one.device_name);
    expect(names(await address("10.0.0.5"))).toEqual(["d6", "d5", "d4", "d3", "d2", "d1", "d0"]);
    const first = await address("10.0.0.5", "?limit=3");
    expect(names(first)).toEqual(["d6", "d5", "d4"]);
    expect(names(await address("10.0.0.5", `?limit=3&before=${first.history.at(-1).from}`))).toEqual(["d3", "d2", "d1"]);
  });

  it("shows each caller what they may read", async () => {
    const network = await make("/api/networks", { name: "n", subnet: "10.0.0.0/24" });
    const pool = await make(`/api/networks/${network.id}/pools`, { name: "p", start_ip: "10.0.0.1", end_ip: "10.0.0.9" });
    await make(`/api/pools/${pool.id}/allocations`, { ip: "10.0.0.5" });
    for (const name of ["a", "b"]) await make("/api/devices", { name, addresses: [{ ip: "10.0.0.5" }] });
    expect((await api.nobody("GET", "/api/addresses/10.0.0.5")).status).toBe(403);
    expect((await api.anonymous("GET", "/api/addresses/10.0.0.5")).status).toBe(401);
    const viewer = (await api.viewer("GET", "/api/addresses/10.0.0.5")).body;
    expect([viewer.devices.length, viewer.conflicts.length, viewer.history.length, viewer.allocation?.ip]).toEqual([2, 1, 2, "10.0.0.5"]);
    const { addresses } = api.inventory.as({ ...SYSTEM, permissions: new Set(["network:read"]) });
    expect(await addresses.get("10.0.0.5")).toMatchObject({
      state: "held",
      quarantined_until: null,
      networks: [{ id: network.id }],
      pool: null,
      devices: [],
      allocation: null,
      conflicts: [],
      history: [],
    });
  });
});
