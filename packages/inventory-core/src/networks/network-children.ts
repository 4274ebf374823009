import { JsonList } from "../contract/operations/result.ts";
import type { OpenStorage, Queries } from "../contract/storage/storage.ts";
import { rowsByKey } from "../storage/list-reading/rows-by-key.ts";
import type { PagedRecords } from "../storage/paging/read-page.ts";
import type { NetworkChild } from "./network.ts";
import { networkDocuments, type NetworkRow } from "./network.entity.ts";
import { usedHosts, UtilizationTexts } from "./network-utilization.ts";

type ChildRow = Pick<NetworkRow, "id" | "first_key" | "prefix_length" | "used_count" | "child_count" | "doc">;

const COLUMNS = ["t.first_key", "t.prefix_length", `${usedHosts("t")} as used_count`, "t.child_count"];
const TEXT = { name: "doc", sql: networkDocuments.docSql("t"), length: networkDocuments.lengthSql("t") };

/** Networks that one statement reads. */
const NETWORKS_PER_STEP = 50;

/** Networks whose parent is a network, by address: documents, each with how full it is and how many children it has. */
export function childrenOf(storage: OpenStorage, id: string, signal?: AbortSignal): JsonList<NetworkChild> {
  const rows = storage.pages<ChildRow>(
    `select t.id, ${[...COLUMNS, `${TEXT.sql} as ${TEXT.name}`].join(", ")} from network t where t.parent_id = ? ` +
      "order by t.first_key, t.prefix_length, t.id",
    [id],
    signal,
  );
  return new JsonList<NetworkChild>(childPages(storage, rows));
}

/** Networks of a page in the same shape. */
export const pagedChildren: PagedRecords = {
  table: "network",
  openTexts: async (queries) => {
    const textsOf = await openChildTexts(queries);
    return async function* (ids) {
      const rows = { key: "id", from: "network t", columns: COLUMNS, text: TEXT, most: NETWORKS_PER_STEP };
      for await (const slice of rowsByKey<ChildRow>(queries, rows, ids)) yield await textsOf(slice);
    };
  },
};

async function* childPages({ read }: OpenStorage, pages: AsyncIterable<readonly ChildRow[]>): AsyncGenerator<readonly string[]> {
  const textsOf = await openChildTexts(read);
  for await (const rows of pages) yield await textsOf(rows);
}

async function openChildTexts(queries: Queries): Promise<(rows: readonly ChildRow[]) => Promise<readonly string[]>> {
  const utilizations = new UtilizationTexts();
  const completion = await networkDocuments.completion(queries);
  return async (rows) => {
    const texts = await networkDocuments.currentAll(
      queries,
      rows.map(({ doc }) => doc),
      completion,
    );
    return rows.map((row, index) => {
      const text = texts[index] as string;
      return `${text.slice(0, -1)},"child_count":${row.child_count},"utilization":${utilizations.of(row)}}`;
    });
  };
}
