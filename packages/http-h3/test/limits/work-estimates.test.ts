import { FakeClock } from "@cadastre/testing";
import { expect, it } from "vitest";
import { WorkAccounts } from "../../src/limits/work-accounts.ts";
import { WorkBudget } from "../../src/limits/work-budget.ts";

const WINDOW_MS = 60_000;
const ADA = "ada";

function start(): { readonly budget: WorkBudget; readonly clock: FakeClock } {
  const clock = new FakeClock();
  const settings = { concurrency: 16, totalConcurrency: 64, queue: 100, streams: 20, budgetMs: 1_000, windowMs: WINDOW_MS };
  return { budget: new WorkBudget(settings, new WorkAccounts(), clock), clock };
}

const refused = expect.objectContaining({ code: "RATE_LIMIT_EXCEEDED" });

it("reserves the estimated cost of running calls, so that parallel calls cannot exceed the budget together", () => {
  const { budget } = start();
  budget.learn(ADA, "bulk", 100, 1_025);
  expect(budget.take(ADA, "bulk", 60)).toBe(600);
  expect(budget.take(ADA, "bulk", 60)).toBe(600);
  expect(() => budget.take(ADA, "bulk", 1)).toThrow(refused);
  budget.giveBack(ADA, 600);
  expect(budget.take(ADA, "bulk", 1)).toBe(10);
});

it("estimates the calls of a caller by that caller's own last call", () => {
  const { budget } = start();
  budget.learn("bob", "bulk", 1, 5_025);
  expect(budget.take(ADA, "bulk", 60)).toBe(0);
  budget.learn(ADA, "bulk", 1, 35);
  expect(budget.take(ADA, "bulk", 60)).toBe(600);
  budget.learn(ADA, "bulk", 1, 1);
  expect(budget.take(ADA, "bulk", 60)).toBe(0);
});

it("carries an overdraft into the next windows", async () => {
  const { budget, clock } = start();
  budget.charge(ADA, "bulk", 2_500);
  expect(() => budget.take(ADA, "bulk", 1)).toThrow(refused);
  await clock.advance(WINDOW_MS);
  expect(() => budget.take(ADA, "bulk", 1)).toThrow(refused);
  await clock.advance(WINDOW_MS);
  expect(budget.take(ADA, "bulk", 1)).toBe(0);
});

it("keeps the estimate of an operation when a call fails", async () => {
  const { budget } = start();
  budget.learn(ADA, "bulk", 1, 525);
  const call = budget.of([ADA], true, new AbortController().signal, () => {});
  await expect(call.run("bulk", async () => await Promise.reject(new Error("invalid")))).rejects.toThrow("invalid");
  expect(budget.take(ADA, "bulk", 1)).toBe(500);
});
