import { type HealthCheck, HealthProblem } from "../contract/plugin.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";

export const EVENT_CHECK = serviceToken<HealthCheck>("event-check");

/**
 * Whether committed events can be read: an open transaction of somebody else holds the feed, the streams and the webhooks
 * back, as long as it lasts. Fails with EVENTS_HELD_BACK, naming the session as far as it can be seen.
 */
export function eventCheck(storage: OpenStorage): HealthCheck {
  return {
    id: "events",
    advisory: true,
    check: async () => {
      const hold = await storage.eventHold?.();
      if (hold === undefined) return;
      throw new HealthProblem(
        "EVENTS_HELD_BACK",
        `events and webhooks have been held back for ${Math.round(hold.seconds)} s by the open transaction of ${hold.by}: end it`,
      );
    },
  };
}
