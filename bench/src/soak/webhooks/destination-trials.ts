import { compareWithOracle } from "../../../../packages/webhooks/test/destination/address-oracle.ts";
import { rebindingRounds, type RebindingResult } from "../../../../packages/webhooks/test/destination/rebinding.ts";
import type { TrialOptions } from "../trials.ts";

const SHOWN = 20;
/** Rounds that share a receiver, which keeps all that it gets. */
const ROUNDS_AT_ONCE = 1000;

/** The long form of what the tests of the destination policy do. */
export async function addressesTrial(
  count: number,
  { seed }: Pick<TrialOptions, "seed">,
): Promise<{ checked: number; violations: readonly string[] }> {
  const { checked, differences } = compareWithOracle(seed, count);
  return { checked, violations: differences.slice(0, SHOWN) };
}

export async function rebindingTrial(rounds: number): Promise<RebindingResult & { readonly violations: readonly string[] }> {
  const sum = { delivered: 0, refused: 0, questions: 0, canary: 0 };
  for (let left = rounds; left > 0; left -= ROUNDS_AT_ONCE) {
    const { delivered, refused, questions, canary } = await rebindingRounds(Math.min(left, ROUNDS_AT_ONCE));
    sum.delivered += delivered;
    sum.refused += refused;
    sum.questions += questions;
    sum.canary += canary;
  }
  const violations = sum.canary > 0 ? [`the blocked address was reached ${sum.canary} times`] : [];
  if (sum.delivered !== rounds || sum.refused !== rounds || sum.questions !== rounds * 2)
    violations.push(`of ${rounds} rounds each should be delivered once, refused once and looked up twice`);
  return { ...sum, violations };
}
