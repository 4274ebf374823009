import { z } from "zod";
import { queryNumber } from "../contract/operations/fields.ts";
import type { RecordKind } from "../contract/record-kind.ts";
import { Device, SearchQuery } from "../devices/device.ts";
import { Network } from "../networks/network.ts";

const kindOf = <const Kind extends string>(kind: Kind) => z.literal(kind).meta({ description: "Kind of record" });

const CORE_RESULTS = [
  Device.extend({ type: kindOf("device") }).meta({ id: "DeviceResult", description: "A device that a search found" }),
  Network.extend({ type: kindOf("network") }).meta({ id: "NetworkResult", description: "A network that a search found" }),
] as const;

/** One record that a search over everything found, with what it is. */
export const SearchResult = z
  .discriminatedUnion("type", CORE_RESULTS)
  .meta({ id: "SearchResult", description: "A record that a search over everything found; its type says which it is" });

/** Most records of a kind that may be asked for. */
const MAX_OF_A_KIND = 1000;

/** What a search over everything takes. */
export const SearchAllQuery = SearchQuery.extend({
  limit: queryNumber(1, MAX_OF_A_KIND, `Most records of each kind, 1–${MAX_OF_A_KIND}, the best ones; all by default`),
});

const resultsOf = <Result extends z.ZodType>(result: Result) =>
  z
    .object({
      results: z.array(result).meta({
        description:
          "Records whose address, CIDR or name equals the text, then the others: devices, networks and records of declared kinds, " +
          "each best first",
      }),
    })
    .meta({ id: "SearchResults", description: "What a search over everything found" });

/** What a search over everything found: equal records first, then devices, networks and records of declared kinds, each best first. */
export const SearchResults = resultsOf(SearchResult);

/** {@link SearchResults} of a host with declared kinds. */
export function searchResultsWith(kinds: readonly RecordKind[]): z.ZodObject {
  const declared = kinds
    .filter(({ search }) => search.length > 0)
    .map(({ name, schema, label, one, article, schemas }) =>
      schemas.record
        .extend({ type: kindOf(name) })
        .meta({ id: `${schema}Result`, title: `${label} result`, description: `A${article.slice(1)} ${one} that a search found` }),
    );
  const result = z.discriminatedUnion("type", [...CORE_RESULTS, ...declared]).meta(SearchResult.meta() ?? {});
  return declared.length === 0 ? SearchResults : resultsOf(result);
}
