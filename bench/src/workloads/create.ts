import type { Context } from "../context.ts";
import { DelayWatch } from "../delay-watch.ts";
import { interleave, timeAtOnce, timePerStep, WARM_UP } from "../measure.ts";
import { insertRowSet, type RawDatabase, type RowSet } from "../raw/raw-database.ts";
import { rateRow, type Row } from "../report.ts";
import { keyAt, runRow } from "../rows/address-text.ts";
import { deviceFields } from "../rows/device-fields.ts";
import { createdRows, type Place } from "../rows/device-rows.ts";
import { countUsed, devicePlace } from "../rows/place.ts";

const CLIENTS = 16;

/** A device with its audit row and event, against the same rows without the product; and by several clients at once. */
export async function create(context: Context): Promise<Row[]> {
  const { scale, storage } = context;
  return await context.withEmpty(async ({ inventory, raw }) => {
    const ours = await devicePlace(inventory, 10);
    const theirs = await devicePlace(inventory, 11);
    let created = 0;
    const next = async (): Promise<unknown> => await inventory.devices.create(deviceFields(ours.base, (created += 1)));
    await next();
    const rows = Array.from({ length: (scale.rounds + WARM_UP) * scale.writes }, (_, index) => createdRows(theirs, index, 1, true));
    await raw.insert("taken_run", [runRow(theirs.base, 1, 1)]);
    let written = 0;
    const write = async (): Promise<void> => await writeDevice(raw, theirs, rows[written] as RowSet, (written += 1));
    const one = await interleave(next, write, { rounds: scale.rounds, times: scale.writes });
    const watch = new DelayWatch();
    const total = CLIENTS * Math.ceil((scale.writes * 4) / CLIENTS);
    const together = async (): Promise<unknown> => await timeAtOnce(CLIENTS, total, next);
    const alone = async (): Promise<unknown> => await timePerStep(next, scale.writes);
    const both = await interleave(together, alone, { rounds: scale.rounds, times: 1, watch });
    const rates = { measured: both.measured / total, limit: both.limit / scale.writes };
    return [
      rateRow("create a device", "the same rows, one transaction", one, 0.6),
      rateRow(`create devices, ${CLIENTS} clients at once`, "one client", rates, storage === "sqlite" ? 3 : 2, watch.note),
    ];
  });
}

/** The rows of one device whose addresses follow those of the one before. */
async function writeDevice(raw: RawDatabase, place: Place, rows: RowSet, nth: number): Promise<void> {
  await raw.transaction(async () => {
    await insertRowSet(raw, rows);
    const { base } = place;
    await raw.run("update taken_run set hi = ?, nx = ? where space = 0 and lo = ?", [
      keyAt(base, nth * 2),
      keyAt(base, nth * 2 + 1),
      keyAt(base, 1),
    ]);
    await countUsed(raw, place, 2);
  });
}
