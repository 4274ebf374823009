import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seeing } from "../../support/scripted-scanner.ts";
import { problemsOf, type Reply, UNKNOWN_ID } from "../api-server.ts";
import { type DiscoveryApi, startDiscovery } from "./discovery-api.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

const MAC = "02:00:00:00:00:01";

describe.each(STORAGES)("discovered devices over HTTP on %s", (storage) => {
  let lab: DiscoveryApi;
  let net: string;
  beforeEach(async () => {
    lab = await startDiscovery(storage);
    net = await lab.network("10.0.0.0/24");
  });
  afterEach(async () => await lab.api.stop());

  const ipsOf = async (network = net): Promise<string[]> => (await lab.seen(network)).map(({ ip }: { ip: string }) => ip);
  const remove = async (path: string): Promise<Reply> => await lab.api.operator("DELETE", `/api/discovery/devices${path}`);
  const promote = async (id: string, body: object): Promise<Reply> =>
    await lab.api.operator("POST", `/api/discovery/devices/${id}/promote`, body);

  it("show all that was seen, by address, and only of the network that is asked for", async () => {
    lab.scanner.script = seeing({
      "10.0.0.10": { evidence: "icmp" },
      "10.0.0.9": {
        macAddress: MAC,
        vendor: "Acme",
        osGuess: "Linux",
        name: { text: "nine.lab", source: "ptr" },
        openPorts: [443, 22],
        services: [
          { port: 443, protocol: "tcp", service: "https", version: "nginx 1.27", guessed: false },
          { port: 22, protocol: "tcp", service: "ssh", version: "" },
        ],
      },
    });
    await lab.scan(net, { scan_type: "deep" });
    const twin = await lab.network("10.0.0.0/24", "twin");
    const [nine, ten] = await lab.seen(net);
    expect(await ipsOf()).toEqual(["10.0.0.9", "10.0.0.10"]);
    expect(nine).toEqual({
      id: expect.any(String),
      ip: "10.0.0.9",
      mac_address: MAC,
      hostname: "nine.lab",
      switch_port: "",
      network_id: net,
      state: "unknown",
      device_id: null,
      differences: [],
      ignored_at: null,
      ignore_note: "",
      status: "up",
      confidence: expect.any(Number),
      os_guess: "Linux",
      vendor: "Acme",
      open_ports: [22, 443],
      services: [
        { port: 22, protocol: "tcp", service: "ssh", version: "" },
        { port: 443, protocol: "tcp", service: "https", version: "nginx 1.27" },
      ],
      first_seen: expect.any(String),
      last_seen: nine.first_seen,
      promoted_to_device_id: null,
      promoted_at: null,
      created_at: nine.first_seen,
      updated_at: nine.first_seen,
    });
    expect(ten).toMatchObject({ mac_address: "", hostname: "", vendor: "", os_guess: "", open_ports: [], services: [] });
    expect(ten.confidence).toBeLessThan(nine.confidence);
    expect(await ipsOf(twin)).toEqual([]);
  });

  it("keep what a later scan does not tell, and are down when it looked and did not see them", async () => {
    lab.scanner.script = seeing({ "10.0.0.1": { macAddress: MAC, openPorts: [22], vendor: "Acme" }, "10.0.0.2": {} });
    await lab.scan(net, { scan_type: "full" });
    const [before] = await lab.seen(net);
    await lab.api.clock.advance(60_000);
    lab.scanner.script = seeing({ "10.0.0.1": { evidence: "icmp" } });
    await lab.scan(net);
    const [one, two] = await lab.seen(net);
    expect(one).toMatchObject({
      id: before.id,
      mac_address: MAC,
      open_ports: [22],
      vendor: "Acme",
      status: "up",
      first_seen: before.first_seen,
      created_at: before.created_at,
    });
    expect(Date.parse(one.last_seen) - Date.parse(before.last_seen)).toBeGreaterThanOrEqual(60_000);
    expect(two).toMatchObject({ status: "down" });
    expect((await lab.told()).filter(({ event }) => event === "discovery.device_found")).toHaveLength(2);
    lab.scanner.script = seeing({ "10.0.0.1": {}, "10.0.0.2": {} });
    await lab.scan(net);
    expect((await lab.seen(net))[1]).toMatchObject({ id: two.id, status: "up" });
  });

  it("need a network that is there", async () => {
    for (const query of ["", "?network_id="])
      expect(Object.keys(problemsOf(await lab.api.operator("DELETE", `/api/discovery/devices${query}`)))).toEqual(["network_id"]);
    for (const method of ["GET", "DELETE"] as const) {
      const missing = await lab.api.operator(method, `/api/discovery/devices?network_id=${UNKNOWN_ID}`);
      expect([method, missing.status, missing.body.code]).toEqual([method, 404, "NETWORK_NOT_FOUND"]);
    }
  });

  it("are deleted one by one, and all of a network, but never those of another", async () => {
    lab.scanner.script = seeing({ "10.0.0.1": {}, "10.0.0.2": {}, "10.0.0.3": {} });
    const twin = await lab.network("10.0.0.0/24", "twin");
    await lab.scan(net);
    await lab.scan(twin);
    const [first] = await lab.seen(net);
    expect((await remove(`/${first.id}`)).status).toBe(204);
    const again = await remove(`/${first.id}`);
    expect([again.status, again.body.code]).toEqual([404, "NOT_FOUND"]);
    expect(await ipsOf()).toEqual(["10.0.0.2", "10.0.0.3"]);
    expect((await remove("")).status).toBe(400);
    expect((await remove(`?network_id=${net}`)).status).toBe(204);
    expect((await remove(`?network_id=${net}`)).status).toBe(204);
    expect(await ipsOf()).toEqual([]);
    expect(await ipsOf(twin)).toHaveLength(3);
    // What is seen again is found again.
    await lab.scan(net);
    expect(await ipsOf()).toHaveLength(3);
    expect((await lab.told()).filter(({ event }) => event === "discovery.device_found")).toHaveLength(9);
  });

  it("are no second device of an address that is recorded, unless that is forced", async () => {
    const { api } = lab;
    const twin = await lab.network("10.0.0.0/24", "twin");
    const site = (await api.admin("POST", "/api/datacenters", { name: "elsewhere" })).body.id;
    await api.admin("PUT", `/api/networks/${twin}`, { datacenter_id: site });
    lab.scanner.script = seeing({ "10.0.0.7": {}, "10.0.0.8": {} });
    await lab.scan(net);
    await lab.scan(twin);
    const [seven, eight] = await lab.seen(net);
    const [other] = await lab.seen(twin);
    const recorded = (await api.operator("POST", "/api/devices", { name: "recorded", addresses: [{ ip: "10.0.0.7" }] })).body;
    const before = (await api.admin("GET", "/api/events?limit=500")).body.events.length;
    const refused = await promote(seven.id, { name: "again" });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "CONFLICT", details: { device_id: recorded.id }, error: expect.stringContaining("recorded") },
    });
    expect(Object.keys(refused.body.details)).toEqual(["device_id"]);
    // Nothing of it stays: no device, no conflict, no event.
    expect((await api.operator("GET", "/api/devices")).body).toHaveLength(1);
    expect((await api.operator("GET", "/api/conflicts")).body.filter(({ type }: { type: string }) => type === "duplicate_ip")).toEqual([]);
    expect((await api.admin("GET", "/api/events?limit=500")).body.events).toHaveLength(before);
    expect((await lab.seen(net))[0]).toMatchObject({ promoted_to_device_id: null });
    // The same address of another space is another host, and an address that nobody holds is free to be recorded.
    expect((await promote(other.id, { name: "elsewhere" })).status).toBe(201);
    expect((await promote(eight.id, { name: "eight" })).status).toBe(201);
    expect(Object.keys(problemsOf(await promote(seven.id, { name: "again", force: "yes" })))).toEqual(["force"]);
    const forced = await promote(seven.id, { name: "again", force: true });
    expect(forced).toMatchObject({ status: 201, body: { addresses: [{ ip: "10.0.0.7" }] } });
    expect((await api.operator("GET", "/api/conflicts?type=duplicate_ip")).body).toMatchObject([
      { ip_address: "10.0.0.7", status: "active" },
    ]);
    expect((await api.inventory.verify()).differences).toEqual([]);
  });

  it("become devices with the fields of one's own that devices need", async () => {
    lab.scanner.script = seeing({ "10.0.0.9": { evidence: "icmp" } });
    await lab.scan(net);
    const [nine] = await lab.seen(net);
    await lab.api.admin("POST", "/api/fields", { record: "device", name: "owner", type: "text", required: true });
    expect(problemsOf(await promote(nine.id, { name: "nine" }))).toEqual({ "fields.owner": "is required" });
    expect(problemsOf(await promote(nine.id, { name: "nine", fields: { owner: 9 } }))).toEqual({ "fields.owner": "must be a string" });
    expect(await promote(nine.id, { name: "nine", fields: { owner: "ada" } })).toMatchObject({
      status: 201,
      body: { fields: { owner: "ada" } },
    });
  });

  it("are recorded once, however many promote them and record them at the same time", async () => {
    const { api } = lab;
    const twin = await lab.network("10.0.0.0/25", "part");
    lab.scanner.script = seeing({ "10.0.0.7": {} });
    await lab.scan(net);
    await lab.scan(twin);
    const ids = [...(await lab.seen(net)), ...(await lab.seen(twin))].map(({ id }: { id: string }) => id);
    const replies = await Promise.all(ids.flatMap((id) => [promote(id, { name: id }), promote(id, { name: id })]));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
    expect((await api.operator("GET", "/api/devices")).body).toHaveLength(1);
  });

  it("become devices, once", async () => {
    const { api } = lab;
    lab.scanner.script = seeing({
      "10.0.0.7": { macAddress: MAC, vendor: "Acme", osGuess: "Linux 6", name: { text: "seven.lab", source: "snmp" } },
      "10.0.0.8": { vendor: "Acme" },
    });
    await lab.scan(net);
    const [seven, eight] = await lab.seen(net);
    const promoted = await promote(seven.id, { name: "seven" });
    expect(promoted.status).toBe(201);
    expect(promoted.body).toMatchObject({
      name: "seven",
      hostname: "seven.lab",
      make_model: "Acme",
      os: "Linux 6",
      addresses: [{ ip: "10.0.0.7", network_id: net, mac: MAC }],
    });
    expect(promoted.body.addresses).toHaveLength(1);
    expect((await api.viewer("GET", `/api/devices/${promoted.body.id}`)).body).toEqual(promoted.body);
    expect((await lab.seen(net))[0]).toMatchObject({
      id: seven.id,
      promoted_to_device_id: promoted.body.id,
      promoted_at: expect.any(String),
    });
    const again = await promote(seven.id, { name: "again" });
    expect([again.status, again.body.code]).toEqual([409, "ALREADY_EXISTS"]);
    expect(again.body.error).toContain(promoted.body.id);
    const other = await promote(eight.id, { name: "eight", make_model: "Other 9", description: "by hand" });
    expect(other.body).toMatchObject({ make_model: "Other 9", description: "by hand", hostname: "" });
    const events = (await lab.told()).filter(({ event }) => event === "device.promoted");
    expect(events.map(({ record_id: id }) => id)).toEqual([promoted.body.id, other.body.id]);
    const created = (await api.operator("GET", "/api/events?limit=500")).body.events.filter(
      ({ event }: { event: string }) => event === "device.created",
    );
    expect(created.map(({ record_id: id }: { record_id: string }) => id)).toEqual([promoted.body.id, other.body.id]);
    // A scan goes on telling of it, and it stays promoted.
    await lab.scan(net);
    expect((await lab.seen(net))[0]).toMatchObject({ promoted_to_device_id: promoted.body.id });
    // Once the device is gone, it may be promoted again; what was seen may go without the device.
    expect((await api.operator("DELETE", `/api/devices/${promoted.body.id}`)).status).toBe(204);
    expect((await lab.seen(net))[0]).toMatchObject({ promoted_to_device_id: null, promoted_at: null });
    expect((await promote(seven.id, { name: "seven", make_model: "" })).body).toMatchObject({ make_model: "" });
    expect((await remove(`/${eight.id}`)).status).toBe(204);
    expect((await api.viewer("GET", `/api/devices/${other.body.id}`)).status).toBe(200);
    expect((await api.inventory.verify()).differences).toEqual([]);
  });

  it("become devices of a datacenter where their network is", async () => {
    const { api } = lab;
    const dc = (await api.admin("POST", "/api/datacenters", { name: "dc" })).body.id;
    const inside = (await api.operator("POST", "/api/networks", { name: "inside", subnet: "10.5.0.0/29", datacenter_id: dc })).body.id;
    lab.scanner.script = seeing({ "10.5.0.1": {} });
    await lab.scan(inside);
    const [{ id }] = await lab.seen(inside);
    const promoted = await promote(id, { name: "one", datacenter_id: dc });
    expect([promoted.status, promoted.body.datacenter_id, promoted.body.addresses]).toEqual([
      201,
      dc,
      [expect.objectContaining({ ip: "10.5.0.1", network_id: inside })],
    ]);
  });

  it("become no devices when what is said of them is wrong", async () => {
    lab.scanner.script = seeing({ "10.0.0.7": {} });
    await lab.scan(net);
    const [{ id }] = await lab.seen(net);
    expect(Object.keys(problemsOf(await promote(id, { name: "x", datacenter_id: UNKNOWN_ID })))).toEqual(["datacenter_id"]);
    expect(Object.keys(problemsOf(await promote(id, {})))).toEqual(["name"]);
    for (const name of ["", "  ", 7, null, "x".repeat(256)]) expect(Object.keys(problemsOf(await promote(id, { name })))).toEqual(["name"]);
    expect(
      Object.keys(problemsOf(await promote(id, { name: 7, make_model: "x".repeat(256), datacenter_id: 7, description: 7 }))).sort(),
    ).toEqual(["datacenter_id", "description", "make_model", "name"]);
    for (const body of [{ name: "x" }, { name: "" }]) {
      const missing = await promote(UNKNOWN_ID, body);
      expect([missing.status, missing.body.code]).toEqual([404, "NOT_FOUND"]);
    }
    expect((await lab.seen(net))[0]).toMatchObject({ promoted_to_device_id: null });
    expect((await lab.api.viewer("GET", "/api/devices")).body).toEqual([]);
  });

  it("are promoted once however many ask at once", async () => {
    lab.scanner.script = seeing({ "10.0.0.7": {} });
    await lab.scan(net);
    const [{ id }] = await lab.seen(net);
    const replies = await Promise.all(["a", "b", "c", "d"].map(async (name) => await promote(id, { name })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
    expect((await lab.api.viewer("GET", "/api/devices")).body).toHaveLength(1);
  });

  it("open a conflict when another machine answers at an address, until somebody settles it", async () => {
    lab.scanner.script = seeing({ "10.0.0.1": { macAddress: MAC }, "10.0.0.2": { macAddress: "02:00:00:00:00:02" } });
    await lab.scan(net);
    const conflicts = async (): Promise<Reply["body"]> => (await lab.api.viewer("GET", "/api/conflicts?type=discovery_mismatch")).body;
    await lab.scan(net);
    expect(await conflicts()).toEqual([]);
    lab.scanner.script = seeing({ "10.0.0.1": { macAddress: "02:00:00:00:00:99" }, "10.0.0.2": { evidence: "icmp" } });
    await lab.scan(net);
    const [conflict, ...others] = await conflicts();
    expect(others).toEqual([]);
    expect(conflict).toMatchObject({
      status: "active",
      ip_address: "10.0.0.1",
      network_ids: [net],
      description: `10.0.0.1 answered with the MAC address 02:00:00:00:00:99, and before with ${MAC}`,
    });
    const events = (await lab.api.operator("GET", "/api/events?limit=500")).body.events.filter(
      ({ event }: { event: string }) => event === "conflict.detected",
    );
    expect(events).toHaveLength(1);
    expect((await lab.api.operator("POST", `/api/conflicts/${conflict.id}/resolve`, { notes: "a new card" })).body).toMatchObject({
      status: "resolved",
      notes: "a new card",
    });
    await lab.scan(net);
    expect((await conflicts()).map(({ status }: { status: string }) => status)).toEqual(["resolved"]);
  });
});
