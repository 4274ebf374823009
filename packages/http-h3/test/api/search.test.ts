import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, startApi, STORAGES } from "./api-server.ts";

describe.each(STORAGES)("search over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeAll(async () => {
    api = await startApi(storage);
    const datacenter = (await api.admin("POST", "/api/datacenters", { name: "Oslo", location: "Norway" })).body.id;
    await api.operator("POST", "/api/networks", { name: "oslo-lan", subnet: "10.5.0.0/16", datacenter_id: datacenter });
    for (const device of [
      { name: "web", description: "front" },
      { name: "web-02", hostname: "two.example.com", tags: ["Prod%uction"], addresses: [{ ip: "10.5.1.2" }] },
      { name: "my-web", domains: ["shop.example.org"], addresses: [{ ip: "2001:db8::42" }] },
      { name: "Ünïcode_box", description: 'says "hello" \\ there' },
    ]) {
      await api.operator("POST", "/api/devices", device);
    }
  });
  afterAll(async () => await api.stop());

  const find = async (q: string) => {
    const reply = await api.viewer("GET", `/api/devices/search?q=${encodeURIComponent(q)}`);
    expect(reply.status).toBe(200);
    return reply.body.map(({ name }: { name: string }) => name);
  };

  it("finds by every field, best first", async () => {
    expect(await find("WEB")).toEqual(["web", "web-02", "my-web"]);
    expect(await find("front")).toEqual(["web"]);
    expect(await find("two.example")).toEqual(["web-02"]);
    expect(await find("prod%u")).toEqual(["web-02"]);
    expect(await find("shop")).toEqual(["my-web"]);
    expect(await find("5.1.2")).toEqual(["web-02"]);
    expect(await find("nothing like it")).toEqual([]);
  });

  it("takes wildcards, quotes and backslashes as plain characters", async () => {
    for (const q of ["%", "w%b", "w_b", '"hello"', "\\ th", "e_b", "'"]) {
      const expected = { "%": ["web-02"], '"hello"': ["Ünïcode_box"], "\\ th": ["Ünïcode_box"], e_b: ["Ünïcode_box"] }[q] ?? [];
      expect([q, await find(q)]).toEqual([q, expected]);
    }
  });

  it("finds short and non-ASCII texts", async () => {
    expect(await find("w")).toEqual(["web", "web-02", "my-web"]);
    expect(await find("ün")).toEqual(["Ünïcode_box"]);
    expect(await find("ÜNÏ")).toEqual(["Ünïcode_box"]);
  });

  it("finds by address and network in any spelling", async () => {
    expect(await find("10.5.0.0/16")).toEqual(["web-02"]);
    expect(await find("10.5.1.9/24")).toEqual(["web-02"]);
    expect(await find("2001:0DB8:0::42")).toEqual(["my-web"]);
    expect(await find("2001:db8::/32")).toEqual(["my-web"]);
    expect(await find("0.0.0.0/0")).toEqual(["web-02"]);
  });

  it("follows changes", async () => {
    const { id } = (await api.operator("POST", "/api/devices", { name: "ephemeral" })).body;
    expect(await find("ephemer")).toEqual(["ephemeral"]);
    await api.operator("PUT", `/api/devices/${id}`, { name: "renamed" });
    expect([await find("ephemer"), await find("renam")]).toEqual([[], ["renamed"]]);
    await api.operator("DELETE", `/api/devices/${id}`);
    expect(await find("renam")).toEqual([]);
  });

  it("refuses no text, blank text and too much of it", async () => {
    for (const query of ["", "?q=", "?q=%20%20", `?q=${"x".repeat(257)}`]) {
      expect(Object.keys(problemsOf(await api.viewer("GET", `/api/devices/search${query}`)))).toEqual(["q"]);
      expect(Object.keys(problemsOf(await api.viewer("GET", `/api/search${query}`)))).toEqual(["q"]);
    }
    expect(await find("é".repeat(256))).toEqual([]);
  });

  it("looks through everything that the caller may list", async () => {
    const types = async (caller: "viewer" | "nobody", q: string) =>
      (await api[caller]("GET", `/api/search?q=${encodeURIComponent(q)}`)).body.results.map(({ type, name }: { type: string; name: string }) => `${type} ${name}`);
    expect(await types("viewer", "oslo")).toEqual(["network oslo-lan", "datacenter Oslo"]);
    expect(await types("viewer", "10.5.1.2")).toEqual(["device web-02", "network oslo-lan"]);
    expect(await types("nobody", "oslo")).toEqual([]);
    expect((await api.anonymous("GET", "/api/search?q=x")).status).toBe(401);
    expect((await api.anonymous("GET", "/api/devices/search?q=x")).status).toBe(401);
  });

  it("gives the best of each kind when it is asked for no more", async () => {
    const found = async (limit: string): Promise<readonly { readonly type: string; readonly name: string }[]> => (await api.viewer("GET", `/api/search?q=o&limit=${limit}`)).body.results;
    const all = await found("");
    const kinds = [...new Set(all.map(({ type }) => type))];
    expect(kinds.length).toBeGreaterThan(1);
    expect(await found("1")).toEqual(kinds.map((kind) => all.find(({ type }) => type === kind)));
    expect(await found("1000")).toEqual(all);
    for (const limit of ["0", "1001", "many"]) expect(Object.keys(problemsOf(await api.viewer("GET", `/api/search?q=o&limit=${limit}`)))).toEqual(["limit"]);
  });
});
