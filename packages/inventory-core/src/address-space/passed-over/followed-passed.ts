import type { AddressKey } from "../../address/address-key.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { TouchedAddresses } from "../touched-addresses.ts";
import { settleRuns } from "./settled-runs.ts";

/** Keeps runs of addresses that are passed over, in the transaction of the change that takes, frees or marks addresses. */
const touched = new TouchedAddresses({
  slice: async (change, space, keys) => await settleRuns(change, space, keys, change.now),
});

/** Has the runs at some addresses brought in line when the change is complete, or now where it has touched very many. */
export async function followPassed(change: Change, space: number, keys: readonly AddressKey[]): Promise<void> {
  await touched.follow(change, space, keys);
}

/** Brings runs in line with what the change did so far: for who looks for free addresses in it. */
export async function settlePassed(change: Change): Promise<void> {
  await touched.settle(change);
}
