import assert from "node:assert/strict";
import { ALLOCATION_STRATEGY, type AllocationStrategy, createInventory, IDS, provide } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

// #region services
/** The first half of a pool is for people, who choose by hand: programs begin at .128, and go on at the first when that is full. */
const upperHalf: AllocationStrategy = { startAt: ({ start_ip: first }) => first.replace(/\d+$/, "128") };

let made = 0;
await using inventory = await createInventory({
  storage: sqlite(":memory:"),
  bind: [
    provide(ALLOCATION_STRATEGY, [], () => upperHalf),
    provide(IDS, [], () => ({ next: () => `01900000-0000-7000-8000-${String((made += 1)).padStart(12, "0")}` })),
  ],
});
// #endregion
const lab = await inventory.networks.create({ name: "lab", subnet: "10.20.0.0/24" });
const pool = await inventory.pools.create(lab.id, { name: "servers", start_ip: "10.20.0.1", end_ip: "10.20.0.254" });
const { allocations } = await inventory.pools.allocate(pool.id, { count: 2 });
assert.deepEqual(
  allocations.map(({ ip }) => ip),
  ["10.20.0.128", "10.20.0.129"],
);
assert.match(lab.id, /^01900000-0000-7000-8000-0000000000\d\d$/);
assert.deepEqual(
  inventory.host.replacements.map(({ service, by }) => `${service} by ${by}`),
  ["allocation-strategy by application", "ids by application"],
);
