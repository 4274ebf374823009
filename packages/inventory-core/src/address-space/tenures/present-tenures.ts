import type { AddressKey } from "../../address/address-key.ts";
import type { MigrationStep } from "../../contract/storage/storage.ts";
import { beginTenuresWithin } from "./held-addresses.ts";

/** Addresses of one slice. */
const SLICE = 2000;

interface Place {
  readonly space: number;
  readonly ip_key: AddressKey;
}

/** Before all addresses. */
const START: Place = { space: -1, ip_key: "" };

/** Begins the tenures of those who hold addresses already: the step of the migration that brings tenures. */
export const beginPresentTenures: MigrationStep = async (transaction, after) => {
  const from = after === "" ? START : cursorOf(after);
  const rows = await transaction.all<Place>(
    `select space, ip_key from address where (space, ip_key) > (?, ?) order by space, ip_key limit ${SLICE}`,
    [from.space, from.ip_key],
  );
  const last = rows.at(-1);
  if (last === undefined) return null;
  await beginTenuresWithin(transaction, [from.space, from.ip_key], [last.space, last.ip_key]);
  return rows.length < SLICE ? null : `${last.space}/${last.ip_key}`;
};

function cursorOf(text: string): Place {
  const [space, key = ""] = text.split("/");
  return { space: Number(space), ip_key: key };
}
