import type { OpenStorage, SqlValue } from "../contract/storage/storage.ts";
import type { z } from "zod";
import type { DocumentType } from "../storage/document-type.ts";
import { currentPages } from "../storage/documents.ts";
import { prefixPattern } from "../storage/like.ts";
import { searchCondition, searchTermsOf } from "../storage/search-text.ts";
import { textsByKey } from "../storage/list-reading/rows-by-key.ts";
import type { Pages, SearchParts } from "../storage/searching/searched-records.ts";

/** Documents of a table that is searched without a text index: it has the columns `name_key` and `search_text`. */
export type SearchedDocuments = Pick<DocumentType<z.ZodObject>, "table" | "currentAll" | "completion" | "docSql" | "lengthSql">;

/** Rows that one statement compares. */
export const ROWS_PER_STEP = 500;

/** Matches whose ids are kept, to be put in order; of more, each rank is looked for by itself. */
const MAX_KEPT_MATCHES = 1000;

/** Documents that one statement reads. */
const DOCUMENTS_PER_STEP = 50;

/** What is looked for, as a query of one table. */
interface Ranking {
  /** Holds for what matches; on alias `t`. */
  readonly matches: string;
  readonly matchParams: readonly SqlValue[];
  /** Folded name of an exact match. */
  readonly needle: string;
  /** 0 for what is best; on alias `t`. */
  readonly rank: string;
  readonly rankParams: readonly SqlValue[];
}

const RANKS = 3;

function rankingOf(q: string): Ranking {
  const terms = searchTermsOf(q);
  const text = searchCondition("t", terms);
  return {
    matches: `(${text.sql})`,
    matchParams: text.params,
    needle: terms.needle,
    rank: "case when t.name_key = ? then 0 when t.name_key like ? escape '\\' then 1 else 2 end",
    rankParams: [terms.needle, prefixPattern(terms.needle)],
  };
}

interface Match {
  readonly id: string;
  readonly rank: number;
}

/**
 * Searches records: exact names are one part; names that begin so and the rest, each by name and id, are the other.
 * @throws the reason of `signal` when it is aborted: no further statement is made
 */
export function recordSearchParts(storage: OpenStorage, documents: SearchedDocuments, q: string, signal?: AbortSignal): SearchParts {
  const ranking = rankingOf(q);
  return storage.text.steps === undefined
    ? rankedRecords(storage, documents, ranking, signal)
    : steppedRecords(storage, documents, ranking, signal);
}

function rankedRecords(storage: OpenStorage, documents: SearchedDocuments, ranking: Ranking, signal: AbortSignal | undefined): SearchParts {
  const pages = (isExact: boolean): Pages => {
    const doc = documents.docSql("t");
    const sql =
      `select ${doc} as doc from ${documents.table} t where ${ranking.matches} and t.name_key ${isExact ? "=" : "<>"} ? ` +
      `order by ${ranking.rank}, t.name, t.id`;
    const params = [...ranking.matchParams, ranking.needle, ...ranking.rankParams];
    return currentPages(storage, documents, storage.pages<{ doc: string }>(sql, params, signal));
  };
  return { exact: () => pages(true), others: () => pages(false) };
}

function steppedRecords(
  storage: OpenStorage,
  documents: SearchedDocuments,
  ranking: Ranking,
  signal: AbortSignal | undefined,
): SearchParts {
  const all = async <Row>(sql: string, params: readonly SqlValue[]): Promise<Row[]> => {
    signal?.throwIfAborted();
    return await storage.read.all<Row>(sql, params);
  };
  const textsOf = async function* (ids: readonly string[]): AsyncGenerator<readonly string[], void> {
    if (ids.length === 0) return;
    const completion = await documents.completion(storage.read);
    const rows = { key: "id", from: `${documents.table} t`, most: DOCUMENTS_PER_STEP, completion };
    for await (const texts of textsByKey(storage.read, documents, rows, ids)) {
      yield texts;
      signal?.throwIfAborted();
    }
  };
  const kept: Match[] = [];
  const ofRank = async function* (rank: number): AsyncGenerator<readonly string[], void> {
    if (kept.length <= MAX_KEPT_MATCHES) yield* textsOf(idsOf(kept, rank));
    else for await (const matches of steppedMatches(all, documents.table, ranking)) yield* textsOf(idsOf(matches, rank));
  };
  return {
    exact: async function* () {
      for await (const matches of steppedMatches(all, documents.table, ranking)) {
        kept.push(...matches);
        if (kept.length > MAX_KEPT_MATCHES) break;
      }
      yield* ofRank(0);
    },
    others: async function* () {
      for (let rank = 1; rank < RANKS; rank += 1) yield* ofRank(rank);
    },
  };
}

const idsOf = (matches: readonly Match[], rank: number): string[] => matches.filter((match) => match.rank === rank).map(({ id }) => id);

/** Matches by name, from statements that compare a bounded number of rows each. */
async function* steppedMatches(
  all: <Row>(sql: string, params: readonly SqlValue[]) => Promise<Row[]>,
  table: string,
  { matches, matchParams, rank, rankParams }: Ranking,
): AsyncGenerator<readonly Match[]> {
  let after = { name: "", id: "" };
  for (;;) {
    const rows = await all<{ name: string; id: string; rank: number | null }>(
      `select t.name, t.id, case when ${matches} then ${rank} end as rank from ${table} t
       where (t.name, t.id) > (?, ?) order by t.name, t.id limit ${ROWS_PER_STEP}`,
      [...matchParams, ...rankParams, after.name, after.id],
    );
    yield rows.flatMap(({ id, rank: found }): Match[] => (found === null ? [] : [{ id, rank: found }]));
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_STEP) return;
    after = last;
  }
}
