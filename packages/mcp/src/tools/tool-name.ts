import type { AnyOperation } from "@cadastre/inventory-core";

/** Resources whose tools are not simply called after their singular (docs/spec/oauth.md#tools). */
const IRREGULAR_RESOURCES: Readonly<Record<string, string>> = {
  scans: "discovery_scan",
  discoveredDevices: "discovery_device",
};

/** Operations that are the whole of what their resource does. */
const WHOLE_RESOURCES: Readonly<Record<string, string>> = { "search.all": "search" };

const snake = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Of a regular plural. */
export const singular = (text: string): string => text.replace(/ies$/, "y").replace(/(?<=ss)es$|s$/, "");

/** The name of an operation as a tool: `devices.statusCounts` is `device_status_counts`. */
export function toolNameOf({ id, noun }: Pick<AnyOperation, "id" | "noun">): string {
  const dot = id.lastIndexOf(".");
  const resource = id.slice(0, dot);
  return WHOLE_RESOURCES[id] ?? `${noun ?? IRREGULAR_RESOURCES[resource] ?? singular(snake(resource))}_${snake(id.slice(dot + 1))}`;
}
