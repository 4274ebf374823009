import type { Device, EventName, KnownEvent } from "@cadastre/client";
import { type InfiniteData, QueryClient } from "@tanstack/vue-query";
import { describe, expect, it } from "vitest";
import { type DeviceQuery, NO_FILTER } from "../page/api/device-filter.ts";
import { keys } from "../page/api/keys.ts";
import { type ListPage, orderBy } from "../page/api/list-pages.ts";
import { applyEvents } from "../page/api/live-patches.ts";
import { patchRows } from "../page/api/patch-rows.ts";

const byName = orderBy<{ readonly id: string; readonly name: string }>("name");

interface Row {
  readonly id: string;
  readonly name: string;
}
const row = (id: string, name = id): Row => ({ id, name });
const patched = (
  rows: readonly Row[],
  changes: Parameters<typeof patchRows<Row>>[1],
  belongs: (one: Row) => boolean = () => true,
): string[] => patchRows(rows, changes, belongs, byName).map(({ id, name }) => `${id}:${name}`);

describe("a list that is patched", () => {
  const rows = [row("1", "a"), row("2", "c"), row("3", "e")];

  it("replaces a row, moves one whose name changed, adds and takes out", () => {
    expect(patched(rows, [{ id: "2", row: row("2", "c") }])).toEqual(["1:a", "2:c", "3:e"]);
    expect(patched(rows, [{ id: "1", row: row("1", "d") }])).toEqual(["2:c", "1:d", "3:e"]);
    expect(
      patched(rows, [
        { id: "4", row: row("4", "b") },
        { id: "5", row: row("5", "z") },
      ]),
    ).toEqual(["1:a", "4:b", "2:c", "3:e", "5:z"]);
    expect(patched(rows, [{ id: "2", row: null }])).toEqual(["1:a", "3:e"]);
  });

  it("goes by the last word on a record, and by the filter", () => {
    expect(
      patched(rows, [
        { id: "4", row: row("4", "b") },
        { id: "4", row: null },
      ]),
    ).toEqual(["1:a", "2:c", "3:e"]);
    expect(
      patched(
        rows,
        [
          { id: "1", row: row("1", "out") },
          { id: "4", row: row("4", "out") },
        ],
        ({ name }) => name !== "out",
      ),
    ).toEqual(["2:c", "3:e"]);
  });

  it("is the same list when nothing of it changed", () => {
    expect(patchRows(rows, [{ id: "9", row: null }], () => true, byName)).toBe(rows);
    expect(patchRows(rows, [{ id: "9", row: row("9", "out") }], ({ name }) => name !== "out", byName)).toBe(rows);
  });

  it("has the order of the service, by code units and then by id", () => {
    const sorted = [row("2", "b"), row("1", "b"), row("3", "B"), row("4", "ä")].toSorted(byName);
    expect(sorted.map(({ id }) => id)).toEqual(["3", "1", "2", "4"]);
  });
});

describe("events", () => {
  const device = (id: string, more: Partial<Device> = {}): Device => ({
    id,
    name: id,
    hostname: "",
    description: "",
    make_model: "",
    os: "",
    datacenter_id: null,
    username: "",
    location: "",
    status: "active",
    tags: [],
    addresses: [],
    domains: [],
    fields: {},
    created_at: "",
    updated_at: "",
    ...more,
  });
  const event = <T extends { readonly id: string }>(name: EventName, data: T): KnownEvent =>
    ({ id: "1-1", event: name, timestamp: "", record_id: data.id, data: { ...data } }) as object as KnownEvent;
  const filter = (more: Partial<DeviceQuery> = {}): DeviceQuery => ({ ...NO_FILTER, ...more });
  type Pages = InfiniteData<ListPage<Device>>;
  const pages = (items: readonly Device[], next?: string, count = items.length): Pages => ({
    pages: [{ items, next, count, last: items.at(-1) }],
    pageParams: [undefined],
  });
  const rowsOf = (client: QueryClient, key: readonly unknown[]): readonly Device[] | undefined =>
    client.getQueryData<Pages>(key)?.pages.flatMap(({ items }) => items);
  const countOf = (client: QueryClient, key: readonly unknown[]): number | undefined => client.getQueryData<Pages>(key)?.pages[0]?.count;

  it("change each list of devices by its filter, and the device that is shown, without asking", () => {
    const client = new QueryClient();
    const [all, tagged] = [keys.devices(filter()), keys.devices(filter({ tags: ["prod"], status: "active" }))];
    client.setQueryData(all, pages([device("a"), device("b")]));
    client.setQueryData(tagged, pages([]));
    client.setQueryData(keys.device("a"), device("a"));
    applyEvents(client, [
      event("device.updated", { ...device("a", { tags: ["prod"] }), changes: ["tags"], ip_address: "" }),
      event("device.created", { ...device("c"), ip_address: "" }),
      event("device.deleted", device("b")),
    ]);
    expect(rowsOf(client, all)).toEqual([device("a", { tags: ["prod"] }), device("c")]);
    expect(rowsOf(client, tagged)).toEqual([device("a", { tags: ["prod"] })]);
    expect(client.getQueryData(keys.device("a"))).toEqual(device("a", { tags: ["prod"] }));
    // What nobody looks at is not made up.
    expect(client.getQueryData(keys.device("c"))).toBeUndefined();
    applyEvents(client, [
      event("device.updated", { ...device("a", { status: "planned", tags: ["prod"] }), changes: ["status"], ip_address: "" }),
    ]);
    expect(rowsOf(client, tagged)).toEqual([]);
  });

  it("leave records after the pages that were read for the next page, and keep the count", () => {
    const client = new QueryClient();
    const [byName, newest, found] = [filter(), filter({ sort: "-updated_at" }), filter({ q: "web" })].map((one) => keys.devices(one));
    const [a, c] = [device("a", { updated_at: "2" }), device("c", { updated_at: "1" })];
    client.setQueryData(byName as readonly unknown[], pages([a, c], "cursor", 9));
    client.setQueryData(newest as readonly unknown[], pages([a, c], "cursor", 9));
    client.setQueryData(found as readonly unknown[], pages([c, a]));
    applyEvents(client, [
      event("device.created", device("b", { updated_at: "3" })),
      event("device.created", device("z", { updated_at: "4" })),
    ]);
    const names = (key: readonly unknown[] | undefined) => rowsOf(client, key ?? [])?.map(({ name }) => name);
    expect([byName, newest, found].map(names)).toEqual([
      ["a", "b", "c"],
      ["z", "b", "a", "c"],
      ["c", "a"],
    ]);
    applyEvents(client, [event("device.updated", { ...a, name: "x", changes: ["name"] }), event("device.deleted", device("y"))]);
    expect([byName, newest, found].map(names)).toEqual([
      ["b", "c"],
      ["z", "b", "x", "c"],
      ["c", "x"],
    ]);
    expect([byName, newest, found].map((key) => countOf(client, key ?? []))).toEqual([10, 10, 2]);
  });

  it("have what the server counts asked for again, and keep the address of a conflict", () => {
    const client = new QueryClient();
    client.setQueryData(keys.utilizations, []);
    client.setQueryData(keys.scans, []);
    client.setQueryData(keys.conflicts, []);
    applyEvents(client, [event("conflict.detected", { id: "x", ip_address: "10.0.0.1", status: "active", detected_at: "2026-01-01" })]);
    expect(client.getQueryData(keys.conflicts)).toEqual([{ id: "x", ip_address: "10.0.0.1", status: "active", detected_at: "2026-01-01" }]);
    expect(client.getQueryState(keys.utilizations)?.isInvalidated).toBe(false);
    applyEvents(client, [event("device.created", { ...device("c"), ip_address: "" })]);
    expect(client.getQueryState(keys.utilizations)?.isInvalidated).toBe(true);
    expect(client.getQueryState(keys.scans)?.isInvalidated).toBe(false);
    applyEvents(client, [event("discovery.completed", { id: "s" })]);
    expect(client.getQueryState(keys.scans)?.isInvalidated).toBe(true);
  });

  it("put datacenters into their list, and have pools and relationships asked for again", () => {
    const client = new QueryClient();
    const one = { id: "a", name: "fra1", location: "", description: "", created_at: "2026-01-01", updated_at: "2026-01-01" };
    const asked = [keys.pools("n"), keys.heatmap("n"), keys.freePrefixes("n"), keys.relationships("d")];
    client.setQueryData(keys.datacenters, [one]);
    for (const key of asked) client.setQueryData(key, []);
    const isAskedAgain = (): (boolean | undefined)[] => asked.map((key) => client.getQueryState(key)?.isInvalidated);
    applyEvents(client, [event("datacenter.updated", { ...one, name: "fra2", changes: ["name"] })]);
    expect(client.getQueryData(keys.datacenters)).toEqual([{ ...one, name: "fra2" }]);
    applyEvents(client, [event("datacenter.deleted", one), event("pool.utilization_high", { id: "p" })]);
    expect(client.getQueryData(keys.datacenters)).toEqual([]);
    expect(isAskedAgain()).toEqual([false, false, false, false]);
    applyEvents(client, [event("pool.created", { id: "p" })]);
    expect(isAskedAgain()).toEqual([true, true, true, false]);
    applyEvents(client, [event("relationship.deleted", { id: "d/e/contains" })]);
    expect(isAskedAgain()).toEqual([true, true, true, true]);
  });

  it("put spaces into their list, and have asked for again what only the service knows of them", () => {
    const client = new QueryClient();
    const red = { id: "r", name: "red", rd: "", description: "", created_at: "2026-01-01", updated_at: "2026-01-01" };
    const inRed = keys.devices(filter({ space: "r" }));
    client.setQueryData(keys.spaces, []);
    client.setQueryData(inRed, pages([]));
    client.setQueryData(keys.utilizations, []);
    applyEvents(client, [event("space.created", red)]);
    expect(client.getQueryData(keys.spaces)).toEqual([red]);
    applyEvents(client, [event("space.deleted", red)]);
    expect(client.getQueryData(keys.spaces)).toEqual([]);
    expect(client.getQueryState(keys.utilizations)?.isInvalidated).toBe(false);
    applyEvents(client, [event("datacenter.updated", { id: "a", name: "fra1", space_id: "r", changes: ["space_id"] })]);
    expect([keys.utilizations, inRed].map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
    client.setQueryData(inRed, pages([]));
    applyEvents(client, [event("device.created", device("a"))]);
    expect(client.getQueryState(inRed)?.isInvalidated).toBe(true);
    expect(rowsOf(client, inRed)).toEqual([]);
  });

  it("have the dashboard asked for again, unless they are of single hosts of a scan", () => {
    const invalidatedBy = (name: EventName): boolean => {
      const client = new QueryClient();
      client.setQueryData(keys.dashboard, {});
      applyEvents(client, [event(name, { id: "x" })]);
      return client.getQueryState(keys.dashboard)?.isInvalidated === true;
    };
    const devices: readonly EventName[] = ["device.created", "device.promoted"];
    const all: readonly EventName[] = [
      ...devices,
      "network.deleted",
      "conflict.resolved",
      "discovery.started",
      "discovery.completed",
      "pool.utilization_high",
    ];
    expect(all.filter((name) => !invalidatedBy(name))).toEqual([]);
    expect(invalidatedBy("discovery.device_found")).toBe(false);
  });
});
