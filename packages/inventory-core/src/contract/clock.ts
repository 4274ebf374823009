/** Time, as a port: tests move it by hand. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `task` each `ms` milliseconds until the returned function is called. Never keeps a process alive. */
  every(ms: number, task: () => void): () => void;
}

/** ISO 8601 UTC with milliseconds. */
export function timestampOf(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}
