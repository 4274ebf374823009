import { parseNeedle } from "../address/cidr.ts";
import { JsonText } from "../contract/result.ts";
import { holds, type Principal } from "../contract/principal.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, SqlValue } from "../contract/storage.ts";
import { deviceSearch } from "../devices/device-queries.ts";
import { containsPattern, prefixPattern } from "../storage/like.ts";
import type { z } from "zod";
import type { SearchAllQuery, SearchResults } from "./search.ts";

export const SEARCH = serviceToken<SearchService>("search");

interface Query {
  readonly type: "device" | "network" | "datacenter";
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

const BEST_FIRST = "case when t.name_key = ? then 0 when t.name_key like ? escape '\\' then 1 else 2 end, t.name, t.id";

/** Looks through everything that a caller may list. */
export class SearchService {
  readonly #storage: OpenStorage;

  constructor(storage: OpenStorage) {
    this.#storage = storage;
  }

  /** Records that match a text, address or CIDR, the best of each kind first; kinds that the caller may not list are left out. */
  async search({ q, limit = Infinity }: z.output<typeof SearchAllQuery>, principal: Principal, signal?: AbortSignal): Promise<JsonText<z.output<typeof SearchResults>>> {
    const parts: string[] = [];
    for (const { type, sql, params } of this.#queries(q)) {
      if (!holds(principal, `${type}:list`)) continue;
      let left = limit;
      for await (const page of this.#storage.pages<{ doc: string }>(sql, params, signal)) {
        // A document is an object with fields: the type goes in front of them.
        for (const { doc } of page.slice(0, left)) parts.push(`{"type":"${type}",${doc.slice(1)}`);
        left -= page.length;
        if (left <= 0) break;
      }
    }
    return new JsonText(`{"results":[${parts.join(",")}]}`);
  }

  #queries(q: string): readonly Query[] {
    const needle = q.trim().toLowerCase();
    const contains = containsPattern(needle);
    const order: SqlValue[] = [needle, prefixPattern(needle)];
    const range = parseNeedle(q.trim());
    // A network matches an address inside it, and a CIDR that it lies in or contains.
    const overlaps = range === null ? "" : " or (t.first_key <= ? and t.last_key >= ?)";
    return [
      { type: "device", ...deviceSearch(this.#storage.text, q, range) },
      {
        type: "network",
        sql: `select t.doc from network t where t.name_key like ? escape '\\' or t.subnet like ? escape '\\' or lower(t.description) like ? escape '\\'${overlaps}
          order by ${BEST_FIRST}`,
        params: [contains, contains, contains, ...(range === null ? [] : [range.hi, range.lo]), ...order],
      },
      {
        type: "datacenter",
        sql: `select t.doc from datacenter t where t.name_key like ? escape '\\' or lower(t.location) like ? escape '\\' or lower(t.description) like ? escape '\\'
          order by ${BEST_FIRST}`,
        params: [contains, contains, contains, ...order],
      },
    ];
  }
}
