import type { Queries } from "../../contract/storage/storage.ts";
import type { NetworkTagRow } from "../../networks/network.entity.ts";
import { replaceTags } from "../../networks/network-tags.ts";
import { type Check, type Difference, SLICE_ROWS } from "../check.ts";
import { textsIn } from "../stored-json.ts";

interface Tagged {
  readonly id: string;
  readonly tags: readonly string[];
  readonly found: readonly string[];
}

/** The tags by which lists find networks, against those of the networks. */
export const networkTagCheck: Check = {
  name: "network tags",
  async slice(queries, after) {
    const rows = await taggedAfter(queries, String(after?.[0] ?? ""));
    const wrong = rows.filter((row) => differencesOf(row).length > 0);
    const last = rows.at(-1);
    return {
      rows: rows.length,
      differences: wrong.flatMap(differencesOf),
      next: rows.length < SLICE_ROWS || last === undefined ? null : [last.id],
      mend: async (change) => {
        for (const row of wrong) await replaceTags(change, { id: row.id, tags: [...row.tags] });
      },
    };
  },
};

async function taggedAfter(queries: Queries, after: string): Promise<Tagged[]> {
  const networks = await queries.all<{ id: string; tags: string }>(
    `select id, tags from network where id > ? order by id limit ${SLICE_ROWS}`,
    [after],
  );
  const rows = await queries.all<NetworkTagRow>("select network_id, tag from network_tag where network_id = any(?)", [
    networks.map(({ id }) => id),
  ]);
  const found = Map.groupBy(rows, (row) => row.network_id);
  return networks.map(({ id, tags }) => ({ id, tags: textsIn(tags) ?? [], found: (found.get(id) ?? []).map(({ tag }) => tag) }));
}

function differencesOf({ id, tags, found }: Tagged): Difference[] {
  const difference = (tag: string, stored: string | null, expected: string | null): Difference => ({
    check: networkTagCheck.name,
    table: "network_tag",
    id: `${id}/${tag}`,
    column: "",
    stored,
    expected,
  });
  return [
    ...tags.filter((tag) => !found.includes(tag)).map((tag) => difference(tag, null, tag)),
    ...found.filter((tag) => !tags.includes(tag)).map((tag) => difference(tag, tag, null)),
  ];
}
