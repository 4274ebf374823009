import { holds, type Principal } from "../contract/access/principal.ts";
import { JsonListRecord } from "../contract/operations/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import { searchedDevices } from "../devices/lists/device-search.ts";
import { searchedNetworks } from "../networks/network-search.ts";
import { searchPages } from "../storage/searching/search-pages.ts";
import type { z } from "zod";
import { recordSearchPages } from "./record-search.ts";
import type { SearchAllQuery, SearchResults } from "./search.ts";

export const SEARCH = serviceToken<SearchService>("search");

type Pages = AsyncIterable<readonly string[]>;

/** Looks through everything that a caller may list. */
export class SearchService {
  readonly #storage: OpenStorage;

  constructor(storage: OpenStorage) {
    this.#storage = storage;
  }

  /**
   * Records that match a text, address or CIDR, the best of each kind first; kinds that the caller may not list are left out.
   * They are read as they are asked for; when `signal` is aborted, no further statement is made.
   */
  search(
    { q, limit = Infinity }: z.output<typeof SearchAllQuery>,
    principal: Principal,
    signal?: AbortSignal,
  ): JsonListRecord<z.output<typeof SearchResults>> {
    const kinds = this.#kinds(q, signal).filter(({ type }) => holds(principal, `${type}:list`));
    return new JsonListRecord("results", resultPages(kinds, limit));
  }

  #kinds(q: string, signal: AbortSignal | undefined): readonly { readonly type: string; readonly pages: () => Pages }[] {
    return [
      { type: "device", pages: () => searchPages(this.#storage, searchedDevices(q), signal) },
      { type: "network", pages: () => searchPages(this.#storage, searchedNetworks(q), signal) },
      { type: "datacenter", pages: () => recordSearchPages(this.#storage, "datacenter", q, signal) },
      { type: "space", pages: () => recordSearchPages(this.#storage, "space", q, signal) },
    ];
  }
}

async function* resultPages(
  kinds: readonly { readonly type: string; readonly pages: () => Pages }[],
  limit: number,
): AsyncGenerator<readonly string[], void> {
  for (const { type, pages } of kinds) {
    let left = limit;
    for await (const page of pages()) {
      // A document is an object with fields: the type goes in front of them.
      yield page.slice(0, left).map((doc) => `{"type":"${type}",${doc.slice(1)}`);
      left -= page.length;
      if (left <= 0) break;
    }
  }
}
