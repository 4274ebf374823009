import type { OpenStorage } from "../../contract/storage/storage.ts";
import { askOf } from "./ordered-records.ts";
import { RankedSearch } from "./ranked-search.ts";
import type { Searched, SearchParts } from "./searched-records.ts";
import { SteppedSearch } from "./stepped-search.ts";

/**
 * Searches a table.
 *
 * @throws the reason of `signal` when it is aborted: no further statement is made
 */
export function searchParts(storage: OpenStorage, searched: Searched, signal?: AbortSignal): SearchParts {
  const { steps } = storage.text;
  return steps === undefined ? new RankedSearch(storage, searched, signal) : new SteppedSearch(askOf(storage, signal), steps, searched);
}

/** Both parts of {@link searchParts}, one after the other. */
export async function* searchPages(
  storage: OpenStorage,
  searched: Searched,
  signal?: AbortSignal,
): AsyncGenerator<readonly string[], void> {
  const parts = searchParts(storage, searched, signal);
  yield* parts.exact();
  yield* parts.others();
}
