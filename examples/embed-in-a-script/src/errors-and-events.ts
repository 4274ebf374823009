import assert from "node:assert/strict";
import { createInventory, isErrorOf, isInventoryError } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

await using inventory = await createInventory({ storage: sqlite(":memory:") });
const lab = await inventory.networks.create({ name: "lab", subnet: "10.20.0.0/24" });
const pool = await inventory.pools.create(lab.id, { name: "servers", start_ip: "10.20.0.10", end_ip: "10.20.0.10" });

// #region errors
/** Reserves an address of a pool, or says why there is none. */
async function reserve(poolId: string, key: string): Promise<string> {
  try {
    const { allocations } = await inventory.pools.allocate(poolId, { key });
    return allocations.map(({ ip }) => ip).join(", ");
  } catch (error) {
    if (!isErrorOf(error, "pools.allocate")) throw error;
    switch (error.code) {
      case "POOL_NOT_FOUND":
        return `no pool ${error.details.id}`;
      case "VALIDATION_ERROR":
        return `wrong: ${Object.keys(error.details).join(", ")}`;
      case "IP_NOT_AVAILABLE":
        return error.message;
      default:
        throw error;
    }
  }
}
// #endregion

assert.equal(await reserve(pool.id, "web-01"), "10.20.0.10");
assert.equal(await reserve(pool.id, "web-02"), "pool servers has no free address");
assert.equal(await reserve(pool.id, "x".repeat(256)), "wrong: key");
assert.equal(await reserve(lab.id, "web-03"), `no pool ${lab.id}`);

const heard: string[] = [];
// #region events
const stop = inventory.events.on("network.updated", ({ data }) => heard.push(`${data.name}: ${data.changes.join(", ")}`));
inventory.events.on("*", (event) => {
  if (event.event === "device.created") heard.push(`${event.data.name} at ${event.data.ip_address}`);
});
// #endregion
await inventory.networks.update(lab.id, { description: "a rack of old servers" });
stop();
await inventory.networks.update(lab.id, { description: "" });
await inventory.devices.create({ name: "web-01", addresses: [{ ip: "10.20.0.10" }] });
assert.deepEqual(heard, ["lab: description", "web-01 at 10.20.0.10"]);

// What no type has checked is refused with a sentence that says what to do.
assert.throws(
  () => inventory.events.on("device.craeted" as "device.created", () => undefined),
  (error) => isInventoryError(error) && error.code === "UNKNOWN_EVENT" && error.details.known.includes("device.created"),
);
