import type { Device } from "@cadastre/client";
import { compareKeys, ipKey } from "../addresses/ip.ts";

export const COLUMNS = ["name", "address", "status", "make_model", "os"] as const;
export type Column = (typeof COLUMNS)[number];

/** How a list is ordered; the service gives it by name. */
export interface Order {
  readonly column: Column;
  readonly down: boolean;
}

/** Devices in an order. Addresses are ordered as numbers, and what has none comes last either way. */
export function sortDevices(devices: readonly Device[], { column, down }: Order): readonly Device[] {
  if (column === "name") return down ? devices.toReversed() : devices;
  const keyed = devices.map((device) => ({ device, key: keyOf(device, column) }));
  const turn = down ? -1 : 1;
  return keyed
    .toSorted((one, other) => {
      if (one.key === "" || other.key === "") return one.key === other.key ? 0 : one.key === "" ? 1 : -1;
      return turn * compareKeys(one.key, other.key);
    })
    .map(({ device }) => device);
}

function keyOf(device: Device, column: Exclude<Column, "name">): number | string {
  if (column !== "address") return device[column].toLowerCase();
  const ip = device.addresses[0]?.ip;
  return ip === undefined ? "" : ipKey(ip);
}
