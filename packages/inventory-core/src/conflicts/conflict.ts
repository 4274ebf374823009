import { z } from "zod";
import { Id, optionalText, text, Timestamp } from "../contract/operations/fields.ts";
import { refersTo } from "../contract/operations/reference.ts";
import type { Fields } from "../contract/errors/validation.ts";
import type { Conflict as ConflictRecord, ConflictDetection as ConflictDetectionRecord } from "../contract/generated/api.ts";

export const CONFLICT_TYPES = ["duplicate_ip", "overlapping_subnet", "discovery_mismatch"] as const;
export const CONFLICT_STATUSES = ["active", "resolved", "ignored"] as const;

const oneOf = (values: readonly string[]): string => `must be one of ${values.join(", ")}`;

/** Records that contradict each other (docs/spec/conflicts.md#types). */
export const Conflict = z
  .object({
    id: Id,
    type: z.enum(CONFLICT_TYPES).meta({
      description:
        "duplicate_ip: devices or allocations hold one address in one address space; overlapping_subnet: networks of one address " +
        "space have the same subnet; discovery_mismatch: an address answers with another MAC address than before",
    }),
    status: z.enum(CONFLICT_STATUSES).meta({ description: "ignored: it is meant to be so (VRRP, anycast) and is not reported" }),
    description: z.string().meta({ description: "What contradicts what, in a sentence" }),
    ip_address: z.string().meta({ description: "The address in question; empty for subnets" }),
    device_ids: z.array(z.string()).meta({ description: "Ids of the devices that hold the address" }),
    device_names: z
      .array(z.string())
      .meta({ description: "Names in the order of device_ids; an empty string for a caller without device:read" }),
    network_ids: z.array(z.string()).meta({ description: "Ids of the networks that have the subnet" }),
    network_names: z
      .array(z.string())
      .meta({ description: "Names in the order of network_ids; an empty string for a caller without network:read" }),
    subnets: z.array(z.string()).meta({ description: "Subnets in the order of network_ids" }),
    detected_at: Timestamp,
    resolved_at: Timestamp.nullable().meta({
      description: "When it ended (ISO 8601 UTC with milliseconds); null while it is active or ignored",
    }),
    resolved_by: z.string().meta({ description: "Who made the change that ended it, or empty" }),
    notes: z.string().meta({ description: "Why it was resolved or ignored, in the words of whoever did so" }),
    // Last, so that a migration could append it to the documents that there were.
    allocation_ids: z.array(z.string()).meta({ description: "Allocations that hold the address, and that no device has confirmed" }),
  })
  .meta({ id: "Conflict", description: "Records that contradict each other" });

/** What a detection found. */
export const ConflictDetection = z
  .object({
    conflicts: z.array(Conflict).meta({ description: "Active conflicts" }),
    count: z.int().min(0).meta({ description: "Number of them" }),
  })
  .meta({ id: "ConflictDetection", description: "The conflicts that are active after all records were checked" });

/** Which conflicts a detection answers; in the query or in the body. */
export const ConflictDetectionFilter = z.object({
  type: z
    .enum(CONFLICT_TYPES, { error: oneOf(CONFLICT_TYPES) })
    .optional()
    .meta({ description: "Only conflicts of this type; all unless sent" }),
});

export const ConflictFilter = z.object({
  status: z
    .enum(CONFLICT_STATUSES, { error: oneOf(CONFLICT_STATUSES) })
    .optional()
    .meta({ description: "Only conflicts in this state" }),
  type: z
    .enum(CONFLICT_TYPES, { error: oneOf(CONFLICT_TYPES) })
    .optional()
    .meta({ description: "Only conflicts of this type" }),
});

const Notes = optionalText(4096, "Why, in your words");

/** What a caller sends to resolve a conflict. */
export const ConflictResolution = z.object({
  keep_device_id: text(255)
    .nullable()
    .optional()
    .transform((value) => (value === "" || value === undefined ? null : value))
    .meta({
      description: "The device that keeps the address: it is taken from the others, and allocations of it are released",
      ...refersTo("device"),
    }),
  notes: Notes,
});

/** What a caller sends to have a conflict ignored. */
export const ConflictIgnoring = z.object({ notes: Notes });

export type Conflict = ConflictRecord;
export type ConflictType = Conflict["type"];
export type ConflictDetection = ConflictDetectionRecord;
/** Which conflicts a list shows. */
export type ConflictFilter = Partial<z.output<typeof ConflictFilter>>;
export type ConflictResolution = Fields<typeof ConflictResolution>;
export type ConflictIgnoring = Fields<typeof ConflictIgnoring>;
