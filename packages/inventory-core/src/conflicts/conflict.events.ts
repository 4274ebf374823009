import { defineEvent } from "../contract/storage/event.ts";
import { Conflict } from "./conflict.ts";

export const conflictDetected = defineEvent("conflict.detected", "Records contradict each other", Conflict);
export const conflictResolved = defineEvent("conflict.resolved", "Records that contradicted each other no longer do", Conflict);

export const conflictEvents = [conflictDetected, conflictResolved] as const;
