import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, type Reply, startApi } from "./api-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

const LINES = { "content-type": "application/x-ndjson" };

const linesOf = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join("");

const ROWS = [
  { at: { line: 2 }, type: "datacenter", ref: "dc", set: { name: "fra1" } },
  { at: { line: 3 }, type: "network", set: { name: "office", subnet: "10.0.0.0/24", datacenter: { ref: "dc" } } },
  {
    at: { line: 4 },
    type: "device",
    set: { name: "web-1", datacenter: { ref: "dc" }, addresses: [{ ip: "10.0.0.7", network: { subnet: "10.0.0.0/24" } }] },
  },
];

describe.each(STORAGES)("imports over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeAll(async () => {
    api = await startApi(storage);
  });
  afterAll(async () => await api.stop());

  const plan = async (rows: readonly unknown[] | string): Promise<Reply> =>
    await api.admin("POST", "/api/import/plan", typeof rows === "string" ? rows : linesOf(rows), LINES);
  const apply = async (lines: readonly unknown[], query = ""): Promise<Reply> =>
    await api.admin("POST", `/api/import/apply${query}`, linesOf(lines), LINES);

  it("are planned, applied once, and stale afterwards", async () => {
    const planned = await plan(ROWS);
    expect(planned.status).toBe(200);
    expect(planned.body.map(({ kind, action }: { kind: string; action?: string }) => action ?? kind)).toEqual([
      "plan",
      "create",
      "create",
      "create",
      "end",
    ]);
    expect((await api.viewer("GET", "/api/devices")).body).toEqual([]);
    const applied = await apply(planned.body);
    expect([applied.status, applied.body]).toEqual([200, { created: 3, updated: 0, unchanged: 0, failed: 0, errors: [] }]);
    const [device] = (await api.viewer("GET", "/api/devices")).body;
    const [network] = (await api.viewer("GET", "/api/networks")).body;
    expect(device.addresses[0]).toMatchObject({ ip: "10.0.0.7", network_id: network.id });
    const again = await apply(planned.body);
    expect([again.status, again.body.code]).toEqual([409, "PLAN_STALE"]);
    expect((await plan(ROWS)).body.at(-1).counts).toMatchObject({ unchanged: 3, create: 0 });
  });

  it("tell every faulty row, refuse the whole, and do the good ones where that is asked for", async () => {
    const { body } = await plan([
      { at: { line: 2 }, type: "device", set: { name: "" } },
      { at: { line: 3 }, type: "device", set: { name: "good" } },
      7,
    ]);
    expect(body.at(-1).counts).toMatchObject({ rows: 3, create: 1, error: 2 });
    const whole = await apply(body);
    expect([whole.status, whole.body.code]).toEqual([409, "PLAN_FAULTY"]);
    const { status, body: report } = await apply(body, "?mode=per_row");
    expect(status).toBe(200);
    expect(report).toMatchObject({
      created: 1,
      failed: 2,
      errors: [{ at: { line: 2 }, field: "name", message: "is required" }, { at: { path: "row 3" } }],
    });
    expect((await apply(body, "?mode=some")).status).toBe(400);
  });

  it("refuse bodies that are none of lines, and tell where one goes wrong", async () => {
    const status = async (body: string | Uint8Array, headers: Record<string, string> = LINES): Promise<unknown[]> => {
      const reply = await api.admin("POST", "/api/import/apply", body, headers);
      return [reply.status, reply.body.code, reply.body.error];
    };
    expect(await status("{}", { "content-type": "application/json" })).toEqual([
      415,
      "INVALID_INPUT",
      "the content type must be application/x-ndjson",
    ]);
    expect(await status("{}\n{bad\n")).toEqual([400, "PLAN_DAMAGED", expect.stringContaining("first line is missing")]);
    expect(await status('{"kind":"plan","version":"1"}\n\n{bad\n')).toEqual([400, "INVALID_INPUT", "line 3 of the body is not valid JSON"]);
    expect(await status(Buffer.from([0x22, 0xff, 0x22, 0x0a]))).toEqual([400, "INVALID_INPUT", "line 1 of the body is not valid UTF-8"]);
    expect(await status(`"${"x".repeat(1_100_000)}"`)).toEqual([400, "INVALID_INPUT", "line 1 of the body is longer than 1048576 bytes"]);
    expect(await status(`${"[".repeat(70)}${"]".repeat(70)}`)).toEqual([
      400,
      "INVALID_INPUT",
      "line 1 of the body is nested deeper than 64 levels",
    ]);
    expect(await status("")).toEqual([400, "PLAN_DAMAGED", expect.stringContaining("last line is missing")]);
    const broken = await plan(`${JSON.stringify(ROWS[0])}\n{"at":`);
    expect(broken.status).toBe(200);
    expect(broken.body.slice(2)).toEqual([
      {
        kind: "problem",
        at: { path: "after row 1" },
        severity: "error",
        message: "line 2 of the body is not valid JSON; nothing after it was read",
      },
      { kind: "end", counts: expect.objectContaining({ rows: 2, error: 1 }), digest: expect.any(String) },
    ]);
    expect((await plan("{bad")).status).toBe(400);
  });

  it("take lines that are sent as bytes, as generated clients send them", async () => {
    const { status, body } = await api.admin("POST", "/api/import/plan", linesOf(ROWS), { "content-type": "application/octet-stream" });
    expect([status, body.at(-1).counts]).toEqual([200, (await plan(ROWS)).body.at(-1).counts]);
  });

  it("take more than other bodies may be, and answer others meanwhile", async () => {
    const rows = Array.from({ length: 6000 }, (_, index) => ({
      at: { line: index + 2 },
      type: "device",
      set: { name: `big-${index}`, description: "x".repeat(400) },
    }));
    expect(linesOf(rows).length).toBeGreaterThan(2_097_152);
    let answered = 0;
    let done = false;
    const planned = plan(rows).finally(() => (done = true));
    while (!done) {
      expect((await api.viewer("GET", "/api/datacenters")).status).toBe(200);
      answered += 1;
      await setImmediate();
    }
    expect((await planned).body.at(-1).counts).toMatchObject({ rows: 6000, create: 6000 });
    expect(answered).toBeGreaterThan(5);
  });

  it("need the permission", async () => {
    for (const path of ["/api/import/plan", "/api/import/apply"])
      expect((await api.viewer("POST", path, linesOf(ROWS), LINES)).body.code).toBe("FORBIDDEN");
    // An operator makes no datacenters.
    const { body } = await plan([{ at: { line: 2 }, type: "datacenter", set: { name: "new" } }]);
    const refused = await api.operator("POST", "/api/import/apply", linesOf(body), LINES);
    expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining("datacenter:create")]);
  });

  it("make many devices or networks in one call", async () => {
    const networks = await api.operator("POST", "/api/networks/bulk", [
      { name: "n1", subnet: "10.8.0.0/24" },
      { name: "n2", subnet: "10.8.0.0/33" },
    ]);
    expect([networks.status, networks.body]).toEqual([
      200,
      {
        total: 2,
        success: 1,
        failed: 1,
        errors: [{ index: 1, field: "subnet", code: "VALIDATION_ERROR", message: expect.stringContaining("valid CIDR") }],
      },
    ]);
    const devices = await api.operator("POST", "/api/devices/bulk", [
      { name: "a", addresses: [{ ip: "10.8.0.1" }] },
      5,
      { name: "b", tags: null, addresses: null, id: "", created_at: "0001-01-01T00:00:00Z" },
    ]);
    expect([devices.status, devices.body]).toEqual([
      200,
      { total: 3, success: 2, failed: 1, errors: [{ index: 1, code: "INVALID_INPUT", message: "the body must be a JSON object" }] },
    ]);
    for (const body of ["{}", "[", "", JSON.stringify(Array.from({ length: 1001 }, () => ({ name: "d" })))]) {
      const reply = await api.operator("POST", "/api/devices/bulk", body, { "content-type": "application/json" });
      expect([reply.status, reply.body.code]).toEqual([400, "INVALID_INPUT"]);
    }
    expect((await api.viewer("POST", "/api/devices/bulk", [])).body.code).toBe("FORBIDDEN");
    expect((await api.operator("POST", "/api/devices/bulk", [])).body).toEqual({ total: 0, success: 0, failed: 0, errors: [] });
  });
});
