import { defineOperation, defineOperations, record, streamed } from "../contract/operations/operation.ts";
import { Event, EventPage, EventQuery, EventStreamQuery } from "./event.ts";
import { EVENT_FEED } from "./feed/event-feed.ts";

export const eventOperations = defineOperations("events", {
  /** Committed changes after a cursor, oldest first: those whose records the caller may read. Fails with CURSOR_EXPIRED. */
  read: defineOperation({
    summary: "Read the event log by cursor",
    description:
      "Oldest first. Pass next as after to go on, until it does not change any more; a cursor never skips an event that commits " +
      "later. A page has fewer events than limit where their data is long, and leaves out those of records that the caller may not " +
      "read: it may be short, or empty, before the end.",
    service: EVENT_FEED,
    access: "event:read",
    http: { method: "GET", path: "/api/events", status: 200 },
    query: EventQuery,
    output: record(EventPage),
    errors: ["CURSOR_EXPIRED"],
    run: async (feed, { query }, call) => await feed.read(query, call),
  }),
  /** Committed changes as they come, from any host of the database, until whoever reads has enough. Fails with CURSOR_EXPIRED. */
  stream: defineOperation({
    summary: "Follow the event log",
    description:
      "Server-sent events: for each committed event its name, the event, and the cursor after it as id. From now on, from after, or " +
      "from the Last-Event-ID of a client that comes back. Events of records that the caller may not read are left out. The stream " +
      "ends with the caller's credentials, and when what the caller may do changes: come back then.",
    service: EVENT_FEED,
    access: "event:read",
    http: { method: "GET", path: "/api/events/stream", status: 200 },
    query: EventStreamQuery,
    output: streamed(Event),
    errors: ["CURSOR_EXPIRED"],
    run: async (feed, { query }, call) => await feed.stream(query, call),
  }),
});
