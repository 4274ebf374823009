import { describe, expect, inject, it } from "vitest";
import { SeededRandom } from "../src/soak/crash/seeded-random.ts";
import { KnownIds, RequestMaker } from "../src/soak/hostile/hostile-request.ts";
import { hostileTrial, hostileTrialForbidden } from "../src/soak/hostile/hostile-trial.ts";
import { MemoryCurve } from "../src/soak/hostile/memory-curve.ts";
import { trialStorages } from "../../testing/storages.ts";

const forbidden = hostileTrialForbidden();
if (forbidden !== null) console.info(`2 trials of hostile requests are skipped: ${forbidden}`);
const seed = Date.now() % 1_000_000;

describe.skipIf(forbidden !== null)("hostile requests and frames", () => {
  it.each(trialStorages("postgresql"))(`are all answered, and none with 5xx, on %s (seed ${seed})`, async (storage) => {
    const result = await hostileTrial({
      storage,
      requests: 2500,
      seed,
      report: (line) => console.info(line),
      adminUrl: inject("postgresAdminUrl"),
    });
    expect(result.violations).toEqual([]);
    expect(result).toMatchObject({ sent: expect.any(Number), unanswered: 0, frames: 25 });
    // They get past the door, to the rules.
    expect(result.succeeded).toBeGreaterThan(result.operations / 3);
  });
});

describe("what the trial of hostile requests relies on", () => {
  it("makes the same requests of one seed, of every operation", () => {
    const api = {
      operations: ["a", "b"].map((id) => ({
        id,
        method: "POST",
        path: `/api/${id}/{x}`,
        query: [{ name: "q", schema: { type: "string" } }],
        body: { type: "object", properties: { name: { type: "string" } } },
      })),
      resolve: <T>(schema: T): T => schema,
    };
    const made = (): unknown[] => {
      const maker = new RequestMaker(api, new SeededRandom(7), new KnownIds());
      return Array.from({ length: 200 }, () => maker.next("Bearer x"));
    };
    expect(made()).toEqual(made());
    expect(new Set(made().map((request) => (request as { operation: { id: string } }).operation.id))).toEqual(new Set(["a", "b"]));
  });

  it("tells memory that grows from memory that is used", () => {
    const curveOf = (megabytes: (at: number) => number): string | undefined => {
      let at = 0;
      const curve = new MemoryCurve(1000, () => megabytes(at));
      for (at = 1; at <= 1000; at += 1) curve.sample(at);
      return curve.growth();
    };
    expect(curveOf((at) => Math.min(300, at * 2))).toBeUndefined();
    expect(curveOf((at) => 200 + at / 2)).toMatch(/^memory grew from 350 to 700 MB$/);
    expect(curveOf(() => 300)).toBeUndefined();
  });
});
