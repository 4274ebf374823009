import { SYSTEM } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seeing } from "../../support/scripted-scanner.ts";
import { problemsOf, type Reply, UNKNOWN_ID } from "../api-server.ts";
import { type DiscoveryApi, startDiscovery } from "./discovery-api.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

const MAC = "3c:00:00:00:00:01";
const OTHER_MAC = "3c:00:00:00:00:02";
const VRRP = "00:00:5e:00:01:07";

describe.each(STORAGES)("what was seen against what is recorded, over HTTP on %s", (storage) => {
  let lab: DiscoveryApi;
  let net: string;
  beforeEach(async () => {
    lab = await startDiscovery(storage);
    net = await lab.network("10.0.0.0/28");
  });
  afterEach(async () => await lab.api.stop());

  const post = async (path: string, body: object = {}): Promise<Reply> => await lab.api.operator("POST", `/api/discovery/${path}`, body);
  const device = async (body: object): Promise<Reply["body"]> => (await lab.api.operator("POST", "/api/devices", body)).body;
  const list = async (query: string): Promise<string[]> =>
    (await lab.api.viewer("GET", `/api/discovery/devices${query}`)).body.map(({ ip }: { ip: string }) => ip);

  it("the list of discovered devices requires network_id unless states are sent", async () => {
    for (const query of ["", "?network_id="]) {
      expect(problemsOf(await lab.api.viewer("GET", `/api/discovery/devices${query}`)), query).toEqual({
        network_id: "is required unless state is sent",
      });
    }
    for (const query of ["?state=gone", "?state=", "?state=known,gone", "?state=known&state=gone"])
      expect(Object.keys(problemsOf(await lab.api.viewer("GET", `/api/discovery/devices${query}`))), query).toEqual(["state"]);
    expect(await list(`?network_id=${net}`)).toEqual([]);
    expect(await list("?state=known,unknown")).toEqual([]);
  });

  it("is told by state, linked, accepted and ignored", async () => {
    const { api } = lab;
    const db = await device({ name: "db", hostname: "db.lab", addresses: [{ ip: "10.0.0.1", mac: OTHER_MAC }] });
    const web = await device({ name: "web", addresses: [{ ip: "10.0.0.2" }] });
    lab.scanner.script = seeing({
      "10.0.0.1": { macAddress: MAC, name: { text: "other.lab", source: "snmp" } },
      "10.0.0.2": { macAddress: "3c:00:00:00:00:03" },
      "10.0.0.3": {},
      "10.0.0.4": {},
    });
    await lab.scan(net);
    const [one, two, three, four] = await lab.seen(net);
    const differences = [
      { field: "mac", recorded: OTHER_MAC, seen: MAC },
      { field: "hostname", recorded: "db.lab", seen: "other.lab" },
    ];
    expect(one).toMatchObject({ state: "differs", device_id: db.id, differences });
    expect(two).toMatchObject({ state: "known", device_id: web.id, differences: [] });
    expect(three).toMatchObject({ state: "unknown", device_id: null, differences: [], ignored_at: null });
    expect(await list("?state=unknown")).toEqual(["10.0.0.3", "10.0.0.4"]);
    expect(await list(`?state=differs&network_id=${net}`)).toEqual(["10.0.0.1"]);
    expect(await list("?state=unknown,differs&state=known")).toHaveLength(4);

    expect(await post(`devices/${one.id}/accept`, { fields: ["mac"] })).toMatchObject({
      status: 200,
      body: { state: "differs", differences: [differences[1]] },
    });
    expect((await post(`devices/${one.id}/accept`)).body).toMatchObject({ state: "known", differences: [] });
    expect((await api.viewer("GET", `/api/devices/${db.id}`)).body).toMatchObject({ hostname: "other.lab", addresses: [{ mac: MAC }] });
    // What is not recorded is taken over when it is named.
    expect((await post(`devices/${two.id}/accept`)).body).toMatchObject({ state: "known" });
    expect((await api.viewer("GET", `/api/devices/${web.id}`)).body).toMatchObject({ addresses: [{ mac: "" }] });
    await post(`devices/${two.id}/accept`, { fields: ["mac"] });
    expect((await api.viewer("GET", `/api/devices/${web.id}`)).body).toMatchObject({ addresses: [{ mac: "3c:00:00:00:00:03" }] });
    expect(await post(`devices/${three.id}/accept`)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    expect(Object.keys(problemsOf(await post(`devices/${one.id}/accept`, { fields: ["os"] })))).toEqual(["fields[0]"]);

    expect(await post(`devices/${three.id}/link`, { device_id: web.id })).toMatchObject({
      status: 200,
      body: { state: "known", device_id: web.id },
    });
    expect((await post(`devices/${three.id}/link`, { device_id: web.id })).status).toBe(200);
    expect((await api.viewer("GET", `/api/devices/${web.id}`)).body.addresses).toMatchObject([
      { ip: "10.0.0.2" },
      { ip: "10.0.0.3", network_id: net },
    ]);
    expect(await post(`devices/${three.id}/link`, { device_id: db.id })).toMatchObject({
      status: 409,
      body: { code: "CONFLICT", details: { device_id: web.id } },
    });
    expect(problemsOf(await post(`devices/${four.id}/link`, { device_id: UNKNOWN_ID }))).toEqual({ device_id: "names no device" });
    expect(Object.keys(problemsOf(await post(`devices/${four.id}/link`)))).toEqual(["device_id"]);

    expect(await post(`devices/${four.id}/ignore`, { note: "the cat's" })).toMatchObject({
      status: 200,
      body: { state: "ignored", ignore_note: "the cat's", ignored_at: expect.any(String) },
    });
    expect(await list("?state=ignored")).toEqual(["10.0.0.4"]);
    // Not by an undo, which is of what is recorded: it has an end of its own.
    await api.clock.advance(2000);
    const [{ action, change_id: ignoring }] = (await api.admin("GET", `/api/audit?resource_id=${four.id}`)).body;
    expect(action).toBe("ignore");
    expect(await api.operator("POST", `/api/changes/${ignoring}/undo`)).toMatchObject({
      status: 409,
      body: { code: "CONFLICT", error: expect.stringContaining("nothing of the inventory that could be taken back") },
    });
    await lab.scan(net);
    expect(await list("?state=ignored")).toEqual(["10.0.0.4"]);
    expect(await api.operator("DELETE", `/api/discovery/devices/${four.id}/ignore`)).toMatchObject({
      status: 200,
      body: { state: "unknown", ignore_note: "", ignored_at: null },
    });
    for (const action of ["link", "accept", "ignore"])
      expect((await post(`devices/${UNKNOWN_ID}/${action}`, { device_id: db.id })).body).toMatchObject({ code: "NOT_FOUND" });
    expect((await api.operator("DELETE", `/api/discovery/devices/${UNKNOWN_ID}/ignore`)).status).toBe(404);
    expect((await api.inventory.verify()).differences).toEqual([]);
  });

  it("finds a device by its MAC address where it has moved, and moves its address when that is accepted, and back", async () => {
    const { api } = lab;
    const db = await device({ name: "db", addresses: [{ ip: "10.0.0.1", mac: MAC }] });
    await device({ name: "router", addresses: [{ ip: "10.0.0.9", mac: VRRP }] });
    lab.scanner.script = seeing({ "10.0.0.5": { macAddress: MAC }, "10.0.0.6": { macAddress: VRRP } });
    await lab.scan(net);
    const [five, six] = await lab.seen(net);
    const moved = { state: "differs", device_id: db.id, differences: [{ field: "address", recorded: "10.0.0.1", seen: "10.0.0.5" }] };
    expect(five).toMatchObject(moved);
    expect(six).toMatchObject({ state: "unknown", device_id: null });
    expect(await post(`devices/${five.id}/promote`, { name: "again" })).toMatchObject({
      status: 409,
      body: { details: { device_id: db.id } },
    });
    const plan = (
      await api.operator("POST", "/api/plans", {
        title: "moved",
        steps: [{ operation: "discoveredDevices.accept", params: { id: five.id }, body: {} }],
      })
    ).body;
    // It is seen again before it is applied: that makes nothing stale.
    await api.clock.advance(60_000);
    await lab.scan(net);
    const applied = await api.operator("POST", `/api/plans/${plan.id}/apply`);
    expect(applied).toMatchObject({ status: 200, body: { status: "applied" } });
    expect((await api.viewer("GET", `/api/devices/${db.id}`)).body.addresses).toMatchObject([
      { ip: "10.0.0.5", mac: MAC, network_id: net },
    ]);
    expect((await lab.seen(net))[0]).toMatchObject({ state: "known", differences: [] });
    const undo = (await api.operator("POST", `/api/changes/${applied.body.change_id}/undo`)).body;
    expect((await api.operator("POST", `/api/plans/${undo.id}/apply`)).status).toBe(200);
    expect((await lab.seen(net))[0]).toMatchObject(moved);
  });

  it("becomes many devices at once, all or none, and one of hosts with one MAC address", async () => {
    const { api } = lab;
    lab.scanner.script = seeing({
      "10.0.0.1": { macAddress: MAC },
      "10.0.0.2": { macAddress: MAC, name: { text: "two.lab", source: "snmp" }, vendor: "Acme" },
      "10.0.0.3": { macAddress: VRRP },
      "10.0.0.4": { macAddress: VRRP },
      "10.0.0.5": { macAddress: "3e:00:00:00:00:05" },
      "10.0.0.6": { macAddress: "3e:00:00:00:00:05" },
      "10.0.0.7": {},
    });
    await lab.scan(net);
    const ids: string[] = (await lab.seen(net)).map(({ id }: { id: string }) => id);
    const unknown = problemsOf(await post("promote", { ids: [ids[0], UNKNOWN_ID] }));
    expect(Object.keys(unknown)).toEqual(["ids[1]"]);
    expect(Object.keys(problemsOf(await post("promote", { ids: [] })))).toEqual(["ids"]);
    expect(Object.keys(problemsOf(await post("promote", { ids: [ids[0], ids[0]], group_by: "ip" })))).toEqual(["ids[1]", "group_by"]);
    const seven = await device({ name: "seven", addresses: [{ ip: "10.0.0.7" }] });
    expect(await post("promote", { ids, group_by: "mac" })).toMatchObject({ status: 409, body: { details: { device_id: seven.id } } });
    expect((await api.viewer("GET", "/api/devices")).body).toHaveLength(1);
    const promoted = await post("promote", { ids: ids.slice(0, 6), group_by: "mac" });
    expect(promoted.status).toBe(201);
    expect(promoted.body.devices.map(({ addresses }: Reply["body"]) => addresses.map(({ ip }: { ip: string }) => ip))).toEqual([
      ["10.0.0.1", "10.0.0.2"],
      ["10.0.0.3"],
      ["10.0.0.4"],
      ["10.0.0.5"],
      ["10.0.0.6"],
    ]);
    expect(promoted.body.devices[0]).toMatchObject({ name: "two.lab", hostname: "two.lab", make_model: "Acme" });
    expect(promoted.body.devices[1]).toMatchObject({ name: "10.0.0.3", hostname: "" });
    for (const one of (await lab.seen(net)).slice(0, 6))
      expect(one).toMatchObject({ state: "known", promoted_to_device_id: one.device_id });
    expect((await lab.told()).filter(({ event }) => event === "device.promoted")).toHaveLength(5);
    expect(await post("promote", { ids: ids.slice(0, 1) })).toMatchObject({ status: 409, body: { code: "ALREADY_EXISTS" } });
  });

  it("tells nobody of devices who may not read them", async () => {
    await device({ name: "db", addresses: [{ ip: "10.0.0.1", mac: OTHER_MAC }] });
    lab.scanner.script = seeing({ "10.0.0.1": { macAddress: MAC } });
    await lab.scan(net);
    const permissions = new Set(["discovery:list", "discovery:read", "discovery:update", "event:read"]);
    const { discoveredDevices, events } = lab.api.inventory.as({ ...SYSTEM, permissions });
    const [one] = await discoveredDevices.list({ network_id: net });
    expect(one).toMatchObject({ state: "differs", device_id: null, differences: [] });
    const found = "discovery.device_found";
    const read = (await events.read({ limit: 500 })).events.find(({ event }) => event === found);
    expect(read?.data).toEqual(one);
    for await (const { data } of events.stream({ after: "0-0", event: [found] })) {
      expect(data).toEqual(one);
      break;
    }
    const [told] = (await lab.told()).filter(({ event }) => event === found);
    expect(told?.data).toMatchObject({ state: "differs", differences: [{ field: "mac" }] });
    const id = one?.id ?? "";
    expect(await discoveredDevices.ignore(id, {})).toMatchObject({ state: "ignored", device_id: null });
    for (const refused of [discoveredDevices.link(id, { device_id: id }), discoveredDevices.accept(id, {}), discoveredDevices.missing()])
      await expect(refused).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("tells which recorded addresses scans do not see", async () => {
    const { id } = await device({ name: "gone", addresses: [{ ip: "10.0.0.9" }] });
    lab.scanner.script = seeing({ "10.0.0.1": {} });
    for (let scans = 0; scans < 3; scans += 1) {
      expect((await lab.api.viewer("GET", "/api/discovery/missing")).body).toEqual([]);
      await lab.scan(net);
    }
    expect(await lab.api.viewer("GET", `/api/discovery/missing?network_id=${net}`)).toMatchObject({
      status: 200,
      body: [{ device_id: id, device_name: "gone", ip: "10.0.0.9", network_id: net, since: expect.any(String), last_seen: null }],
    });
    const other = await lab.network("10.0.1.0/28", "other");
    expect((await lab.api.viewer("GET", `/api/discovery/missing?network_id=${other}`)).body).toEqual([]);
    expect((await lab.api.viewer("GET", `/api/discovery/missing?network_id=${UNKNOWN_ID}`)).body).toMatchObject({
      code: "NETWORK_NOT_FOUND",
    });
  });
});
