import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkDeliveries, type DeliveredRow } from "../src/soak/webhooks/check-deliveries.ts";
import { addressesTrial, rebindingTrial } from "../src/soak/webhooks/destination-trials.ts";
import type { Receipt } from "../src/soak/webhooks/messages.ts";
import { webhooksTrial } from "../src/soak/webhooks/webhooks-trial.ts";
import { healthyBesideHanging } from "../src/webhooks/healthy-beside-hanging.ts";
import { trialStorages } from "../../testing/storages.ts";

const seed = Date.now() % 1_000_000;
const report = (line: string): void => console.info(line);

describe("webhooks whose workers are killed", () => {
  it.each(trialStorages("postgresql"))(
    "lose none of 500 events, keep their order, and repeat only what was under way, on %s",
    async (storage) => {
      const result = await webhooksTrial({ storage, events: 500, rate: 80, seed, report });
      console.info(`webhooks on ${storage}: ${JSON.stringify(result)}`);
      expect(result.violations).toEqual([]);
      expect(result.events).toBeGreaterThanOrEqual(500);
      expect(result.kills).toBeGreaterThan(0);
      // A share would say how busy the machine is: a killed worker leaves four attempts at most, which may have been answered.
      expect(result.repeats).toBeLessThanOrEqual(4 * (result.kills + 2 * result.leaps) + 0.02 * result.events);
    },
  );
});

describe("the check of deliveries", () => {
  const hash = (body: string): string => createHash("sha256").update(body).digest("hex");
  const events = [
    { id: "e1", record_id: "r" },
    { id: "e2", record_id: "r" },
  ];
  const row = (id: string, eventId: string): DeliveredRow => ({ id, event_id: eventId, status: "success", request_body: id });
  const receipt = (id: string, firstAt: number, more: Partial<Receipt> = {}): Receipt => ({
    id,
    requests: 1,
    repeats: 0,
    firstAt,
    hashes: [hash(id)],
    ...more,
  });
  const rows = [row("d1", "e1"), row("d2", "e2")];
  const receipts = [receipt("d1", 0), receipt("d2", 1)];

  it("is content with each event once, and counts what was repeated", () => {
    expect(checkDeliveries(events, rows, receipts)).toEqual({ events: 2, requests: 2, repeats: 0, violations: [] });
    expect(checkDeliveries(events, rows, [receipt("d1", 0, { requests: 4, repeats: 2 }), receipt("d2", 1)])).toEqual({
      events: 2,
      requests: 5,
      repeats: 2,
      violations: [],
    });
  });

  it.each<[string, readonly DeliveredRow[], readonly Receipt[], RegExp]>([
    ["an event without a delivery", rows.slice(0, 1), receipts.slice(0, 1), /event e2 has no delivery/],
    ["a doubled delivery", [...rows, row("d3", "e2")], [...receipts, receipt("d3", 2)], /event e2 has 2 deliveries/],
    ["a delivery of nothing", [...rows, row("d3", "e3")], receipts, /d3 is of no committed event/],
    ["one that was given up", [rows[0] as DeliveredRow, { ...row("d2", "e2"), status: "failed" }], receipts, /d2 ended as failed/],
    ["one that never came", rows, receipts.slice(0, 1), /d2 was never received/],
    ["another body", rows, [receipt("d1", 0, { hashes: [hash("d1"), hash("x")] }), receipt("d2", 1)], /d1 was received with another body/],
    ["a record out of order", rows, [receipt("d1", 1), receipt("d2", 0)], /d2 of record r came before an earlier one/],
    ["one from nowhere", rows, [...receipts, receipt("d9", 2)], /d9 was received, but is not written down/],
  ])("sees %s", (_, someRows, someReceipts, complaint) => {
    expect(checkDeliveries(events, someRows, someReceipts).violations).toEqual([expect.stringMatching(complaint)]);
  });
});

describe("the trials of the destination policy", () => {
  it("judge addresses, and rebind names", async () => {
    expect(await addressesTrial(2000, { seed })).toEqual({ checked: 2000, violations: [] });
    expect(await rebindingTrial(20)).toEqual({ delivered: 20, refused: 20, questions: 40, canary: 0, violations: [] });
  });
});

describe("a healthy receiver beside hanging ones", () => {
  // How quickly is asked by `bench --workload webhooks`.
  it("gets all that is committed before an attempt at one of those ends", async () => {
    const { p99Ms, ...result } = await healthyBesideHanging({ hanging: 8, changes: 20 });
    console.info(`p99 from commit to receipt beside 8 hanging receivers: ${p99Ms.toFixed(0)} ms`);
    expect(result).toEqual({ received: 20, hungUp: 0 });
  });
});
