import { expect, it } from "vitest";
import { neighboursTrial } from "../src/soak/neighbours/neighbours-trial.ts";
import { trialStorages } from "../../testing/storages.ts";

// Short: what is asked is that everything is answered. How quickly is asked by the long form, `pnpm soak --trial neighbours`.
it.each(trialStorages("sqlite"))("a user at work beside attackers within their limits gets every answer, on %s", async (storage) => {
  const { alone, attacks, violations } = await neighboursTrial({
    storage,
    devices: 1000,
    phaseMs: 300,
    report: (line) => console.info(line),
  });
  expect(violations).toEqual([]);
  expect(alone.requests).toBeGreaterThan(0);
  expect(Object.keys(attacks)).toHaveLength(38);
  for (const { requests, attackers } of Object.values(attacks))
    expect([requests, Object.keys(attackers).length]).toEqual([expect.any(Number), expect.any(Number)]);
});
