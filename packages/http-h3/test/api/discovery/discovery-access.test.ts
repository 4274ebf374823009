import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seeing } from "../../support/scripted-scanner.ts";
import { type DiscoveryApi, startDiscovery } from "./discovery-api.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

describe.each(STORAGES)("discovery over HTTP on %s", (storage) => {
  let lab: DiscoveryApi;
  let net: string;
  let reads: readonly string[];
  let writes: readonly (readonly [method: string, path: string, body?: object])[];
  beforeAll(async () => {
    lab = await startDiscovery(storage);
    lab.scanner.script = seeing({ "10.0.0.1": {} });
    net = await lab.network("10.0.0.0/29");
    const scan = await lab.scan(net);
    const [seen] = await lab.seen(net);
    const rule = (await lab.api.operator("POST", "/api/discovery/rules", { network_id: net })).body;
    reads = ["/scans", `/scans/${scan.id}`, `/devices?network_id=${net}`, "/rules", `/rules/${rule.id}`];
    writes = [
      ["POST", `/networks/${net}/scan`, {}],
      ["POST", `/scans/${scan.id}/cancel`],
      ["DELETE", `/scans/${scan.id}`],
      ["POST", `/devices/${seen.id}/promote`, { name: "x" }],
      ["DELETE", `/devices/${seen.id}`],
      ["DELETE", `/devices?network_id=${net}`],
      ["POST", "/rules", { network_id: net, scan_type: "full" }],
      ["PUT", `/rules/${rule.id}`, { interval_hours: 2 }],
      ["DELETE", `/rules/${rule.id}`],
    ];
  });
  afterAll(async () => await lab.api.stop());

  it("is read by viewers, changed by operators, and nothing to others", async () => {
    const { anonymous, nobody, viewer } = lab.api;
    for (const path of reads) {
      expect([path, (await anonymous("GET", `/api/discovery${path}`)).status]).toEqual([path, 401]);
      expect([path, (await nobody("GET", `/api/discovery${path}`)).status]).toEqual([path, 403]);
      expect([path, (await viewer("GET", `/api/discovery${path}`)).status]).toEqual([path, 200]);
    }
    for (const [method, path, body] of writes) {
      const replies = [
        await anonymous(method, `/api/discovery${path}`, body),
        await nobody(method, `/api/discovery${path}`, body),
        await viewer(method, `/api/discovery${path}`, body),
      ];
      expect([method, path, ...replies.map(({ status }) => status)]).toEqual([method, path, 401, 403, 403]);
      expect(replies.map((reply) => reply.body.code)).toEqual(["UNAUTHORIZED", "FORBIDDEN", "FORBIDDEN"]);
    }
    expect((await viewer("GET", "/api/discovery/scans")).body).toHaveLength(1);
    expect(await lab.seen(net)).toMatchObject([{ promoted_to_device_id: null }]);
    expect((await viewer("GET", "/api/discovery/rules")).body).toMatchObject([{ interval_hours: 24 }]);
  });

  it("answers other methods and paths as everywhere", async () => {
    for (const [method, path, status] of [
      ["PUT", "/api/discovery/scans", 405],
      ["PATCH", "/api/discovery/rules", 405],
      ["GET", "/api/discovery", 404],
      ["GET", "/api/discovery/scans/a/b", 404],
    ] as const) {
      expect([method, path, (await lab.api.operator(method, path)).status]).toEqual([method, path, status]);
    }
  });

  it("is audited: who asked, changed and deleted", async () => {
    const { operator, admin } = lab.api;
    for (const [method, path, body] of writes) await operator(method, `/api/discovery${path}`, body);
    const rows = (await admin("GET", "/api/audit?limit=500")).body as { action: string; resource: string; username: string }[];
    const done = rows
      .filter(({ resource, username }) => username === "operator" && ["scan", "discovered_device", "discovery_rule"].includes(resource))
      .map(({ action, resource }) => `${action} ${resource}`);
    // A scan that was over is not cancelled; one device was promoted, then deleted; none were left to delete together.
    expect(done.toReversed()).toEqual([
      "create scan",
      "create discovery_rule",
      "create scan",
      "delete scan",
      "promote discovered_device",
      "delete discovered_device",
      "delete-all discovered_device",
      "create discovery_rule",
      "update discovery_rule",
      "delete discovery_rule",
    ]);
  });
});
