import type { AddressKey } from "../../address/address-key.ts";
import { EVERY_SPACE } from "../../address-space/space-numbers.ts";
import type { MacRange } from "../../contract/mac-address.ts";
import type { Ask } from "../lists/ordered-devices.ts";

/** Addresses that one statement looks at. */
export const ADDRESSES_PER_STEP = 1000;

interface Holding {
  readonly seq: number;
  readonly id: string;
  readonly ip_key: AddressKey;
}

const HOLDINGS = "select d.seq, a.id, a.ip_key from address a join device d on d.id = a.device_id";

/**
 * Numbers (`seq`) of the devices that hold addresses of a range, in any space, a step at a time; a device comes once for each
 * of its addresses.
 */
export async function* addressHolders(
  ask: Ask,
  { lo, hi }: { readonly lo: AddressKey; readonly hi: AddressKey },
): AsyncGenerator<readonly number[]> {
  // Few, as a rule: then one statement is enough. Addresses are indexed by space first, and there are few spaces.
  const few = await ask<Holding>(
    `${HOLDINGS} where a.space in (${EVERY_SPACE}) and a.ip_key >= ? and a.ip_key <= ? limit ` + `${ADDRESSES_PER_STEP}`,
    [lo, hi],
  );
  if (few.length > 0) yield few.map(({ seq }) => seq);
  if (few.length < ADDRESSES_PER_STEP) return;
  const spaces = await ask<{ space: number }>(`select space from (${EVERY_SPACE}) spaces order by 1`, []);
  for (const { space } of spaces) {
    for (let after: Pick<Holding, "id" | "ip_key"> = { ip_key: lo, id: "" }; ;) {
      const rows = await ask<Holding>(
        `${HOLDINGS} where a.space = ? and (a.ip_key, a.id) > (?, ?) and a.ip_key <= ? order by a.ip_key, a.id limit ${ADDRESSES_PER_STEP}`,
        [space, after.ip_key, after.id, hi],
      );
      if (rows.length > 0) yield rows.map(({ seq }) => seq);
      const last = rows.at(-1);
      if (last === undefined || rows.length < ADDRESSES_PER_STEP) break;
      after = last;
    }
  }
}

interface MacHolding {
  readonly seq: number;
  readonly mac: string;
  readonly device_id: string;
  readonly id: string;
}

/** The same of devices with hardware addresses of a range. */
export async function* macHolders(ask: Ask, { lo, hi }: MacRange): AsyncGenerator<readonly number[]> {
  for (let after: Pick<MacHolding, "mac" | "device_id" | "id"> = { mac: lo, device_id: "", id: "" }; ;) {
    const rows = await ask<MacHolding>(
      `select d.seq, a.mac, a.device_id, a.id from address a join device d on d.id = a.device_id
       where a.mac <> '' and (a.mac, a.device_id, a.id) > (?, ?, ?) and a.mac <= ?
       order by a.mac, a.device_id, a.id limit ${ADDRESSES_PER_STEP}`,
      [after.mac, after.device_id, after.id, hi],
    );
    if (rows.length > 0) yield rows.map(({ seq }) => seq);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ADDRESSES_PER_STEP) return;
    after = last;
  }
}
