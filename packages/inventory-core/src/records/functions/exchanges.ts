import type { Change } from "../../contract/storage/write-path.ts";
import { settleClaims } from "./record-claims.ts";
import { settleUnique } from "./record-unique.ts";
import { beginExchanges, exchangesOf } from "./waiting-records.ts";

/**
 * Lets the records of a change exchange unique values and claimed keys: what two records hold is compared at the end of the change.
 * @returns whether it begins so with this call
 */
export function allowExchanges(change: Change): boolean {
  if (exchangesOf(change) !== undefined) return false;
  beginExchanges(change);
  change.beforeCommit(async () => await settleExchanges(change));
  return true;
}

/** Gives records the values that they wait for. @throws ALREADY_EXISTS, CONFLICT for values that another record holds still */
export async function settleExchanges(change: Change): Promise<void> {
  await settleUnique(change);
  await settleClaims(change);
}
