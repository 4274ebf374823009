import { EntitySchema } from "@mikro-orm/core";

/**
 * A row of `conflict`. `subject` is what is contested in the address space: the key of an address, or of a subnet. There
 * is at most one row that is not resolved for a type, space and subject.
 */
export interface ConflictRow {
  id: string;
  type: string;
  status: string;
  space: number;
  subject: string;
  detected_at: string;
  doc: string;
}

export const ConflictEntity: EntitySchema<ConflictRow> = new EntitySchema<ConflictRow>({
  name: "Conflict",
  tableName: "conflict",
  properties: {
    id: { type: "text", primary: true },
    type: { type: "text" },
    status: { type: "text" },
    space: { type: "integer" },
    subject: { type: "text" },
    detected_at: { type: "text" },
    doc: { type: "text" },
  },
});
