import type { CallContext } from "../../contract/operations/operation.ts";
import { holds } from "../../contract/access/principal.ts";
import type { DiscoveredDevice } from "../../reconciliation/discovered-device.ts";

/** What a discovered device tells of the recorded one: its id and what differs. It takes what reading devices takes. */

const access = "device:read";

export const mayReadRecorded = ({ principal }: CallContext): boolean => holds(principal, access);

export const withoutRecorded = (seen: DiscoveredDevice): DiscoveredDevice => ({ ...seen, device_id: null, differences: [] });

/** The same of the data of events. */
export const recordedPart = { access, hide: withoutRecorded } as const;
