import {
  createInventory,
  defineErrors,
  defineEvent,
  defineOperation,
  defineOperations,
  definePermissions,
  definePlugin,
  empty,
  type AnyOperation,
  errorOf,
  type Plugin,
  provide,
  serviceToken,
  type Storage,
} from "@cadastre/inventory-core";
import { engineMisfit, misfitSentence } from "@cadastre/inventory-core/upkeep";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const SERVICE = serviceToken<object>("racks");
const plugin = (id: string, more: Partial<Plugin> = {}): Plugin => definePlugin({ id, engine: "*", ...more });

const operation = (access = "authenticated", path = "/api/racks"): AnyOperation =>
  defineOperations("racks", {
    list: defineOperation({
      summary: "List",
      service: SERVICE,
      access,
      http: { method: "GET", path, status: 204 },
      output: empty,
      run: async () => {},
    }),
  }).list as unknown as AnyOperation;

/** A storage that must not be opened. */
const closed: Storage = { ...sqlite(":memory:"), open: async () => await Promise.reject(new Error("storage was opened")) };

describe("a plugin and an engine that do not fit", () => {
  it.each([
    [
      "^2.1.0",
      "1.4.0",
      "plugin racks works with engine ^2.1.0, and this is 1.4.0: upgrade the engine, npm install @cadastre/inventory-core@^2.1.0, or " +
        "use an earlier version of the plugin",
    ],
    [
      ">=1.0.0 <2.0.0",
      "2.0.0",
      "plugin racks works with engine >=1.0.0 <2.0.0, and this is 2.0.0: upgrade to a later version of the plugin, or go back to the " +
        'engine that it works with, npm install @cadastre/inventory-core@">=1.0.0 <2.0.0"',
    ],
    [
      "two",
      "2.0.0",
      'plugin racks says that it works with engine "two", which is no range of versions: write one in definePlugin, such as ^2.0.0',
    ],
  ])("are told with what to upgrade: %s, and the engine %s", (wants, engine, sentence) => {
    const misfit = engineMisfit({ id: "racks", engine: wants }, engine);
    expect(misfit && misfitSentence(misfit)).toBe(sentence);
  });

  it.each([
    ["*", "0.0.0"],
    ["^1.2.0", "1.9.3"],
    ["^2.0.0", "2.1.0-rc.1"],
  ])("are none: %s, and the engine %s", (wants, engine) => {
    expect(engineMisfit({ id: "racks", engine: wants }, engine)).toBeUndefined();
  });
});

describe("before anything is opened, the host refuses", () => {
  const cases: readonly (readonly [code: string, plugins: readonly Plugin[], says: string])[] = [
    ["PLUGIN_INVALID_ID", [plugin("Bad Id")], "Bad Id"],
    ["PLUGIN_DUPLICATE_ID", [plugin("twice"), plugin("twice")], "twice"],
    ["PLUGIN_DUPLICATE_ID", [plugin("core")], "core"],
    ["PLUGIN_ENGINE_MISMATCH", [plugin("modern", { engine: ">=99.0.0" })], "modern"],
    ["PLUGIN_ENGINE_MISMATCH", [plugin("odd", { engine: "not a range" })], "odd"],
    ["PLUGIN_MISSING_REQUIREMENT", [plugin("needy", { requires: ["absent"] })], "needy requires the plugin absent"],
    [
      "PLUGIN_CYCLE",
      [plugin("a", { requires: ["b"] }), plugin("b", { requires: ["c"] }), plugin("c", { requires: ["a"] })],
      "a -> b -> c -> a",
    ],
    [
      "PLUGIN_UNKNOWN_PERMISSION",
      [plugin("secretive", { events: [defineEvent("rack.moved", "A rack was moved", z.object({}))] })],
      "event rack.moved of plugin secretive requires the permission rack:read",
    ],
    [
      "PLUGIN_UNDECIDED_OPERATION",
      [
        plugin("accounts", {
          permissions: definePermissions({ rack: { resource: "racks", actions: ["list"], ofAccounts: true } }),
          operations: [operation("rack:list")],
        }),
      ],
      "delegable",
    ],
    ["PLUGIN_UNKNOWN_PERMISSION", [plugin("bold", { operations: [operation("rack:list")] })], "rack:list"],
    [
      "PLUGIN_DUPLICATE_CONTRIBUTION",
      [plugin("one", { operations: [operation()] }), plugin("two", { operations: [operation("authenticated", "/api/other")] })],
      "operation racks.list",
    ],
    [
      "PLUGIN_DUPLICATE_CONTRIBUTION",
      [plugin("one", { operations: [{ ...operation(), http: { method: "GET", path: "/api/devices/{name}", status: 200 } }] })],
      "route GET /api/devices/{}",
    ],
    [
      "PLUGIN_DUPLICATE_CONTRIBUTION",
      [plugin("one", { permissions: definePermissions({ device: { resource: "devices", actions: ["list"] } }) })],
      "permission device:list, which core",
    ],
    [
      "PLUGIN_DUPLICATE_CONTRIBUTION",
      [plugin("one", { events: [defineEvent("device.created", "again", z.object({}))] })],
      "event device.created",
    ],
    [
      "PLUGIN_DUPLICATE_CONTRIBUTION",
      [plugin("one", { errors: defineErrors({ NOT_FOUND: errorOf("not-found", "again", () => "") }).definitions })],
      "error NOT_FOUND",
    ],
    [
      "PLUGIN_DUPLICATE_CONTRIBUTION",
      [plugin("one", { services: [provide(SERVICE, [], () => ({}))] }), plugin("two", { services: [provide(SERVICE, [], () => ({}))] })],
      "service cadastre:racks",
    ],
  ];
  it.each(cases)("%s", async (code, plugins, says) => {
    await expect(createInventory({ storage: closed, plugins })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(says) as string,
    });
  });
});

/** Plugins that write down when they start and stop. */
function recorded(log: string[], ...specs: readonly { id: string; requires?: readonly string[]; fails?: "start" | "stop" }[]): Plugin[] {
  return specs.map(({ id, requires, fails }) =>
    plugin(id, {
      ...(requires === undefined ? {} : { requires }),
      start: () => {
        if (fails === "start") throw new Error("out of luck");
        log.push(`start ${id}`);
      },
      stop: () => {
        log.push(`stop ${id}`);
        if (fails === "stop") throw new Error("stuck");
      },
    }),
  );
}

/** SQLite that writes down that it was closed. */
function watched(log: string[]): Storage {
  const inner = sqlite(":memory:");
  return {
    ...inner,
    open: async (options) => {
      const open = await inner.open(options);
      const close = open.close.bind(open);
      open.close = async () => {
        log.push("storage closed");
        await close();
      };
      return open;
    },
  };
}

describe("the host", () => {
  it("starts plugins in order of need and stops them in reverse, then closes storage", async () => {
    const log: string[] = [];
    const plugins = recorded(
      log,
      { id: "edge", requires: ["middle"] },
      { id: "middle", requires: ["base"] },
      { id: "base" },
      { id: "other" },
    );
    const inventory = await createInventory({ storage: watched(log), plugins });
    await inventory.close();
    expect(log).toEqual([
      "start base",
      "start middle",
      "start edge",
      "start other",
      "stop other",
      "stop edge",
      "stop middle",
      "stop base",
      "storage closed",
    ]);
  });

  it("stops what has started when a start fails half-way, and says which plugin failed", async () => {
    const log: string[] = [];
    const plugins = recorded(log, { id: "one" }, { id: "two" }, { id: "three", fails: "start" }, { id: "four" });
    const failed = createInventory({ storage: watched(log), plugins });
    await expect(failed).rejects.toMatchObject({
      code: "PLUGIN_START_FAILED",
      message: "plugin three failed to start: out of luck",
      cause: { message: "out of luck" },
    });
    expect(log).toEqual(["start one", "start two", "stop two", "stop one", "storage closed"]);
  });

  it("lets no plugin that fails to stop hold up the rest", async () => {
    const log: string[] = [];
    const inventory = await createInventory({ storage: watched(log), plugins: recorded(log, { id: "one" }, { id: "two", fails: "stop" }) });
    await inventory.close();
    expect(log.slice(2)).toEqual(["stop two", "stop one", "storage closed"]);
  });

  it("closes storage when a service cannot be made", async () => {
    const log: string[] = [];
    const plugins = [plugin("broken", { services: [provide(SERVICE, [serviceToken<object>("nowhere")], () => ({}))] })];
    await expect(createInventory({ storage: watched(log), plugins })).rejects.toThrow("nowhere");
    expect(log).toEqual(["storage closed"]);
  });
});
