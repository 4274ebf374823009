import { defineEvent } from "../contract/storage/event.ts";
import { DeviceEventData } from "../devices/device.events.ts";
import { DiscoveredDevice } from "../reconciliation/discovered-device.ts";
import { recordedPart } from "./found/recorded-part.ts";
import { MissingAddress } from "./missing/missing-address.ts";
import { Scan } from "./scans/scan.ts";

export const discoveryStarted = defineEvent("discovery.started", "A discovery scan started", Scan);
export const discoveryCompleted = defineEvent(
  "discovery.completed",
  "A discovery scan completed; one that failed or was cancelled does not",
  Scan,
);
export const discoveryDeviceFound = defineEvent(
  "discovery.device_found",
  "Something answered at an address where nothing had been seen; which device it is and what differs, only who may read devices is told",
  DiscoveredDevice,
  "discovery:read",
  recordedPart,
);
export const devicePromoted = defineEvent("device.promoted", "A discovered device became a device of the inventory", DeviceEventData);

export const deviceMissing = defineEvent(
  "device.missing",
  "Scan after scan, as many as DISCOVERY_MISSING_AFTER says, saw nothing at an address of an active device",
  MissingAddress,
);
export const deviceReturned = defineEvent(
  "device.returned",
  "Something answers at an address again that was told to be missing",
  MissingAddress,
);

export const discoveryEvents = [
  discoveryStarted,
  discoveryCompleted,
  discoveryDeviceFound,
  devicePromoted,
  deviceMissing,
  deviceReturned,
] as const;
