import { type ActingUser, createInventory, type Inventory, isInventoryError } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

describe("a call for a user", () => {
  let inventory: Inventory;
  beforeAll(async () => {
    inventory = await createInventory({ storage: sqlite(":memory:") });
  });
  afterAll(async () => await inventory.close());

  it.each<[string, Omit<ActingUser, "id">, boolean]>([
    ["the role viewer", { role: "viewer" }, false],
    ["the role operator", { role: "operator" }, true],
    ["the role admin", { role: "admin" }, true],
    ["several roles", { roles: ["viewer", "operator"] }, true],
    ["a role and a permission", { role: "viewer", permissions: ["device:create"] }, true],
    ["permissions", { permissions: ["device:list"] }, false],
  ])("has the permissions of %s", async (_, rights, creates) => {
    const { devices } = inventory.as({ id: "u1", ...rights });
    await devices.list();
    const refused = await devices.create({ name: "d" }).then(
      () => undefined,
      (error: unknown) => isInventoryError(error) && error.code,
    );
    expect(refused).toBe(creates ? undefined : "FORBIDDEN");
  });

  it("is recorded under the name of the user, or under the id where there is no name", async () => {
    for (const [user, username] of [
      [{ id: "u2", username: "Ada" }, "Ada"],
      [{ id: "u3" }, "u3"],
    ] as const) {
      const { id } = await inventory.as({ ...user, role: "operator" }).devices.create({ name: "d" });
      const [row] = await inventory.audit.list({ resource_id: id });
      expect(row).toMatchObject({ user_id: user.id, username });
    }
  });

  it.each<[string, unknown, string]>([
    ["no id", { role: "viewer" }, "id"],
    ["an empty id", { id: "" }, "id"],
    ["a role that is not built in", { id: "u", role: "auditor" }, "role"],
    ["roles of which one is not built in", { id: "u", roles: ["viewer", "auditor"] }, "roles[1]"],
  ])("is refused for a user with %s", (_, user, field) => {
    expect(() => inventory.as(user as ActingUser)).toThrow(
      expect.objectContaining({ code: "VALIDATION_ERROR", details: { [field]: expect.anything() } }),
    );
  });

  it("is refused without a user", () => {
    expect(() => inventory.as(undefined as unknown as ActingUser)).toThrow(expect.objectContaining({ code: "VALIDATION_ERROR" }));
  });
});
