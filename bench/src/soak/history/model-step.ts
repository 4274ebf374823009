import { type Input, type NetworkState, type Output, runModel } from "./network-model.ts";

/** Marks ids that no answer has told. */
const UNTOLD = "?";

/**
 * Whether an operation could have happened in a state with what it answered.
 * @param output undefined when there was no answer: any would do
 * @param untold names what an operation without an answer makes
 * @returns the state it leaves, or undefined when it could not
 */
export function stepModel(state: NetworkState, input: Input, output: Output | undefined, untold: string): NetworkState | undefined {
  let serial = 0;
  const told = output === undefined ? [] : idsOf(output);
  const ran = runModel(state, input, () => {
    serial += 1;
    return told[serial - 1] ?? `${UNTOLD}${untold}.${serial}`;
  });
  if (output === undefined) return ran.state;
  return matches(ran.state, ran.output, output);
}

function idsOf(output: Output): readonly string[] {
  if ("given" in output) return output.given.map(({ id }) => id);
  return "device" in output ? [output.device] : [];
}

function matches(state: NetworkState, modelled: Output, output: Output): NetworkState | undefined {
  if (!("given" in modelled) || !("given" in output)) return JSON.stringify(modelled) === JSON.stringify(output) ? state : undefined;
  if (modelled.given.length !== output.given.length) return undefined;
  let next = state;
  for (const [index, { id, ip }] of modelled.given.entries()) {
    const told = output.given[index];
    if (told === undefined || told.ip !== ip) return undefined;
    if (told.id === id) continue;
    if (!id.startsWith(UNTOLD)) return undefined;
    // A repeated key tells the ids of the first call, which had no answer.
    next = {
      ...next,
      allocations: next.allocations.map((allocation) => (allocation.id === id ? { ...allocation, id: told.id } : allocation)),
      keys: next.keys.map((known) => ({ ...known, ids: known.ids.map((one) => (one === id ? told.id : one)) })),
    };
  }
  return next;
}
