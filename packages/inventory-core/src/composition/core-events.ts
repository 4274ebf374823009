import { conflictEvents } from "../conflicts/conflict.events.ts";
import { deviceEvents } from "../devices/device.events.ts";
import { discoveryEvents } from "../discovery/discovery.events.ts";
import { networkEvents } from "../networks/network.events.ts";
import { poolEvents } from "../pools/pool.events.ts";
import { planEvents } from "../plans/plan.events.ts";
import { relationshipEvents } from "../relationships/relationship.events.ts";

/** Events of the core. */
export const coreEvents = [
  ...deviceEvents,
  ...networkEvents,
  ...poolEvents,
  ...relationshipEvents,
  ...conflictEvents,
  ...discoveryEvents,
  ...planEvents,
] as const;
