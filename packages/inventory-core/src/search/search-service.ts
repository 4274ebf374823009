import { holds, isLetIn, type Principal } from "../contract/access/principal.ts";
import { JsonListRecord } from "../contract/operations/result.ts";
import type { RecordKind } from "../contract/record-kind.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import { searchedDevices } from "../devices/lists/device-search.ts";
import { searchedNetworks } from "../networks/network-search.ts";
import { type RecordScope, scopeOf } from "../records/access/record-scope.ts";
import type { RecordKinds } from "../records/record-kinds.ts";
import { documentsOf, hasOwnTexts } from "../records/record-table.ts";
import { searchedRecords } from "../records/texts/record-search.ts";
import { searchParts } from "../storage/searching/search-pages.ts";
import type { SearchParts } from "../storage/searching/searched-records.ts";
import type { z } from "zod";
import { recordSearchParts } from "./record-search.ts";
import type { SearchAllQuery, SearchResults } from "./search.ts";

export const SEARCH = serviceToken<SearchService>("search");

/** A search in the records of one kind. */
interface SearchedKind {
  readonly type: string;
  readonly parts: SearchParts;
}

/** Looks through everything that a caller may list. */
export class SearchService {
  readonly #storage: OpenStorage;
  readonly #declared: RecordKinds;

  constructor(storage: OpenStorage, declared: RecordKinds) {
    this.#storage = storage;
    this.#declared = declared;
  }

  /**
   * Records that match a text, address or CIDR: those whose address, CIDR or name equals it first, whatever their kind; then the others,
   * kind by kind, the best first. Kinds that the caller may not list are left out.
   * They are read as they are asked for; when `signal` is aborted, no further statement is made.
   */
  search(
    { q, limit = Infinity }: z.output<typeof SearchAllQuery>,
    principal: Principal,
    signal?: AbortSignal,
  ): JsonListRecord<z.output<typeof SearchResults>> {
    const may = (type: string): boolean =>
      this.#declared.find(type)?.kind.owner === true
        ? isLetIn(principal, "authenticated")
        : holds(principal, `${this.#declared.thingOf(type)}:list`);
    return new JsonListRecord("results", resultPages(this.#kinds(q, may, scopeOf(principal), signal), limit));
  }

  #kinds(q: string, may: (type: string) => boolean, scope: RecordScope, signal: AbortSignal | undefined): readonly SearchedKind[] {
    const kinds: Record<string, () => SearchParts> = {
      device: () => searchParts(this.#storage, searchedDevices(q), signal),
      network: () => searchParts(this.#storage, searchedNetworks(q), signal),
    };
    for (const kind of this.#declared.all) if (kind.search.length > 0) kinds[kind.name] = () => this.#declaredParts(kind, q, scope, signal);
    return Object.entries(kinds).flatMap(([type, parts]) => (may(type) ? [{ type, parts: parts() }] : []));
  }

  #declaredParts(kind: RecordKind, q: string, scope: RecordScope, signal: AbortSignal | undefined): SearchParts {
    if (hasOwnTexts(kind)) return recordSearchParts(this.#storage, documentsOf(kind), q, signal);
    return searchParts(this.#storage, searchedRecords(kind, q, scope), signal);
  }
}

async function* resultPages(kinds: readonly SearchedKind[], limit: number): AsyncGenerator<readonly string[], void> {
  const left = new Map(kinds.map(({ type }) => [type, limit]));
  for (const part of ["exact", "others"] as const) {
    for (const { type, parts } of kinds) {
      if ((left.get(type) ?? 0) <= 0) continue;
      for await (const page of parts[part]()) {
        const rest = left.get(type) ?? 0;
        // A document is an object with fields: the type goes in front of them.
        yield page.slice(0, rest).map((doc) => `{"type":"${type}",${doc.slice(1)}`);
        left.set(type, rest - page.length);
        if (rest <= page.length) break;
      }
    }
  }
}
