import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, startApi } from "./api-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

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

  it("finds a device by the last octets of its MAC address", async () => {
    const made = [
      await api.operator("POST", "/api/devices", { name: "ends", addresses: [{ ip: "10.9.0.1", mac: "02:1b:cc:dd:ee:ff" }] }),
      await api.operator("POST", "/api/devices", { name: "eui-64", addresses: [{ ip: "10.9.0.2", mac: "02:00:00:00:aa:bb:dd:ee" }] }),
    ];
    for (const q of ["ee:ff", "ddeeff", "DD-EE-FF", "ccdd.eeff", "1b:cc:dd:ee:ff", " dd:ee:FF "])
      expect(await find(q), q).toEqual(["ends"]);
    expect(await find("dd:ee")).toEqual(["eui-64"]);
    expect(await find("aabbddee")).toEqual(["eui-64"]);
    for (const q of ["eeff", "e:ff", "ee:dd", "ee:ff-dd"]) expect(await find(q), q).toEqual([]);
    for (const { body } of made) await api.admin("DELETE", `/api/devices/${body.id}`);
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

  it("finds by location, make and model, and operating system", async () => {
    await api.operator("POST", "/api/devices", { name: "hw", location: "Rack Seventeen", make_model: "Quanta S2B", os: "OpenBSD 7" });
    for (const q of ["seventeen", "quanta", "openbsd 7"]) expect([q, await find(q)]).toEqual([q, ["hw"]]);
  });

  it("takes one or two characters for the beginning of a word, or for a symbol", async () => {
    for (const [q, expected] of [
      ["e", ["web-02", "my-web"]],
      ["sh", ["my-web"]],
      ["eb", []],
      ["my", ["my-web"]],
      ["02", ["web-02"]],
      ["2", ["my-web", "web-02"]],
      ["-0", ["web-02"]],
      ["\\", ["Ünïcode_box"]],
    ] as const) {
      expect([q, (await find(q)).toSorted()]).toEqual([q, [...expected].toSorted()]);
    }
  });

  it("compares texts in one normalization form", async () => {
    const { id } = (await api.operator("POST", "/api/devices", { name: "Zoe\u0308-1" })).body;
    expect(await find("zo\u00EB-1")).toEqual(["Zoe\u0308-1"]);
    expect(await find("U\u0308NI\u0308CODE")).toEqual(["Ünïcode_box"]);
    await api.operator("DELETE", `/api/devices/${id}`);
  });

  it("puts the device that holds an address before those that only mention it", async () => {
    for (const device of [
      { name: "10.5.7.7" },
      { name: "a mention", description: "see 10.5.7.7" },
      { name: "zz holder", addresses: [{ ip: "10.5.7.7" }] },
    ])
      await api.operator("POST", "/api/devices", device);
    expect(await find("10.5.7.7")).toEqual(["zz holder", "10.5.7.7", "a mention"]);
    expect((await api.viewer("GET", "/api/search?q=10.5.7.7&limit=1")).body.results[0].name).toBe("zz holder");
  });

  it("sends what is long as it is read, and what is short as a record with a tag", async () => {
    const description = "long ".repeat(800);
    await api.operator(
      "POST",
      "/api/devices/bulk",
      Array.from({ length: 60 }, (_, index) => ({ name: `lengthy-${index}`, description })),
    );
    const long = await api.viewer("GET", "/api/search?q=lengthy");
    expect(long.body.results).toHaveLength(60);
    expect([long.headers.get("etag"), long.headers.get("content-length")]).toEqual([null, null]);
    const short = await api.viewer("GET", "/api/search?q=lengthy-59");
    expect(short.body.results).toHaveLength(1);
    const tag = short.headers.get("etag") as string;
    expect((await api.viewer("GET", "/api/search?q=lengthy-59", undefined, { "if-none-match": tag })).status).toBe(304);
    const { results } = await api.inventory.search.all({ q: "lengthy" });
    expect(results).toEqual(long.body.results);
  });

  it("refuses a NUL in whatever text reaches the database", async () => {
    for (const path of [
      "/api/search?q=a%00b",
      "/api/devices/search?q=%00",
      "/api/devices?tags=a%00",
      "/api/devices?network_id=%00",
      "/api/networks?name=%00",
      "/api/audit?action=%00",
    ]) {
      expect([path, Object.values(problemsOf(await api.admin("GET", path)))]).toEqual([path, ["must not contain NUL characters"]]);
    }
    const { inventory } = api;
    const calls: Readonly<Record<string, () => PromiseLike<unknown>>> = {
      "search.all": () => inventory.search.all({ q: "a\u0000b" }),
      "devices.search": () => inventory.devices.search({ q: "web\u0000" }),
      "devices.list": () => inventory.devices.list({ tags: ["\u0000"] }),
      "networks.list": () => inventory.networks.list({ name: "\u0000" }),
      "audit.list": () => inventory.audit.list({ username: "\u0000" }),
      "discoveredDevices.list": () => inventory.discoveredDevices.list({ network_id: "\u0000" }),
    };
    for (const [name, call] of Object.entries(calls)) await expect(call(), name).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(inventory.devices.get("\u0000")).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(inventory.allocations.get("a\u0000")).rejects.toMatchObject({ code: "INVALID_INPUT" });
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
      (await api[caller]("GET", `/api/search?q=${encodeURIComponent(q)}`)).body.results.map(
        ({ type, name }: { type: string; name: string }) => `${type} ${name}`,
      );
    expect(await types("viewer", "oslo")).toEqual(["datacenter Oslo", "network oslo-lan"]);
    expect(await types("viewer", "10.5.1.2")).toEqual(["device web-02", "network oslo-lan"]);
    expect(await types("nobody", "oslo")).toEqual([]);
    expect((await api.anonymous("GET", "/api/search?q=x")).status).toBe(401);
    expect((await api.anonymous("GET", "/api/devices/search?q=x")).status).toBe(401);
  });

  it("returns records whose address, subnet or name equals the text first, whatever their kind", async () => {
    const devices = Array.from({ length: 30 }, (_, index) => ({ name: `rack-${index}`, addresses: [{ ip: `10.48.68.${index + 10}` }] }));
    await api.operator("POST", "/api/devices/bulk", devices);
    for (const network of [
      { name: "around", subnet: "10.48.0.0/16" },
      { name: "rack", subnet: "10.48.68.0/24" },
      { name: "loopback", subnet: "10.48.68.12/32" },
    ])
      await api.operator("POST", "/api/networks", network);
    await api.admin("POST", "/api/datacenters", { name: "RACK" });
    await api.admin("POST", "/api/spaces", { name: "Rack" });
    const found = async (q: string, limit = 3): Promise<string[]> =>
      (await api.viewer("GET", `/api/search?q=${encodeURIComponent(q)}&limit=${limit}`)).body.results.map(
        ({ type, name }: { type: string; name: string }) => `${type} ${name}`,
      );
    expect(await found("10.48.68.0/24")).toEqual([
      "network rack",
      "device rack-0",
      "device rack-1",
      "device rack-10",
      "network around",
      "network loopback",
    ]);
    expect((await found("10.48.68.77/24"))[0]).toBe("network rack");
    expect(await found("10.48.68.12")).toEqual(["device rack-2", "network loopback", "network around", "network rack"]);
    expect(await found("rack")).toEqual([
      "network rack",
      "datacenter RACK",
      "space Rack",
      "device rack-0",
      "device rack-1",
      "device rack-10",
    ]);
    expect(await found("rack", 1)).toEqual(["network rack", "datacenter RACK", "space Rack", "device rack-0"]);
    expect(await found("RACK-7", 1)).toEqual(["device rack-7"]);
  });

  it("gives the best of each kind when it is asked for no more", async () => {
    const found = async (limit: string): Promise<readonly { readonly type: string; readonly name: string }[]> =>
      (await api.viewer("GET", `/api/search?q=o&limit=${limit}`)).body.results;
    const all = await found("");
    const kinds = [...new Set(all.map(({ type }) => type))];
    expect(kinds.length).toBeGreaterThan(1);
    expect(await found("1")).toEqual(kinds.map((kind) => all.find(({ type }) => type === kind)));
    expect(await found("1000")).toEqual(all);
    for (const limit of ["0", "1001", "many"])
      expect(Object.keys(problemsOf(await api.viewer("GET", `/api/search?q=o&limit=${limit}`)))).toEqual(["limit"]);
  });
});
