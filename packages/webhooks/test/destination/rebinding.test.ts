import { expect, test } from "vitest";
import { rebindingRounds } from "./rebinding.ts";

test("1,000 rounds of rebinding never reach the blocked address", async () => {
  expect(await rebindingRounds(1000)).toEqual({ delivered: 1000, refused: 1000, questions: 2000, canary: 0 });
}, 300_000);
