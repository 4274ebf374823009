import type { DiscoveredDevice } from "@cadastre/client";

export type FoundState = DiscoveredDevice["state"];

/** What is chosen to be shown: a state, or all. */
export type FoundChoice = FoundState | "";

/** How what was found stands to what is recorded, as the page calls it. */
export const FOUND_STATES: readonly { readonly value: FoundState; readonly text: string }[] = [
  { value: "unknown", text: "Unknown" },
  { value: "differs", text: "Differs from the inventory" },
  { value: "known", text: "In the inventory" },
  { value: "ignored", text: "Ignored" },
];

/** What may differ. */
export const DIFFERENCES: Readonly<Record<DiscoveredDevice["differences"][number]["field"], string>> = {
  address: "Address",
  mac: "MAC address",
  hostname: "Host name",
  switch_port: "Switch port",
};
