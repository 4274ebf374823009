import { deviceDocuments, deviceSearchText, loadDevices } from "../../devices/device-rows.ts";
import { foldText } from "../../storage/search-text.ts";
import type { Check } from "../check.ts";
import { ownValues } from "../own-values.ts";
import { type DerivedRow, rowCheck } from "../row-check.ts";

/** Devices whose addresses, tags and domains are in memory at once. */
const SLICE_DEVICES = 200;

/** What reads and search of devices rely on: key of the name, search text, document. */
export const deviceCheck: Check = rowCheck({
  name: "devices",
  table: "device",
  limit: SLICE_DEVICES,
  rows: async (queries, after, limit) => {
    const rows = await queries.all<{ id: string; name_key: string; search_text: string; doc: string }>(
      "select id, name_key, search_text, doc from device where id > ? order by id limit ?",
      [after, limit],
    );
    const loaded = await loadDevices(
      queries,
      rows.map(({ id }) => id),
    );
    const own = await ownValues(queries, "device", deviceDocuments, []);
    return rows.map(({ id, ...stored }): DerivedRow => {
      const device = loaded.get(id)?.device;
      // It went between the two statements: nothing to compare, but its id still says where the next slice begins.
      if (device === undefined) return { id, stored: {}, expected: {} };
      return {
        id,
        stored: { ...stored, doc: deviceDocuments.comparable(stored.doc, device, own.completion) },
        expected: {
          name_key: foldText(device.name),
          search_text: own.searchText(stored.search_text, deviceSearchText(device)),
          doc: deviceDocuments.write(device),
        },
      };
    });
  },
});
