import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ApiServer, type Reply, startApi, UNKNOWN_ID } from "../api-server.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

const DAY_MS = 86_400_000;

describe.each(STORAGES)("how full networks and pools were, over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeEach(async () => {
    api = await startApi(storage);
  });
  afterEach(async () => await api.stop());

  const make = async (path: string, body: object): Promise<Reply["body"]> => (await api.admin("POST", path, body)).body;
  const history = async (path: string): Promise<Reply["body"]> => (await api.viewer("GET", `${path}/utilization/history`)).body;
  /** Moves to the next day, and waits until the server has recorded it. */
  const nextDay = async (path: string): Promise<void> => {
    const before = (await history(path)).points.length;
    await api.clock.advance(DAY_MS);
    await vi.waitFor(async () => expect((await history(path)).points).toHaveLength(before + 1));
  };
  const usedOf = ({ points }: Reply["body"]): number[] => points.map(({ used }: { used: number }) => used);

  it("tells a point a day and now, and when it will be full", async () => {
    const network = await make("/api/networks", { name: "n", subnet: "10.0.0.0/24" });
    const path = `/api/networks/${network.id}`;
    expect(await history(path)).toEqual({
      points: [{ at: "2026-01-02T03:04:05.678Z", total: 254, used: 0, utilization: 0 }],
      forecast: null,
    });
    for (let day = 1; day <= 4; day += 1) {
      await make("/api/devices", { name: `d${day}`, addresses: [{ ip: `10.0.0.${day}0` }, { ip: `10.0.0.${day}1` }] });
      await nextDay(path);
    }
    const told = await history(path);
    expect(usedOf(told)).toEqual([2, 4, 6, 8, 8]);
    expect(told.points.map(({ at }: { at: string }) => at.slice(0, 10))).toEqual([
      "2026-01-03",
      "2026-01-04",
      "2026-01-05",
      "2026-01-06",
      "2026-01-06",
    ]);
    expect(told.points[4]).toEqual({ at: "2026-01-06T03:04:05.678Z", total: 254, used: 8, utilization: 3.15 });
    // Two addresses a day, for 246 more.
    expect(told.forecast.per_day).toBeCloseTo(2, 2);
    expect(told.forecast.full_at.slice(0, 7)).toBe("2026-05");
  });

  it("counts the allocations of a pool, and has exact counts at any size", async () => {
    const network = await make("/api/networks", { name: "n", subnet: "2001:db8::/64" });
    const pool = await make(`/api/networks/${network.id}/pools`, { name: "p", start_ip: "2001:db8::1", end_ip: "2001:db8::a" });
    const path = `/api/pools/${pool.id}`;
    for (let day = 1; day <= 2; day += 1) {
      await api.admin("POST", `${path}/allocations`, { key: `k${day}`, count: 2 });
      await nextDay(path);
    }
    expect(await history(path)).toMatchObject({
      points: [
        { total: 10, used: 2, utilization: 20 },
        { total: 10, used: 4, utilization: 40 },
        { total: 10, used: 4, utilization: 40 },
      ],
      forecast: { full_at: expect.stringMatching(/^2026-01-0[67]/) },
    });
    expect((await history(`/api/networks/${network.id}`)).points[0]).toMatchObject({ total: "18446744073709551616", used: 0 });
  });

  it("gives the points of a time, with the same forecast", async () => {
    const network = await make("/api/networks", { name: "n", subnet: "10.0.0.0/24" });
    const path = `/api/networks/${network.id}`;
    for (let day = 1; day <= 3; day += 1) {
      await make("/api/devices", { name: `d${day}`, addresses: [{ ip: `10.0.0.${day}` }] });
      await nextDay(path);
    }
    const whole = await history(path);
    const within = async (query: string): Promise<Reply["body"]> => (await api.viewer("GET", `${path}/utilization/history?${query}`)).body;
    const [, second, third] = whole.points;
    expect(await within(`from=${second.at}&to=${third.at}`)).toEqual({ points: [second], forecast: whole.forecast });
    expect(usedOf(await within("from=2026-01-04T00:00:00%2B01:00"))).toEqual([2, 3, 3]);
    expect(usedOf(await within("to=2026-01-04T00:00:00Z"))).toEqual([1]);
    expect(usedOf(await within("from=2027-01-01T00:00:00Z"))).toEqual([]);
    expect(usedOf(await within("from=&to="))).toEqual([1, 2, 3, 3]);
    expect(await api.viewer("GET", `${path}/utilization/history?from=yesterday`)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR", details: { from: expect.anything() } },
    });
  });

  it("is for who may read the record", async () => {
    for (const [path, code] of Object.entries({ networks: "NETWORK_NOT_FOUND", pools: "POOL_NOT_FOUND" })) {
      const asked = `/api/${path}/${UNKNOWN_ID}/utilization/history`;
      expect((await api.viewer("GET", asked)).body.code).toBe(code);
      expect((await api.nobody("GET", asked)).status).toBe(403);
    }
  });
});
