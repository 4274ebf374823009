import type { ImportResult } from "./import.ts";
import type { Target } from "./target.ts";

/** What a target answers after the import, with slugs of the files in place of ids: equal for every target. */
export async function readBack(target: Target, { ids }: ImportResult, searches: readonly string[]) {
  const slugs = new Map([...ids.device].map(([slug, id]) => [id, slug]));
  const slugOf = (id: string): string => slugs.get(id) ?? `unknown ${id}`;
  const each = async <T>(map: ReadonlyMap<string, string>, read: (id: string) => Promise<T>): Promise<Record<string, T>> => {
    const entries: [string, T][] = [];
    for (const [slug, id] of map) entries.push([slug, await read(id)]);
    return Object.fromEntries(entries);
  };
  const related = (await target.relationships()).map(({ parent_id, type, child_id }) => `${slugOf(parent_id)} ${type} ${slugOf(child_id)}`);
  return {
    devices: await each(ids.network, async (id) => (await target.devicesOf(id)).map((device) => slugOf(device.id))),
    utilization: await each(ids.network, async (id) => {
      const { total_ips, used_ips, utilization } = await target.utilizationOf(id);
      return [used_ips, total_ips, utilization];
    }),
    nextIp: await each(ids.pool, async (id) => (await target.nextIp(id)).ip),
    search: await each(new Map(searches.map((q) => [q, q])), async (q) => (await target.search(q)).map((device) => slugOf(device.id))),
    relationships: related.toSorted(),
  };
}
