import type { Context } from "../context.ts";
import { DelayWatch } from "../delay-watch.ts";
import { timeAtOnce } from "../measure.ts";
import { type Row, timeRow } from "../report.ts";
import { deviceFields } from "../rows/device-fields.ts";
import { devicePlace, loadDevices } from "../rows/place.ts";

/** Calls in flight: as many as one transaction takes in. */
const AT_ONCE = 64;

/** Many devices by a loader that keeps calls in flight, which the engine puts together, against the same rows in one transaction. */
export async function bulk(context: Context): Promise<Row[]> {
  const count = context.most;
  return await context.withEmpty(async (subject) => {
    const { inventory } = subject;
    const work = `create ${count} devices in bulk`;
    const ours = await devicePlace(inventory, 10);
    const theirs = await devicePlace(inventory, 11);
    const limit = (await loadDevices(subject, theirs, count, true)) * 1000;
    const watch = new DelayWatch();
    let nth = 0;
    const perDevice = await watch.during(
      async () => await timeAtOnce(AT_ONCE, count, async () => await inventory.devices.create(deviceFields(ours.base, (nth += 1) - 1))),
    );
    return [
      timeRow(work, "raw rows in one transaction", { measured: perDevice * count, limit }, 1.8),
      { work: `${work}, event loop`, limit: "", value: watch.longestMs, unit: "ms", reach: { most: 50 }, note: "held up at most" },
    ];
  });
}
