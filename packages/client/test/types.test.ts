// Checked by `npx --yes pnpm@12 typecheck`: that the generated types are those which the schemas infer.
import type { EventData as LibraryEventData, InventoryServices } from "@cadastre/inventory-core";
import { describe, expectTypeOf, it } from "vitest";
import {
  type Calls,
  type CadastreError,
  type Client,
  type Device,
  type DevicesCreateInput,
  type EventData,
  type KnownEvent,
  type Operations,
  type PagedRecordList,
  type RecordList,
  type ServiceEventData,
  type Watched,
  createClient,
  isErrorOf,
} from "../src/index.ts";

declare module "../src/index.ts" {
  interface EventData {
    "crate.opened": { readonly crate: string };
  }
}

/** Each is assignable to the other. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

// oxlint-disable-next-line typescript/no-explicit-any -- any method
type AnyMethod = (...args: any[]) => unknown;

/** Parameters but the options, which are the last. */
type Given<M> = M extends AnyMethod ? (Required<Parameters<M>> extends [...infer Given, unknown] ? Given : never) : never;

/** What is answered, whichever way it is read. */
type Answer<M> = M extends AnyMethod
  ? ReturnType<M> extends PromiseLike<infer Value>
    ? Value
    : ReturnType<M> extends AsyncIterable<infer Item>
      ? Item
      : never
  : never;

/** The same of the client, whose streams tell beside the record where it stands in them. */
type ClientAnswer<M> = M extends AnyMethod
  ? ReturnType<M> extends PromiseLike<unknown>
    ? Answer<M>
    : ReturnType<M> extends Watched<infer Data>
      ? Data
      : never
  : never;

/** Names of the methods of the library whose twin in the client takes or answers something else. */
type Different = {
  [Group in keyof InventoryServices]: {
    [Name in keyof InventoryServices[Group]]: Group extends keyof Operations
      ? Name extends keyof Operations[Group]
        ? Same<Given<InventoryServices[Group][Name]>, Given<Operations[Group][Name]>> extends true
          ? Same<Answer<InventoryServices[Group][Name]>, ClientAnswer<Operations[Group][Name]>> extends true
            ? never
            : `${Group & string}.${Name & string} answers something else`
          : `${Group & string}.${Name & string} takes something else`
        : `${Group & string}.${Name & string} is missing`
      : `${Group & string} is missing`;
  }[keyof InventoryServices[Group]];
}[keyof InventoryServices];

describe("types", () => {
  it("are those of the library, for every operation that the server has, but what gives a file, and events, which have names", () => {
    type Others = "audit.export" | "events.stream" | "exports.ansible" | "exports.httpSd";
    type OfLibrary = `${"datacenters" | "devices" | "networks" | "pools" | "spaces" | "vlanGroups" | "vlans"}.${"ensure" | "find"}`;
    expectTypeOf<Different>().toEqualTypeOf<`${OfLibrary} is missing` | `${Others} answers something else`>();
  });

  it("read well where they are used", () => {
    const client: Client = createClient({ baseUrl: "http://127.0.0.1:1" });
    expectTypeOf<Client["devices"]["list"]>().returns.toEqualTypeOf<PagedRecordList<Device>>();
    expectTypeOf<Client["datacenters"]["devices"]>().returns.toEqualTypeOf<RecordList<Device>>();
    expectTypeOf<Client["devices"]["create"]>().parameter(0).toEqualTypeOf<DevicesCreateInput>();
    expectTypeOf<Device["status"]>().toEqualTypeOf<"planned" | "active" | "maintenance" | "decommissioned">();
    expectTypeOf<CadastreError["status"]>().toEqualTypeOf<number | null>();
    expectTypeOf<"POOL_NOT_FOUND" | "RATE_LIMIT_EXCEEDED" | "TIMED_OUT">().toExtend<CadastreError["code"]>();
    // @ts-expect-error -- a typo
    void ((error: CadastreError): boolean => error.code === "POOL_NOT_FUOND");
    const explain = (error: unknown): string => {
      if (!isErrorOf(error, "pools.allocate")) return "";
      // @ts-expect-error -- an error of devices
      if (error.code === "DEVICE_NOT_FOUND") return "never";
      return error.code === "IP_NOT_AVAILABLE" || error.code === "TIMED_OUT" ? error.operation : "";
    };
    expectTypeOf(explain).returns.toBeString();
    const nameIn = (event: KnownEvent): string => {
      // @ts-expect-error -- a typo
      if (event.event === "device.craeted") return "never";
      // @ts-expect-error -- of which event is not known yet
      if (event.data.hostname === "") return "never";
      return event.event === "device.created" ? event.data.hostname : event.event === "crate.opened" ? event.data.crate : "";
    };
    expectTypeOf(nameIn).returns.toBeString();
    expectTypeOf<Client["events"]["stream"]>().returns.toEqualTypeOf<Watched<KnownEvent>>();
    expectTypeOf<EventData["pool.utilization_high"]["threshold"]>().toBeNumber();
    // Events of the library are those of the service, with the same data.
    expectTypeOf<Same<EventData[keyof ServiceEventData], LibraryEventData[keyof ServiceEventData]>>().toEqualTypeOf<true>();
    expectTypeOf<Calls["devices.get"]["fields"]>().toEqualTypeOf<{ id: string }>();
    // @ts-expect-error -- a device has a name
    void ((): unknown => client.devices.create({}));
    // @ts-expect-error -- not one of the statuses
    void ((): unknown => client.devices.list({ status: "asleep" }));
    // @ts-expect-error -- a network has no such field
    void ((): unknown => client.networks.create({ name: "n", subnet: "10.0.0.0/24", vlan: 7 }));
    // @ts-expect-error -- an update is of something
    void ((): unknown => client.devices.update({ os: "debian" }));
  });
});
