import type { SeededRandom } from "../crash/seeded-random.ts";
import { isRead, type Output } from "./network-model.ts";
import type { TimedOperation } from "./operation-history.ts";

/** What may be wrong with a storage, as a wrong answer. */
export const FAULTS = ["given twice", "stale read", "lost release", "reappears", "refused for nothing"] as const;

type Fault = (typeof FAULTS)[number];

/** Puts one wrong answer into a history. @returns undefined when the history has no place for it */
export function tamper(random: SeededRandom, operations: readonly TimedOperation[], fault: Fault): TimedOperation[] | undefined {
  const places = operations.flatMap((operation, index) => {
    const output = wrongAnswer(operation, operations, fault);
    return output === undefined ? [] : [{ index, output }];
  });
  const place = random.pick(places);
  if (place === undefined) return undefined;
  return operations.map((operation, index) => (index === place.index ? { ...operation, output: place.output } : operation));
}

function wrongAnswer({ input, output, begin }: TimedOperation, operations: readonly TimedOperation[], fault: Fault): Output | undefined {
  if (output === undefined) return undefined;
  const before = operations.filter((other) => other.end < begin);
  switch (fault) {
    case "given twice": {
      if (!("given" in output)) return undefined;
      const own = new Set(output.given.map(({ ip }) => ip));
      const others = before.flatMap((other) => (other.output !== undefined && "given" in other.output ? other.output.given : []));
      const other = others.findLast(({ ip }) => !own.has(ip));
      const [, ...rest] = output.given;
      return other === undefined ? undefined : { given: [{ id: output.given[0]?.id ?? "", ip: other.ip }, ...rest] };
    }
    case "stale read": {
      if (!isRead(input)) return undefined;
      const answer = JSON.stringify(output);
      return before.findLast(
        (other) =>
          JSON.stringify(other.input) === JSON.stringify(input) && other.output !== undefined && JSON.stringify(other.output) !== answer,
      )?.output;
    }
    case "lost release":
      return input.op === "release" && "done" in output ? { refused: "NOT_FOUND" } : undefined;
    case "reappears":
      return input.op === "get-device" && "refused" in output ? { value: "10.0.0.1" } : undefined;
    case "refused for nothing":
      return input.op === "allocate" && "given" in output ? { refused: "IP_NOT_AVAILABLE" } : undefined;
  }
}
