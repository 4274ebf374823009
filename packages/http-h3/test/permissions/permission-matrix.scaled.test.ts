import type { AnyOperation } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, startApi } from "../auth/auth-api.ts";
import { HELD } from "./expected-access.ts";
import { RouteWalker } from "./walk-routes.ts";
import { atDepth, randomSeeds } from "../../../../testing/depth.ts";
import { STORAGES } from "../../../../testing/storages.ts";

/** One in so many operations has its permission removed, to see that the walk finds it. */
const TAMPERED = atDepth({ few: 10, many: 1 });

describe.each(STORAGES)("every route with every kind of credential on %s", (storage) => {
  let api: Api;
  let walker: RouteWalker;
  beforeAll(async () => {
    api = await startApi(storage);
    walker = await RouteWalker.start(api);
  });
  afterAll(async () => await api.stop());

  it("meets built-in roles that hold what the decisions say", async () => {
    const declared = api.inventory.host.permissions.map(({ name }) => name).toSorted();
    const { body } = await api.admin("GET /api/roles");
    const held = Object.fromEntries(
      body.map((role: { name: string; permissions: { name: string }[] }) => [role.name, role.permissions.map(({ name }) => name)]),
    );
    expect(held).toMatchObject({
      admin: declared,
      operator: declared.filter((name) => HELD.operator.has(name)),
      viewer: declared.filter((name) => HELD.viewer.has(name)),
      proposer: declared.filter((name) => HELD.proposer.has(name)),
    });
  });

  it("answers as the decisions say", async () => {
    expect(walker.callers.length).toBeGreaterThan(15);
    expect(api.inventory.host.operations.length).toBeGreaterThan(60);
    expect(await walker.walk(api.inventory.host.operations)).toEqual([]);
  });
});

describe("the walk finds a permission", () => {
  let api: Api;
  let walker: RouteWalker;
  beforeAll(async () => {
    api = await startApi("sqlite");
    walker = await RouteWalker.start(api);
  });
  afterAll(async () => await api.stop());

  /** Walks one operation while its declaration says something else. */
  const walkTampered = async (operation: AnyOperation, changes: Partial<AnyOperation>, max?: number): Promise<string[]> => {
    const before = { ...operation };
    Object.assign(operation, changes);
    try {
      return await walker.walk([operation], max);
    } finally {
      for (const key of Object.keys(changes)) Reflect.deleteProperty(operation, key);
      Object.assign(operation, before);
    }
  };
  const find = (id: string): AnyOperation => {
    const operation = api.inventory.host.operations.find((one) => one.id === id);
    if (operation === undefined) throw new Error(`unknown operation ${id}`);
    return operation;
  };

  it("that was removed from any operation", async () => {
    const unnoticed: string[] = [];
    const first = (randomSeeds().at(-1) as number) % TAMPERED;
    // Without the one that ends sessions: the walk needs them.
    const operations = api.inventory.host.operations.filter(({ id }) => id !== "auth.logout");
    for (const operation of operations.filter((_, index) => index % TAMPERED === first)) {
      const access = { public: "user:list", authenticated: "public" }[operation.access] ?? "authenticated";
      if ((await walkTampered(operation, { access }, 1)).length === 0) unnoticed.push(operation.id);
    }
    expect(unnoticed).toEqual([]);
  });

  it("that lets OAuth tokens change who may do what", async () => {
    const who = "an administrator's OAuth token of every scope";
    for (const id of ["users.grantRole", "users.resetPassword", "users.update", "roles.update", "keys.create"]) {
      expect(await walkTampered(find(id), { delegable: true })).toContain(`${id} as ${who}: expected 403 FORBIDDEN, got in`);
    }
    expect(await walkTampered(find("users.list"), { delegable: false })).toContain(`users.list as ${who}: expected in, got 403 FORBIDDEN`);
  });

  it("that was changed for another of the same roles, and says where", async () => {
    const found = await walkTampered(find("devices.update"), { access: "device:create" });
    expect(found).toEqual([
      "devices.update as whoever holds just what it needs: expected in, got 403 FORBIDDEN",
      "devices.update as whoever holds all but device:update: expected 403 FORBIDDEN, got in",
    ]);
    expect(await walkTampered(find("users.grantRole"), { alsoNeeds: [] })).toEqual([
      "users.grantRole as whoever holds all but role:read: expected 403 FORBIDDEN, got in",
    ]);
    expect(await walkTampered(find("users.delete"), { self: "id" })).toContain(
      "users.delete as a viewer, of themselves: expected 403 FORBIDDEN, got in",
    );
    expect(await walkTampered(find("users.roles"), { self: "none" })).toContain(
      "users.roles as a viewer, of themselves: expected in, got 403 FORBIDDEN",
    );
  });
});
