/** What came of one call of several that were done together. */
export type Outcome<Result> = { readonly result: Result } | { readonly error: unknown };

/** The result of a call that was done together with others. @throws what the call failed with */
export function resultOf<Result>(outcome: Outcome<Result> | undefined): Result {
  if (outcome === undefined) throw new Error("a call that was done together with others has no outcome");
  if ("result" in outcome) return outcome.result;
  throw outcome.error;
}
