import { defineOperation, defineOperations, definePlugin, list, provide, serviceToken } from "@cadastre/inventory-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { type ApiServer, startApi } from "./api-server.ts";

const SHELVES = serviceToken<Record<never, never>>("shelves");
const Shelf = z
  .object({ id: z.string(), places: z.record(z.string(), z.string().nullable()) })
  .meta({ id: "Shelf", description: "A shelf" });
const shelves = defineOperations("shelves", {
  list: defineOperation({
    summary: "List shelves",
    service: SHELVES,
    access: "network:list",
    http: { method: "GET", path: "/api/shelves", status: 200 },
    output: list(Shelf),
    run: async () => await Promise.reject(new Error("never called")),
  }),
});
const plugin = definePlugin({
  id: "shelves",
  engine: "*",
  services: [provide(SHELVES, [], () => ({}))],
  operations: Object.values(shelves),
});

let api: ApiServer;
beforeAll(async () => void (api = await startApi("sqlite", { plugins: [plugin] })));
afterAll(async () => await api.stop());

const manifestOf = async (): Promise<{ operations: { id: string }[]; records: Record<string, unknown>; errors: Record<string, unknown> }> =>
  (await api.viewer("GET", "/api/manifest")).body;

it("tells of every operation of the host, those of plugins included", async () => {
  const { operations } = await manifestOf();
  expect(operations.map(({ id }) => id)).toEqual(api.inventory.host.operations.map(({ id }) => id));
});

it("has an operation of a plugin with its fields, its answer and what it can fail with", async () => {
  const { operations, records, errors } = await manifestOf();
  expect(operations.find(({ id }) => id === "shelves.list")).toMatchObject({
    group: "shelves",
    name: "list",
    access: "network:list",
    path: "/api/shelves",
    fields: [],
    output: { kind: "list", type: { kind: "reference", name: "Shelf" } },
    errors: expect.arrayContaining(["FORBIDDEN", "UNAUTHORIZED", "RATE_LIMIT_EXCEEDED"]),
  });
  expect(records["Shelf"]).toEqual({
    kind: "object",
    description: "A shelf",
    fields: [
      { name: "id", type: { kind: "string" }, required: true },
      { name: "places", type: { kind: "map", values: { kind: "string" }, holdsNull: true }, required: true },
    ],
  });
  expect(errors["FORBIDDEN"]).toEqual({ kind: "forbidden", when: expect.any(String) });
});

it("is the same for every caller, and is sent once: later the server says that it is what the caller has", async () => {
  const first = await api.viewer("GET", "/api/manifest");
  const tag = first.headers.get("etag") ?? "";
  expect(tag).toMatch(/^"/);
  expect((await api.nobody("GET", "/api/manifest")).headers.get("etag")).toBe(tag);
  expect(await api.admin("GET", "/api/manifest", undefined, { "if-none-match": tag })).toMatchObject({ status: 304 });
  expect(await api.admin("GET", "/api/manifest", undefined, { "if-none-match": '"another"' })).toMatchObject({ status: 200 });
});

it("is not for those whom nobody knows", async () => {
  expect(await api.anonymous("GET", "/api/manifest")).toMatchObject({ status: 401 });
});
