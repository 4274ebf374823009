import { STORAGE } from "@cadastre/inventory-core";
import { expect, test } from "vitest";
import { NEXT_TURN } from "../../src/queue/end-attempts.ts";
import { openHost } from "../hosts.ts";
import { planOf } from "../../../../testing/plans.ts";
import { sqliteDatabase } from "../../../../testing/sqlite-database.ts";

test("the next delivery of a record is found by its index, however long the backlog is", async () => {
  await using place = await sqliteDatabase();
  const host = await openHost(place.storage(), { deliver: false });
  const plan = await planOf(host.inventory.host.get(STORAGE), NEXT_TURN, ["w", "r"]);
  expect(plan).toMatch(/^.*INDEX webhook_delivery_turn \(record_id=\? AND webhook_id=\?.*$/);
  await host.close();
});
