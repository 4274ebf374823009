import type { Conflict } from "@cadastre/client";

/** How a conflict ends that no call resolves, as a sentence; undefined for a conflict that can be resolved. */
export function endingOf({ type, device_ids: devices }: Pick<Conflict, "type" | "device_ids">): string | undefined {
  if (type === "overlapping_subnet") return "Ends when one of the networks gets another subnet or is deleted.";
  if (type === "duplicate_ip" && devices.length === 0) return "Ends when all allocations of the address but one are released.";
  return undefined;
}

/** The devices that lose an address, by name; a number for many. */
export function losersText(names: readonly string[]): string {
  const [last, ...others] = names.toReversed();
  if (names.length > MAX_NAMED) return `${names.length.toLocaleString()} other devices`;
  return others.length === 0 ? (last ?? "") : `${others.toReversed().join(", ")} and ${last}`;
}

const MAX_NAMED = 5;
