import { z } from "zod";
import { Id, Timestamp } from "../contract/operations/fields.ts";
import { refersTo } from "../contract/operations/reference.ts";
import type { Fields } from "../contract/errors/validation.ts";

export const RELATIONSHIP_TYPES = ["contains", "connected_to", "depends_on"] as const;

const RelationshipType = z
  .enum(RELATIONSHIP_TYPES, {
    error: (issue) => (issue.input === undefined ? "is required" : `must be one of ${RELATIONSHIP_TYPES.join(", ")}`),
  })
  .meta({ description: "contains: the parent contains the child; connected_to; depends_on: the parent depends on the child" });

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
    type: z.enum(RELATIONSHIP_TYPES),
    created_at: Timestamp,
  })
  .meta({ id: "Relationship", description: "A directed relationship between two devices" });

/** The answer to a new relationship. */
export const RelationshipCreated = z.object({ status: z.literal("created") }).meta({ id: "RelationshipCreated" });

export const RelatedFilter = z.object({
  type: z
    .enum([...RELATIONSHIP_TYPES, ""], { error: `must be one of ${RELATIONSHIP_TYPES.join(", ")}` })
    .optional()
    .transform((value) => (value === "" ? undefined : value))
    .meta({ description: "Only relationships of this type" }),
});

export type Relationship = z.infer<typeof Relationship>;
export type RelationshipCreate = Fields<typeof RelationshipCreate>;
export type RelatedFilter = z.output<typeof RelatedFilter>;
