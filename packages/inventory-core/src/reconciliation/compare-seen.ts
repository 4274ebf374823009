import type { DiscoveredDevice, SeenDifference, SeenState } from "./discovered-device.ts";

/** What is recorded of the device that something was seen of. */
export interface Recorded {
  readonly device_id: string;
  /** The address of the device that it was seen at, or the one with its MAC address. */
  readonly ip: string;
  /** MAC address of that address, or empty. */
  readonly mac: string;
  readonly switch_port: string;
  readonly hostname: string;
  /** Other names by which the device is called, in lower case. */
  readonly otherNames: ReadonlySet<string>;
}

type Seen = Pick<DiscoveredDevice, "ip" | "mac_address" | "hostname" | "switch_port" | "ignored_at">;

/** How something that was seen stands to what is recorded. */
export type Standing = Pick<DiscoveredDevice, "state" | "device_id" | "differences">;

/** @param recorded undefined when no device holds the address or the MAC address */
export function standingOf(seen: Seen, recorded: Recorded | undefined): Standing {
  const differences = recorded === undefined ? [] : differencesOf(seen, recorded);
  return { state: stateOf(seen, recorded, differences), device_id: recorded?.device_id ?? null, differences };
}

function stateOf({ ignored_at: ignoredAt }: Seen, recorded: Recorded | undefined, differences: readonly SeenDifference[]): SeenState {
  if (ignoredAt !== null) return "ignored";
  if (recorded === undefined) return "unknown";
  return differences.length === 0 ? "known" : "differs";
}

/** Where nothing is recorded, or nothing was seen, nothing differs. */
function differencesOf(seen: Seen, recorded: Recorded): SeenDifference[] {
  const pairs = [
    { field: "address", recorded: recorded.ip, seen: seen.ip, same: recorded.ip === seen.ip },
    { field: "mac", recorded: recorded.mac, seen: seen.mac_address, same: recorded.mac === seen.mac_address },
    { field: "hostname", recorded: recorded.hostname, seen: seen.hostname, same: isCalled(recorded, seen.hostname) },
    { field: "switch_port", recorded: recorded.switch_port, seen: seen.switch_port, same: recorded.switch_port === seen.switch_port },
  ] as const;
  return pairs.filter((pair) => !pair.same && pair.recorded !== "" && pair.seen !== "").map(({ same: _, ...pair }) => pair);
}

/** A host name as names are compared: without case, and without the dot that says that it is complete. */
export const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, "");

/** Whether a name is the same host's: one of the two may leave out the domain. */
export function isSameHost(recorded: string, seen: string): boolean {
  const [one, other] = [plainName(recorded), plainName(seen)];
  if (one === other) return true;
  if (one.includes(".") && other.includes(".")) return false;
  return one.split(".", 1)[0] === other.split(".", 1)[0];
}

const isCalled = (recorded: Recorded, seen: string): boolean =>
  isSameHost(recorded.hostname, seen) || recorded.otherNames.has(plainName(seen));
