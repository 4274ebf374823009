import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Mutant, mutantsOf } from "./mutants.ts";

/** A mutant of a file, by its path from the root. */
export interface Candidate extends Mutant {
  readonly file: string;
  readonly line: number;
}

/** What has no behaviour that a package's own tests could see: entries, generated files, kits of tests. */
const LEFT_OUT = /\/(?:index|main)\.ts$|\/generated\/|\/src\/testing\/|\.test\.ts$|\.d\.ts$/;

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Mutants of packages, drawn by a seed: of each package as many as its share of all that there are, and at least some.
 * @param root folder of the repository @param packages names of folders in `packages`
 */
export function drawMutants(root: string, packages: readonly string[], count: number, seed: number): readonly Candidate[] {
  const random = randomFrom(seed);
  const all = new Map(packages.map((name) => [name, candidatesOf(root, name)]));
  const total = [...all.values()].reduce((sum, { length }) => sum + length, 0);
  return [...all.values()].flatMap((candidates) => {
    const share = Math.min(candidates.length, Math.max(5, Math.round((count * candidates.length) / total)));
    const left = [...candidates];
    return Array.from({ length: share }, () => left.splice(Math.floor(random() * left.length), 1)[0] as Candidate);
  });
}

function candidatesOf(root: string, name: string): readonly Candidate[] {
  const files = globSync(`packages/${name}/src/**/*.ts`, { cwd: root })
    .filter((file) => !LEFT_OUT.test(file))
    .toSorted();
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return mutantsOf(text).map((mutant) => ({ ...mutant, file, line: text.slice(0, mutant.start).split("\n").length }));
  });
}
