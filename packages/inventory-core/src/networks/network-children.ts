import { JsonList } from "../contract/operations/result.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { NetworkChild } from "./network.ts";
import { networkDocuments, type NetworkRow } from "./network.entity.ts";
import { usedHosts, UtilizationTexts } from "./network-utilization.ts";

type ChildRow = Pick<NetworkRow, "id" | "first_key" | "prefix_length" | "used_count" | "child_count" | "doc">;

/** Networks whose parent is a network, by address: documents, each with how full it is and how many children it has. */
export function childrenOf(storage: OpenStorage, id: string, signal?: AbortSignal): JsonList<NetworkChild> {
  const rows = storage.pages<ChildRow>(
    `select t.id, t.first_key, t.prefix_length, ${usedHosts("t")} as used_count, t.child_count, ${networkDocuments.docSql("t")} as doc
     from network t where t.parent_id = ? order by t.first_key, t.prefix_length, t.id`,
    [id],
    signal,
  );
  return new JsonList<NetworkChild>(childPages(storage, rows));
}

async function* childPages({ read }: OpenStorage, pages: AsyncIterable<readonly ChildRow[]>): AsyncGenerator<readonly string[]> {
  const utilizations = new UtilizationTexts();
  const completion = await networkDocuments.completion(read);
  for await (const rows of pages) {
    const texts = await networkDocuments.currentAll(
      read,
      rows.map(({ doc }) => doc),
      completion,
    );
    yield rows.map((row, index) => {
      const text = texts[index] as string;
      return `${text.slice(0, -1)},"child_count":${row.child_count},"utilization":${utilizations.of(row)}}`;
    });
  }
}
