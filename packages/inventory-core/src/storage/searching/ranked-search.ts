import type { DialectName, OpenStorage, SqlFragment } from "../../contract/storage/storage.ts";
import { currentPages } from "../documents.ts";
import { prefixPattern } from "../like.ts";
import { Where } from "../where.ts";
import { isMetSoon, metByName, oneByOne } from "./met-soon.ts";
import { END_OF_NAMES, rangesOfNames } from "./name-ranges.ts";
import { MAX_SORTED } from "./ordered-records.ts";
import { type Searched, searchedCondition, type SearchParts, unionOf } from "./searched-records.ts";
import { SeqSet } from "./seq-set.ts";
import type { RecordCondition } from "./walked-records.ts";

/** A text is looked for in a record that is at hand, not in the index. Applications may bind a search of SQLite without steps. */
const CONTAINS: Readonly<Record<DialectName, string>> = {
  sqlite: "instr(t.search_text, ?) > 0",
  postgresql: "position(? in t.search_text) > 0",
};

/** Records of a statement of ids that are few. PostgreSQL takes an array for ten, where it may take a statement for hundreds, and walk. */
const IS_ONE_OF: Readonly<Record<DialectName, (ids: string) => string>> = {
  sqlite: (ids) => `t.id in (${ids})`,
  postgresql: (ids) => `t.id = any (array(${ids}))`,
};

interface Found {
  readonly seq: number | string;
  readonly doc: string;
}

/**
 * A search on a database that works in a process of its own: a statement for each rank, in its order, so that the first ones are sent
 * before the rest is looked for (docs/spec/devices.md#ranking). One statement for all would be planned as if all of it were wanted at
 * once. The statements see different moments: what was given is not given again.
 */
export class RankedSearch implements SearchParts {
  readonly #storage: OpenStorage;
  readonly #signal: AbortSignal | undefined;
  readonly #searched: Searched;
  readonly #sent = new SeqSet();

  constructor(storage: OpenStorage, searched: Searched, signal?: AbortSignal) {
    this.#storage = storage;
    this.#signal = signal;
    this.#searched = searched;
  }

  async *exact(): AsyncGenerator<readonly string[], void> {
    for (const { ids } of this.#searched.first) yield* this.#given(new Where().add(`t.id in (${ids.sql})`, ...ids.params));
    yield* this.#given(new Where().add("t.name_key = ?", this.#searched.terms.needle));
  }

  async *others(): AsyncGenerator<readonly string[], void> {
    const before = this.#sent.size;
    const condition = searchedCondition(this.#searched, CONTAINS[this.#storage.dialect]);
    yield* this.#beginningSo(condition);
    const areMany = this.#sent.size - before > MAX_SORTED;
    yield* this.#given(await this.#rest(condition, areMany));
  }

  /** Records whose name begins so: few from the index of folded names, to be put in order, many by ranges of the index of names. */
  async *#beginningSo(condition: RecordCondition): AsyncGenerator<readonly string[], void> {
    const { documents, terms } = this.#searched;
    const keys = [terms.needle, terms.needle + END_OF_NAMES] as const;
    const begun = `from ${documents.table} d where d.name_key >= ? and d.name_key < ? limit ${MAX_SORTED + 1}`;
    this.#signal?.throwIfAborted();
    const row = await this.#storage.read.get<{ few: number | string }>(`select count(*) as few from (select 1 as one ${begun}) as b`, keys);
    const few = Number(row?.few);
    if (few > MAX_SORTED) return yield* this.#walked(condition);
    if (few === 0) return;
    const isOneOf = IS_ONE_OF[this.#storage.dialect](`select d.id ${begun}`);
    yield* this.#given(new Where().add(isOneOf, ...keys).add(condition.sql, ...condition.params));
  }

  async *#walked({ sql, params }: RecordCondition): AsyncGenerator<readonly string[], void> {
    const { needle } = this.#searched.terms;
    const begins = { sql: `t.name_key like ? escape '\\' and ${sql}`, params: [prefixPattern(needle), ...params] };
    for (const { from, below } of rangesOfNames(needle)) {
      const range = (): Where => (below === null ? new Where() : new Where().add("t.name >= ? and t.name < ?", from, below));
      if (below !== null && !(await this.#hasAny(range()))) continue;
      // All names of one range begin so, but for a few.
      const condition = below === null ? begins : oneByOne(begins);
      yield* this.#given(range().add(condition.sql, ...condition.params));
    }
  }

  async #hasAny({ sql, params }: Where): Promise<boolean> {
    this.#signal?.throwIfAborted();
    return (await this.#storage.read.get(`select 1 as one from ${this.#searched.documents.table} t${sql} limit 1`, params)) !== undefined;
  }

  /** What else matches: from a walk along the names where that meets it soon; otherwise the text index has it, to be put in order. */
  async #rest(condition: RecordCondition, areMany: boolean): Promise<Where> {
    this.#signal?.throwIfAborted();
    const rest = new Where();
    if (await isMetSoon(this.#storage.read, metByName(this.#searched.documents.table, condition))) {
      const walked = oneByOne(condition);
      return rest.add(walked.sql, ...walked.params);
    }
    // Of many that have been given, none is put in order once more; of few, one that was renamed to such a name meanwhile is found.
    if (areMany) rest.add("t.name_key not like ? escape '\\'", prefixPattern(this.#searched.terms.needle));
    const indexed = indexedMatches(this.#storage, this.#searched);
    return rest.add(`t.id in (${indexed.sql})`, ...indexed.params);
  }

  async *#given(where: Where): AsyncGenerator<readonly string[], void> {
    const { documents } = this.#searched;
    const sql = `select t.seq, ${documents.docSql("t")} as doc from ${documents.table} t${where.sql} order by t.name, t.id`;
    yield* currentPages(this.#storage, documents, this.#new(this.#storage.pages<Found>(sql, where.params, this.#signal)));
  }

  async *#new(pages: AsyncIterable<readonly Found[]>): AsyncGenerator<readonly Found[]> {
    for await (const page of pages) {
      const found = page.filter(({ seq }) => !this.#sent.has(Number(seq)));
      for (const { seq } of found) this.#sent.add(Number(seq));
      if (found.length > 0) yield found;
    }
  }
}

/** Ids of the records that a search finds by the text index, and otherwise. */
export function indexedMatches({ text }: Pick<OpenStorage, "text">, { table, documents, terms, others }: Searched): SqlFragment {
  const texts = terms.match.map((part) => text.contains(table, part));
  const also = unionOf(others);
  return {
    sql:
      `select d.id from ${documents.table} d where ${texts.map(({ sql }) => sql).join(" and ")}` +
      (also === undefined ? "" : ` union ${also.sql}`),
    params: [...texts.flatMap(({ params }) => params), ...(also?.params ?? [])],
  };
}
