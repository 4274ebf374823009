import type { Inventory } from "@cadastre/inventory-core";
import type { Context } from "../context.ts";
import { DelayWatch } from "../delay-watch.ts";
import { type Row, timeRow } from "../report.ts";
import { type DeviceFields, deviceFields } from "../rows/device-fields.ts";
import { devicePlace, loadDevices } from "../rows/place.ts";

type CreateMany = (devices: readonly DeviceFields[]) => Promise<unknown>;

/** The bulk path of the library, where it has one. */
const createManyOf = ({ devices }: Inventory): CreateMany | undefined => (devices as { readonly createMany?: CreateMany }).createMany;

/** Many devices at once, against the same rows in one transaction. */
export async function bulk(context: Context): Promise<Row[]> {
  const count = context.most;
  return await context.withEmpty(async (subject) => {
    const { inventory } = subject;
    const work = `create ${count} devices in bulk`;
    const createMany = createManyOf(inventory);
    if (createMany === undefined) return [{ work, limit: "raw rows in one transaction", value: undefined, unit: "x", reach: { most: 2 }, note: "not built" }];
    const ours = await devicePlace(inventory, 10);
    const theirs = await devicePlace(inventory, 11);
    const devices = Array.from({ length: count }, (_, index) => deviceFields(ours.base, index));
    const limit = (await loadDevices(subject, theirs, count, true)) * 1000;
    const watch = new DelayWatch();
    const start = performance.now();
    await watch.during(async () => await createMany(devices));
    const pair = { measured: (performance.now() - start) * 1000, limit };
    return [
      timeRow(work, "raw rows in one transaction", pair, 2),
      { work: `${work}, event loop`, limit: "", value: watch.longestMs, unit: "ms", reach: { most: 50 }, note: "held up at most" },
    ];
  });
}
