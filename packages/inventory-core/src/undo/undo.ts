import { z } from "zod";
import { text } from "../contract/operations/fields.ts";
import type { Fields } from "../contract/errors/validation.ts";

/** A record that a change changed. */
export const RecordOfChange = z
  .object(
    {
      type: text(64, "type").meta({ description: "Type of the record", examples: ["device"] }),
      id: text(255, "id").meta({ description: "Id of the record; of a relationship `parent/child/type`" }),
    },
    { error: "must be an object" },
  )
  .meta({ id: "RecordOfChange", description: "A record that a change created, changed or deleted" });

/** What a caller sends to take a change back. */
export const ChangeUndo = z.object({
  record: RecordOfChange.optional().meta({ description: "Takes back the change of this record only; all records unless given" }),
});

export type RecordOfChange = z.output<typeof RecordOfChange>;
export type ChangeUndo = Fields<typeof ChangeUndo>;
