import { z } from "zod";
import { queryFlag, Timestamp } from "../contract/operations/fields.ts";
import { refersTo } from "../contract/operations/reference.ts";
import type { HistoryEntry as HistoryEntryRecord } from "../contract/generated/api.ts";

const FieldChange = z
  .object({
    before: z.unknown().meta({ description: "The value before; null where the record was made" }),
    after: z.unknown().meta({ description: "The value afterwards; null where the record was deleted" }),
  })
  .meta({ id: "FieldChange", description: "A field before and after a change" });

/** What one change did to a record. */
export const HistoryEntry = z
  .object({
    change_id: z
      .string()
      .nullable()
      .meta({ description: "Id of the change, as the audit log and events have it; null for what earlier versions did" }),
    at: Timestamp.meta({ description: "When it was done" }),
    by: z
      .object({
        user_id: z
          .string()
          .nullable()
          .meta({ description: "Id of the user; null for the program itself", ...refersTo("user") }),
        username: z.string().meta({ description: "Their name, as it was then" }),
      })
      .meta({ id: "HistoryPerson", description: "Who changed a record" }),
    record: z
      .object({
        type: z.string().meta({ description: "Type of the record: `device`, `network` …" }),
        id: z.string().meta({ description: "Id of the record" }),
        name: z.string().meta({ description: "Name or address of the record after the change, or before it was deleted" }),
      })
      .meta({ id: "HistoryRecord", description: "The record that a change is about" }),
    action: z.string().meta({ description: "What was done: `create`, `update`, `delete` …", examples: ["update"] }),
    changes: z.record(z.string(), FieldChange).meta({
      description: "The fields that changed, by name, each before and after; a field of one's own is `fields.<name>`",
    }),
  })
  .meta({ id: "HistoryEntry", description: "What one change did to a record" });

/** The query of a history that can include the records inside. @param what such as "devices and networks" */
export const insideQuery = (what: string) =>
  z.object({ inside: queryFlag(`true: also of what is or was inside, where you may read it: ${what}`) });

export type HistoryEntry = HistoryEntryRecord;
