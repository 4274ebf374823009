import { parseNeedle } from "../../address/cidr.ts";
import { macEndNeedle, macEndSql, macNeedle } from "../../contract/mac-address.ts";
import { searchTermsOf } from "../../storage/search-text.ts";
import type { Searched } from "../../storage/searching/searched-records.ts";
import { addressHolders, macEndHolders, macHolders } from "../addresses/address-holders.ts";
import { deviceDocuments } from "../device-rows.ts";
import { hasAddress } from "./device-queries.ts";

/**
 * What a search looks for among devices. Those that hold the address `q`, or have it as a hardware address, come before all others; of an
 * address, a CIDR or the beginning or end of a hardware address, those that hold one of its range match.
 */
export function searchedDevices(q: string): Searched {
  const range = parseNeedle(q.trim());
  const macs = macNeedle(q);
  const ways = [
    ...(range === null
      ? []
      : [
          {
            found: addressHolders(range),
            range,
            condition: { sql: hasAddress("x.ip_key >= ? and x.ip_key <= ?"), params: [range.lo, range.hi] },
          },
        ]),
    ...(macs === null
      ? []
      : [
          {
            found: macHolders(macs),
            range: macs,
            condition: { sql: hasAddress("x.mac >= ? and x.mac <= ? and x.mac <> ''"), params: [macs.lo, macs.hi] },
          },
        ]),
  ];
  const ends = macEndNeedle(q);
  if (ends !== null) {
    const end = macEndSql("x.mac");
    ways.push({
      found: macEndHolders(ends),
      range: ends,
      condition: { sql: hasAddress(`${end} >= ? and ${end} <= ? and x.mac <> ''`), params: [ends.lo, ends.hi] },
    });
  }
  return {
    table: "device",
    documents: deviceDocuments,
    terms: searchTermsOf(q),
    first: ways.filter(({ range: { lo, hi } }) => lo === hi).map(({ found }) => found),
    others: ways.map(({ found }) => found),
    conditions: ways.map(({ condition }) => condition),
  };
}
