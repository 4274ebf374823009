import { createInventory } from "@cadastre/inventory-core";
import { describeStorage } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { timedStorage } from "./timed-storage.ts";

// The published suite proves that it is a storage …
describeStorage({ describe, it }, "timed-sqlite", { createStorage: () => ({ storage: timedStorage(":memory:", { milliseconds: [] }) }) });

// … and one test that it does what it adds.
it("keeps the time of every write", async () => {
  const times = { milliseconds: [] };
  await using inventory = await createInventory({ storage: timedStorage(":memory:", times) });
  // The start writes too.
  times.milliseconds.length = 0;
  await inventory.datacenters.create({ name: "one" });
  await inventory.datacenters.create({ name: "two" });
  expect(times.milliseconds).toHaveLength(2);
});
