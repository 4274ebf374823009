import type { Device } from "@cadastre/client";
import { expect, it } from "vitest";
import { changedFields } from "../page/api/changed-fields.ts";
import { sortDevices } from "../page/devices/sort-devices.ts";

const device = (name: string, ip?: string, os = ""): Device =>
  ({ id: name, name, os, status: "active", make_model: "", addresses: ip === undefined ? [] : [{ ip }] }) as unknown as Device;

it("sorts addresses as numbers, and what has none last both ways", () => {
  const devices = [device("a", "10.0.0.10"), device("b"), device("c", "10.0.0.9"), device("d", "2001:db8::1")];
  const names = (down: boolean) => sortDevices(devices, { column: "address", down }).map(({ name }) => name);
  expect([names(false), names(true)]).toEqual([
    ["c", "a", "d", "b"],
    ["d", "a", "c", "b"],
  ]);
});

it("sorts by text in any case, keeps the order of equals, and takes the service's order by name", () => {
  const devices = [device("a", undefined, "linux"), device("b", undefined, "Debian"), device("c", undefined, "LINUX")];
  expect(sortDevices(devices, { column: "os", down: false }).map(({ name }) => name)).toEqual(["b", "a", "c"]);
  expect(sortDevices(devices, { column: "name", down: false })).toBe(devices);
  expect(sortDevices(devices, { column: "name", down: true }).map(({ name }) => name)).toEqual(["c", "b", "a"]);
});

it("says what somebody else changed, in words", () => {
  const was = { id: "1", name: "a", os: "", tags: ["x"], addresses: [{ id: "i", ip: "10.0.0.1" }], updated_at: "1" };
  const is = { ...was, name: "b", os: "linux", tags: [], addresses: [{ id: "i", ip: "10.0.0.2" }], updated_at: "2" };
  expect(changedFields(was, is)).toEqual([
    { name: "name", was: "a", is: "b" },
    { name: "os", was: "(empty)", is: "linux" },
    { name: "tags", was: "x", is: "(none)" },
    { name: "addresses", was: "10.0.0.1", is: "10.0.0.2" },
  ]);
  expect(changedFields(was, { ...was, updated_at: "3" })).toEqual([]);
  const linked = { ...was, addresses: [{ id: "i", ip: "10.0.0.1", network_id: "n" }], datacenter_id: "d" };
  expect(changedFields({ ...was, datacenter_id: null }, linked, new Map([["n", "lan"]]))).toEqual([
    { name: "addresses 10.0.0.1 network_id", was: "(empty)", is: "lan" },
    { name: "datacenter_id", was: "(empty)", is: "d" },
  ]);
});
