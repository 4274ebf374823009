import { EVERY_SPACE } from "../../address-space/space-numbers.ts";
import { numbersInSpaces, type SpacedRows } from "../../address-space/numbers-in-spaces.ts";
import type { AddressKey } from "../../address/address-key.ts";
import { macEndSql, type MacRange } from "../../contract/mac-address.ts";
import { type Ask, ROWS_PER_STEP } from "../../storage/searching/ordered-records.ts";
import type { FoundOtherwise } from "../../storage/searching/searched-records.ts";

/** Devices with addresses of a range. Addresses are indexed by space first, and there are few spaces. */
const HOLDERS = `select a.device_id from address a
  where a.space in (${EVERY_SPACE}) and a.ip_key >= ? and a.ip_key <= ?`;

const HOLDINGS: SpacedRows = {
  select: "select d.seq, a.id, a.ip_key as key from address a join device d on d.id = a.device_id",
  space: "a.space",
  key: "a.ip_key",
  id: "a.id",
};

/** The devices that hold addresses of a range, in any space. */
export const addressHolders = (range: { readonly lo: AddressKey; readonly hi: AddressKey }): FoundOtherwise => ({
  ids: { sql: HOLDERS, params: [range.lo, range.hi] },
  inSteps: (ask) => numbersInSpaces(ask, HOLDINGS, range),
});

/** The devices with hardware addresses of a range. */
export const macHolders = (range: MacRange): FoundOtherwise => holdersByKey("a.mac", range);

/** The devices with hardware addresses whose end is in a range. */
export const macEndHolders = (range: MacRange): FoundOtherwise => holdersByKey(macEndSql("a.mac"), range);

/** @param key SQL of an index of hardware addresses, which goes on with `device_id` and `id` */
const holdersByKey = (key: string, range: MacRange): FoundOtherwise => ({
  ids: { sql: `select a.device_id from address a where ${key} >= ? and ${key} <= ? and a.mac <> ''`, params: [range.lo, range.hi] },
  inSteps: (ask) => macHoldersInSteps(ask, key, range),
});

interface MacHolding {
  readonly seq: number;
  readonly key: string;
  readonly device_id: string;
  readonly id: string;
}

async function* macHoldersInSteps(ask: Ask, key: string, { lo, hi }: MacRange): AsyncGenerator<readonly number[]> {
  for (let after: Pick<MacHolding, "key" | "device_id" | "id"> = { key: lo, device_id: "", id: "" }; ;) {
    const rows = await ask<MacHolding>(
      `select d.seq, ${key} as key, a.device_id, a.id from address a join device d on d.id = a.device_id
       where a.mac <> '' and (${key}, a.device_id, a.id) > (?, ?, ?) and ${key} <= ?
       order by ${key}, a.device_id, a.id limit ${ROWS_PER_STEP}`,
      [after.key, after.device_id, after.id, hi],
    );
    if (rows.length > 0) yield rows.map(({ seq }) => seq);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_STEP) return;
    after = last;
  }
}
