import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os, { type NetworkInterfaceInfo, tmpdir } from "node:os";
import path from "node:path";
import { leaseSourcesPlugin } from "@cadastre/discovery-scanner/leases";
import { KeyRing, STORAGE } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ApiServer, problemsOf, type Reply, startApi, UNKNOWN_ID } from "../api-server.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

const HOUR_MS = 3_600_000;
const PATH = "/api/discovery/lease-sources";
const CANARY = "canary-5f2c-password";

describe.each(STORAGES)("lease sources over HTTP on %s", (storage) => {
  let api: ApiServer;
  let folder: string;
  let file: string;
  let net: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "leases-"));
    file = path.join(folder, "dnsmasq.leases");
    await writeFile(file, "");
    api = await startApi(storage, {
      keyRing: KeyRing.parse(KeyRing.generate()),
      plugins: [leaseSourcesPlugin({ folders: [folder], read: false, allow: "127.0.0.1" })],
    });
    net = (await api.operator("POST", "/api/networks", { name: "office", subnet: "192.0.2.0/24" })).body.id;
  });
  afterEach(async () => {
    await api.stop();
    await rm(folder, { recursive: true });
  });

  const create = async (body: object): Promise<Reply> => await api.admin("POST", PATH, body);
  const update = async (id: string, body: object, headers = {}): Promise<Reply> => await api.admin("PUT", `${PATH}/${id}`, body, headers);
  const dnsmasq = async (): Promise<string> => (await create({ name: "office", type: "dnsmasq", path: file, network_ids: [net] })).body.id;
  const read = async (id: string): Promise<Reply["body"]> => (await api.admin("POST", `${PATH}/${id}/read`)).body;
  const seen = async (): Promise<Reply["body"]> => (await api.viewer("GET", `/api/discovery/devices?network_id=${net}`)).body;
  const leasesOf = async (id: string): Promise<Reply["body"]> => (await api.viewer("GET", `${PATH}/${id}/leases`)).body;
  const line = (ip: string, mac: number, name: string, hours = 1): string =>
    `${Math.floor(api.clock.now() / 1000) + hours * 3600} 02:00:00:00:00:0${mac} ${ip} ${name} *\n`;

  it("are made, read, changed and deleted", async () => {
    const made = await create({ name: "office", type: "dnsmasq", path: file, network_ids: [net, net] });
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.any(String),
        name: "office",
        type: "dnsmasq",
        path: file,
        url: "",
        username: "",
        network_ids: [net],
        datacenter_id: null,
        interval_minutes: 5,
        enabled: true,
        has_password: false,
        last_read_at: null,
        last_error: "",
        lease_count: 0,
        outside_count: 0,
        unread_count: 0,
        next_read_at: made.body.created_at,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    const { id } = made.body;
    const got = await api.viewer("GET", `${PATH}/${id}`);
    expect(got.body).toEqual(made.body);
    expect((await api.viewer("GET", PATH)).body).toEqual([made.body]);
    const etag = got.headers.get("etag") as string;
    await api.clock.advance(1000);
    const changed = await update(id, { name: "hall", interval_minutes: 60 }, { "if-match": etag });
    expect(changed.body).toMatchObject({ name: "hall", interval_minutes: 60, enabled: true });
    expect((await update(id, { name: "again" }, { "if-match": etag })).status).toBe(412);
    expect((await update(id, changed.body)).body).toEqual(changed.body);
    expect((await update(id, { enabled: false })).body).toMatchObject({ enabled: false, next_read_at: null });
    expect((await api.admin("DELETE", `${PATH}/${id}`)).status).toBe(204);
    for (const [method, at, body] of [
      ["GET", id],
      ["PUT", id, { name: "x" }],
      ["DELETE", id],
      ["POST", `${id}/read`],
      ["GET", `${id}/leases`],
      ["GET", UNKNOWN_ID],
    ] as const)
      expect([method, at, (await api.admin(method, `${PATH}/${at}`, body)).body?.code]).toEqual([method, at, "NOT_FOUND"]);
    const rows = (await api.admin("GET", "/api/audit?resource=lease_source")).body as { action: string }[];
    expect(rows.map(({ action }) => action)).toEqual(["delete", "update", "update", "create"]);
  });

  it("are refused with the fields that are wrong", async () => {
    const agent = { name: "kea", type: "kea-api", url: "http://127.0.0.1:8000/", network_ids: [net] };
    const files = { name: "f", type: "dnsmasq", path: file, network_ids: [net] };
    const wrong: readonly (readonly [object, readonly string[]])[] = [
      [{}, ["name", "network_ids", "type"]],
      [{ ...files, type: "bind", interval_minutes: 0, enabled: "yes" }, ["enabled", "interval_minutes", "type"]],
      [{ ...files, network_ids: [UNKNOWN_ID] }, ["network_ids[0]"]],
      [{ ...files, network_ids: null }, ["network_ids"]],
      [{ ...files, path: "" }, ["path"]],
      [{ ...files, path: "/etc/passwd" }, ["path"]],
      [{ ...files, path: `${folder}/../x` }, ["path"]],
      [{ ...files, url: agent.url, username: "u", password: CANARY }, ["password", "url", "username"]],
      [{ ...agent, url: "" }, ["url"]],
      [{ ...agent, path: file }, ["path"]],
      ...[
        "ftp://x/",
        "http://user:p@x/",
        "http://169.254.169.254/",
        "http://[fe80::1]/",
        "http://0.0.0.0/",
        "http://x/#y",
        "x",
        "http://a b/",
      ].map((url) => [{ ...agent, url }, ["url"]] as const),
    ];
    for (const [body, fields] of wrong) expect([body, Object.keys(problemsOf(await create(body))).sort()]).toEqual([body, fields]);
    const ids = [(await create(agent)).body.id, (await create(files)).body.id];
    const idFor = (body: object): string => ids[(body as { type: string }).type === "kea-api" ? 0 : 1];
    for (const [body, fields] of wrong.slice(1))
      expect([body, Object.keys(problemsOf(await update(idFor(body), body))).sort()]).toEqual([body, fields]);
  });

  it("are the administrator's, and others see them", async () => {
    const id = await dnsmasq();
    for (const [method, at, body] of [
      ["POST", "", {}],
      ["PUT", `/${id}`, {}],
      ["DELETE", `/${id}`],
      ["POST", `/${id}/read`],
    ] as const) {
      const replies = [
        await api.anonymous(method, PATH + at, body),
        await api.viewer(method, PATH + at, body),
        await api.operator(method, PATH + at, body),
      ];
      expect([method, at, ...replies.map(({ status }) => status)]).toEqual([method, at, 401, 403, 403]);
    }
    for (const at of ["", `/${id}`, `/${id}/leases`]) {
      expect([at, (await api.operator("GET", PATH + at)).status]).toEqual([at, 200]);
      expect([at, (await api.nobody("GET", PATH + at)).status]).toEqual([at, 403]);
    }
  });

  it("tell of addresses in the smallest network, and of those outside only how many", async () => {
    const small = (await api.operator("POST", "/api/networks", { name: "desks", subnet: "192.0.2.64/26" })).body.id;
    const id = await dnsmasq();
    await writeFile(file, line("192.0.2.10", 1, "printer") + line("192.0.2.70", 2, "*") + line("198.51.100.1", 3, "away") + "nonsense\n");
    expect(await read(id)).toMatchObject({
      last_error: "",
      lease_count: 2,
      outside_count: 1,
      unread_count: 1,
      last_read_at: expect.any(String),
    });
    const expires = new Date(Math.floor(api.clock.now() / 1000) * 1000 + HOUR_MS).toISOString();
    expect(await leasesOf(id)).toEqual([
      { ip: "192.0.2.10", mac_address: "02:00:00:00:00:01", hostname: "printer", expires_at: expires },
      { ip: "192.0.2.70", mac_address: "02:00:00:00:00:02", hostname: "", expires_at: expires },
    ]);
    expect(await seen()).toMatchObject([
      { ip: "192.0.2.10", mac_address: "02:00:00:00:00:01", hostname: "printer", status: "up", confidence: 40, open_ports: [] },
    ]);
    const desks = (await api.viewer("GET", `/api/discovery/devices?network_id=${small}`)).body;
    expect(desks).toMatchObject([{ ip: "192.0.2.70" }]);
    const { events } = (await api.operator("GET", "/api/events?limit=500")).body;
    expect(events.filter(({ event }: { event: string }) => event === "discovery.device_found")).toHaveLength(2);
  });

  it("keep an address seen while its lease is in force, and mark nothing as gone when it ends", async () => {
    const id = await dnsmasq();
    await writeFile(file, line("192.0.2.10", 1, "printer", 5));
    await read(id);
    const [first] = await seen();
    // Nothing has changed, and no hour has passed: nothing is written.
    await api.clock.advance(1000);
    await read(id);
    expect(await seen()).toEqual([first]);
    await api.clock.advance(2 * HOUR_MS);
    await read(id);
    const [later] = await seen();
    expect(later).toMatchObject({ first_seen: first.first_seen, mac_address: first.mac_address });
    expect(Date.parse(later.last_seen) - Date.parse(first.last_seen)).toBeGreaterThan(2 * HOUR_MS);
    // It is given to another host: the hardware follows, and nobody has to resolve anything.
    await writeFile(file, line("192.0.2.10", 2, "laptop", 9));
    await read(id);
    expect(await seen()).toMatchObject([{ mac_address: "02:00:00:00:00:02", hostname: "laptop" }]);
    expect((await api.viewer("GET", "/api/conflicts")).body).toEqual([]);
    await writeFile(file, "");
    expect(await read(id)).toMatchObject({ lease_count: 0 });
    expect(await leasesOf(id)).toEqual([]);
    expect(await seen()).toMatchObject([{ ip: "192.0.2.10", status: "up" }]);
    await api.admin("DELETE", `${PATH}/${id}`);
    expect(await seen()).toHaveLength(1);
    expect((await api.inventory.verify()).differences).toEqual([]);
  });

  it("show the name that a lease gains, changes or loses", async () => {
    const id = await dnsmasq();
    const names = async (): Promise<Reply["body"]> =>
      (await seen()).map(({ ip, hostname }: { ip: string; hostname: string }) => [ip, hostname]);
    const write = async (forever: string, until: string): Promise<void> => {
      // A lease without an end is never renewed.
      await writeFile(file, `0 00:1b:21:00:00:40 192.0.2.40 ${forever} *\n1893456600 00:1b:21:00:00:42 192.0.2.42 ${until} *\n`);
      expect(await read(id)).toMatchObject({ last_error: "", lease_count: 2 });
    };
    await write("*", "*");
    await write("appeared", "appeared42");
    expect(await names()).toEqual([
      ["192.0.2.40", "appeared"],
      ["192.0.2.42", "appeared42"],
    ]);
    await write("newname", "newname42");
    expect(await names()).toEqual([
      ["192.0.2.40", "newname"],
      ["192.0.2.42", "newname42"],
    ]);
    await write("*", "newname42");
    expect(await names()).toEqual([
      ["192.0.2.40", ""],
      ["192.0.2.42", "newname42"],
    ]);
    await write("again", "newname42");
    expect(await names()).toEqual([
      ["192.0.2.40", "again"],
      ["192.0.2.42", "newname42"],
    ]);
    expect((await api.inventory.verify()).differences).toEqual([]);
  });

  it("is empty, and not broken, when a Kea file holds delegated prefixes only", async () => {
    const kea = path.join(folder, "kea-leases6.csv");
    await writeFile(
      kea,
      "address,duid,valid_lifetime,expire,subnet_id,pref_lifetime,lease_type,iaid,prefix_len,fqdn_fwd,fqdn_rev,hostname,hwaddr,state\n" +
        "2001:db8:66:100::,00:01,86400,1893456000,1,43200,2,61,56,0,0,,,0\n",
    );
    const { id } = (await create({ name: "prefixes", type: "kea-memfile", path: kea, network_ids: [net] })).body;
    expect(await read(id)).toMatchObject({ last_error: "", lease_count: 0, outside_count: 0, unread_count: 0 });
    const ready = await api.anonymous("GET", "/readyz");
    expect([ready.body.status, ready.body.checks.leases]).toEqual(["ready", undefined]);
  });

  it("tell of more leases than are written at once, once each", async () => {
    const wide = (await api.operator("POST", "/api/networks", { name: "wide", subnet: "10.0.0.0/16" })).body.id;
    const id = (await create({ name: "wide", type: "dnsmasq", path: file, network_ids: [wide] })).body.id;
    const lines = Array.from({ length: 1203 }, (_, n) => line(`10.0.${n >> 8}.${n & 255}`, 1, `host-${n}`));
    await writeFile(file, lines.join(""));
    expect(await read(id)).toMatchObject({ last_error: "", lease_count: 1203 });
    expect(await leasesOf(id)).toHaveLength(1203);
    await writeFile(file, lines.slice(600, 601).join(""));
    await appendFile(file, "1795685011 02:00:00:00:00:05 10.0.9.9 not-fin");
    expect(await read(id)).toMatchObject({ last_error: "", lease_count: 1 });
    expect(await leasesOf(id)).toMatchObject([{ ip: "10.0.2.88" }]);
    expect((await api.viewer("GET", `/api/discovery/devices?network_id=${wide}`)).body).toHaveLength(1203);
  });

  it("say why they could not be read, and keep what was told before", async () => {
    const id = await dnsmasq();
    await writeFile(file, line("192.0.2.10", 1, "printer"));
    await read(id);
    await rm(file);
    expect(await read(id)).toMatchObject({ last_error: "There is no such file.", lease_count: 1 });
    await writeFile(file, "root:x:0:0:root:/root:/bin/bash\n");
    const failed = await read(id);
    expect(failed.last_error).toContain("type of the source right?");
    expect(JSON.stringify(failed)).not.toContain("root:x");
    expect(await leasesOf(id)).toHaveLength(1);
    await api.operator("DELETE", `/api/networks/${net}`);
    expect((await read(id)).last_error).toBe("None of its networks is there any more.");
  });

  it("that are not read are told by /readyz, which goes on serving: those that failed, and those that no host reads", async () => {
    const ready = async (): Promise<unknown> => {
      const { status, body } = await api.anonymous("GET", "/readyz");
      return [status, body.status, body.checks.leases];
    };
    const problem = [200, "degraded", { ok: false, code: "LEASES_NOT_READ", advisory: true }];
    const fine = [200, "ready", undefined];
    const id = await dnsmasq();
    await read(id);
    expect(await ready()).toEqual(fine);
    await rm(file);
    await read(id);
    expect(await ready()).toEqual(problem);
    await writeFile(file, "");
    await read(id);
    expect(await ready()).toEqual(fine);
    // This host reads none by itself.
    await api.clock.advance(11 * 60_000);
    expect(await ready()).toEqual(problem);
    await update(id, { enabled: false });
    expect(await ready()).toEqual(fine);
  });

  describe("by Kea's control agent", () => {
    let server: Server;
    let url: string;
    let answer: (body: { command: string; arguments: { from: string } }) => unknown;
    const asked: { authorization: string | undefined; from: string }[] = [];
    beforeEach(async () => {
      asked.length = 0;
      server = createServer((request, response) => {
        let text = "";
        request
          .on("data", (chunk) => (text += chunk))
          .on("end", () => {
            const body = JSON.parse(text);
            asked.push({ authorization: request.headers.authorization, from: body.arguments.from });
            const told = answer(body);
            if (typeof told === "number") response.writeHead(told, { location: "http://127.0.0.1:1/" }).end();
            else response.end(typeof told === "string" ? told : JSON.stringify(told));
          });
      }).listen(0, "127.0.0.1");
      await new Promise((resolve) => server.once("listening", resolve));
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    });
    afterEach(() => void server.close());

    const lease = (n: number): object => ({
      "ip-address": `192.0.2.${n}`,
      "hw-address": "02:00:00:00:00:01",
      cltt: Math.floor(api.clock.now() / 1000),
      "valid-lft": 3600,
      state: 0,
      hostname: "h",
    });

    it("are read with the password that was given for it, which nobody sees and no other server gets", async () => {
      answer = () => [{ result: 0, arguments: { leases: [lease(1), { ...lease(2), state: 1 }] } }];
      const made = await create({ name: "kea", type: "kea-api", url, username: "cadastre", password: CANARY, network_ids: [net] });
      expect(made.body).toMatchObject({ has_password: true, username: "cadastre" });
      const { id } = made.body;
      expect(await read(id)).toMatchObject({ last_error: "", lease_count: 1 });
      expect(asked).toEqual([{ authorization: `Basic ${btoa(`cadastre:${CANARY}`)}`, from: "start" }]);
      expect(Object.keys(problemsOf(await update(id, { url: "http://192.0.2.200/" })))).toEqual(["password"]);
      expect((await update(id, { url: url.replace(/\/$/, "") })).status).toBe(200);
      answer = () => 401;
      const refused = await read(id);
      expect(refused.last_error).toBe("The server refused the user name and password (401).");
      expect((await update(id, { password: "" })).body).toMatchObject({ has_password: false });
      const audit = (await api.admin("GET", "/api/audit?limit=500")).body;
      for (const told of [made.body, refused, audit]) expect(JSON.stringify(told)).not.toContain(CANARY);
    });

    it("are not read from a server that answers wrongly", async () => {
      const { id } = (await create({ name: "kea", type: "kea-api", url, network_ids: [net] })).body;
      const wrong: readonly (readonly [unknown, string])[] = [
        [302, "redirect (302)"],
        [500, "status 500"],
        ["<html>", "did not answer with JSON"],
        ["[]", "did not answer as Kea's control agent does"],
        [[{ result: 2, text: "'lease4-get-page' command not supported\u001B[31m" }], "hook library lease_cmds"],
        [[{ result: 1, text: "INTERNAL SECRET token=abc123" }], "Kea refused lease4-get-page (result 1)."],
        [[{ result: 0, arguments: { leases: "many" } }], "something else than a page"],
        [[{ result: 0, arguments: { leases: Array.from({ length: 1000 }, () => lease(1)) } }], "same page"],
        [`"${"x".repeat(17 * 1024 * 1024)}"`, "16 MiB"],
      ];
      for (const [told, reason] of wrong) {
        answer = () => told;
        const { last_error: error } = await read(id);
        expect(error).toContain(reason);
        expect(error).toMatch(/^[^\p{C}]*$/u);
        expect(error).not.toMatch(/INTERNAL SECRET|not supported/);
      }
      answer = () => [{ result: 3, text: "0 IPv4 lease(s) found." }];
      expect(await read(id)).toMatchObject({ last_error: "", lease_count: 0 });
      server.close();
      server.closeAllConnections();
      expect((await read(id)).last_error).toBe("Nothing listens at the URL.");
    });
  });
});

describe.each(STORAGES)("the server's own services, on %s", (storage) => {
  const URLS = [
    "http://127.0.0.1:PORT/",
    "http://2130706433:PORT/",
    "http://0x7f.1:PORT/",
    "http://[::1]:PORT/",
    "http://[::ffff:127.0.0.1]:PORT/",
    "http://[64:ff9b::7f00:1]:PORT/",
    "http://[2002:7f00:1::1]:PORT/",
    "http://localhost:PORT/",
    "http://203.0.113.77:PORT/",
  ];

  const start = async (allow?: string) => {
    const arrived: string[] = [];
    const canary = createServer((request, response) => {
      arrived.push(`${request.method} ${request.url}`);
      response.end(JSON.stringify({ result: 1, text: "INTERNAL SECRET token=abc123" }));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => canary.once("listening", resolve));
    const { port } = canary.address() as AddressInfo;
    const interfaces = os.networkInterfaces();
    vi.spyOn(os, "networkInterfaces").mockReturnValue({ ...interfaces, own: [{ address: "203.0.113.77" } as NetworkInterfaceInfo] });
    const api = await startApi(storage, { plugins: [leaseSourcesPlugin({ read: false, ...(allow === undefined ? {} : { allow }) })] });
    const net = (await api.operator("POST", "/api/networks", { name: "n", subnet: "192.0.2.0/24" })).body.id as string;
    const make = async (url: string): Promise<Reply> =>
      await api.admin("POST", PATH, { name: "kea", type: "kea-api", url: url.replace("PORT", String(port)), network_ids: [net] });
    /** As an earlier version stored it. */
    const readStored = async (url: string): Promise<Reply["body"]> => {
      const { id } = (await make("http://192.0.2.10/")).body;
      const columns = [url.replace("PORT", String(port)), id];
      await api.inventory.host
        .get(STORAGE)
        .write(async (transaction) => void (await transaction.run("update lease_source set url = ? where id = ?", columns)));
      return (await api.admin("POST", `${PATH}/${id}/read`)).body;
    };
    const stop = async (): Promise<void> => {
      vi.restoreAllMocks();
      await api.stop();
      await new Promise((resolve) => canary.close(resolve));
    };
    return { api, arrived, make, readStored, [Symbol.asyncDispose]: stop };
  };

  it("are not reached by the URL of a lease source, in any notation", async () => {
    await using lab = await start();
    for (const url of URLS) {
      const reply = await lab.make(url);
      expect([url, reply.status, Object.keys(problemsOf(reply))]).toEqual([url, 400, ["url"]]);
      expect([url, (await lab.readStored(url)).last_error]).toEqual([url, expect.stringMatching(/ is |, which is /)]);
    }
    expect(lab.arrived).toEqual([]);
  });

  it("are asked at / alone where LEASE_ALLOW opens their address, and what they answer is not shown", async () => {
    await using lab = await start("127.0.0.1, 203.0.113.77");
    for (const path of ["containers/victim/stop?t=0", "?t=0", "x"])
      expect(Object.keys(problemsOf(await lab.make(`http://127.0.0.1:PORT/${path}`)))).toEqual(["url"]);
    expect((await lab.make("http://203.0.113.77:PORT/")).status).toBe(201);
    expect((await lab.readStored("http://127.0.0.1:PORT/containers/victim/stop?t=0")).last_error).toBe(
      "Kea refused lease4-get-page (result 1).",
    );
    expect(lab.arrived).toEqual(["POST /"]);
  });
});
