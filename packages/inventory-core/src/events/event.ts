import { z } from "zod";
import { listInQuery, queryNumber, Timestamp } from "../contract/operations/fields.ts";
import { NOT_A_CURSOR, OLDEST } from "./feed/cursor.ts";
import type { Event as EventRecord, EventPage as EventPageRecord } from "../contract/generated/api.ts";

/** One event as the log gives it. */
export const Event = z
  .object({
    id: z.string().meta({ description: "Identifier (UUID version 7) of the event, the same for every reader" }),
    event: z.string().meta({ description: "Name of the event", examples: ["device.created"] }),
    timestamp: Timestamp.meta({ description: "When the change was made (ISO 8601 UTC with milliseconds)" }),
    record_id: z.string().meta({ description: "Id of the record that it is about" }),
    change_id: z
      .string()
      .nullable()
      .meta({ description: "Id of the change that it tells of, as its audit rows have it; null for events of earlier versions" }),
    data: z.record(z.string(), z.unknown()).meta({ description: "The record; its schema depends on the event" }),
  })
  .meta({ id: "Event", description: "A committed change" });
export type Event = EventRecord;

export const EventPage = z
  .object({
    events: z.array(Event).meta({ description: "Events in order, oldest first" }),
    next: z.string().meta({
      description: "Cursor after the last event, those that the caller may not read included; the value of after when there is none",
    }),
  })
  .meta({ id: "EventPage", description: "Events after a cursor, and the cursor after them" });
/** Events after a cursor, and the cursor after them. */
export type EventPage = EventPageRecord;

/** Most events of one page. */
const MAX_EVENTS = 1000;

const after = (description: string) =>
  z
    .string()
    .regex(/^(\d{1,19}-\d{1,15})?$/, { error: NOT_A_CURSOR })
    .optional()
    .transform((value) => (value === "" ? undefined : value))
    .meta({ description });

export const EventQuery = z.object({
  after: after("Cursor of an earlier page; from the oldest event unless given"),
  limit: queryNumber(1, MAX_EVENTS, `Most events of the page, 1–${MAX_EVENTS}; 100 unless given`).transform((value) => value ?? 100),
});
/** Where a page of events begins, and how long it is. */
export type EventQuery = z.output<typeof EventQuery>;

export const EventStreamQuery = z.object({
  after: after(`Cursor to go on from; from now on unless given, from the oldest event with ${OLDEST}. Last-Event-ID goes before it`),
  event: listInQuery("Names of events, of which one is to be the event's; repeat the parameter or separate by commas"),
});
/** Where a stream of events begins, and which events it has. */
export type EventStreamQuery = z.output<typeof EventStreamQuery>;
