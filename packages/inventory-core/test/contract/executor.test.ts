import {
  ANONYMOUS,
  type AnyOperation,
  type CallContext,
  coreErrors,
  createInventory,
  defineOperation,
  defineOperations,
  definePermissions,
  definePlugin,
  type Inventory,
  type Principal,
  provide,
  record,
  serviceToken,
  SYSTEM,
} from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

const RACKS = serviceToken<object>("test-racks");
const steps: string[] = [];

const racks = defineOperations("racks", {
  fill: defineOperation({
    summary: "Fill a rack",
    service: RACKS,
    access: "rack:update",
    alsoNeeds: ["rack:list"],
    http: { method: "POST", path: "/api/racks/{id}", status: 200 },
    query: z.object({ fast: z.enum(["yes", "no"]).optional() }),
    body: z.object({ units: z.number({ error: "must be a number" }) }),
    output: record(z.object({ id: z.string(), units: z.number() })),
    exists: async (_, { id }) => {
      steps.push("exists");
      await Promise.resolve();
      if (id === "gone") throw coreErrors.NOT_FOUND({ what: "rack" });
    },
    run: async (_, { params, body }) => {
      steps.push("run");
      return await Promise.resolve({ id: params.id, units: body.valid().units });
    },
  }),
});
const fill = racks.fill as unknown as AnyOperation;

const holder = (...permissions: string[]): Principal => ({
  kind: "user",
  userId: "u",
  username: "u",
  permissions: new Set(permissions),
  credential: KEY_CREDENTIAL,
  credentialId: "k",
});

describe("an operation is run", () => {
  let inventory: Inventory;
  beforeAll(async () => {
    const plugin = definePlugin({
      id: "racks",
      engine: "*",
      services: [provide(RACKS, [], () => ({}))],
      permissions: definePermissions({ rack: { resource: "racks", actions: ["list", "update"] } }),
      operations: [fill],
    });
    inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [plugin] });
  });
  afterAll(async () => await inventory.close());

  const call = async (principal: Principal, id: string, body: unknown, query: unknown = {}) => {
    steps.length = 0;
    const context: CallContext = { principal, source: "test" };
    const read = async (): Promise<unknown> => {
      steps.push("body");
      return await Promise.resolve(body);
    };
    const result = await inventory.host.execute(fill, { params: { id }, query, body: read }, context);
    return result.kind === "record" ? result.value.parse() : undefined;
  };

  it("with permission, existence, query and body looked at in this order", async () => {
    expect(await call(SYSTEM, "r1", { units: 4, other: 1 })).toEqual({ id: "r1", units: 4 });
    expect(steps).toEqual(["body", "run"]);
    await expect(call(holder("rack:list"), "gone", {})).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: expect.stringContaining("rack:update") as string,
    });
    expect(steps).toEqual([]);
    await expect(call(holder("rack:update"), "r1", {})).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: expect.stringContaining("rack:list") as string,
    });
    // What is missing is told before what is wrong with the body or the query.
    await expect(call(SYSTEM, "gone", {})).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(steps).toEqual(["body", "exists"]);
    await expect(call(SYSTEM, "gone", null)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(call(SYSTEM, "gone", {}, { fast: "maybe" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(steps).toEqual(["exists"]);
    await expect(call(SYSTEM, "r1", {}, { fast: "maybe" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { fast: { field: "fast" } },
    });
    expect(steps).toEqual(["exists"]);
  });

  it("with a body that is an object, and right", async () => {
    for (const body of [null, [], "x", 5]) await expect(call(SYSTEM, "r1", body)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(call(SYSTEM, "r1", { units: "4" })).rejects.toMatchObject({ details: { units: { message: "must be a number" } } });
    await expect(call(SYSTEM, "r1", JSON.parse('{"__proto__": {"units": 4}}'))).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("for nobody without a credential, even where any credential will do", async () => {
    await expect(inventory.as(ANONYMOUS).search.all({ q: "x" })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(call(ANONYMOUS, "r1", { units: 1 })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    expect(await inventory.as(holder()).search.all({ q: "x" })).toEqual({ results: [] });
  });

  it("for a caller with just the permissions", async () => {
    expect(await call(holder("rack:update", "rack:list"), "r1", { units: 1 })).toEqual({ id: "r1", units: 1 });
    const viewer = inventory.as(holder("datacenter:list"));
    expect(await viewer.datacenters.list()).toEqual([]);
    await expect(viewer.datacenters.create({ name: "x" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("for the user of its path without a permission, where it says so", async () => {
    const own: AnyOperation = { ...fill, self: "id" };
    const callOwn = async (principal: Principal, id: string): Promise<unknown> =>
      await inventory.host.execute(
        own,
        { params: { id }, query: {}, body: async () => await Promise.resolve({ units: 1 }) },
        { principal, source: "test" },
      );
    expect(await callOwn(holder(), "u")).toMatchObject({ kind: "record" });
    for (const [principal, id] of [
      [holder(), "v"],
      [{ ...holder(), userId: null }, "u"],
      [{ ...holder(), userId: null }, "null"],
    ] as const) {
      await expect(callOwn(principal, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    await expect(callOwn({ ...ANONYMOUS, userId: "u" }, "u")).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });
});
