import { createInventory } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { date, defineRecord, name, text } from "../../src/records.ts";
import { DATABASES } from "../../../../testing/storages.ts";

/** A kind whose fields are named as times of other records. */
const Certificate = defineRecord({
  name: "certificate",
  fields: { name: name(), resolved_by: text().optional(), last_seen: date().optional(), expires_at: date().optional() },
});

describe.each(DATABASES)("times of records in plans on %s", (_, openPlace) => {
  it("shows and compares every field of a declared kind that a caller sets, whatever its name is", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Certificate] });
    const { certificates, plans } = inventory;
    const { id } = await certificates.create({ name: "web" });
    const body = { resolved_by: "ada", last_seen: "2026-01-01" };
    const plan = await plans.create({ title: "t", steps: [{ operation: "certificates.update", params: { id }, body }] });
    expect(plan.effects.records).toMatchObject([{ type: "certificate", after: body }]);
    expect(plan.groups).toMatchObject([{ fields: ["last_seen", "resolved_by"] }]);
    await certificates.update(id, { resolved_by: "grace" });
    expect((await plans.get(plan.id)).stale).toBe(true);
  });

  it("applies a plan that sets the end of a record of a declared kind, however late", async () => {
    await using place = await openPlace();
    const clock = new FakeClock();
    await using inventory = await createInventory({ storage: place.storage(), records: [Certificate], clock });
    const { certificates, plans } = inventory;
    const { id } = await certificates.create({ name: "web" });
    const steps = [{ operation: "certificates.update", params: { id }, body: { expires_at: "2030-01-01" } }];
    const plan = await plans.create({ title: "t", steps });
    await clock.advance(3_600_000);
    expect((await plans.apply(plan.id)).status).toBe("applied");
    expect(await certificates.get(id)).toMatchObject({ expires_at: "2030-01-01" });
  });

  it("applies a plan that makes and changes discovery rules later than it was made", async () => {
    await using place = await openPlace();
    const clock = new FakeClock();
    await using inventory = await createInventory({ storage: place.storage(), clock });
    const { discoveryRules, networks, plans } = inventory;
    const network = await networks.create({ name: "lan", subnet: "10.0.0.0/24" });
    const rule = await discoveryRules.create({ network_id: network.id, scan_type: "full", enabled: false });
    const plan = await plans.create({
      title: "scan",
      steps: [
        { operation: "discoveryRules.create", body: { network_id: network.id, interval_hours: 6 } },
        { operation: "discoveryRules.update", params: { id: rule.id }, body: { enabled: true } },
      ],
    });
    expect(plan.effects.records.map(({ type, action }) => `${action} ${type}`)).toEqual(["create discovery_rule", "update discovery_rule"]);
    await clock.advance(3_600_000);
    expect((await plans.get(plan.id)).stale).toBe(false);
    expect((await plans.apply(plan.id)).status).toBe("applied");
    const due = (await discoveryRules.get(rule.id)).next_due_at ?? "";
    expect(Date.parse(due)).toBeGreaterThanOrEqual(clock.now() + 24 * 3_600_000);
    const entries = await discoveryRules.history(rule.id);
    expect(entries.map(({ action }) => action)).toEqual(["update", "create"]);
  });
});
