import type { DiscoveredDevice } from "@cadastre/client";
import { ask } from "../api/service.ts";

/** What is done with one that was found. */
export type FoundWork = "link" | "accept" | "ignore" | "unignore";

/** One with which it could not be done, and why. */
export interface FailedWork {
  readonly found: DiscoveredDevice;
  readonly error: unknown;
}

/** To whom it may be done. A host is linked to the device that the inventory knows by its MAC address. */
export const APPLIES: Readonly<Record<FoundWork, (one: DiscoveredDevice) => boolean>> = {
  link: ({ state, device_id: device, differences }) =>
    state === "differs" && device !== null && differences.some(({ field }) => field === "address"),
  accept: ({ state }) => state === "differs",
  ignore: ({ state }) => state === "unknown" || state === "differs",
  unignore: ({ state }) => state === "ignored",
};

/** What was done, after a number. */
export const DONE: Readonly<Record<FoundWork, string>> = {
  link: "linked",
  accept: "accepted",
  ignore: "ignored",
  unignore: "no longer ignored",
};

export async function doWith(one: DiscoveredDevice, work: FoundWork): Promise<void> {
  await ask(async ({ discoveredDevices }) => {
    if (work === "link") return await discoveredDevices.link(one.id, { device_id: one.device_id ?? "" });
    if (work === "accept") return await discoveredDevices.accept(one.id, {});
    if (work === "ignore") return await discoveredDevices.ignore(one.id, {});
    return await discoveredDevices.unignore(one.id);
  });
}

/** Does it with one after the other; one with which it fails does not hold up the rest. @param onDone called after each that went well */
export async function doWithEach(
  found: readonly DiscoveredDevice[],
  work: FoundWork,
  onDone: () => void,
  signal: AbortSignal,
): Promise<readonly FailedWork[]> {
  const failed: FailedWork[] = [];
  for (const one of found) {
    if (signal.aborted) break;
    try {
      await doWith(one, work);
      onDone();
    } catch (error) {
      failed.push({ found: one, error });
    }
  }
  return failed;
}
