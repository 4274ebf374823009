import { z } from "zod";

/** What `*.updated` events add to their record. */
export const CHANGES = { changes: z.array(z.string()).meta({ description: "Names of the fields that changed" }) };

/** Names of the fields of a record that differ, in the order of its schema and without the time of the change. */
export function changedFields<Fields extends object>(schema: z.ZodObject, before: Fields, after: Fields): string[] {
  return Object.keys(schema.shape).filter((field) => {
    return field !== "updated_at" && !sameValue(before[field as keyof Fields], after[field as keyof Fields]);
  });
}

/** Whether two values of a field are the same. */
export const sameValue = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);
