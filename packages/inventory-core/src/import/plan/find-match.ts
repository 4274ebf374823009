import type { Candidate } from "./candidate.ts";
import { type Found, severalOf } from "./find-records.ts";

/** What is there under the key of a row, and how sentences name it. */
export interface Match {
  /** The field that has the key. */
  readonly field: string;
  /** What several could be: `networks 10.0.0.0/24`. */
  readonly several: string;
  /** What is said of a row whose id is of one record and whose key of another: `is the subnet of another network`. */
  readonly ofAnother: string;
  /** Records of that key, or several that one cannot tell apart. */
  readonly found: Pick<Found, "id" | "other" | "count"> | undefined;
  /** Whether none of them is the record that the row says it is. */
  readonly areOthers: (ownId: string) => boolean;
}

/**
 * The id of the record that a row is about: the one that it says it is, else the one that has its key. Says what speaks against that.
 * @param ownId the id that the row gives, of a record that is there
 */
export function matchOf(candidate: Candidate, ownId: string | undefined, match: Match): string | undefined {
  const { field, found } = match;
  if (found === undefined) return ownId;
  if (ownId === undefined && found.count > 1) candidate.conflict(`could be ${severalOf(match.several, found)}`, field);
  if (ownId !== undefined && match.areOthers(ownId)) candidate.conflict(`${match.ofAnother}, ${found.id}`, field);
  return ownId ?? found.id;
}
