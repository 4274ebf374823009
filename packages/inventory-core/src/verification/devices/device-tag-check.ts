import type { DeviceTagRow } from "../../devices/device.entity.ts";
import { type Check, SLICE_ROWS } from "../check.ts";

/** A tag of a device, with the name that the device has. */
type Row = DeviceTagRow & { readonly called: string };

/** What lists find devices by tags by: the names of the devices beside them. */
export const deviceTagCheck: Check = {
  name: "device tags",
  async slice(queries, after) {
    const [afterTag = "", afterName = "", afterId = ""] = (after ?? []).map(String);
    const rows = await queries.all<Row>(
      `select x.tag, x.name, x.device_id, x.position, d.name as called from device_tag x join device d on d.id = x.device_id
       where (x.tag, x.name, x.device_id) > (?, ?, ?) order by x.tag, x.name, x.device_id limit ${SLICE_ROWS}`,
      [afterTag, afterName, afterId],
    );
    const wrong = rows.filter(({ name, called }) => name !== called);
    const last = rows.at(-1);
    return {
      rows: rows.length,
      differences: wrong.map(({ tag, device_id: id, name, called }) => ({
        check: deviceTagCheck.name,
        table: "device_tag",
        id: `${tag}/${id}`,
        column: "name",
        stored: name,
        expected: called,
      })),
      next: rows.length < SLICE_ROWS || last === undefined ? null : [last.tag, last.name, last.device_id],
      mend: async (change) => {
        for (const { tag, device_id: id, called, position } of wrong) {
          // A second row of the same tag goes with it.
          await change.run("delete from device_tag where tag = ? and device_id = ?", [tag, id]);
          await change.insert("device_tag", ["tag", "name", "device_id", "position"], [[tag, called, id, position]]);
        }
      },
    };
  },
};
