import type { OpenStorage } from "../../contract/storage/storage.ts";
import { askOf } from "./ordered-records.ts";
import { RankedSearch } from "./ranked-search.ts";
import type { Searched } from "./searched-records.ts";
import { SteppedSearch } from "./stepped-search.ts";

/**
 * Documents of records that a search finds, in pages: those that come before all others, then those of this name, then those whose name
 * begins so, then the rest, each by name and id.
 *
 * @throws the reason of `signal` when it is aborted: no further statement is made
 */
export async function* searchPages(
  storage: OpenStorage,
  searched: Searched,
  signal?: AbortSignal,
): AsyncGenerator<readonly string[], void> {
  const { steps } = storage.text;
  if (steps !== undefined) return yield* new SteppedSearch(askOf(storage, signal), steps, searched).pages();
  yield* new RankedSearch(storage, searched, signal).pages();
}
