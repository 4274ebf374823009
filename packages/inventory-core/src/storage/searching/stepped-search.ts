import type { TextSteps } from "../../contract/storage/storage.ts";
import { prefixPattern } from "../like.ts";
import { END_OF_NAMES, rangesOfNames } from "./name-ranges.ts";
import { type Ask, byNumberOf, MAX_SORTED, numbersOf, orderedPages } from "./ordered-records.ts";
import { type FoundOtherwise, type Searched, searchedCondition, type SearchParts } from "./searched-records.ts";
import { SeqSet } from "./seq-set.ts";
import { textMatches } from "./text-matches.ts";
import { type RecordCondition, walkedPages } from "./walked-records.ts";

/**
 * A search on a storage whose statements keep the event loop to themselves: each of them looks at a bounded number of rows. The best
 * come first, from the indexes of what is named and of names, before the rest is looked for. The rest is put in order where it is few;
 * where it is many, a walk along the names meets them soon.
 */
export class SteppedSearch implements SearchParts {
  readonly #ask: Ask;
  readonly #steps: TextSteps;
  readonly #searched: Searched;
  readonly #sent = new SeqSet();

  constructor(ask: Ask, steps: TextSteps, searched: Searched) {
    this.#ask = ask;
    this.#steps = steps;
    this.#searched = searched;
  }

  async *exact(): AsyncGenerator<readonly string[], void> {
    for (const found of inSteps(this.#ask, this.#searched.first)) {
      const first = new SeqSet();
      for await (const seqs of found) for (const seq of seqs) first.add(seq);
      yield* this.#new(first);
    }
    yield* this.#new(await this.#named());
  }

  async *#new(group: SeqSet): AsyncGenerator<readonly string[], void> {
    takeFrom(group, this.#sent);
    for (const seq of group) this.#sent.add(seq);
    yield* orderedPages(this.#ask, this.#searched.documents, group);
  }

  async *others(): AsyncGenerator<readonly string[], void> {
    const { documents } = this.#searched;
    yield* this.#beginningSo();
    const rest = await this.#rest(MAX_SORTED);
    if (rest !== undefined) return yield* orderedPages(this.#ask, documents, rest);
    yield* walkedPages(this.#ask, documents, this.#condition(), this.#sent);
    // Renamed meanwhile, to where the walk had been already.
    const moved = await this.#rest(Infinity);
    if (moved !== undefined) yield* orderedPages(this.#ask, documents, moved);
  }

  /** Records of this very name. */
  async #named(): Promise<SeqSet> {
    return await numbersOf(this.#ask, {
      // The signs keep SQLite from walking along the names, whose order it sees.
      sql: `select seq, name as k1, id as k2 from ${this.#searched.documents.table} where name_key = ? and (+name, +id) > (?, ?)`,
      params: [this.#searched.terms.needle],
      orderBy: "+name, +id",
    });
  }

  /** Records whose name begins so, of which one has searched too. */
  async *#beginningSo(): AsyncGenerator<readonly string[], void> {
    const { documents, terms } = this.#searched;
    const { needle } = terms;
    const condition = this.#condition();
    const first = await this.#ask<{ seq: number; is_match: number }>(
      `select t.seq, case when ${condition.sql} then 1 else 0 end as is_match from ${documents.table} t
       where t.name_key >= ? and t.name_key < ? limit ${MAX_SORTED}`,
      [...condition.params, needle, needle + END_OF_NAMES],
    );
    if (first.length === MAX_SORTED)
      return yield* walkedPages(
        this.#ask,
        documents,
        { sql: `t.name_key like ? escape '\\' and ${condition.sql}`, params: [prefixPattern(needle), ...condition.params] },
        this.#sent,
        rangesOfNames(needle),
      );
    const group = new SeqSet();
    for (const { seq, is_match: isMatch } of first) if (isMatch === 1 && !this.#sent.has(seq)) group.add(seq);
    for (const seq of group) this.#sent.add(seq);
    yield* orderedPages(this.#ask, documents, group);
  }

  /** Records that match and were not given; undefined where they are more than so many. */
  async #rest(most: number): Promise<SeqSet | undefined> {
    const { table, documents, terms, others } = this.#searched;
    const rest = new SeqSet();
    for (const found of [
      textMatches({ ask: this.#ask, steps: this.#steps, table, source: byNumberOf(documents) }, terms.match),
      ...inSteps(this.#ask, others),
    ]) {
      for await (const seqs of found) {
        for (const seq of seqs) if (!this.#sent.has(seq)) rest.add(seq);
        if (rest.size > most) return undefined;
      }
    }
    return rest;
  }

  /** What matches, as a condition on one record. */
  #condition(): RecordCondition {
    return searchedCondition(this.#searched, "instr(t.search_text, ?) > 0");
  }
}

const inSteps = (ask: Ask, found: readonly FoundOtherwise[]): readonly AsyncIterable<readonly number[]>[] =>
  found.map((one) => one.inSteps(ask));

/** Takes what both have out of the first set. */
function takeFrom(group: SeqSet, others: SeqSet): void {
  for (const seq of group) if (others.has(seq)) group.delete(seq);
}
