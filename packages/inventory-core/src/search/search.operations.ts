import { defineOperation, defineOperations, record } from "../contract/operations/operation.ts";
import { SearchAllQuery, SearchResults } from "./search.ts";
import { SEARCH } from "./search-service.ts";

export const searchOperations = defineOperations("search", {
  /** Records that match a text, address or CIDR, as far as the caller may list them. */
  all: defineOperation({
    summary: "Search the whole inventory",
    description: "Finds what the caller may list. A network also matches an address inside it.",
    service: SEARCH,
    access: "authenticated",
    core: true,
    http: { method: "GET", path: "/api/search", status: 200 },
    query: SearchAllQuery,
    output: record(SearchResults),
    run: async (search, { query }, call) => search.search(query, call.principal, call.signal),
  }),
});
