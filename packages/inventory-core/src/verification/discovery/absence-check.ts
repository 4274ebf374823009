import type { AddressKey } from "../../address/address-key.ts";
import { type Check, type Difference, SLICE_ROWS } from "../check.ts";

interface Row {
  readonly space: number;
  readonly ip_key: AddressKey;
  readonly device_id: string;
  readonly is_held: number;
}

/** What scans missed, only of addresses that their devices hold. How often they missed them only scans know. */
export const absenceCheck: Check = {
  name: "missing-addresses",
  async slice(queries, after) {
    const from = after ?? [-1, "", ""];
    const rows = await queries.all<Row>(
      `select u.space, u.ip_key, u.device_id, (
         select count(*) from address a where a.space = u.space and a.ip_key = u.ip_key and a.device_id = u.device_id) as is_held
       from address_absence u where (u.space, u.ip_key, u.device_id) > (?, ?, ?) order by u.space, u.ip_key, u.device_id limit ?`,
      [...from, SLICE_ROWS],
    );
    const left = rows.filter((row) => row.is_held === 0);
    const last = rows.at(-1);
    return {
      rows: rows.length,
      differences: left.map(({ space, ip_key, device_id }): Difference => {
        const id = [space, ip_key, device_id].join("/");
        return { check: "missing-addresses", table: "address_absence", id, column: "", stored: "missed", expected: null };
      }),
      next: rows.length < SLICE_ROWS || last === undefined ? null : [last.space, last.ip_key, last.device_id],
      mend: async (change) => {
        for (const { space, ip_key, device_id } of left)
          await change.exec("delete from address_absence where space = ? and ip_key = ? and device_id = ?", [space, ip_key, device_id]);
      },
    };
  },
};
