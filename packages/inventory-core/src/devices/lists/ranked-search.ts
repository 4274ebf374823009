import type { DialectName, OpenStorage, SqlFragment, SqlValue } from "../../contract/storage/storage.ts";
import { prefixPattern } from "../../storage/like.ts";
import { currentPages } from "../../storage/documents.ts";
import { type SearchTerms, searchTermsOf } from "../../storage/search-text.ts";
import { Where } from "../../storage/where.ts";
import { deviceDocuments } from "../device-rows.ts";
import { deviceNeedles, type DeviceNeedles, HOLDERS, OF_MACS, searchedCondition } from "./device-queries.ts";
import { deviceByDevice, isMetSoon } from "./met-soon.ts";
import { END_OF_NAMES, rangesOfNames } from "./name-ranges.ts";
import { MAX_SORTED_DEVICES } from "./ordered-devices.ts";
import { SeqSet } from "./seq-set.ts";
import type { DeviceCondition } from "./walked-devices.ts";

/** A text is looked for in a device that is at hand, not in the index. Applications may bind a search of SQLite without steps. */
const CONTAINS: Readonly<Record<DialectName, string>> = {
  sqlite: "instr(t.search_text, ?) > 0",
  postgresql: "position(? in t.search_text) > 0",
};

/** Devices of a statement of ids that are few. PostgreSQL takes an array for ten, where it may take a statement for hundreds, and walk. */
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
export class RankedSearch {
  readonly #storage: OpenStorage;
  readonly #signal: AbortSignal | undefined;
  readonly #terms: SearchTerms;
  readonly #needles: DeviceNeedles;
  readonly #sent = new SeqSet();

  constructor(storage: OpenStorage, q: string, signal?: AbortSignal) {
    this.#storage = storage;
    this.#signal = signal;
    this.#terms = searchTermsOf(q);
    this.#needles = deviceNeedles(q);
  }

  /** Documents of devices, in pages. */
  async *pages(): AsyncGenerator<readonly string[], void> {
    const { needle, match } = this.#terms;
    const holders = holdersOf(this.#needles, ({ lo, hi }) => lo === hi);
    if (holders !== undefined) yield* this.#given(new Where().add(`t.id in (${holders.sql})`, ...holders.params));
    yield* this.#given(new Where().add("t.name_key = ?", needle));
    const before = this.#sent.size;
    const condition = searchedCondition(match, this.#needles, CONTAINS[this.#storage.dialect]);
    yield* this.#beginningSo(condition);
    const areMany = this.#sent.size - before > MAX_SORTED_DEVICES;
    yield* this.#given(await this.#rest(condition, areMany));
  }

  /** Devices whose name begins with `q`: few from the index of folded names, to be put in order, many by ranges of the index of names. */
  async *#beginningSo(condition: DeviceCondition): AsyncGenerator<readonly string[], void> {
    const { needle } = this.#terms;
    const keys = [needle, needle + END_OF_NAMES] as const;
    const begun = `from device d where d.name_key >= ? and d.name_key < ? limit ${MAX_SORTED_DEVICES + 1}`;
    this.#signal?.throwIfAborted();
    const row = await this.#storage.read.get<{ few: number | string }>(`select count(*) as few from (select 1 as one ${begun}) as b`, keys);
    const few = Number(row?.few);
    if (few > MAX_SORTED_DEVICES) return yield* this.#walked(condition);
    if (few === 0) return;
    const isOneOf = IS_ONE_OF[this.#storage.dialect](`select d.id ${begun}`);
    yield* this.#given(new Where().add(isOneOf, ...keys).add(condition.sql, ...condition.params));
  }

  async *#walked({ sql, params }: DeviceCondition): AsyncGenerator<readonly string[], void> {
    const { needle } = this.#terms;
    const begins = { sql: `t.name_key like ? escape '\\' and ${sql}`, params: [prefixPattern(needle), ...params] };
    for (const { from, below } of rangesOfNames(needle)) {
      const range = (): Where => (below === null ? new Where() : new Where().add("t.name >= ? and t.name < ?", from, below));
      if (below !== null && !(await this.#hasAny(range()))) continue;
      // All names of one range begin so, but for a few.
      const condition = below === null ? begins : deviceByDevice(begins);
      yield* this.#given(range().add(condition.sql, ...condition.params));
    }
  }

  async #hasAny({ sql, params }: Where): Promise<boolean> {
    this.#signal?.throwIfAborted();
    return (await this.#storage.read.get(`select 1 as one from device t${sql} limit 1`, params)) !== undefined;
  }

  /** What else matches: from a walk along the names where that meets it soon; otherwise the text index has it, to be put in order. */
  async #rest(condition: DeviceCondition, areMany: boolean): Promise<Where> {
    this.#signal?.throwIfAborted();
    const rest = new Where();
    if (await isMetSoon(this.#storage.read, condition)) {
      const walked = deviceByDevice(condition);
      return rest.add(walked.sql, ...walked.params);
    }
    // Of many that have been given, none is put in order once more; of few, one that was renamed to such a name meanwhile is found.
    if (areMany) rest.add("t.name_key not like ? escape '\\'", prefixPattern(this.#terms.needle));
    const indexed = indexedMatches(this.#storage, this.#terms, this.#needles);
    return rest.add(`t.id in (${indexed.sql})`, ...indexed.params);
  }

  async *#given(where: Where): AsyncGenerator<readonly string[], void> {
    const sql = `select t.seq, t.doc from device t${where.sql} order by t.name, t.id`;
    yield* currentPages(this.#storage, deviceDocuments, this.#new(this.#storage.pages<Found>(sql, where.params, this.#signal)));
  }

  async *#new(pages: AsyncIterable<readonly Found[]>): AsyncGenerator<readonly Found[]> {
    for await (const page of pages) {
      const found = page.filter(({ seq }) => !this.#sent.has(Number(seq)));
      for (const { seq } of found) this.#sent.add(Number(seq));
      if (found.length > 0) yield found;
    }
  }
}

/** Ids of the devices that a search finds by the text index, and by those of addresses. */
export function indexedMatches({ text }: Pick<OpenStorage, "text">, { match }: SearchTerms, needles: DeviceNeedles): SqlFragment {
  const texts = match.map((part) => text.deviceContains(part));
  const also = holdersOf(needles, () => true);
  return {
    sql: `select d.id from device d where ${texts.map(({ sql }) => sql).join(" and ")}${also === undefined ? "" : ` union ${also.sql}`}`,
    params: [...texts.flatMap(({ params }) => params), ...(also?.params ?? [])],
  };
}

type Range = { readonly lo: SqlValue; readonly hi: SqlValue };

/** Ids of devices with addresses of those ranges that are asked for; nothing without one. */
function holdersOf({ range, macs }: DeviceNeedles, isAsked: (range: Range) => boolean): SqlFragment | undefined {
  const asked = [[range, HOLDERS] as const, [macs, OF_MACS] as const].flatMap(([some, sql]) =>
    some !== null && isAsked(some) ? [{ sql, params: [some.lo, some.hi] }] : [],
  );
  return asked.length === 0
    ? undefined
    : { sql: asked.map(({ sql }) => sql).join(" union "), params: asked.flatMap(({ params }) => params) };
}
