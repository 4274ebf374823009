import type { ImportProblem } from "@cadastre/inventory-core";

/** Counts what the inventory has no place for, so that each kind is told once, at the end, with its number. */
export class LeftOut {
  readonly #found = new Map<string, { readonly at: ImportProblem["at"]; readonly tell: (count: number) => string; count: number }>();

  /**
   * @param kind what is counted together
   * @param tell the sentence, from the count
   * @param at the first place where it was met
   */
  add(kind: string, tell: (count: number) => string, at: ImportProblem["at"] = {}, count = 1): void {
    const known = this.#found.get(kind);
    if (known === undefined) this.#found.set(kind, { at, tell, count });
    else known.count += count;
  }

  /** A warning for each kind, in the order in which they were met. */
  *warnings(): Generator<ImportProblem> {
    for (const { at, tell, count } of this.#found.values()) yield { at, severity: "warning", message: tell(count) };
  }
}

/** `1 webhook is`, `3 webhooks are`. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  count === 1 ? `1 ${one} is` : `${count} ${several} are`;
