import { atDepth } from "../../../../testing/depth.ts";
import { expect, test } from "vitest";
import { rebindingRounds } from "./rebinding.ts";

/** Names that change their address between check and connection. */
const ROUNDS = atDepth({ few: 100, many: 1000 });

test("rounds of rebinding never reach the blocked address", async () => {
  expect(await rebindingRounds(ROUNDS)).toEqual({ delivered: ROUNDS, refused: ROUNDS, questions: 2 * ROUNDS, canary: 0 });
});
