import { createInventory, STORAGE } from "../../src/index.ts";
import { expect, it } from "vitest";
import { currentPosition } from "../../src/plans/plan-position.ts";
import { Staleness } from "../../src/plans/staleness.ts";
import type { Clock } from "../../src/contract/clock.ts";
import { DATABASES } from "../../../../testing/storages.ts";

it.each(DATABASES)("a plan of one record is not rehearsed for its readers if that holds locks for long, on %s", async (_, openPlace) => {
  await using place = await openPlace();
  await using inventory = await createInventory({ storage: place.storage() });
  const storage = inventory.host.get(STORAGE);
  const position = await currentPosition(storage, new Date().toISOString());
  await inventory.devices.create({ name: "a change since" });
  let rehearsals = 0;
  const staleOf = async (heldMs: number): Promise<boolean | null> =>
    await new Staleness(storage, { now: () => Date.now() } as Clock).of(
      "plan",
      { digest: "digest", ids: [], touched: [["device", ["one"]]], types: ["device"], position, heldMs },
      async () => {
        rehearsals += 1;
        return await Promise.resolve(true);
      },
    );
  expect([await staleOf(400), rehearsals]).toEqual([true, 1]);
  expect([await staleOf(4000), rehearsals]).toEqual([null, 1]);
});
