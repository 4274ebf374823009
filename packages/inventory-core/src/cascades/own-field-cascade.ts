import type { Cascades } from "../contract/cascades.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { loadDevices, updateDevices } from "../devices/device-rows.ts";
import { devicesInSlices } from "../devices/device-slices.ts";
import type { FieldRecord } from "../fields/own-fields.ts";
import { loadOwnFields } from "../fields/stored-values.ts";
import { networkSearchText } from "../networks/network-service.ts";
import { networkDocuments } from "../networks/network.entity.ts";
import { poolDocuments } from "../pools/pool.entity.ts";
import type { DocumentType } from "../storage/document-type.ts";
import type { z } from "zod";

/** A field of one's own changed its name or type, or went: the records that have a value of it are written as their rows say. */
export const ownFieldsRewritten: Cascades["ownFieldsRewritten"] = async (change, record, ids) => {
  change.touch(record, ids);
  switch (record) {
    case "network":
      return await rewrite(change, record, ids, networkDocuments, networkSearchText);
    case "pool":
      return await rewrite(change, record, ids, poolDocuments);
    case "device":
      for await (const some of devicesInSlices(change, ids)) {
        const loaded = await loadDevices(change, some);
        await updateDevices(
          change,
          [...loaded.values()].map(({ device }) => device),
        );
      }
  }
};

/** @param searchTextOf what search looks through, where it does */
async function rewrite<S extends z.ZodObject>(
  change: Change,
  record: FieldRecord,
  ids: readonly string[],
  type: DocumentType<S>,
  searchTextOf?: (record: z.output<S>) => string,
): Promise<void> {
  const rows = await change.all<{ id: string; doc: string }>(`select id, doc from ${type.table} where id = any(?)`, [ids]);
  const texts = await type.currentAll(
    change,
    rows.map(({ doc }) => doc),
  );
  const ownOf = await loadOwnFields(change, record, ids);
  const records = rows.map(({ id }, index) => ({ ...(JSON.parse(texts[index] as string) as z.output<S>), id, fields: ownOf(id) }));
  await change.update(
    type.table,
    "id",
    ["doc", ...(searchTextOf === undefined ? [] : ["search_text"])],
    records.map((one) => [one.id, type.write(one), ...(searchTextOf === undefined ? [] : [searchTextOf(one)])]),
  );
}
