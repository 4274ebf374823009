import type { OpenStorage, SqlValue } from "../contract/storage/storage.ts";
import { datacenterDocuments } from "../datacenters/datacenter.entity.ts";
import { spaceDocuments } from "../spaces/space.entity.ts";
import { currentPages } from "../storage/documents.ts";
import { prefixPattern } from "../storage/like.ts";
import { searchCondition, searchTermsOf } from "../storage/search-text.ts";
import { textsByKey } from "../storage/list-reading/rows-by-key.ts";
import type { Pages, SearchParts } from "../storage/searching/searched-records.ts";

/** Tables that are searched without a text index. */
export type SearchedTable = "datacenter" | "space";

/** Documents of what is searched. */
const DOCUMENTS: Readonly<Record<SearchedTable, Pick<typeof datacenterDocuments, "currentAll" | "completion" | "docSql" | "lengthSql">>> = {
  datacenter: datacenterDocuments,
  space: spaceDocuments,
};

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
 * Searches datacenters or spaces: exact names are one part; names that begin so and the rest, each by name and id, are the other.
 * @throws the reason of `signal` when it is aborted: no further statement is made
 */
export function recordSearchParts(storage: OpenStorage, table: SearchedTable, q: string, signal?: AbortSignal): SearchParts {
  const ranking = rankingOf(q);
  return storage.text.steps === undefined
    ? rankedRecords(storage, table, ranking, signal)
    : steppedRecords(storage, table, ranking, signal);
}

function rankedRecords(storage: OpenStorage, table: SearchedTable, ranking: Ranking, signal: AbortSignal | undefined): SearchParts {
  const pages = (isExact: boolean): Pages => {
    const doc = DOCUMENTS[table].docSql("t");
    const sql =
      `select ${doc} as doc from ${table} t where ${ranking.matches} and t.name_key ${isExact ? "=" : "<>"} ? ` +
      `order by ${ranking.rank}, t.name, t.id`;
    const params = [...ranking.matchParams, ranking.needle, ...ranking.rankParams];
    return currentPages(storage, DOCUMENTS[table], storage.pages<{ doc: string }>(sql, params, signal));
  };
  return { exact: () => pages(true), others: () => pages(false) };
}

function steppedRecords(storage: OpenStorage, table: SearchedTable, ranking: Ranking, signal: AbortSignal | undefined): SearchParts {
  const all = async <Row>(sql: string, params: readonly SqlValue[]): Promise<Row[]> => {
    signal?.throwIfAborted();
    return await storage.read.all<Row>(sql, params);
  };
  const documents = async function* (ids: readonly string[]): AsyncGenerator<readonly string[], void> {
    if (ids.length === 0) return;
    const completion = await DOCUMENTS[table].completion(storage.read);
    const rows = { key: "id", from: `${table} t`, most: DOCUMENTS_PER_STEP, completion };
    for await (const texts of textsByKey(storage.read, DOCUMENTS[table], rows, ids)) {
      yield texts;
      signal?.throwIfAborted();
    }
  };
  const kept: Match[] = [];
  const ofRank = async function* (rank: number): AsyncGenerator<readonly string[], void> {
    if (kept.length <= MAX_KEPT_MATCHES) yield* documents(idsOf(kept, rank));
    else for await (const matches of steppedMatches(all, table, ranking)) yield* documents(idsOf(matches, rank));
  };
  return {
    exact: async function* () {
      for await (const matches of steppedMatches(all, table, ranking)) {
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
  table: SearchedTable,
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
