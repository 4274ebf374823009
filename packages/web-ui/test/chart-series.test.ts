import type { DiscoveryScan, WebhookDelivery } from "@cadastre/client";
import { describe, expect, it } from "vitest";
import { deliveryBars, lengthText } from "../page/charts/delivery-series.ts";
import { scanPoints } from "../page/charts/scan-series.ts";

const scan = (id: string, changes: Partial<DiscoveryScan>): DiscoveryScan => ({
  id,
  network_id: "n",
  status: "completed",
  scan_type: "quick",
  total_hosts: 4,
  scanned_hosts: 4,
  found_hosts: 2,
  progress_percent: 100,
  scanner: "",
  rule_id: null,
  agent_id: null,
  error_message: "",
  coverage: {} as DiscoveryScan["coverage"],
  started_at: "2026-01-02T00:00:00.000Z",
  completed_at: "2026-01-02T00:00:01.500Z",
  created_at: "",
  updated_at: "",
  ...changes,
});
const delivery = (at: string, status: WebhookDelivery["status"] = "success") => ({ created_at: at, status });

describe("scans over time", () => {
  it("are the completed ones of the network, oldest first", () => {
    const scans = [
      scan("late", { completed_at: "2026-01-03T00:00:10.000Z", started_at: "2026-01-03T00:00:00.000Z", found_hosts: 3 }),
      scan("early", {}),
      scan("elsewhere", { network_id: "m" }),
      scan("failed", { status: "failed" }),
      scan("running", { status: "running", completed_at: null }),
    ];
    expect(scanPoints(scans, "n").map(({ id, found, seconds }) => [id, found, seconds])).toEqual([
      ["early", 2, 1.5],
      ["late", 3, 10],
    ]);
  });

  it("are no more than can be told apart, the newest ones", () => {
    const scans = Array.from({ length: 500 }, (_, index) =>
      scan(String(index), { completed_at: new Date(1e12 + index * 1000).toISOString() }),
    );
    expect(scanPoints(scans, "n")).toMatchObject({ length: 200, 0: { id: "300" }, 199: { id: "499" } });
  });
});

describe("deliveries over time", () => {
  it("are none without any", () => {
    expect(deliveryBars([]).bars).toEqual([]);
  });

  it("are counted by how they ended, with what lies between", () => {
    const { seconds, bars } = deliveryBars([
      delivery("2026-01-01T00:02:10Z", "failed"),
      delivery("2026-01-01T00:00:59Z"),
      delivery("2026-01-01T00:00:01Z"),
      delivery("2026-01-01T00:02:00Z", "retrying"),
    ]);
    expect(seconds).toBe(60);
    expect(bars.map(({ delivered, failed, others }) => [delivered, failed, others])).toEqual([
      [2, 0, 0],
      [0, 0, 0],
      [0, 1, 1],
    ]);
    expect(bars[0]?.time).toBe(Date.parse("2026-01-01T00:00:00Z") / 1000);
  });

  it.each([
    ["2026-01-01T00:40:00Z", "minute"],
    ["2026-01-01T20:00:00Z", "hour"],
    ["2026-01-20T00:00:00Z", "day"],
    ["2026-06-01T00:00:00Z", "7 days"],
  ])("until %s are counted by the %s, and none is lost", (last, length) => {
    const deliveries = [delivery("2026-01-01T00:00:00Z"), delivery("2026-01-01T00:10:00Z"), delivery(last)];
    const { seconds, bars } = deliveryBars(deliveries);
    expect(lengthText(seconds)).toBe(length);
    expect(bars.length).toBeLessThanOrEqual(48);
    expect(bars.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(3);
  });
});
