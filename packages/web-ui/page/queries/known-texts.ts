import { queryClient } from "../api/query-client.ts";
import { ask } from "../api/service.ts";
import { learnNames, readTextsBy } from "../texts/known.ts";
import { FIELDS_QUERY } from "./own-fields.ts";

/** Most ids of one request. */
const MAX_IDS = 200;

/** Ids of records whose names are to be read. */
const wanted = new Set<string>();

async function readNames(): Promise<void> {
  const ids = [...wanted];
  wanted.clear();
  for (let at = 0; at < ids.length; at += MAX_IDS) {
    const some = ids.slice(at, at + MAX_IDS);
    const found = await ask((service) => service.names.find({ id: some }));
    const names = new Map(found.map(({ id, name }) => [id, name]));
    learnNames(some.map((id) => ({ id, name: names.get(id) ?? null })));
  }
}

/** Reads the labels of custom fields and the names of records that texts need, many at once. */
export function readKnownTexts(): void {
  readTextsBy({
    labels: () => void queryClient.query(FIELDS_QUERY).catch(() => undefined),
    name: (id) => {
      if (wanted.size === 0) setTimeout(() => void readNames().catch(() => undefined));
      wanted.add(id);
    },
  });
}
