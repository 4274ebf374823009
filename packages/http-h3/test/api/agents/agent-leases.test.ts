import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { discoveryAgentPlugin } from "@cadastre/discovery-agent";
import { siteLeaseReader } from "@cadastre/discovery-scanner/site";
import { leaseSourcesPlugin } from "@cadastre/discovery-scanner/leases";
import { KeyRing, STORAGE } from "@cadastre/inventory-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ScriptedScanner } from "../../support/scripted-scanner.ts";
import { problemsOf, type Reply, UNKNOWN_ID } from "../api-server.ts";
import { type AgentsApi, startAgents, type TestAgent } from "./agents-api.ts";
import { passing, startSite } from "./site.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

const PATH = "/api/discovery/lease-sources";
const READS = { scanners: ["connect", "dhcp-leases"], reads_leases: true };
const CANARY = "canary-77-password";

describe.each(STORAGES)("lease sources that agents read, on %s", (storage) => {
  let lab: AgentsApi;
  let folder: string;
  let site: string;
  let net: string;
  let agent: TestAgent;
  let made = 0;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "site-leases-"));
    lab = await startAgents(storage, {
      keyRing: KeyRing.parse(KeyRing.generate()),
      // The server itself may read the folder, and must not.
      plugins: [leaseSourcesPlugin({ folders: [folder], allow: "127.0.0.1" }), discoveryAgentPlugin()],
    });
  });
  afterAll(async () => {
    await lab.api.stop();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    made += 1;
    site = (await lab.api.admin("POST", "/api/datacenters", { name: `site ${made}` })).body.id;
    net = await lab.network(`10.${made}.0.0/16`, { datacenter_id: site });
    agent = await lab.agent({ datacenter_ids: [site] });
  });

  const create = async (fields: object = {}): Promise<Reply> =>
    await lab.api.admin("POST", PATH, {
      name: "l",
      type: "dnsmasq",
      path: fileAt("l"),
      network_ids: [net],
      datacenter_id: site,
      ...fields,
    });
  const fileAt = (name: string): string => join(folder, `${made}-${name}.leases`);
  const source = async (id: string): Promise<Reply["body"]> => (await lab.api.viewer("GET", `${PATH}/${id}`)).body;
  const leasesOf = async (id: string): Promise<string[]> =>
    (await lab.api.viewer("GET", `${PATH}/${id}/leases`)).body.map(({ ip }: { ip: string }) => ip);
  const ip = (last: number): string => `10.${made}.0.${last}`;
  const lease = (last: number, fields: object = {}) => ({ ip: ip(last), mac_address: "02:00:00:00:00:01", hostname: "h", ...fields });
  const send = async (id: string, to: "reports" | "end", body: object, by = agent): Promise<Reply> =>
    await by.call("POST", `/api/agent/lease-sources/${id}/${to}`, body);
  const given = async (): Promise<{ readonly id: string; readonly claim: string; readonly reads: Reply["body"] }> =>
    (await agent.work(READS)).body.lease_source;
  const remove = async (id: string): Promise<void> => void (await lab.api.admin("DELETE", `${PATH}/${id}`));

  it("are read by the program of the agent, from files in folders that it allows itself, and from Kea at the site", async () => {
    const epoch = Math.floor(lab.api.clock.now() / 1000);
    writeFileSync(
      fileAt("l"),
      `${epoch + 3600} 02:00:00:00:00:0a ${ip(9)} printer 01:02:00:00:00:00:0a\n${epoch - 5} 02:00:00:00:00:0b ${ip(8)} gone *\n` +
        `0 02:00:00:00:00:0c 192.0.2.9 elsewhere *\nnot a lease\n`,
    );
    mkdirSync(join(folder, "private"), { recursive: true });
    writeFileSync(join(folder, "private", "p.leases"), `0 02:00:00:00:00:0d ${ip(7)} secret *\n`);
    symlinkSync(join(folder, "private", "p.leases"), fileAt("link"));
    const asked: (string | undefined)[] = [];
    const kea = createServer((request, response) => {
      asked.push(request.headers.authorization);
      const found = { "ip-address": ip(20), "hw-address": "02:00:00:00:00:0e", hostname: "kea", cltt: epoch, "valid-lft": 600, state: 0 };
      response.end(JSON.stringify([{ result: 0, arguments: { leases: [found] } }]));
    });
    await new Promise<void>((resolve) => kea.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(kea.address() as AddressInfo).port}/`;
    const file = (await create({ name: "file" })).body;
    const api = (await create({ name: "kea", type: "kea-api", path: "", url, username: "u", password: CANARY })).body;
    const fenced = (await create({ name: "fenced", type: "kea-api", path: "", url: "http://127.0.0.9:1/" })).body;
    const wide = (await create({ name: "outside", path: "/etc/hostname" })).body;
    const link = (await create({ name: "link", path: fileAt("link") })).body;
    const allowed = join(folder, "allowed");
    mkdirSync(allowed, { recursive: true });
    symlinkSync(fileAt("l"), join(allowed, `${made}.leases`));
    const led = (await create({ name: "leads out", path: join(allowed, `${made}.leases`) })).body;
    // The folder of the link is allowed, and where it leads is not.
    const read = siteLeaseReader({ folders: [allowed], doNotProbe: "127.0.0.9", allow: "127.0.0.0/8" });
    const wideRead = siteLeaseReader({ folders: [folder], doNotProbe: "", allow: "" });
    await using program = startSite(lab, agent, [new ScriptedScanner()], "1.0.0", {
      readLeases: async (reads, signal) => await (reads["path"] === fileAt("l") ? wideRead : read)(reads, signal),
    });
    await passing(lab, async () => {
      for (const { id } of [file, api, fenced, wide, link, led]) expect((await source(id)).last_read_at).not.toBeNull();
    });
    expect(await source(file.id)).toMatchObject({ last_error: "", lease_count: 1, outside_count: 1, unread_count: 1 });
    expect(await leasesOf(file.id)).toEqual([ip(9)]);
    expect(await lab.seen(net)).toMatchObject([
      { ip: ip(9), mac_address: "02:00:00:00:00:0a", confidence: 40 },
      { ip: ip(20), mac_address: "02:00:00:00:00:0e" },
    ]);
    expect(await source(api.id)).toMatchObject({ last_error: "", lease_count: 1 });
    expect(asked[0]).toBe(`Basic ${Buffer.from(`u:${CANARY}`).toString("base64")}`);
    expect((await source(fenced.id)).last_error).toBe("127.0.0.9 is on the do-not-probe list of the agent.");
    expect((await source(wide.id)).last_error).toBe("The path does not lie in a folder of --lease-paths of the agent.");
    expect((await source(link.id)).last_error).toBe("The path does not lie in a folder of --lease-paths of the agent.");
    expect((await source(led.id)).last_error).toBe("The path leads out of the folders of --lease-paths.");
    expect((await lab.api.admin("GET", `/api/agents/${agent.id}`)).body.scanners).toEqual(["scripted", "dhcp-leases"]);
    const kept = readdirSync(program.stateFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(kept.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8")).join("")).not.toContain(CANARY);
    expect(program.said.join("")).not.toContain(CANARY);
    // A lease that is gone is gone with the next reading, which may be asked for.
    writeFileSync(fileAt("l"), `0 02:00:00:00:00:0f ${ip(5)} new *\n`);
    expect((await lab.api.admin("POST", `${PATH}/${file.id}/read`)).status).toBe(200);
    await passing(lab, async () => expect(await leasesOf(file.id)).toEqual([ip(5)]));
    await new Promise((resolve) => kea.close(resolve));
    for (const { id } of [file, api, fenced, wide, link, led]) await remove(id);
  });

  it("take parts twice and in any order, and are over when all have come", async () => {
    const { id } = (await create()).body;
    const task = await given();
    expect(task).toMatchObject({ id, reads: { type: "dnsmasq", path: fileAt("l"), families: [4] } });
    // It is given once.
    expect(await given()).toBeNull();
    const { claim } = task;
    const first = { claim, number: 1, after: null, up_to: ip(9), leases: [lease(3), lease(9)] };
    const second = { claim, number: 2, after: ip(9), up_to: null, leases: [lease(30), { ...lease(1), ip: "192.0.2.77" }] };
    expect((await send(id, "reports", second)).body).toEqual({ missing: [] });
    expect((await send(id, "end", { claim, batches: 2, leases: 4, unread: 3 })).body).toEqual({ missing: [1] });
    expect(await source(id)).toMatchObject({ last_read_at: null, lease_count: 0 });
    expect((await send(id, "reports", second)).status).toBe(200);
    expect((await send(id, "reports", first)).status).toBe(200);
    expect(await source(id)).toMatchObject({ last_error: "", lease_count: 3, outside_count: 1, unread_count: 3 });
    expect(await leasesOf(id)).toEqual([ip(3), ip(9), ip(30)]);
    // The reading is over: what comes late is refused.
    expect(await send(id, "reports", first)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    // A process that was killed: the source is given again, and what was left of the first reading is refused.
    await lab.api.admin("POST", `${PATH}/${id}/read`);
    const lost = await given();
    await send(id, "reports", { ...first, claim: lost.claim });
    await lab.api.clock.advance(121_000);
    const again = await given();
    expect(again.id).toBe(id);
    expect((await send(id, "end", { claim: lost.claim, batches: 1, leases: 2 })).status).toBe(409);
    await send(id, "reports", { claim: again.claim, number: 1, leases: [lease(4)] });
    await send(id, "end", { claim: again.claim, batches: 1, leases: 1 });
    expect(await leasesOf(id)).toEqual([ip(4)]);
    // What could not be read leaves what was.
    await lab.api.admin("POST", `${PATH}/${id}/read`);
    const failed = await given();
    expect((await send(id, "end", { claim: failed.claim, error: "There is no such file." })).status).toBe(200);
    expect(await source(id)).toMatchObject({ last_error: "There is no such file.", lease_count: 1 });
    await remove(id);
  });

  it("are given to the agent of their datacenter alone, with their password, and no server reads them", async () => {
    writeFileSync(fileAt("l"), `0 02:00:00:00:00:0a ${ip(9)} printer *\n`);
    const other = await lab.agent();
    const { id } = (await create()).body;
    await lab.api.clock.advance(30_000);
    expect((await other.work(READS)).body.lease_source).toBeNull();
    // One of an earlier version asks without, and is given scans as before.
    expect((await agent.work()).body.lease_source).toBeNull();
    const { claim } = await given();
    expect((await source(id)).last_read_at).toBeNull();
    for (const [to, body] of [
      ["reports", { claim, number: 1, leases: [] }],
      ["end", { claim }],
    ] as const) {
      expect(await send(id, to, body, other)).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
      expect(await send(UNKNOWN_ID, to, body)).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
      expect((await lab.api.admin("POST", `/api/agent/lease-sources/${id}/${to}`, body)).status).toBe(403);
    }
    expect((await lab.audited()).some(({ error }) => error.includes(`report on the lease source ${id}`))).toBe(true);
    const wrong: readonly (readonly [object, string])[] = [
      [{ leases: [{ ...lease(1), ip: "no address" }] }, "leases"],
      [{ leases: [lease(30)], up_to: ip(9) }, "leases"],
      [{ after: "x" }, "after"],
      [{ leases: [lease(1, { mac_address: "zz" })] }, "leases[0].mac_address"],
      [{ leases: Array.from({ length: 501 }, () => lease(1)) }, "leases"],
      [{ number: 1001 }, "number"],
    ];
    for (const [fields, field] of wrong)
      expect(Object.keys(problemsOf(await send(id, "reports", { claim, number: 1, ...fields })))).toEqual([field]);
    await remove(id);
    // A password stays with whom it was given for.
    const kea = { type: "kea-api", path: "", url: "http://127.0.0.1:9/", username: "u", password: CANARY };
    const secret = (await create({ name: "kea", ...kea })).body;
    const elsewhere = (await lab.api.admin("POST", "/api/datacenters", { name: `other ${made}` })).body.id;
    for (const to of [elsewhere, null])
      expect(Object.keys(problemsOf(await lab.api.admin("PUT", `${PATH}/${secret.id}`, { datacenter_id: to })))).toEqual(["password"]);
    expect(Object.keys(problemsOf(await create({ datacenter_id: UNKNOWN_ID })))).toEqual(["datacenter_id"]);
    expect(Object.keys(problemsOf(await create({ path: "relative" })))).toEqual(["path"]);
    expect((await given()).reads).toMatchObject({ password: CANARY });
    for (const { body } of [
      await lab.api.admin("GET", "/api/audit?limit=500"),
      await lab.api.admin("GET", "/api/events?limit=500"),
      { body: await lab.api.inventory.host.get(STORAGE).read.all("select * from lease_source") },
    ])
      expect(JSON.stringify(body)).not.toContain(CANARY);
    await remove(secret.id);
  });

  it("say why they are not read: nobody serves them, the agent is away, or does not read leases", async () => {
    const nowhere = (await lab.api.admin("POST", "/api/datacenters", { name: `nowhere ${made}` })).body.id;
    const [orphan, { id }] = [(await create({ name: "orphan", datacenter_id: nowhere })).body, (await create()).body];
    const { name } = (await lab.api.admin("GET", `/api/agents/${agent.id}`)).body;
    await passing(lab, async () => {
      expect((await source(orphan.id)).last_error).toBe("No agent serves its datacenter: name the datacenter in an agent.");
      expect((await source(id)).last_error).toBe(`The agent ${name}, which is to read it, was never heard of.`);
    });
    await passing(lab, async () => {
      await agent.work();
      expect((await source(id)).last_error).toBe(
        `The agent ${name} (version 1.0.0) reads no leases: update it, or let it reach the server by https.`,
      );
    });
    const { claim } = await given();
    await send(id, "end", { claim });
    expect((await source(id)).last_error).toBe("");
    for (const one of [orphan.id, id]) await remove(one);
  });
});
