import { inject } from "vitest";

/** How much a run tests: `few` cases in `test`, `many` in `test:deep`, `full` with `DEEP=full`. */
export type Depth = "few" | "full" | "many";

declare module "vitest" {
  interface ProvidedContext {
    depth: Depth;
  }
}

/**
 * Picks a number of cases, or a size, by the depth of the run.
 * @param counts `full` defaults to `many`
 * @example fc.assert(property, { numRuns: atDepth({ few: 3, many: 50 }) })
 */
export function atDepth<T>({ few, many, full = many }: { readonly few: T; readonly many: T; readonly full?: T }): T {
  return { few, many, full }[inject("depth")];
}

/** First seed of every quick run, so that each run repeats what earlier runs tested. */
const FIXED_SEED = 1;

/**
 * Seeds of a random test: `CADASTRE_SEED` alone where it is set, to repeat a failure; else a fixed seed and a new one, or only a new one
 * in deep runs. Tests print the seed with a failure.
 */
export function randomSeeds(): readonly number[] {
  const given = process.env["CADASTRE_SEED"];
  if (given !== undefined) return [Number(given)];
  const fresh = Math.floor(Math.random() * 2 ** 31);
  return atDepth({ few: [FIXED_SEED, fresh], many: [fresh] });
}
