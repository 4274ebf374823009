export const DAY_MS = 86_400_000;

/** Days since 1970-01-01, UTC. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);

/** Days after which a record has a row again although nothing has changed: older rows say nothing of a day, and may go. */
export const REPEAT_DAYS = 30;

/** Days that is kept how full records were, unless set (UTILIZATION_HISTORY_DAYS). */
export const DEFAULT_HISTORY_DAYS = 800;

/** Most days that may be kept: an answer has a point for each. */
export const MAX_HISTORY_DAYS = 3650;
