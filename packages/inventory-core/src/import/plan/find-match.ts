import type { Candidate } from "./candidate.ts";
import type { Found } from "../../natural-keys/natural-key.ts";
import { severalOf } from "./find-records.ts";

/** What is there under the key of a row, and how sentences name it. */
export interface Match {
  /** The field that has the key. */
  readonly field: string;
  /** What several could be: `networks 10.0.0.0/24`. */
  readonly several: string;
  /** Where no two records share the key: what is said of a row whose key is another record's, `is the name of another datacenter`. */
  readonly ofAnother?: string;
  /** Records of that key, or several that one cannot tell apart. */
  readonly found: Pick<Found, "id" | "other" | "count"> | undefined;
}

/**
 * The id of the record that a row is about: a row with an id is about that record and no other, another one about the record that has its
 * key. Says what speaks against that.
 * @param isThere whether the inventory has the record whose id the row gives
 */
export function matchOf(candidate: Candidate, isThere: boolean, { field, several, ofAnother, found }: Match): string | undefined {
  const { givenId } = candidate;
  if (givenId === undefined) {
    if (found !== undefined && found.count > 1) candidate.conflict(`could be ${severalOf(several, found)}`, field);
    return found?.id;
  }
  if (ofAnother !== undefined && found !== undefined && found.id !== givenId) candidate.conflict(`${ofAnother}, ${found.id}`, field);
  return isThere ? givenId : undefined;
}
