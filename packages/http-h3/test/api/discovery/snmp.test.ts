import { discoverySnmpPlugin } from "@cadastre/discovery-snmp";
import { KeyRing, STORAGE } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, type Reply, startApi, UNKNOWN_ID } from "../api-server.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

const PATH = "/api/discovery/snmp/devices";
const V2 = { name: "access-1", address: "127.0.0.1", port: 9, community: "community-canary" };
const V3 = {
  name: "core-1",
  address: "2001:db8::1",
  version: "3",
  username: "cadastre",
  auth_key: "auth-canary-key",
  priv_key: "priv-canary-key",
};

describe.each(STORAGES)("SNMP devices over HTTP on %s", (storage) => {
  let api: ApiServer;

  beforeAll(async () => {
    api = await startApi(storage, {
      keyRing: KeyRing.parse(KeyRing.generate()),
      plugins: [discoverySnmpPlugin()],
      discovery: { allow: "127.0.0.1" },
    });
  });
  afterAll(async () => await api.stop());

  const make = async (fields: object = {}): Promise<Reply["body"]> => (await api.admin("POST", PATH, { ...V2, ...fields })).body;

  it("creates, reads, lists, changes and deletes", async () => {
    const created = await api.admin("POST", PATH, { ...V2, name: " first " });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "first",
      description: "",
      device_id: null,
      datacenter_id: null,
      network_ids: [],
      address: "127.0.0.1",
      port: 9,
      version: "2c",
      username: "",
      auth_protocol: "sha256",
      priv_protocol: "aes",
      context: "",
      enabled: true,
      credentials_changed_at: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const path = `${PATH}/${created.body.id}`;
    const read = await api.viewer("GET", path);
    expect(read.body).toEqual(created.body);
    const etag = { "if-match": read.headers.get("etag") as string };
    await api.clock.advance(1000);
    const changed = await api.admin("PUT", path, { enabled: false, description: "rack 4" }, etag);
    expect(changed).toMatchObject({ status: 200, body: { name: "first", enabled: false, description: "rack 4" } });
    expect(changed.body.credentials_changed_at).toBe(created.body.credentials_changed_at);
    expect((await api.admin("PUT", path, { name: "late" }, etag)).status).toBe(412);
    const rekeyed = await api.admin("PUT", path, { community: "another-canary" });
    expect(rekeyed.body.credentials_changed_at).toBe(rekeyed.body.updated_at);
    expect((await api.admin("PUT", path, {})).body).toEqual(rekeyed.body);
    expect((await api.viewer("GET", PATH)).body).toContainEqual(rekeyed.body);
    expect((await api.admin("DELETE", path)).status).toBe(204);
    for (const [method, at] of [
      ["GET", path],
      ["PUT", path],
      ["DELETE", path],
      ["POST", `${path}/test`],
      ["GET", `${PATH}/${UNKNOWN_ID}`],
    ] as const)
      expect(await api.admin(method, at, method === "PUT" ? {} : undefined)).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  });

  it("names everything that is wrong at once", async () => {
    const wrong = await api.admin("POST", PATH, {
      address: "switch.example.net",
      port: 0,
      version: "1",
      auth_protocol: "md5",
      priv_protocol: "des",
      device_id: UNKNOWN_ID,
      datacenter_id: UNKNOWN_ID,
      network_ids: [UNKNOWN_ID],
    });
    expect(wrong.status).toBe(400);
    expect(problemsOf(wrong)).toEqual({
      name: "is required",
      address: "must be an IPv4 or IPv6 address",
      port: "must be a port between 1 and 65535",
      version: "must be one of 2c, 3",
      auth_protocol: "must be one of sha, sha224, sha256, sha384, sha512",
      priv_protocol: "must be one of none, aes, aes256, aes256-cisco",
      device_id: "names no device",
      datacenter_id: "names no datacenter",
      "network_ids[0]": "names no network",
    });
    // Other hosts do not know the zones of this one, and rules about addresses know none.
    for (const address of ["fe80::1%eth0", "::ffff:192.0.2.1%1"])
      expect(problemsOf(await api.admin("POST", PATH, { name: "x", address, community: "c" }))).toEqual({
        address: "must be an IPv4 or IPv6 address",
      });
    expect(problemsOf(await api.admin("POST", PATH, { name: "x", address: "192.0.2.1" }))).toEqual({
      community: "is required for version 2c",
    });
    expect(problemsOf(await api.admin("POST", PATH, { ...V3, username: "", auth_key: "short", priv_key: undefined }))).toEqual({
      username: "is required for version 3",
      auth_key: "must have at least 8 characters",
      priv_key: "is required, unless priv_protocol is none",
    });
    expect((await api.admin("POST", PATH, { ...V3, name: "no privacy", priv_protocol: "none", priv_key: undefined })).status).toBe(201);
  });

  it("does not send what a device is asked with elsewhere, for one who does not know it", async () => {
    const { id } = await make(V3);
    for (const elsewhere of [{ address: "192.0.2.66" }, { port: 1161 }])
      expect(problemsOf(await api.admin("PUT", `${PATH}/${id}`, elsewhere))).toEqual({
        auth_key: "must be sent again with another address or port",
        priv_key: "must be sent again with another address or port",
      });
    const { address, auth_key, priv_key } = { ...V3, address: "192.0.2.66" };
    expect((await api.admin("PUT", `${PATH}/${id}`, { address, auth_key, priv_key })).body).toMatchObject({ address });
  });

  it("never tells what devices are asked with: in answers, the audit log, errors or the database", async () => {
    const { id } = await make({ ...V3, name: "canary" });
    const { body: tested } = await api.admin("POST", `${PATH}/${id}/test`);
    const told = [
      await api.admin("GET", PATH),
      await api.admin("GET", `${PATH}/${id}`),
      await api.admin("PUT", `${PATH}/${id}`, { community: "c-canary", port: 70_000 }),
      await api.admin("GET", "/api/audit?resource=snmp_device"),
    ].map(({ body }) => JSON.stringify(body));
    const rows = await api.inventory.host.get(STORAGE).read.all("select * from snmp_device");
    expect([JSON.stringify(tested), ...told, JSON.stringify(rows)].filter((text) => /canary-key|-canary/.test(text))).toEqual([]);
    expect(told.at(-1)).toContain('"action":"create"');
  });

  it("asks a device, says why it could not, and asks none that it may not send to", async () => {
    const { id } = await make({ name: "nobody" });
    expect(await api.admin("POST", `${PATH}/${id}/test`)).toMatchObject({
      status: 200,
      body: { name: "", interfaces: 0, mac_addresses: 0, problem: "the SNMP device nobody cannot be reached (system)" },
    });
    const own = await make({ name: "own", address: "127.0.0.2" });
    const refused = await api.admin("POST", `${PATH}/${own.id}/test`);
    expect(refused).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    expect(refused.body.error).toContain("its address 127.0.0.2 is loopback");
  });

  it("plans nothing where nothing is heard, and says who could not be asked", async () => {
    await make({ name: "deaf" });
    const { status, body } = await api.operator("POST", "/api/discovery/snmp/links/plan");
    expect(status).toBe(200);
    expect(body).toMatchObject({ plan_id: null, proposed: [], known: 0, unmatched: [] });
    expect(body.problems).toContain("the SNMP device deaf cannot be reached (system)");
  });

  it("leaves devices to administrators, and plans to those who may plan", async () => {
    const { id } = await make();
    const attempts: [string, string, object?][] = [
      ["POST", PATH, V2],
      ["PUT", `${PATH}/${id}`, { enabled: false }],
      ["DELETE", `${PATH}/${id}`],
      ["POST", `${PATH}/${id}/test`],
    ];
    for (const [method, path, body] of attempts) {
      expect(await api.operator(method, path, body)).toMatchObject({ status: 403 });
      expect(await api.nobody(method, path, body)).toMatchObject({ status: 403 });
    }
    expect((await api.operator("GET", PATH)).status).toBe(200);
    expect((await api.nobody("GET", PATH)).status).toBe(403);
    expect((await api.viewer("POST", "/api/discovery/snmp/links/plan")).status).toBe(403);
  });
});
