import { defineOperation, defineOperations, record } from "../contract/operation.ts";
import { EVENT_LOG, EventPage, EventQuery } from "./event-log.ts";

export const eventOperations = defineOperations("events", {
  /** Committed changes after a cursor, oldest first. Fails with CURSOR_EXPIRED. */
  read: defineOperation({
    summary: "Read the event log by cursor",
    description: "Oldest first. Pass next as after to go on; a cursor never skips an event that commits later.",
    service: EVENT_LOG,
    access: "event:read",
    http: { method: "GET", path: "/api/events", status: 200 },
    query: EventQuery,
    output: record(EventPage),
    errors: ["CURSOR_EXPIRED"],
    run: async (log, { query }) => await log.read(query),
  }),
});
