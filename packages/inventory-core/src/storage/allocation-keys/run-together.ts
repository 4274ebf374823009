import type { CallContext } from "../../contract/operations/operation.ts";
import type { Outcome } from "../../contract/storage/outcome.ts";
import type { Change, WritePath } from "../../contract/storage/write-path.ts";

/** A call that is a part of another change, or that changes nothing, is done by itself. */
export const isAlone = ({ within, dryRun }: CallContext): boolean => within !== undefined || dryRun === true;

/**
 * Runs a change that several calls share, the first of which is the one of the change. Where none of them is served, all that was done
 * meanwhile is rolled back.
 */
export async function runTogether<Result>(
  writes: WritePath,
  calls: readonly { readonly call: CallContext }[],
  work: (change: Change) => Promise<readonly Outcome<Result>[]>,
): Promise<readonly Outcome<Result>[]> {
  const [first] = calls;
  if (first === undefined) return [];
  const served = writes.run(
    first.call,
    async (change) => {
      const outcomes = await work(change);
      if (outcomes.every((outcome) => "error" in outcome)) throw new NothingServed(outcomes);
      return outcomes;
    },
    calls.length > 1 ? "shared" : "one",
  );
  return await served.catch((error: unknown) => {
    if (error instanceof NothingServed) return error.outcomes as readonly Outcome<Result>[];
    throw error;
  });
}

/** No call was served. */
class NothingServed extends Error {
  readonly outcomes: readonly Outcome<unknown>[];

  constructor(outcomes: readonly Outcome<unknown>[]) {
    super("no call was served");
    this.outcomes = outcomes;
  }
}
