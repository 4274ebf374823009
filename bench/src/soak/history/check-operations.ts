import { explainNetwork } from "./explain-network.ts";
import type { NetworkState } from "./network-model.ts";
import type { TimedOperation } from "./operation-history.ts";

export interface OperationsCheck {
  /** Networks for which there is an order that explains every answer. */
  readonly explained: number;
  readonly steps: number;
  readonly violations: readonly string[];
}

/** Judges each network alone: they share nothing, and each alone needs an order just when all together do. */
export function checkOperations(initial: ReadonlyMap<string, NetworkState>, operations: readonly TimedOperation[]): OperationsCheck {
  const violations: string[] = [];
  let explained = 0;
  let steps = 0;
  const byNetwork = Map.groupBy(operations, ({ network }) => network);
  for (const [network, own] of byNetwork) {
    const state = initial.get(network);
    if (state === undefined) throw new Error(`the network ${network} has no state to begin with`);
    const explanation = explainNetwork(state, own);
    steps += explanation.steps;
    if (explanation.explained === true) explained += 1;
    else
      violations.push(
        `${network}: ${explanation.explained === false ? "no order explains the answers" : "undecided"}: ${explanation.reason}`,
      );
  }
  return { explained, steps, violations };
}
