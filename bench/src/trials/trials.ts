import { backupTrial } from "./backup/backup-trial.ts";
import { restoreTrial } from "./restore/restore-trial.ts";
import type { Trial } from "./trial.ts";

/** Every trial, in the order in which they run. */
export const TRIALS: readonly Trial[] = [backupTrial, restoreTrial];
