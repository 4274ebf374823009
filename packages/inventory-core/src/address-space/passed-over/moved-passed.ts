import type { Change } from "../../contract/storage/write-path.ts";
import { moveQuarantines } from "./quarantine.ts";
import { remarkPlaces, type SeenPlace, seenPlaces } from "./seen-addresses.ts";

/**
 * Networks have another subnet or space: what is passed over follows them.
 * @param seen where hosts were seen in them before
 * @param space that they are in now
 */
export async function movePassed(change: Change, networkIds: readonly string[], seen: readonly SeenPlace[], space: number): Promise<void> {
  await remarkPlaces(change, [...seen, ...(await seenPlaces(change, { networkIds }))]);
  await moveQuarantines(change, networkIds, space);
}
