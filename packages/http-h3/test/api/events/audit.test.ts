import { KeyRing, SYSTEM, WRITES } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, type Reply, startApi, UNKNOWN_ID } from "../api-server.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

const KEY = "YSBrZXkgb2YgMzIgYnl0ZXMgZm9yIHRlc3RzIG9ubHk=";

/** Reads CSV as RFC 4180 says, without the code that writes it. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  for (let at = 0; at < text.length;) {
    const row: string[] = [];
    for (let more = true; more;) {
      let cell = "";
      if (text[at] === '"') {
        for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
          if (at >= text.length) throw new Error("a quote is not closed");
          cell += text[at];
          if (text[at] === '"') at += 1;
        }
        at += 1;
      } else while (at < text.length && text[at] !== "," && text[at] !== "\r") cell += text[at++];
      row.push(cell);
      more = text[at] === ",";
      if (!more && text.slice(at, at + 2) !== "\r\n") throw new Error(`a line ends with ${JSON.stringify(text.slice(at, at + 2))}`);
      at += more ? 1 : 2;
    }
    rows.push(row);
  }
  return rows;
}

describe.each(STORAGES)("the audit log over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeEach(async () => {
    api = await startApi(storage, { keyRing: KeyRing.parse(KEY) });
  });
  afterEach(async () => await api.stop());

  const list = async (query = ""): Promise<Reply["body"]> => (await api.admin("GET", `/api/audit${query}`)).body;
  const actions = async (query = ""): Promise<string[]> =>
    (await list(query)).map((row: Record<string, string>) => `${row["username"]} ${row["action"]} ${row["resource"]}`);

  it("says who did what, when, from where, with the record before and after", async () => {
    const made = await api.admin("POST", "/api/datacenters", { name: "north" }, { "x-request-id": "request-of-mine-1" });
    await api.admin("PUT", `/api/datacenters/${made.body.id}`, { location: "cellar" });
    const rows = await list();
    expect(rows).toHaveLength(2);
    const after = { ...made.body, location: "cellar", updated_at: expect.any(String) };
    expect(rows[0]).toEqual({
      id: expect.any(String),
      timestamp: "2026-01-02T03:04:05.678Z",
      action: "update",
      resource: "datacenter",
      resource_id: made.body.id,
      user_id: "admin",
      username: "admin",
      ip_address: "127.0.0.1",
      source: "http",
      status: "success",
      error: "",
      changes: { before: made.body, after },
      change_id: expect.any(String),
      request_id: expect.any(String),
      seal_number: null,
    });
    expect(rows[1]).toMatchObject({ action: "create", changes: { before: null, after: made.body }, request_id: "request-of-mine-1" });
    const one = await api.admin("GET", `/api/audit/${rows[0].id}`);
    expect([one.status, one.body]).toEqual([200, rows[0]]);
    await api.clock.advance(1000);
    let sealed = one.body;
    for (let turns = 0; turns < 500 && sealed.seal_number === null; turns += 1)
      sealed = (await api.admin("GET", `/api/audit/${rows[0].id}`)).body;
    expect(sealed).toEqual({ ...rows[0], seal_number: 2 });
    const missing = await api.admin("GET", `/api/audit/${UNKNOWN_ID}`);
    expect([missing.status, missing.body.code]).toEqual([404, "NOT_FOUND"]);
  });

  it("is filtered by each field and by time", async () => {
    const made = await api.admin("POST", "/api/datacenters", { name: "north" });
    await api.clock.advance(60_000);
    await api.operator("POST", "/api/networks", { name: "n", subnet: "10.0.0.0/24" });
    await api.clock.advance(60_000);
    await api.admin("DELETE", `/api/datacenters/${made.body.id}`);
    await api.inventory.host
      .get(WRITES)
      .run({ principal: SYSTEM, source: "test" }, async (change) =>
        change.audit({ action: "login", resource: "session", resourceId: null, status: "failure", error: "wrong password" }),
      );
    expect(await actions()).toEqual([
      "system login session",
      "admin delete datacenter",
      "operator create network",
      "admin create datacenter",
    ]);
    expect(await actions("?resource=datacenter")).toEqual(["admin delete datacenter", "admin create datacenter"]);
    expect(await actions(`?resource_id=${made.body.id}&action=delete`)).toEqual(["admin delete datacenter"]);
    expect(await actions("?user_id=operator")).toEqual(["operator create network"]);
    expect(await actions("?username=operator&resource=")).toEqual(["operator create network"]);
    const [, { change_id: change }] = await list();
    expect(await actions(`?change_id=${change}`)).toEqual(["admin delete datacenter"]);
    expect((await api.admin("GET", "/api/events")).body.events.at(-1)).toMatchObject({ event: "datacenter.deleted", change_id: change });
    expect(await actions(`?change_id=${change}&resource=network`)).toEqual([]);
    expect(await actions("?status=failure")).toEqual(["system login session"]);
    expect(await actions("?source=test")).toEqual(["system login session"]);
    expect(await actions("?from=2026-01-02T03:05:05.678Z")).toHaveLength(3);
    expect(await actions("?from=2026-01-02T04:05:05.678%2B01:00&to=2026-01-02T03:06:05.678Z")).toEqual(["operator create network"]);
    expect(await actions("?username=%25")).toEqual([]);
    const wrong = problemsOf(await api.admin("GET", "/api/audit?from=yesterday&to=2026-13-01T00:00:00Z&status=odd"));
    expect(Object.keys(wrong).toSorted()).toEqual(["from", "status", "to"]);
    expect(wrong["from"]).toContain("2026-01-02T03:04:05Z");
  });

  it("is whole, however long it is", async () => {
    await api.inventory.host.get(WRITES).run({ principal: SYSTEM, source: "test" }, async (change) => {
      for (let index = 0; index < 1203; index += 1)
        change.audit({ action: "note", resource: index % 600 === 0 ? "rare" : "often", resourceId: String(index) });
    });
    const ids = (await list()).map((row: { resource_id: string }) => Number(row.resource_id));
    expect(ids).toEqual(Array.from({ length: 1203 }, (_, index) => 1202 - index));
    expect((await list("?resource=rare")).map((row: { resource_id: string }) => row.resource_id)).toEqual(["1200", "600", "0"]);
  });

  it("is exported as JSON and CSV, each time with an audit row", async () => {
    const name = '=HYPERLINK("http://evil"),\r\nand "more"';
    await api.inventory.host
      .get(WRITES)
      .run({ principal: { ...SYSTEM, username: name }, source: "test" }, async (change) =>
        change.audit({ action: "-1+1", resource: "@x", resourceId: "+5", after: { note: "grüße" } }),
      );
    const json = await api.admin("GET", "/api/audit/export");
    expect(json.headers.get("content-disposition")).toBe('attachment; filename="audit-20260102T030405Z.json"');
    expect(json.body.map((row: { action: string }) => row.action)).toEqual(["export", "-1+1"]);
    const csv = await api.admin("GET", "/api/audit/export?format=csv&resource=%40x");
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(csv.headers.get("content-disposition")).toBe('attachment; filename="audit-20260102T030405Z.csv"');
    const [head = [], ...rows] = parseCsv(csv.body as string);
    expect(rows).toHaveLength(1);
    const row = Object.fromEntries(head.map((field, index) => [field, rows[0]?.[index]]));
    expect(row).toEqual({
      ...Object.fromEntries(Object.keys(json.body[1]).map((field) => [field, json.body[1][field] ?? ""])),
      changes: JSON.stringify({ before: null, after: { note: "grüße" } }),
      // What a spreadsheet would run is text.
      username: `'${name}`,
      action: "'-1+1",
      resource: "'@x",
      resource_id: "'+5",
    });
    const exports = await list("?action=export");
    expect(
      exports.map((entry: { username: string; resource: string; changes: object }) => [entry.username, entry.resource, entry.changes]),
    ).toEqual([
      ["admin", "audit", { before: null, after: { format: "csv", resource: "@x" } }],
      ["admin", "audit", { before: null, after: { format: "json" } }],
    ]);
    expect((await api.admin("GET", "/api/audit/export?resource=nothing")).body).toEqual([]);
    expect(problemsOf(await api.admin("GET", "/api/audit/export?format=xml"))).toEqual({ format: "must be one of json, csv" });
    const head_ = await api.admin("HEAD", "/api/audit/export?format=csv");
    expect([head_.status, head_.body]).toEqual([200, undefined]);
    expect((await api.admin("POST", "/api/audit/export", {})).status).toBe(405);
  });

  it("is for those who hold the permissions", async () => {
    for (const path of ["", "/export", `/${UNKNOWN_ID}`]) {
      for (const role of ["operator", "viewer", "nobody"] as const) {
        const refused = await api[role]("GET", `/api/audit${path}`);
        expect([refused.status, refused.body.code]).toEqual([403, "FORBIDDEN"]);
      }
      expect((await api.anonymous("GET", `/api/audit${path}`)).status).toBe(401);
    }
    expect(await list("?action=export")).toEqual([]);
  });
});
