import type { Cascades } from "../contract/cascades.ts";
import type { RecordKinds } from "../records/record-kinds.ts";
import { hasReferences, releaseReferences } from "../records/record-references.ts";
import { hasOwnTexts } from "../records/record-table.ts";
import { rewriteOwnTexts, rewriteTexts } from "../records/texts/record-text.ts";

/**
 * Cascades that first do what declared kinds of record say of their references to what is deleted, and that write the search texts of their
 * records when custom fields change.
 */
export function withReferringRecords(cascades: Cascades, kinds: RecordKinds): Cascades {
  return {
    ...cascades,
    networkDeleted: async (change, network, remove) => {
      if (await hasReferences(change, kinds, "pool")) {
        const pools = await change.all<{ id: string }>("select id from pool where network_id = ? order by id", [network.id]);
        const ids = pools.map(({ id }) => id);
        if (ids.length > 0) await releaseReferences(change, kinds, "pool", ids);
      }
      await releaseReferences(change, kinds, "network", [network.id]);
      await cascades.networkDeleted(change, network, remove);
    },
    poolDeleted: async (change, poolId, remove) => {
      await releaseReferences(change, kinds, "pool", [poolId]);
      await cascades.poolDeleted(change, poolId, remove);
    },
    devicesDeleted: async (change, devices) => {
      const ids = devices.map(({ id }) => id);
      await releaseReferences(change, kinds, "device", ids);
      await cascades.devicesDeleted(change, devices);
    },
    ownFieldsRewritten: async (change, record, ids) => {
      const service = kinds.find(record);
      if (service === undefined) return await cascades.ownFieldsRewritten(change, record, ids);
      change.touch(record, ids);
      await (hasOwnTexts(service.kind) ? rewriteOwnTexts : rewriteTexts)(change, service.kind, ids);
    },
  };
}
