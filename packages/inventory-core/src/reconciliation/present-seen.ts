import type { MigrationStep } from "../contract/storage/storage.ts";
import { compareWithRecorded } from "./recorded-devices.ts";
import { readSeen } from "./seen-rows.ts";
import { discoveredDeviceDocuments } from "./discovered-device.entity.ts";

/** Discovered devices of one slice. */
const SLICE = 500;

/** Compares what was seen before that was kept: the step of the migration that brings the state of discovered devices. */
export const comparePresentSeen: MigrationStep = async (transaction, after) => {
  const rows = await transaction.all<{ id: string; space: number }>(
    `select d.id, n.space from discovered_device d join network n on n.id = d.network_id where d.id > ? order by d.id limit ${SLICE}`,
    [after],
  );
  for (const [space, own] of Map.groupBy(rows, (row) => row.space)) {
    const seen = await readSeen(transaction, "id = any(?)", [own.map(({ id }) => id)]);
    const compared = await compareWithRecorded(transaction, space, seen);
    await transaction.update(
      "discovered_device",
      "id",
      ["mac_address", "state", "device_id", "doc"],
      compared.map((one) => [one.id, one.mac_address, one.state, one.device_id, discoveredDeviceDocuments.write(one)]),
    );
  }
  return rows.length < SLICE ? null : (rows.at(-1)?.id ?? null);
};
