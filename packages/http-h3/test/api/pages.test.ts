import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, type Reply, startApi } from "./api-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

const names = ({ body }: Reply): string[] => body.map(({ name }: { name: string }) => name);
const next = ({ headers }: Reply): string | null => headers.get("x-service-next");

describe.each(STORAGES)("lists by page over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeAll(async () => {
    api = await startApi(storage);
    for (const [index, name] of ["delta", "alpha", "echo", "bravo", "charlie"].entries()) {
      await api.clock.advance(1000);
      await api.operator("POST", "/api/devices", { name, status: index % 2 === 0 ? "planned" : "active" });
    }
  });
  afterAll(async () => await api.stop());

  it("have the cursor of the next page in a header, and none on the last page", async () => {
    const first = await api.viewer("GET", "/api/devices?limit=2");
    expect(names(first)).toEqual(["alpha", "bravo"]);
    const second = await api.viewer("GET", `/api/devices?limit=2&after=${next(first)}`);
    expect(names(second)).toEqual(["charlie", "delta"]);
    const third = await api.viewer("GET", `/api/devices?limit=2&after=${next(second)}`);
    expect([names(third), next(third), third.headers.get("x-service-count")]).toEqual([["echo"], null, null]);
    expect(next(await api.viewer("GET", "/api/devices?limit=5"))).toBeNull();
  });

  it("are whole and in the same order without paging parameters", async () => {
    const whole = await api.viewer("GET", "/api/devices");
    expect([names(whole), next(whole)]).toEqual([["alpha", "bravo", "charlie", "delta", "echo"], null]);
    const empty = await api.viewer("GET", "/api/devices?limit=&after=&sort=&count=");
    expect(empty.body).toEqual(whole.body);
  });

  it("are sorted by a field, also without a limit, and go on after a cursor of the same order", async () => {
    const newest = await api.viewer("GET", "/api/devices?sort=-created_at&limit=3");
    expect(names(newest)).toEqual(["charlie", "bravo", "echo"]);
    expect(names(await api.viewer("GET", `/api/devices?sort=-created_at&after=${next(newest)}`))).toEqual(["alpha", "delta"]);
    expect(names(await api.viewer("GET", "/api/devices?sort=-name"))).toEqual(["echo", "delta", "charlie", "bravo", "alpha"]);
    expect(names(await api.viewer("GET", "/api/devices?sort=created_at&status=active&limit=1"))).toEqual(["alpha"]);
  });

  it("tell the number of all records that the filter matches with count=true", async () => {
    const counted = async (query: string) => (await api.viewer("GET", `/api/devices?count=true${query}`)).headers.get("x-service-count");
    expect(await counted("")).toBe("5");
    expect(await counted("&limit=1")).toBe("5");
    expect(await counted("&limit=1&status=planned")).toBe("3");
    expect(await counted("&tags=none")).toBe("0");
    expect((await api.viewer("GET", "/api/devices?count=false")).headers.get("x-service-count")).toBeNull();
    const { status, headers } = await api.viewer("HEAD", "/api/devices?count=true&limit=1");
    expect([status, headers.get("x-service-count"), headers.get("x-service-next") === null]).toEqual([200, "5", false]);
  });

  it("refuse fields without an index, foreign cursors and other wrong values at their parameter", async () => {
    expect(problemsOf(await api.viewer("GET", "/api/devices?sort=os"))).toEqual({
      sort: "must be one of name, created_at, updated_at, with - before it for descending order",
    });
    const after = next(await api.viewer("GET", "/api/devices?limit=1"));
    const wrong = "must be the cursor of a page of this list with the same sort";
    expect(problemsOf(await api.viewer("GET", `/api/devices?sort=-name&after=${after}`))).toEqual({ after: wrong });
    expect(problemsOf(await api.viewer("GET", `/api/networks?after=${after}`))).toEqual({ after: wrong });
    expect((await api.viewer("GET", "/api/audit?after=x")).status).toBe(403);
    expect(problemsOf(await api.admin("GET", "/api/audit?after=x"))).toEqual({ after: wrong });
    expect(Object.keys(problemsOf(await api.viewer("GET", "/api/devices?limit=0&count=yes&sort=a&sort=b")))).toEqual([
      "limit",
      "sort",
      "count",
    ]);
  });

  it("of networks are sorted by address, and by VLAN with those without one first", async () => {
    for (const [name, subnet, vlan] of [
      ["ten", "10.0.0.0/8", 30],
      ["nine", "9.0.0.0/8", null],
      ["lab", "10.1.0.0/16", 20],
      ["six", "2001:db8::/32", null],
    ] as const)
      await api.operator("POST", "/api/networks", { name, subnet, vlan_id: vlan });
    expect(names(await api.viewer("GET", "/api/networks?sort=subnet"))).toEqual(["nine", "ten", "lab", "six"]);
    const vlans = async (sort: string): Promise<(number | null)[]> => {
      const found: (number | null)[] = [];
      for (let after: string | null = ""; after !== null;) {
        const page: Reply = await api.viewer("GET", `/api/networks?sort=${sort}&limit=1&after=${after}`);
        found.push(...page.body.map(({ vlan_id: id }: { vlan_id: number | null }) => id));
        after = next(page);
      }
      return found;
    };
    expect(await vlans("vlan_id")).toEqual([null, null, 20, 30]);
    expect(await vlans("-vlan_id")).toEqual([30, 20, null, null]);
    const roots = await api.viewer("GET", "/api/networks?parent_id=none&limit=2&count=true");
    expect([names(roots), roots.headers.get("x-service-count")]).toEqual([["nine", "six"], "3"]);
  });

  it("of the roots of the network tree have the number of networks inside each", async () => {
    const page = await api.viewer("GET", "/api/networks/roots?limit=2&count=true");
    expect(page.body.map((root: { name: string; child_count: number }) => [root.name, root.child_count])).toEqual([
      ["nine", 0],
      ["ten", 1],
    ]);
    expect(page.headers.get("x-service-count")).toBe("3");
    const rest = await api.viewer("GET", `/api/networks/roots?limit=2&after=${next(page)}`);
    expect([names(rest), next(rest)]).toEqual([["six"], null]);
    expect(rest.body[0].utilization.network_id).toBe(rest.body[0].id);
    expect(names(await api.viewer("GET", "/api/networks/roots?sort=-name"))).toEqual(["ten", "six", "nine"]);
    expect(names(await api.viewer("GET", "/api/networks/roots?space_id=none"))).toEqual(["nine", "ten", "six"]);
    expect((await api.nobody("GET", "/api/networks/roots")).status).toBe(403);
  });

  it("of the audit log go on in the log while rows are added", async () => {
    const actions = ({ body }: Reply): string[] => body.map(({ id }: { id: string }) => id);
    const all = actions(await api.admin("GET", "/api/audit?resource=device"));
    const first = await api.admin("GET", "/api/audit?resource=device&limit=2&count=true");
    await api.operator("POST", "/api/devices", { name: "later" });
    const rest = await api.admin("GET", `/api/audit?resource=device&limit=10&after=${next(first)}`);
    expect([...actions(first), ...actions(rest)]).toEqual(all);
    expect(first.headers.get("x-service-count")).toBe("5");
    const oldest = await api.admin("GET", "/api/audit?resource=device&sort=timestamp&limit=2");
    expect(actions(oldest)).toEqual(all.toReversed().slice(0, 2));
  });
});
