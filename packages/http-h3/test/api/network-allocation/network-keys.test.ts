import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, startApi, stopVerified } from "../api-server.ts";
import { type Body, childNetworks } from "./child-networks.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

// docs/spec/pools.md#request-keys-of-networks

const header = (value: string) => ({ "idempotency-key": value });

describe.each(STORAGES)("request keys of networks over HTTP on %s", (storage) => {
  let api: ApiServer;
  let parent: string;
  beforeEach(async () => {
    api = await startApi(storage);
    parent = await network("10.0.0.0/16");
  });
  afterEach(async () => await stopVerified(api));

  const { network, allocate, subnetsOf } = childNetworks(() => api);
  const released = async (reply: ReturnType<typeof allocate>, subnets: readonly string[]): Promise<void> => {
    const { status, body } = await reply;
    expect([status, body.code, body.details]).toEqual([409, "CONFLICT", { released: subnets }]);
    for (const subnet of subnets.slice(0, 1)) expect(body.error).toContain(subnet);
  };

  it("give the same networks again, as they are now", async () => {
    const asked = { length: 24, count: 2, name: "team", key: "team-a" };
    const first = await allocate(parent, asked);
    const again = await allocate(parent, asked);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect([first, again].map(({ headers }) => headers.get("idempotent-replay"))).toEqual([null, "true"]);
    // The same, said otherwise.
    expect((await allocate(parent, { ...asked, strategy: "lowest", vlan_id: null, description: "" })).body).toEqual(first.body);
    const [one] = first.body.networks;
    const renamed = (await api.operator("PUT", `/api/networks/${one.id}`, { name: "renamed" })).body;
    expect((await allocate(parent, asked)).body.networks[0]).toEqual(renamed);
    expect((await api.viewer("GET", "/api/networks")).body).toHaveLength(3);
    // Another network has keys of its own.
    const other = await network("10.1.0.0/16");
    expect(subnetsOf(await allocate(other, asked))).toEqual(["10.1.0.0/24", "10.1.1.0/24"]);
  });

  it("are the Idempotency-Key header, too", async () => {
    const first = await allocate(parent, { length: 24 }, header("job/7"));
    expect((await allocate(parent, { length: 24 }, header("job/7"))).body).toEqual(first.body);
    expect((await allocate(parent, { length: 24, key: "job/7" })).body).toEqual(first.body);
    expect((await allocate(parent, { length: 24, key: "job/7" }, header("job/7"))).body).toEqual(first.body);
    expect(Object.keys(problemsOf(await allocate(parent, { length: 24, key: "one" }, header("other"))))).toEqual(["key"]);
    expect(Object.keys(problemsOf(await allocate(parent, { length: 24 }, header("x".repeat(256)))))).toEqual(["Idempotency-Key"]);
  });

  it("refuse other arguments", async () => {
    const asked = { length: 24, name: "n", key: "k" };
    await allocate(parent, asked);
    for (const other of [
      { length: 25 },
      { count: 2 },
      { name: "m" },
      { strategy: "sparse" },
      { vlan_id: 7 },
      { description: "d" },
      { datacenter_id: null },
    ]) {
      const { status, body } = await allocate(parent, { ...asked, ...other });
      expect([status, body.code, body.error]).toEqual([409, "CONFLICT", expect.stringContaining('"k" was used with another length')]);
    }
    // What is wrong by itself is told first.
    problemsOf(await allocate(parent, { ...asked, length: "24" }));
  });

  it("are never answered with fewer networks, until they are forgotten", async () => {
    const asked = { length: 24, count: 3, key: "three" };
    const { networks } = (await allocate(parent, asked)).body;
    await api.operator("DELETE", `/api/networks/${networks[1].id}`);
    await released(allocate(parent, asked), ["10.0.1.0/24"]);
    for (const index of [0, 2]) await api.operator("DELETE", `/api/networks/${networks[index].id}`);
    await released(allocate(parent, asked), ["10.0.0.0/24", "10.0.1.0/24", "10.0.2.0/24"]);

    const forget = `/api/allocation-keys/three?network_id=${parent}`;
    expect((await api.viewer("DELETE", forget)).status).toBe(403);
    expect((await api.operator("DELETE", forget)).status).toBe(204);
    expect((await api.operator("DELETE", forget)).body.code).toBe("NOT_FOUND");
    expect(subnetsOf(await allocate(parent, asked))).toEqual(["10.0.0.0/24", "10.0.1.0/24", "10.0.2.0/24"]);
  });

  it("are forgotten by the record that they were used for, one of them", async () => {
    await allocate(parent, { length: 24, key: "k" });
    for (const query of ["", `?network_id=${parent}&pool_id=${parent}`])
      expect(Object.keys(problemsOf(await api.operator("DELETE", `/api/allocation-keys/k${query}`)))).toEqual(["pool_id"]);
    for (const query of [`?pool_id=${parent}`, "?network_id=none"])
      expect((await api.operator("DELETE", `/api/allocation-keys/k${query}`)).status).toBe(404);
    expect((await api.operator("DELETE", `/api/allocation-keys/k?network_id=${parent}`)).status).toBe(204);
    // What it was given stays, and the next one is new.
    expect(subnetsOf(await allocate(parent, { length: 24, key: "k" }))).toEqual(["10.0.1.0/24"]);
    const audit = (await api.admin("GET", "/api/audit?resource=allocation_request_key")).body;
    expect(audit.map((row: Body) => row.action)).toEqual(["delete"]);
  });

  it("go with the network that they were used for; what it was given stays", async () => {
    const asked = { length: 24, key: "k" };
    const { networks } = (await allocate(parent, asked)).body;
    await api.operator("DELETE", `/api/networks/${parent}`);
    expect((await api.operator("DELETE", `/api/allocation-keys/k?network_id=${parent}`)).status).toBe(404);
    expect((await api.viewer("GET", `/api/networks/${networks[0].id}`)).status).toBe(200);
    expect((await api.operator("DELETE", `/api/networks/${networks[0].id}`)).status).toBe(204);
  });

  it("keep nothing of what was refused", async () => {
    const asked = { length: 17, count: 3, key: "k" };
    expect((await allocate(parent, asked)).body.code).toBe("PREFIX_NOT_AVAILABLE");
    expect(subnetsOf(await allocate(parent, { ...asked, count: 2 }))).toEqual(["10.0.0.0/17", "10.0.128.0/17"]);
  });

  it("have one answer for all who ask at once", async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => allocate(parent, { length: 24, count: 2, key: "same" })));
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect((await api.viewer("GET", "/api/networks")).body).toHaveLength(3);
  });
});
