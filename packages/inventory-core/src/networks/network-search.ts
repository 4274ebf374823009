import { numbersInSpaces, type SpacedRows } from "../address-space/numbers-in-spaces.ts";
import { blocksOfRange, cidrKey, coveringCidrKeys, lastOf, parseNeedle, parsePart } from "../address/cidr.ts";
import { searchTermsOf } from "../storage/search-text.ts";
import { numbersInSteps } from "../storage/searching/ordered-records.ts";
import type { FoundOtherwise, Searched } from "../storage/searching/searched-records.ts";
import { idsOf, inKeys, keysFrom, ofSubnets } from "./by-subnet.ts";
import { networkDocuments } from "./network.entity.ts";

const PLACED: SpacedRows = {
  select: "select n.seq, n.id, n.cidr_key as key from network n",
  space: "n.space",
  key: "n.cidr_key",
  id: "n.id",
};

/**
 * What a search looks for among networks. Those of the subnet `q` come before all others; of an address or a CIDR, those that it lies in or
 * contains match. The beginning of an address stands for its block, and the networks that begin in it come next.
 */
export function searchedNetworks(q: string): Searched {
  const text = q.trim();
  const range = parseNeedle(text);
  const [block] = range === null ? [] : blocksOfRange(range.lo, range.hi);
  const searched = { table: "network", documents: networkDocuments, terms: searchTermsOf(q) } as const;
  if (block === undefined) {
    const part = parsePart(text);
    const first = part === null ? [] : [ofFew([cidrKey(part)]), beginningIn(part.first, lastOf(part.first, part.prefixLength))];
    return { ...searched, first, others: [], conditions: [] };
  }
  const last = lastOf(block.first, block.prefixLength);
  return {
    ...searched,
    first: [ofFew([cidrKey(block)])],
    // What shares an address with it begins in it, or is larger and contains it.
    others: [ofFew(coveringCidrKeys(block.first).slice(0, block.prefixLength)), beginningIn(block.first, last)],
    conditions: [{ sql: "(t.first_key <= ? and t.last_key >= ?)", params: [last, block.first] }],
  };
}

/** Networks of the subnets of some keys, which are few. */
function ofFew(keys: readonly string[]): FoundOtherwise {
  const found = ofSubnets(keys);
  return {
    ids: idsOf(found),
    inSteps: (ask) =>
      numbersInSteps(ask, {
        // The signs keep SQLite from walking along the subnets.
        sql: `select n.seq, n.cidr_key as k1, n.id as k2 ${found.sql} and (+n.cidr_key, +n.id) > (?, ?)`,
        params: found.params,
        orderBy: "+n.cidr_key, +n.id",
      }),
  };
}

function beginningIn(first: string, last: string): FoundOtherwise {
  const keys = keysFrom(first, last);
  return { ids: idsOf(inKeys(keys)), inSteps: (ask) => numbersInSpaces(ask, PLACED, keys) };
}
