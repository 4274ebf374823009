import type { Target } from "./library-performer.ts";
import type { Performer } from "./intention.ts";

/** A host process that answers requests until it is killed. */
export interface RunningHost extends Performer {
  /** SIGKILL. @returns when all that it had said is heard, and every request has an answer */
  kill(): Promise<void>;
}

/** Starts hosts on a database, one after the other. */
export interface Hosts {
  /** @throws when the host cannot open the database */
  start(target: Target): Promise<RunningHost>;
  /** Starts a host and kills it after some milliseconds, whether it is open by then or not. */
  interruptedStart(target: Target, afterMs: number): Promise<void>;
  /** Kills what still waits to be used. */
  close(): Promise<void>;
}

/** A host that says nothing for so long hangs. */
export const START_DEADLINE_MS = 30_000;
