import { defineEvent } from "../contract/storage/event.ts";
import { Relationship } from "./relationship.ts";

/** Which relationship an event or an audit row is about. */
export const relationshipId = ({ parent_id: parent, child_id: child, type }: Relationship): string => `${parent}/${child}/${type}`;

export const relationshipCreated = defineEvent("relationship.created", "Two devices were related", Relationship);
export const relationshipDeleted = defineEvent(
  "relationship.deleted",
  "A relationship was removed, by itself or with one of its devices; data is the relationship as it was",
  Relationship,
);

export const relationshipEvents = [relationshipCreated, relationshipDeleted] as const;
