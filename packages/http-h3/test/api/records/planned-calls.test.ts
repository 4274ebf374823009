import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STORAGES } from "../../../../../testing/storages.ts";
import { type ApiServer, problemsOf, type Reply, startApi, stopVerified, UNKNOWN_ID } from "../api-server.ts";

type Body = Reply["body"];

describe.each(STORAGES)("plan=true of calls on one record of a declared kind on %s", (storage) => {
  let api: ApiServer;
  beforeAll(async () => void (api = await startApi(storage)));
  afterAll(async () => await stopVerified(api));

  const create = async (path: string, body: Body): Promise<Body> => (await api.operator("POST", path, body)).body;
  const apply = async ({ id, digest }: Body): Promise<Reply> => await api.operator("POST", `/api/plans/${id}/apply`, { digest });
  const effectsOf = ({ effects }: Body): unknown => effects.records.map(({ type, action, name }: Body) => [type, action, name]);

  it("makes a plan with the call as its only step, by callers who may plan and read", async () => {
    const group = { name: "office", min_vid: 10 };
    const creation = await api.proposer("POST", "/api/vlan-groups?plan=true&dry_run=false", group);
    expect([creation.status, creation.body.status, creation.body.title]).toEqual([201, "open", "Create a VLAN group"]);
    expect(creation.body.steps).toEqual([{ operation: "vlanGroups.create", body: group }]);
    expect((await api.viewer("GET", "/api/vlan-groups")).body).toEqual([]);
    expect((await apply(creation.body)).status).toBe(200);
    const [made] = (await api.viewer("GET", "/api/vlan-groups")).body;
    expect(made).toMatchObject(group);
    const at = `/api/vlan-groups/${made.id}`;
    const change = await api.proposer("PUT", `${at}?plan=true`, { max_vid: 20 });
    expect([change.status, effectsOf(change.body)]).toEqual([201, [["vlan_group", "update", "office"]]]);
    expect(change.body.steps).toEqual([{ operation: "vlanGroups.update", params: { id: made.id }, body: { max_vid: 20 } }]);
    expect((await api.viewer("GET", at)).body).toEqual(made);
    expect((await apply(change.body)).status).toBe(200);
    expect((await api.viewer("GET", at)).body.max_vid).toBe(20);
    expect((await api.viewer("PUT", `${at}?plan=true`, { max_vid: 30 })).status).toBe(403);
    expect((await api.nobody("POST", "/api/vlan-groups?plan=true", group)).status).toBe(403);
  });

  it("keeps the query of a deletion in its step", async () => {
    const group = await create("/api/vlan-groups", { name: "full" });
    await create("/api/vlans", { vid: 7, name: "phones", group_id: group.id });
    const at = `/api/vlan-groups/${group.id}`;
    const refused = await api.operator("DELETE", `${at}?plan=true`);
    expect([refused.status, refused.body.code]).toEqual([409, "CONFLICT"]);
    const planned = await api.operator("DELETE", `${at}?plan=true&vlans=delete`);
    expect(planned.body.steps).toEqual([{ operation: "vlanGroups.delete", params: { id: group.id, vlans: "delete" } }]);
    expect(effectsOf(planned.body)).toEqual([
      ["vlan", "delete", "phones"],
      ["vlan_group", "delete", "full"],
    ]);
    expect((await api.viewer("GET", at)).status).toBe(200);
    expect((await apply(planned.body)).status).toBe(200);
    expect((await api.viewer("GET", at)).status).toBe(404);
  });

  it("refuses a wrong call as the call itself", async () => {
    const group = await create("/api/vlan-groups", { name: "wrong" });
    const vlan = await create("/api/vlans", { vid: 5, name: "five", group_id: group.id });
    const at = `/api/vlans/${vlan.id}`;
    expect(problemsOf(await api.operator("POST", "/api/vlans?plan=true", { vid: 5000 }))).toHaveProperty("vid");
    expect(problemsOf(await api.operator("POST", "/api/vlans?plan=true", { vid: 1, name: "x", group_id: UNKNOWN_ID }))).toHaveProperty(
      "group_id",
    );
    const same = await api.operator("POST", "/api/vlans?plan=true", { vid: 5, name: "again", group_id: group.id });
    expect([same.status, same.body.code]).toEqual([409, "ALREADY_EXISTS"]);
    for (const [method, body] of [["PUT", { name: "y" }], ["DELETE"]] as const)
      expect((await api.operator(method, `/api/vlans/${UNKNOWN_ID}?plan=true`, body)).body.code).toBe("VLAN_NOT_FOUND");
    expect(problemsOf(await api.operator("DELETE", `${at}?plan=true&dry_run=true`))).toEqual({
      plan: "cannot be given together with dry_run",
    });
    expect(problemsOf(await api.operator("DELETE", `${at}?plan=maybe`))).toEqual({ plan: "must be true or false" });
    expect(problemsOf(await api.operator("DELETE", `${at}?plan=true&vlan=delete`))).toHaveProperty("vlan");
    expect(problemsOf(await api.operator("DELETE", `/api/vlan-groups/${group.id}?plan=true&vlans=keep`))).toHaveProperty("vlans");
    expect((await api.viewer("GET", at)).body).toEqual(vlan);
  });

  it("honours If-Match when it makes the plan, and an Idempotency-Key", async () => {
    const first = await create("/api/vlan-groups", { name: "tagged" });
    const at = `/api/vlan-groups/${first.id}`;
    const tag = (await api.viewer("GET", at)).headers.get("etag") ?? "";
    await api.operator("PUT", at, { description: "changed since" });
    for (const [method, body] of [["PUT", { name: "y" }], ["DELETE"]] as const) {
      const stale = await api.operator(method, `${at}?plan=true`, body, { "if-match": tag });
      expect([stale.status, stale.body.code]).toEqual([412, "PRECONDITION_FAILED"]);
      const now = (await api.viewer("GET", at)).headers.get("etag") ?? "";
      expect((await api.operator(method, `${at}?plan=true`, body, { "if-match": now })).status).toBe(201);
    }
    const send = async (): Promise<Reply> =>
      await api.operator("POST", "/api/vlan-groups?plan=true", { name: "once" }, { "idempotency-key": "plan-of-one" });
    const made = await send();
    const again = await send();
    expect([again.status, again.headers.get("idempotent-replay"), again.body]).toEqual([201, "true", made.body]);
  });
});
