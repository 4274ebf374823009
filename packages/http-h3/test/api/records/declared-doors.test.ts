import { choice, defineRecord, integer, name, reference, references, text } from "@cadastre/inventory-core/records";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STORAGES } from "../../../../../testing/storages.ts";
import { type ApiServer, problemsOf, startApi, stopVerified } from "../api-server.ts";

const Circuit = defineRecord({
  name: "circuit",
  fields: {
    name: name(),
    provider: text({ max: 128 }),
    bandwidth_mbps: integer({ min: 1 }).optional(),
    status: choice(["planned", "active"]).default("active"),
    datacenter_id: reference("datacenter").optional(),
    device_ids: references("device", { onDelete: "clear" }).optional(),
  },
  unique: [["provider", "name"]],
  search: ["name", "provider"],
  within: "datacenter_id",
});

const linesOf = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join("");
const LINES = { "content-type": "application/x-ndjson" };

describe.each(STORAGES)("a declared kind over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeAll(async () => {
    api = await startApi(storage, { records: [Circuit] });
  });
  afterAll(async () => await stopVerified(api));

  it("has custom fields, which are filters of its list", async () => {
    const defined = await api.admin("POST", "/api/fields", { record: "circuit", name: "owner", type: "text" });
    expect([defined.status, defined.body.record]).toEqual([201, "circuit"]);
    expect(problemsOf(await api.admin("POST", "/api/fields", { record: "rack", name: "owner", type: "text" }))).toEqual({
      record: "must be one of datacenter, network, pool, device, vlan, space, vlan_group, circuit",
    });
    expect(problemsOf(await api.admin("GET", "/api/fields?record=rack"))).toHaveProperty("record");
    const made = await api.operator("POST", "/api/circuits", { name: "C-1", provider: "Acme", fields: { owner: "net" } });
    expect([made.status, made.body.fields]).toEqual([201, { owner: "net" }]);
    await api.operator("POST", "/api/circuits", { name: "C-2", provider: "Acme" });
    expect((await api.viewer("GET", "/api/circuits?field.owner=net")).body).toEqual([made.body]);
    expect(problemsOf(await api.viewer("GET", "/api/circuits?field.colour=red"))).toHaveProperty(["field.colour"]);
    const changed = await api.operator("PUT", `/api/circuits/${made.body.id}`, { fields: { owner: null } });
    expect([changed.status, changed.body.fields]).toEqual([200, { owner: null }]);
    const history = await api.viewer("GET", `/api/circuits/${made.body.id}/history`);
    expect(history.body[0].changes).toEqual({ "fields.owner": { before: "net", after: null } });
  });

  it("is in the manifest as it is declared, and in the navigation under its label", async () => {
    const { kinds } = (await api.viewer("GET", "/api/manifest")).body;
    expect(kinds.filter(({ name: kind }: { name: string }) => kind === "circuit")).toEqual([
      {
        name: "circuit",
        group: "circuits",
        label: "Circuit",
        labelPlural: "Circuits",
        title: "name",
        search: ["name", "provider"],
        within: ["datacenter_id"],
        fields: [
          { name: "name", kind: "name", presence: "required", max: 255 },
          { name: "provider", kind: "text", presence: "required", max: 128 },
          { name: "bandwidth_mbps", kind: "integer", presence: "optional" },
          { name: "status", kind: "choice", presence: "default", default: "active", values: ["planned", "active"] },
          { name: "datacenter_id", kind: "reference", presence: "optional", to: "datacenter" },
          { name: "device_ids", kind: "references", presence: "optional", to: "device" },
        ],
      },
    ]);
    expect((await api.viewer("GET", "/api/config")).body.nav_items).toContainEqual({ label: "Circuits", path: "/records/circuits" });
  });

  it("is in the part of the manifest with the operations of declared kinds", async () => {
    const whole = (await api.viewer("GET", "/api/manifest")).body;
    const answer = await api.viewer("GET", "/api/manifest?declared=true");
    const { operations, records, errors, kinds } = answer.body;
    const groups: readonly string[] = kinds.map(({ group }: { group: string }) => group);
    expect(kinds).toEqual(whole.kinds);
    expect(operations).toEqual(whole.operations.filter(({ group }: { group: string }) => groups.includes(group)));
    expect(new Set(Object.keys(errors))).toEqual(new Set(operations.flatMap((one: { errors: string[] }) => one.errors)));
    const named = [...JSON.stringify([operations, records]).matchAll(/"kind":"reference","name":"(\w+)"/g)].map(([, type]) => type);
    expect(new Set(Object.keys(records))).toEqual(new Set(named));
    expect(records["Circuit"]).toEqual(whole.records["Circuit"]);
    expect(answer.headers.get("etag")).not.toBe((await api.viewer("GET", "/api/manifest")).headers.get("etag"));
    expect(problemsOf(await api.viewer("GET", "/api/manifest?declared=perhaps"))).toHaveProperty("declared");
  });

  it("is found by the search and by names", async () => {
    const found = await api.viewer("GET", "/api/search?q=acme");
    expect(found.body.results.map(({ type, name: called }: { type: string; name: string }) => [type, called])).toEqual([
      ["circuit", "C-1"],
      ["circuit", "C-2"],
    ]);
    expect((await api.nobody("GET", "/api/search?q=acme")).body.results).toEqual([]);
    const names = await api.viewer("GET", "/api/names?text=c-1&type=circuit");
    expect(names.body).toEqual([expect.objectContaining({ type: "circuit", name: "C-1", detail: "Acme", within: null })]);
  });

  it("is imported by a plan", async () => {
    expect((await api.admin("POST", "/api/datacenters", { name: "fra1" })).status).toBe(201);
    const rows = [
      { at: { line: 1 }, type: "circuit", set: { name: "C-2", provider: "Acme", datacenter: { name: "fra1" }, fields: { owner: "ops" } } },
      { at: { line: 2 }, type: "circuit", set: { name: "C-3", provider: "Acme", bandwidth_mbps: 10 } },
    ];
    const plan = await api.admin("POST", "/api/import/plan", linesOf(rows), LINES);
    expect(plan.body.flatMap(({ action, problems }: { action?: string; problems?: unknown }) => problems ?? action ?? [])).toEqual([
      "update",
      "create",
    ]);
    const applied = await api.admin("POST", "/api/import/apply", linesOf(plan.body), LINES);
    expect([applied.status, applied.body]).toEqual([200, { created: 1, updated: 1, unchanged: 0, failed: 0, errors: [] }]);
    const [moved] = (await api.viewer("GET", "/api/circuits?name=c-2")).body;
    expect(moved).toMatchObject({ fields: { owner: "ops" } });
    const names = await api.viewer("GET", "/api/names?text=fra1/c-2");
    expect(names.body).toEqual([
      expect.objectContaining({ id: moved.id, within: { type: "datacenter", id: moved.datacenter_id, name: "fra1" } }),
    ]);
  });
});
