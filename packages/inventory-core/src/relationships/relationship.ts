import { z } from "zod";
import { Id, Timestamp } from "../contract/operations/fields.ts";
import { refersTo } from "../contract/operations/reference.ts";
import type { Fields } from "../contract/errors/validation.ts";
import { RELATIONSHIP_TYPE_MEANINGS, RELATIONSHIP_TYPE_NAMES } from "./relationship-type.ts";
import type { Relationship as RelationshipRecord } from "../contract/generated/api.ts";

const oneOfTheTypes = `must be one of ${RELATIONSHIP_TYPE_NAMES.join(", ")}`;

const RelationshipType = z
  .enum(RELATIONSHIP_TYPE_NAMES, { error: (issue) => (issue.input === undefined ? "is required" : oneOfTheTypes) })
  .meta({ description: RELATIONSHIP_TYPE_MEANINGS });

/** What a caller sends to relate the device in the path (the parent) to another. */
export const RelationshipCreate = z.object({
  child_id: z
    .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
    .min(1, { error: "is required" })
    .meta({ description: "Id of the other device", ...refersTo("device") }),
  type: RelationshipType,
});

/** A directed relationship between two devices. */
export const Relationship = z
  .object({
    parent_id: Id.meta(refersTo("device")),
    child_id: Id.meta(refersTo("device")),
    type: z.enum(RELATIONSHIP_TYPE_NAMES).meta({ description: "What the parent is to the child" }),
    created_at: Timestamp,
  })
  .meta({ id: "Relationship", description: "A directed relationship between two devices" });

/** The answer to a new relationship. */
export const RelationshipCreated = z
  .object({ status: z.literal("created").meta({ description: "That it was made" }) })
  .meta({ id: "RelationshipCreated", description: "The answer to a new relationship" });

export const RelatedFilter = z.object({
  type: z
    .enum([...RELATIONSHIP_TYPE_NAMES, ""], { error: oneOfTheTypes })
    .optional()
    .transform((value) => (value === "" ? undefined : value))
    .meta({ description: "Only relationships of this type" }),
});

export type Relationship = RelationshipRecord;
export type RelationshipCreate = Fields<typeof RelationshipCreate>;
/** Which related devices a list shows. */
export type RelatedFilter = z.output<typeof RelatedFilter>;
