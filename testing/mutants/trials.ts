import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mutated } from "./mutants.ts";
import type { ReachingTest } from "./reach.ts";
import type { Candidate } from "./sample.ts";
import { runTests } from "./vitest-run.ts";

/** What a test run takes to begin, with its databases. */
const START_MS = 60_000;

/** Tries mutants in the sources of a repository, one after the other. */
export class Trials {
  readonly #root: string;
  /** Whether tests pass while nothing is changed, by the tests. */
  readonly #sound = new Map<string, boolean>();

  /** @param root folder of the repository, whose sources are written to and restored */
  constructor(root: string) {
    this.#root = root;
  }

  /** Whether tests notice a mutant: they fail with it, and pass without. */
  async notice({ file, ...mutant }: Candidate, tests: readonly ReachingTest[]): Promise<boolean> {
    if (tests.length === 0) return false;
    const path = join(this.#root, file);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, mutated(text, mutant));
    try {
      if (await this.#pass(tests)) return false;
    } finally {
      writeFileSync(path, text);
    }
    return await this.#areSound(tests);
  }

  async #areSound(tests: readonly ReachingTest[]): Promise<boolean> {
    const key = tests
      .map(({ file }) => file)
      .toSorted()
      .join();
    const known = this.#sound.get(key) ?? (await this.#pass(tests));
    this.#sound.set(key, known);
    return known;
  }

  /** A mutant that makes a loop endless is noticed too: it takes several times as long. */
  async #pass(tests: readonly ReachingTest[]): Promise<boolean> {
    const maxMs = START_MS + 4 * tests.reduce((sum, { ms }) => sum + ms, 0);
    return await runTests(this.#root, { tests: tests.map(({ file }) => file), words: ["--bail", "1", "--reporter", "dot"], maxMs });
  }
}
