import type { OldRows } from "../background/purge-old.ts";
import type { Retention } from "../background/retention.ts";
import { serviceToken } from "../contract/service-token.ts";
import { conflictDocuments } from "./conflict.entity.ts";

/** Deletes conflicts that were resolved long ago (docs/spec/conflicts.md#how-long-they-are-kept). */
export const CONFLICT_RETENTION = serviceToken<Retention>("conflict-retention");

/** Days that resolved conflicts are kept unless set (CONFLICT_RETENTION_DAYS). */
export const DEFAULT_CONFLICT_RETENTION_DAYS = 365;

/** One that is resolved stays so: when its cause comes back, it is another one. Active and ignored ones stay. */
export const OLD_CONFLICTS: OldRows = {
  table: "conflict",
  resource: "conflict",
  columns: ["doc"],
  // It was detected before it was resolved, so that most documents need not be read.
  condition: "t.detected_at < ? and t.status = 'resolved'",
  isOld: ({ doc }, before) => (conflictDocuments.read(doc as string).resolved_at ?? before) < before,
  locks: () => [{ on: "name", name: "conflict-retention" }],
};
