import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, startApi } from "./api-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

describe.each(STORAGES)("exports over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeAll(async () => {
    api = await startApi(storage);
    const datacenter = (await api.admin("POST", "/api/datacenters", { name: "fra-1" })).body.id;
    for (const device of [
      {
        name: "web-1",
        datacenter_id: datacenter,
        tags: ["web", "prod"],
        addresses: [{ ip: "10.0.0.1" }, { ip: "10.0.0.2", type: "primary", port: 8080 }],
      },
      { name: "db-1", status: "planned", tags: ["prod"], addresses: [{ ip: "2001:db8::1" }] },
      { name: "bare" },
    ]) {
      await api.operator("POST", "/api/devices", device);
    }
  });
  afterAll(async () => await api.stop());

  it("are targets of Prometheus: the whole list, as JSON", async () => {
    const { status, headers, body } = await api.viewer("GET", "/api/export/http_sd?port=9100");
    expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(body.map(({ targets }: { targets: string[] }) => targets)).toEqual([["[2001:db8::1]:9100"], ["10.0.0.2:8080"]]);
    expect(body[1].labels).toMatchObject({
      __meta_cadastre_name: "web-1",
      __meta_cadastre_datacenter: "fra-1",
      __meta_cadastre_tags: ",web,prod,",
      __meta_cadastre_status: "active",
    });
  });

  it("are filtered as the list of devices is", async () => {
    expect((await api.viewer("GET", "/api/export/http_sd?tags=web")).body).toMatchObject([{ targets: ["10.0.0.2:8080"] }]);
    expect((await api.viewer("GET", "/api/export/http_sd?status=planned")).body).toMatchObject([{ targets: ["[2001:db8::1]"] }]);
    expect((await api.viewer("GET", "/api/export/http_sd?status=maintenance")).body).toEqual([]);
    expect(Object.keys((await api.viewer("GET", "/api/export/ansible?tags=web")).body._meta.hostvars)).toEqual(["web-1"]);
  });

  it("are an inventory of Ansible", async () => {
    const { status, body } = await api.viewer("GET", "/api/export/ansible");
    expect(status).toBe(200);
    expect(body._meta.hostvars).toMatchObject({
      "web-1": { ansible_host: "10.0.0.2", cadastre_datacenter: { __ansible_unsafe: "fra-1" } },
      bare: { cadastre_status: "active" },
    });
    expect(body).toMatchObject({
      tag_prod: { hosts: ["db-1", "web-1"] },
      datacenter_fra_1: { hosts: ["web-1"] },
      status_planned: { hosts: ["db-1"] },
    });
    expect(body.all.children.toSorted()).toEqual(["datacenter_fra_1", "status_active", "status_planned", "tag_prod", "tag_web"]);
  });

  it("leave nothing to Ansible that it would evaluate, whatever was written into a record", async () => {
    const bomb = "{{ lookup('pipe', 'id') }}";
    const id = (
      await api.operator("POST", "/api/devices", {
        name: `-o ${bomb}`,
        description: bomb,
        location: bomb,
        make_model: bomb,
        os: bomb,
        username: bomb,
        tags: ["{{ 7 * 6 }}"],
        addresses: [{ ip: "10.0.0.9", label: bomb }],
      })
    ).body.id as string;
    const twin = (await api.operator("POST", "/api/devices", { name: `-o ${bomb.replace("|", "_")}`, username: "LAB\\deploy" })).body
      .id as string;
    const { body } = await api.viewer("GET", "/api/export/ansible");
    const hosts = Object.entries(body._meta.hostvars as Record<string, Record<string, unknown>>).filter(
      ([, { cadastre_id: own }]) => own === id || own === twin,
    );
    const [name] = hosts.find(([, { cadastre_id: own }]) => own === id) ?? [""];
    expect(name).toMatch(/^[\p{L}\p{N}_][\p{L}\p{N}._-]*$/u);
    // No string with a brace but those that are marked.
    const plain = (value: unknown): string[] =>
      typeof value === "string"
        ? [value]
        : typeof value !== "object" || value === null || "__ansible_unsafe" in value
          ? []
          : Object.entries(value).flatMap(([key, inner]) => [key, ...plain(inner)]);
    expect(plain(body).filter((text) => /[{}%#$`|;]/.test(text))).toEqual([]);
    expect(body._meta.hostvars[name]).toMatchObject({
      cadastre_location: { __ansible_unsafe: bomb },
      cadastre_name: { __ansible_unsafe: `-o ${bomb}` },
      cadastre_tags: [{ __ansible_unsafe: "{{ 7 * 6 }}" }],
    });
    expect(body._meta.hostvars[name]).not.toHaveProperty("ansible_user");
    expect(hosts.map(([, { ansible_user: user }]) => user).filter(Boolean)).toEqual(["LAB\\deploy"]);
    for (const device of [id, twin]) await api.operator("DELETE", `/api/devices/${device}`);
  });

  it("are refused for a port that there is not, and for whoever may not list devices", async () => {
    expect((await api.viewer("GET", "/api/export/http_sd?port=70000")).status).toBe(400);
    expect((await api.viewer("GET", "/api/export/ansible?status=x")).status).toBe(400);
    expect((await api.nobody("GET", "/api/export/http_sd")).status).toBe(403);
    expect((await api.anonymous("GET", "/api/export/ansible")).status).toBe(401);
  });
});
