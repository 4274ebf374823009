import { defineEvent } from "../contract/storage/event.ts";
import { Conflict } from "./conflict.ts";
import { conflictNames } from "./shown-conflict.ts";

export const conflictDetected = defineEvent(
  "conflict.detected",
  "Records contradict each other",
  Conflict,
  "conflict:read",
  ...conflictNames,
);
export const conflictResolved = defineEvent(
  "conflict.resolved",
  "Records that contradicted each other no longer do",
  Conflict,
  "conflict:read",
  ...conflictNames,
);

export const conflictEvents = [conflictDetected, conflictResolved] as const;
